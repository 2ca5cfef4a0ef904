# SPDX-License-Identifier: Apache-2.0
# Installs the libraries, their headers, the files for find_package(linkspan) and pkg-config, and the manual
# pages. Tested by tests/installed.sh, which builds programs with them.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

# The libraries, by the names that users link: linkspan::core, linkspan::document, …
set(names core)
set(headers export.h link_characters.h linkspan.h index.h result.h version.h explain.h)
set(pc_files linkspan.pc)
if(LINKSPAN_DOCUMENT)
  list(APPEND names iri rules document render)
  list(APPEND headers document.h iri.h layout.h rules.h charset.h seams.h render.h linkspan_c.h)
  list(APPEND pc_files linkspan-document.pc linkspan-rules.pc linkspan-render.pc linkspan-c.pc)
  if(LINKSPAN_MAIL)
    list(APPEND names mail)
    list(APPEND headers mail.h)
    list(APPEND pc_files linkspan-mail.pc)
  endif()
  set_target_properties(linkspan_shared PROPERTIES EXPORT_NAME linkspan)
  install(TARGETS linkspan_shared EXPORT linkspan LIBRARY
    DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT dev)
endif()

set(libraries)
if(BUILD_SHARED_LIBS)  # each name is an alias of the one shared library
  foreach(name IN LISTS names)
    add_library(linkspan_in_shared_${name} INTERFACE)
    target_link_libraries(linkspan_in_shared_${name} INTERFACE linkspan_shared)
    set_target_properties(linkspan_in_shared_${name} PROPERTIES EXPORT_NAME ${name})
    list(APPEND libraries linkspan_in_shared_${name})
  endforeach()
else()
  set(internal)
  if(LINKSPAN_DOCUMENT)
    list(APPEND internal lines charset html xml)
  endif()
  if(LINKSPAN_MAIL)
    list(APPEND internal mailboxes)
  endif()
  foreach(name IN LISTS names internal)
    set_target_properties(linkspan_${name} PROPERTIES EXPORT_NAME ${name})
    list(APPEND libraries linkspan_${name})
  endforeach()
endif()
install(TARGETS ${libraries} EXPORT linkspan ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}")
list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/include/linkspan/")
install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/linkspan")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/linkspan")
install(EXPORT linkspan NAMESPACE linkspan:: FILE linkspan-targets.cmake DESTINATION "${package_dir}")
set(needs_libraries ${LINKSPAN_DOCUMENT})
set(needs_gmime ${LINKSPAN_MAIL})
if(BUILD_SHARED_LIBS)  # the shared library is already linked with them
  set(needs_libraries OFF)
  set(needs_gmime OFF)
endif()
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/linkspan-config.cmake.in"
  "${PROJECT_BINARY_DIR}/linkspan-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/linkspan-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/linkspan-config.cmake"
  "${PROJECT_BINARY_DIR}/linkspan-config-version.cmake" DESTINATION "${package_dir}")

# A path relative to the .pc file, so that the installed tree can be moved.
file(RELATIVE_PATH include_from_pc
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
# The libraries that a program with one of them must link.
if(BUILD_SHARED_LIBS)
  foreach(name IN LISTS names)
    set(libs_${name} -llinkspan)
    set(requires_${name})
  endforeach()
else()
  set(libs_core -llinkspan_core)
  set(libs_document "-llinkspan_document -llinkspan_iri -llinkspan_xml -llinkspan_html -llinkspan_charset -llinkspan_lines -llinkspan_core")
  set(requires_document ", icu-i18n, icu-uc, libutf8proc, libpsl")
  set(libs_rules "-llinkspan_rules -llinkspan_iri -llinkspan_core")
  set(requires_rules ", re2")
  set(libs_render -llinkspan_render)
  set(libs_mail "-llinkspan_mail -llinkspan_mailboxes")
  set(requires_mail ", gmime-3.0")
endif()
foreach(file IN LISTS pc_files)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${file}.in" "${PROJECT_BINARY_DIR}/${file}" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

if(LINKSPAN_COMMAND)
  install(FILES "${PROJECT_SOURCE_DIR}/man/linkspan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT command)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/man/linkspan.3" DESTINATION "${CMAKE_INSTALL_MANDIR}/man3")

# What `cmake --install` puts in place besides the command: the library for find_package(linkspan) and
# for pkg-config, its headers, and the manual pages. tests/installed.sh builds programs with it.

include(CMakePackageConfigHelpers)
include(GNUInstallDirs)

set(libraries linkspan_core)
set(headers linkspan.h result.h version.h explain.h)
set(pc_files linkspan.pc)
if(LINKSPAN_DOCUMENT)
  list(APPEND libraries linkspan_lines linkspan_charset linkspan_html linkspan_iri linkspan_rules linkspan_document)
  list(APPEND headers document.h iri.h layout.h rules.h linkspan_c.h)
  list(APPEND pc_files linkspan-document.pc linkspan-rules.pc linkspan-c.pc)
endif()

foreach(library IN LISTS libraries)
  string(REPLACE linkspan_ "" name ${library})
  set_target_properties(${library} PROPERTIES EXPORT_NAME ${name})
endforeach()
install(TARGETS ${libraries} EXPORT linkspan
  ARCHIVE DESTINATION "${CMAKE_INSTALL_LIBDIR}" LIBRARY DESTINATION "${CMAKE_INSTALL_LIBDIR}")
if(LINKSPAN_DOCUMENT)
  set_target_properties(linkspan_shared PROPERTIES EXPORT_NAME linkspan)
  install(TARGETS linkspan_shared EXPORT linkspan LIBRARY
    DESTINATION "${CMAKE_INSTALL_LIBDIR}" COMPONENT runtime NAMELINK_COMPONENT dev)
endif()
list(TRANSFORM headers PREPEND "${PROJECT_SOURCE_DIR}/include/linkspan/")
install(FILES ${headers} DESTINATION "${CMAKE_INSTALL_INCLUDEDIR}/linkspan")

set(package_dir "${CMAKE_INSTALL_LIBDIR}/cmake/linkspan")
install(EXPORT linkspan NAMESPACE linkspan:: FILE linkspan-targets.cmake DESTINATION "${package_dir}")
configure_package_config_file("${CMAKE_CURRENT_LIST_DIR}/linkspan-config.cmake.in"
  "${PROJECT_BINARY_DIR}/linkspan-config.cmake" INSTALL_DESTINATION "${package_dir}")
write_basic_package_version_file("${PROJECT_BINARY_DIR}/linkspan-config-version.cmake"
  COMPATIBILITY SameMinorVersion)
install(FILES "${PROJECT_BINARY_DIR}/linkspan-config.cmake"
  "${PROJECT_BINARY_DIR}/linkspan-config-version.cmake" DESTINATION "${package_dir}")

# Seen from where they stand, so that the tree may be moved.
file(RELATIVE_PATH include_from_pc
  "${CMAKE_INSTALL_FULL_LIBDIR}/pkgconfig" "${CMAKE_INSTALL_FULL_INCLUDEDIR}")
foreach(file IN LISTS pc_files)
  configure_file("${CMAKE_CURRENT_LIST_DIR}/${file}.in" "${PROJECT_BINARY_DIR}/${file}" @ONLY)
  install(FILES "${PROJECT_BINARY_DIR}/${file}" DESTINATION "${CMAKE_INSTALL_LIBDIR}/pkgconfig")
endforeach()

if(LINKSPAN_COMMAND)
  install(FILES "${PROJECT_SOURCE_DIR}/man/linkspan.1" DESTINATION "${CMAKE_INSTALL_MANDIR}/man1"
    COMPONENT command)
endif()
install(FILES "${PROJECT_SOURCE_DIR}/man/linkspan.3" DESTINATION "${CMAKE_INSTALL_MANDIR}/man3")

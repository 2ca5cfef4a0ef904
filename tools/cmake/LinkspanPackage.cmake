# SPDX-License-Identifier: Apache-2.0
# The Debian packages that tools/package makes with CPack, from the files that `cmake --install` installs:
#
#   liblinkspan-core0     component core      the shared library of spans, which needs the C++ library alone
#   liblinkspan-core-dev  component core_dev  its headers, its static library, pkg-config files
#   liblinkspan0          component runtime   the shared library of everything, and what it loads when needed
#   liblinkspan-dev       component dev       all other headers and static libraries, CMake files, linkspan(3)
#   linkspan              component command   the command, linkspan(1), shell completions
#
# Must be included last, as it includes CPack. Tested by tests/packages.sh.

set(CPACK_GENERATOR DEB)
set(CPACK_PACKAGE_NAME linkspan)
set(CPACK_PACKAGE_VENDOR linkspan)
set(CPACK_PACKAGE_CONTACT "The linkspan maintainers <linkspan@linkspan.example>")
set(CPACK_PACKAGE_HOMEPAGE_URL "https://linkspan.example/")
set(CPACK_STRIP_FILES ON)
set(CPACK_PACKAGING_INSTALL_PREFIX "${CMAKE_INSTALL_PREFIX}")
set(CPACK_PACKAGE_DIRECTORY "${PROJECT_BINARY_DIR}/packages")
set(CPACK_COMPONENTS_ALL core core_dev runtime dev command)
set(CPACK_DEB_COMPONENT_INSTALL ON)
set(CPACK_DEBIAN_FILE_NAME DEB-DEFAULT)
set(CPACK_DEBIAN_PACKAGE_RELEASE 1)
set(CPACK_DEBIAN_PACKAGE_CONTROL_STRICT_PERMISSION ON)
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS ON)
# The shared library of one package, which another package needs, is not installed yet.
set(CPACK_DEBIAN_PACKAGE_SHLIBDEPS_PRIVATE_DIRS "${PROJECT_BINARY_DIR}/lib")

set(exact "(= ${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE})")
set(CPACK_DEBIAN_CORE_PACKAGE_NAME liblinkspan-core${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_CORE_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_CORE_DEV_PACKAGE_NAME liblinkspan-core-dev)
set(CPACK_DEBIAN_CORE_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_CORE_DEV_PACKAGE_DEPENDS "liblinkspan-core${PROJECT_VERSION_MAJOR} ${exact}")
set(CPACK_DEBIAN_CORE_DEV_PACKAGE_SUGGESTS "pkgconf | pkg-config")
set(CPACK_DEBIAN_RUNTIME_PACKAGE_NAME liblinkspan${PROJECT_VERSION_MAJOR})
set(CPACK_DEBIAN_RUNTIME_PACKAGE_SECTION libs)
set(CPACK_DEBIAN_DEV_PACKAGE_NAME liblinkspan-dev)
set(CPACK_DEBIAN_DEV_PACKAGE_SECTION libdevel)
set(CPACK_DEBIAN_DEV_PACKAGE_DEPENDS
  "liblinkspan${PROJECT_VERSION_MAJOR} ${exact}, liblinkspan-core-dev ${exact}, libicu-dev, libutf8proc-dev, libpsl-dev, libmd4c-dev, libgmime-3.0-dev, libre2-dev, pkgconf | pkg-config")
set(CPACK_DEBIAN_DEV_PACKAGE_SUGGESTS cmake)
set(CPACK_DEBIAN_COMMAND_PACKAGE_NAME linkspan)
set(CPACK_DEBIAN_COMMAND_PACKAGE_SECTION utils)

set(CPACK_PACKAGE_DESCRIPTION_SUMMARY "finds IRIs, URLs and email addresses in text")
set(about "linkspan finds links in text in any language and any charset. It reports
exactly where each link begins and ends, and which URI to open.
.
")
set(CPACK_DEBIAN_CORE_DESCRIPTION
  "${about}This package contains the shared library for links in UTF-8, and for the links
of text that is edited. It needs the C++ library and nothing else.")
set(CPACK_DEBIAN_CORE_DEV_DESCRIPTION
  "${about}This package contains the headers and the static library for links in UTF-8, in C
and C++, and files for pkg-config.")
set(CPACK_DEBIAN_RUNTIME_DESCRIPTION "${about}This package contains the shared library, for C and C++.")
set(CPACK_DEBIAN_DEV_DESCRIPTION
  "${about}This package contains headers, static libraries, and files for CMake and pkg-config.")
set(CPACK_DEBIAN_COMMAND_DESCRIPTION
  "${about}This package contains the command, which reads text, mail and HTML. It lists
links, makes them clickable in the text, or offers them in a list to choose from.")

# Every package has a copyright file and a changelog (Debian Policy, 12.5 and 12.7).
set(documents "${PROJECT_BINARY_DIR}/package")
file(WRITE "${documents}/copyright" "Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/
Upstream-Name: linkspan

Files: *
Copyright: 2026 the linkspan maintainers
License: Apache-2.0

License: Apache-2.0
 The whole text is in /usr/share/common-licenses/Apache-2.0.
")
string(TIMESTAMP today "%a, %d %b %Y %H:%M:%S +0000" UTC)
file(WRITE "${documents}/changelog.Debian" "linkspan (${PROJECT_VERSION}-${CPACK_DEBIAN_PACKAGE_RELEASE}) unstable; urgency=medium

  * Made from the source tree by tools/package.

 -- ${CPACK_PACKAGE_CONTACT}  ${today}
")
execute_process(COMMAND gzip --best --no-name --force "${documents}/changelog.Debian" COMMAND_ERROR_IS_FATAL ANY)
foreach(component IN LISTS CPACK_COMPONENTS_ALL)
  string(TOUPPER ${component} upper)
  install(FILES "${documents}/copyright" "${documents}/changelog.Debian.gz"
    DESTINATION "${CMAKE_INSTALL_DATADIR}/doc/${CPACK_DEBIAN_${upper}_PACKAGE_NAME}" COMPONENT ${component})
endforeach()

# The library version that a program needs: by symbol (deb-symbols(5)) or, if that is not available, by
# library (shlibs). The trigger runs ldconfig.
foreach(component IN ITEMS core runtime)
  set(name linkspan)
  set(list symbols)
  set(node LINKSPAN_${PROJECT_VERSION_MAJOR})
  if(component STREQUAL core)
    set(name linkspan-core)
    set(list symbols_core)
    set(node LINKSPAN_CORE_${PROJECT_VERSION_MAJOR})
  endif()
  file(STRINGS "${PROJECT_SOURCE_DIR}/src/capi/${list}.txt" symbols REGEX "^linkspan_")
  list(TRANSFORM symbols PREPEND " ")
  list(TRANSFORM symbols APPEND "@${node} ${PROJECT_VERSION}")
  list(JOIN symbols "\n" symbols)
  file(WRITE "${documents}/${component}/symbols"
    "lib${name}.so.${PROJECT_VERSION_MAJOR} lib${name}${PROJECT_VERSION_MAJOR} #MINVER#\n"
    " ${node}@${node} ${PROJECT_VERSION}\n${symbols}\n")
  file(WRITE "${documents}/${component}/triggers" "activate-noawait ldconfig\n")
  string(TOUPPER ${component} upper)
  set(CPACK_DEBIAN_${upper}_PACKAGE_CONTROL_EXTRA "${documents}/${component}/symbols;${documents}/${component}/triggers")
endforeach()
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS ON)
set(CPACK_DEBIAN_PACKAGE_GENERATE_SHLIBS_POLICY ">=")

# Manual pages are compressed (Debian Policy, 12.1).
file(WRITE "${documents}/compress.cmake" [[
file(GLOB_RECURSE pages "${CPACK_TEMPORARY_DIRECTORY}/linkspan.[0-9]")
foreach(page IN LISTS pages)
  execute_process(COMMAND gzip --best --no-name "${page}" COMMAND_ERROR_IS_FATAL ANY)
endforeach()
]])
set(CPACK_PRE_BUILD_SCRIPTS "${documents}/compress.cmake")

include(CPack)

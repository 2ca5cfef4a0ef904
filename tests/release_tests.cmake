# SPDX-License-Identifier: Apache-2.0
# The release that needs nothing (tools/package source). For other compilers and machines:
# tools/check ports.
if(LINKSPAN_TESTS AND NOT LINKSPAN_SANITIZE)
  add_test(NAME amalgamation COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/amalgamation.sh"
           "${PROJECT_SOURCE_DIR}" "${LINKSPAN_TABLES_DIR}" "${CMAKE_CXX_COMPILER}")
  add_test(NAME source_archive COMMAND "${CMAKE_CURRENT_SOURCE_DIR}/source_archive.sh"
           "${PROJECT_SOURCE_DIR}" "${LINKSPAN_TABLES_DIR}" "${CMAKE_CXX_COMPILER}")
  set_tests_properties(amalgamation source_archive PROPERTIES SKIP_RETURN_CODE 77)
endif()

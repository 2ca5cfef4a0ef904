# SPDX-License-Identifier: Apache-2.0
# The slow reference scanner, the readers of test data, and their tests.
#
# linkspan_test_support has tests/support/*.h for tests and fuzz targets. It needs
# neither GoogleTest nor anything else besides the core.

add_library(linkspan_test_support STATIC
  support/corpus.cc
  support/data.cc
  support/reference_scanner.cc
  support/reference_unicode.cc)
linkspan_target(linkspan_test_support)
target_include_directories(linkspan_test_support PUBLIC "${PROJECT_SOURCE_DIR}")
target_link_libraries(linkspan_test_support PUBLIC linkspan_core)
target_compile_definitions(linkspan_test_support PRIVATE
  LINKSPAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LINKSPAN_DATA_DIR="${LINKSPAN_DATA}")

if(LINKSPAN_TESTS)
  find_package(nlohmann_json REQUIRED)
  linkspan_test(support_test LIBRARIES linkspan_test_support)
  linkspan_test(reference_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
endif()

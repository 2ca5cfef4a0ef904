# SPDX-License-Identifier: Apache-2.0
# HTML: its visible text, and the destinations of its links.
find_package(nlohmann_json REQUIRED)
find_package(Python3 COMPONENTS Interpreter)

if(LINKSPAN_TESTS)
  linkspan_test(html_page_test LIBRARIES linkspan::html)
  # The reader, compiled to count its steps.
  file(GLOB html_sources CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/src/html/*.cc")
  add_library(linkspan_html_counted STATIC ${html_sources})
  linkspan_target(linkspan_html_counted)
  target_include_directories(linkspan_html_counted PUBLIC "${PROJECT_SOURCE_DIR}/src")
  target_compile_definitions(linkspan_html_counted PUBLIC LINKSPAN_COUNT_STEPS)
  linkspan_test(html_growth_test LIBRARIES linkspan_html_counted)
  target_sources(html_growth_test PRIVATE support/allocations.cc)
  linkspan_test(html_browser_test LIBRARIES linkspan::html nlohmann_json::nlohmann_json)
  linkspan_test(html_links_test LIBRARIES linkspan::document)
  file(GLOB malformed_html CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/data/malformed_html/*.html")
  linkspan_fuzz_smoke(html_fuzz RUNS 2000 SEEDS ${malformed_html}
                      LIBRARIES linkspan::document linkspan::html)
  # Where Node and parse5 are installed: our trees, texts and destinations are those of parse5.
  add_executable(html_dump html_dump.cc)
  linkspan_target(html_dump)
  target_include_directories(html_dump PRIVATE "${PROJECT_SOURCE_DIR}/src")
  target_link_libraries(html_dump PRIVATE linkspan::html nlohmann_json::nlohmann_json)
  add_test(NAME html_parse5
           COMMAND "${CMAKE_CURRENT_LIST_DIR}/html_parse5/run.sh" "${PROJECT_SOURCE_DIR}/build/npm/html_parse5"
                   "$<TARGET_FILE:html_dump>" "${LINKSPAN_DATA}/html5lib")
  set_tests_properties(html_parse5 PROPERTIES SKIP_RETURN_CODE 77)
  # Where a browser is installed: its links are the recorded ones, and our links are its links.
  if(Python3_FOUND)
    set(oracle "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/browser_oracle.py")
    add_test(NAME html_browser_cases
             COMMAND ${oracle} cases "${CMAKE_CURRENT_LIST_DIR}/data/malformed_html")
    add_test(NAME html_browser_mail
             COMMAND ${oracle} mail "$<TARGET_FILE:linkspan_command>" "${LINKSPAN_DATA}/mail")
    add_test(NAME html_browser_random
             COMMAND ${oracle} random "$<TARGET_FILE:linkspan_command>" 2000)
    set_tests_properties(html_browser_cases html_browser_mail html_browser_random
                         PROPERTIES SKIP_RETURN_CODE 77)
  endif()
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(html_fuzz LIBRARIES linkspan::document linkspan::html)
endif()

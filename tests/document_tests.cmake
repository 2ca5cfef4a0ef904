# SPDX-License-Identifier: Apache-2.0
# Documents: all stages together.
find_package(nlohmann_json REQUIRED)

set(document_libraries linkspan::document linkspan::charset linkspan_test_support)
if(LINKSPAN_TESTS)
  linkspan_test(positions_test LIBRARIES ${document_libraries})
  linkspan_test(document_test LIBRARIES ${document_libraries})
  linkspan_test(document_warnings_test
    LIBRARIES ${document_libraries} linkspan::iri nlohmann_json::nlohmann_json)
  linkspan_test(document_live_test LIBRARIES ${document_libraries})
  linkspan_test(document_early_test LIBRARIES ${document_libraries})
  linkspan_test(document_text_test LIBRARIES ${document_libraries})
  linkspan_test(linkify_text_test LIBRARIES linkspan::document linkspan_test_support)
  linkspan_test(names_test LIBRARIES linkspan::document linkspan::iri)
  linkspan_test(text_linker_test LIBRARIES linkspan::document linkspan_test_support)
  linkspan_test(document_seams_test LIBRARIES ${document_libraries})
  linkspan_test(document_data_test LIBRARIES ${document_libraries} nlohmann_json::nlohmann_json)
  linkspan_fuzz_smoke(document_fuzz RUNS 20000
    SEEDS "${PROJECT_SOURCE_DIR}/corpus/angle_brackets.txt" "${PROJECT_SOURCE_DIR}/corpus/links_in_east_asia.txt"
          "${CMAKE_CURRENT_LIST_DIR}/data/charset_seeds.txt"
    LIBRARIES ${document_libraries})
endif()
if(LINKSPAN_FUZZ)
  linkspan_fuzz(document_fuzz LIBRARIES ${document_libraries})
endif()

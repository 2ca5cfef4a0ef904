# SPDX-License-Identifier: Apache-2.0
# Decoding of any charset to UTF-8, with the offsets of the bytes.

set(charset_libraries linkspan::charset linkspan_test_support)
if(LINKSPAN_TESTS)
  find_package(nlohmann_json REQUIRED)
  find_package(ICU REQUIRED COMPONENTS uc i18n)
  linkspan_test(charset_test LIBRARIES ${charset_libraries} nlohmann_json::nlohmann_json ICU::uc)
  linkspan_test(charset_detect_test
    LIBRARIES ${charset_libraries} nlohmann_json::nlohmann_json ICU::i18n ICU::uc)
  linkspan_test(charset_ill_formed_test LIBRARIES ${charset_libraries})
  linkspan_test(charset_labels_test LIBRARIES ${charset_libraries} nlohmann_json::nlohmann_json)
  linkspan_test(charset_stateful_test LIBRARIES ${charset_libraries})
  linkspan_test(charset_tables_test LIBRARIES ${charset_libraries})

  linkspan_fuzz_smoke(charset_fuzz RUNS 20000
    SEEDS "${PROJECT_SOURCE_DIR}/corpus/links_in_east_asia.txt" "${CMAKE_CURRENT_SOURCE_DIR}/data/charset_seeds.txt"
    LIBRARIES ${charset_libraries})
endif()
if(LINKSPAN_FUZZ)
  linkspan_fuzz(charset_fuzz LIBRARIES ${charset_libraries})
endif()

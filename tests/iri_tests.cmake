# SPDX-License-Identifier: Apache-2.0
# The IRI and the URI of a link, by the variants of RFC 3987, section 3.1.
find_package(nlohmann_json REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc i18n)

if(LINKSPAN_TESTS)
  linkspan_test(iri_idna_test
    LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json)
  linkspan_test(iri_parse_test
    LIBRARIES linkspan::iri linkspan_grammar_test_support nlohmann_json::nlohmann_json)
  linkspan_test(iri_parse_errors_test
    LIBRARIES linkspan::iri linkspan_grammar_test_support nlohmann_json::nlohmann_json)
  linkspan_test(iri_parse_allocation_test LIBRARIES linkspan::iri)
  target_sources(iri_parse_allocation_test PRIVATE support/allocations.cc)
  linkspan_test(iri_fast_match_test LIBRARIES linkspan::iri)
  linkspan_test(iri_components_test LIBRARIES linkspan::iri linkspan_grammar_test_support)
  target_include_directories(iri_components_test PRIVATE "${PROJECT_BINARY_DIR}/generated")
  linkspan_test(iri_scheme_info_test LIBRARIES linkspan::iri linkspan_test_support)
  linkspan_test(iri_bidi_test LIBRARIES linkspan::iri ICU::uc)
  linkspan_test(iri_diagnose_test LIBRARIES linkspan::iri linkspan_test_support)
  target_sources(iri_diagnose_test PRIVATE support/allocations.cc)
  linkspan_test(iri_spoofing_test
    LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json ICU::uc ICU::i18n)
  linkspan_test(escapes_test LIBRARIES linkspan::iri linkspan_test_support)
  target_sources(escapes_test PRIVATE support/reference_escapes.cc)
  linkspan_test(iri_warnings_test LIBRARIES linkspan::iri)
  linkspan_test(iri_uri_test
    LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json ICU::uc)
  linkspan_fuzz_smoke(iri_fuzz RUNS 20000 SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/iri_seeds.txt"
    LIBRARIES linkspan::iri)
  target_include_directories(iri_fuzz_smoke PRIVATE "${PROJECT_SOURCE_DIR}/src")
  linkspan_fuzz_smoke(iri_diagnose_fuzz RUNS 20000 SEEDS "${PROJECT_SOURCE_DIR}/corpus/spoofing.txt"
    LIBRARIES linkspan::iri)
  target_include_directories(iri_diagnose_fuzz_smoke PRIVATE "${PROJECT_SOURCE_DIR}/src")
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(iri_fuzz LIBRARIES linkspan::iri)
  linkspan_fuzz(iri_diagnose_fuzz LIBRARIES linkspan::iri)
endif()

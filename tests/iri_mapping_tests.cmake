# SPDX-License-Identifier: Apache-2.0
# The maps between IRIs, URIs and display forms.
find_package(nlohmann_json REQUIRED)
find_package(ICU REQUIRED COMPONENTS uc)

if(LINKSPAN_TESTS)
  linkspan_test(iri_to_uri_test
    LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json)
  target_sources(iri_to_uri_test PRIVATE support/allocations.cc)
  linkspan_test(iri_to_iri_test
    LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json ICU::uc)
  linkspan_test(iri_minimal_test LIBRARIES linkspan::iri linkspan_test_support)
  linkspan_test(iri_mapping_properties_test LIBRARIES linkspan::iri linkspan_test_support)
  linkspan_fuzz_smoke(iri_mapping_fuzz RUNS 20000
    SEEDS "${CMAKE_CURRENT_LIST_DIR}/data/iri_mapping_seeds.txt" LIBRARIES linkspan::iri)
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(iri_mapping_fuzz LIBRARIES linkspan::iri)
endif()

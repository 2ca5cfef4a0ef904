# SPDX-License-Identifier: Apache-2.0
# Comparing, normalizing and resolving IRIs.
find_package(nlohmann_json REQUIRED)

if(LINKSPAN_TESTS)
  foreach(test IN ITEMS iri_normalize_test iri_resolve_test)
    linkspan_test(${test}
      LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json)
  endforeach()
  linkspan_test(iri_properties_test LIBRARIES linkspan::iri linkspan_test_support)
  linkspan_fuzz_smoke(iri_resolve_fuzz RUNS 20000
    SEEDS "${CMAKE_CURRENT_LIST_DIR}/data/iri_resolve_seeds.txt" LIBRARIES linkspan::iri)
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(iri_resolve_fuzz LIBRARIES linkspan::iri)
endif()

# Comparing, normalizing and resolving IRIs.
find_package(nlohmann_json REQUIRED)

if(LINKSPAN_TESTS)
  foreach(test IN ITEMS iri_normalize_test iri_resolve_test)
    linkspan_test(${test}
      LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json)
  endforeach()
endif()

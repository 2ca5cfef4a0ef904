find_package(nlohmann_json REQUIRED)
if(LINKSPAN_TESTS)
  linkspan_test(document_test LIBRARIES linkspan::document linkspan_test_support)
  linkspan_test(document_data_test
    LIBRARIES linkspan::document linkspan_test_support nlohmann_json::nlohmann_json)
endif()

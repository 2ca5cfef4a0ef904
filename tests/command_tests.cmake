# The command as its users meet it, and the IRIs and URIs that it prints.
find_package(nlohmann_json REQUIRED)

linkspan_test(command_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
add_dependencies(command_test linkspan_command)
linkspan_test(command_documents_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
add_dependencies(command_documents_test linkspan_command)
linkspan_test(mail_links_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
add_dependencies(mail_links_test linkspan_command)
linkspan_test(iri_map_test LIBRARIES linkspan::iri linkspan_test_support nlohmann_json::nlohmann_json)

# Parts of the command that are promises of their own.
find_package(fmt REQUIRED)
find_package(LibArchive REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(simdjson REQUIRED)
find_package(Threads REQUIRED)

add_library(linkspan_command_parts STATIC)
foreach(part IN ITEMS archive_decoder batch compression counts decompress dispatcher documents fast_request file_range guess_format input_reader inputs io mail_header
                      modules_linked progress read_ahead reading records request run_reports scan task task_worker text_parts whole_input worker_processes
                      remarks binary_input glob ignore_rules input_filter name_list profile_by_name archive_members
                      record_fields option_values record_values
                      answers link_filter link_selection link_set)
  target_sources(linkspan_command_parts PRIVATE "${PROJECT_SOURCE_DIR}/tools/linkspan/${part}.cc")
endforeach()
linkspan_target(linkspan_command_parts)
target_link_libraries(linkspan_command_parts
  PUBLIC linkspan::core linkspan::document linkspan::mail linkspan::render LibArchive::LibArchive Threads::Threads
  PRIVATE linkspan::charset fmt::fmt nlohmann_json::nlohmann_json simdjson::simdjson)

if(LINKSPAN_TESTS)
  linkspan_test(decompress_test LIBRARIES linkspan_command_parts)
  linkspan_test(link_filter_test LIBRARIES linkspan_command_parts)
  linkspan_test(link_set_test LIBRARIES linkspan_command_parts)
  linkspan_test(guess_format_test LIBRARIES linkspan_command_parts)
  linkspan_test(mail_recognition_test LIBRARIES linkspan_command_parts linkspan_test_support nlohmann_json::nlohmann_json)
  add_dependencies(mail_recognition_test linkspan_command)
  linkspan_test(remarks_test LIBRARIES linkspan_command_parts)
  linkspan_test(profile_by_name_test LIBRARIES linkspan_command_parts)
  linkspan_test(glob_test LIBRARIES linkspan_command_parts)
  linkspan_test(ignore_rules_test LIBRARIES linkspan_command_parts)
  linkspan_test(worker_processes_test LIBRARIES linkspan_command_parts)
  linkspan_test(request_test LIBRARIES linkspan_command_parts)
  linkspan_test(jobs_test LIBRARIES linkspan_command_parts linkspan_test_support)
  linkspan_test(read_ahead_test LIBRARIES linkspan_command_parts)
  linkspan_test(progress_test LIBRARIES linkspan_command_parts)
endif()

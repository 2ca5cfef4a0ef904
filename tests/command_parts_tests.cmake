# Parts of the command that are promises of their own.
find_package(fmt REQUIRED)
find_package(LibArchive REQUIRED)
find_package(nlohmann_json REQUIRED)
find_package(Threads REQUIRED)

add_library(linkspan_command_parts STATIC)
foreach(part IN ITEMS archive_decoder batch compression counts decompress documents file_range guess_format input_reader inputs io
                      modules_linked progress read_ahead reading records request scan task task_worker text_parts worker_processes)
  target_sources(linkspan_command_parts PRIVATE "${PROJECT_SOURCE_DIR}/tools/linkspan/${part}.cc")
endforeach()
linkspan_target(linkspan_command_parts)
target_link_libraries(linkspan_command_parts
  PUBLIC linkspan::core linkspan::document linkspan::mail LibArchive::LibArchive Threads::Threads
  PRIVATE linkspan::charset fmt::fmt nlohmann_json::nlohmann_json)

if(LINKSPAN_TESTS)
  linkspan_test(decompress_test LIBRARIES linkspan_command_parts)
  linkspan_test(guess_format_test LIBRARIES linkspan_command_parts)
  linkspan_test(worker_processes_test LIBRARIES linkspan_command_parts)
  linkspan_test(jobs_test LIBRARIES linkspan_command_parts linkspan_test_support)
  linkspan_test(read_ahead_test LIBRARIES linkspan_command_parts)
  linkspan_test(progress_test LIBRARIES linkspan_command_parts)
endif()

# `linkspan pick`: its parts, and the whole of it in terminals.
set(CURSES_NEED_WIDE TRUE)
find_package(Curses REQUIRED)
find_package(nlohmann_json REQUIRED)

foreach(part IN ITEMS browser clipboard opener pick_collector pick_details pick_links pick_model pick_screen
                      pick_session pick_terminal pick_text pick_view terminal_fault)
  target_sources(linkspan_command_parts PRIVATE "${PROJECT_SOURCE_DIR}/tools/linkspan/${part}.cc")
endforeach()
target_include_directories(linkspan_command_parts SYSTEM PRIVATE ${CURSES_INCLUDE_DIRS})
target_link_libraries(linkspan_command_parts
  PRIVATE linkspan::iri linkspan::render ${CURSES_LIBRARIES})

if(LINKSPAN_TESTS)
  foreach(test IN ITEMS browser clipboard pick_collector pick_model pick_session pick_text)
    linkspan_test(${test}_test LIBRARIES linkspan_command_parts)
  endforeach()
  foreach(test IN ITEMS pick_open pick_screen pick_terminal)
    linkspan_test(${test}_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
    add_dependencies(${test}_test linkspan_command)
  endforeach()
endif()

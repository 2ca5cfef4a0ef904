# SPDX-License-Identifier: Apache-2.0
# `linkspan pick`: its parts, and the whole command in terminals.
find_package(nlohmann_json REQUIRED)

if(LINKSPAN_TESTS)
  foreach(test IN ITEMS browser clipboard pick_collector pick_model pick_session pick_text)
    linkspan_test(${test}_test LIBRARIES linkspan_command_parts)
  endforeach()
  foreach(test IN ITEMS pick_open pick_screen pick_terminal)
    linkspan_test(${test}_test COMMAND LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
  endforeach()
endif()

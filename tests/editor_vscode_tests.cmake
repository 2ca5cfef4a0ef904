# SPDX-License-Identifier: Apache-2.0
# The extension for VS Code, with the server of this build.
if(LINKSPAN_TESTS AND NOT LINKSPAN_SANITIZE)
  foreach(name IN ITEMS session web)
    add_test(NAME editors_vscode_${name} COMMAND "${CMAKE_CURRENT_LIST_DIR}/editors_vscode.sh" ${name}
             "${PROJECT_SOURCE_DIR}" "$<TARGET_FILE:linkspan_command>")
    set_tests_properties(editors_vscode_${name} PROPERTIES SKIP_RETURN_CODE 77 TIMEOUT 240 LABELS editors)
  endforeach()
  set_tests_properties(editors_vscode_web PROPERTIES RUN_SERIAL ON)
endif()

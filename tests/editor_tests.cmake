# SPDX-License-Identifier: Apache-2.0
# Editors that show and open links with `linkspan lsp`.
find_package(Python3 COMPONENTS Interpreter)

if(LINKSPAN_TESTS AND Python3_FOUND AND NOT LINKSPAN_SANITIZE)
  foreach(editor IN ITEMS neovim eglot lsp-mode)
    add_test(NAME editors_${editor}
             COMMAND "${Python3_EXECUTABLE}" "${CMAKE_CURRENT_LIST_DIR}/editors.py" ${editor}
                     "$<TARGET_FILE:linkspan_command>" "${PROJECT_SOURCE_DIR}")
    set_tests_properties(editors_${editor} PROPERTIES SKIP_RETURN_CODE 77 RUN_SERIAL ON TIMEOUT 240 LABELS editors)
  endforeach()
endif()

# Promise: in recorded sessions of these editors, the server gives the same answers.
if(LINKSPAN_TESTS)
  file(GLOB sessions CONFIGURE_DEPENDS "${CMAKE_CURRENT_LIST_DIR}/data/lsp/*.jsonl")
  foreach(session IN LISTS sessions)
    cmake_path(GET session STEM name)
    add_test(NAME lsp_session_${name} COMMAND linkspan_command lsp --check "${session}")
    set_tests_properties(lsp_session_${name} PROPERTIES LABELS command)
  endforeach()
endif()

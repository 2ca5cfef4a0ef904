# SPDX-License-Identifier: Apache-2.0
# `linkspan lsp`: its parts, the whole server through pipes, and random bytes.
find_package(nlohmann_json REQUIRED)

if(LINKSPAN_TESTS)
  linkspan_test(lsp_parts_test LIBRARIES linkspan_lsp)
  foreach(test IN ITEMS lsp lsp_actions lsp_diagnostics lsp_edits lsp_files lsp_links lsp_log lsp_settings lsp_size)
    linkspan_test(command_${test}_test COMMAND LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
  endforeach()
  linkspan_fuzz_smoke(lsp_fuzz RUNS 20000 SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/data/lsp_seeds.txt" LIBRARIES linkspan_lsp)
endif()
if(LINKSPAN_FUZZ)
  linkspan_fuzz(lsp_fuzz LIBRARIES linkspan_lsp)
endif()

# SPDX-License-Identifier: Apache-2.0
# The test programs. One takes the tests of one part: add a new file where its libraries are.
find_package(ICU REQUIRED COMPONENTS uc i18n)
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)
set_source_files_properties(support/allocations.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # it replaces operator new

# The core.
linkspan_tests(scan_tests FOLDER scan LIBRARIES linkspan_test_support ICU::uc
  TESTS allocation_test conformance_test detect_test domain_test engine_test engine_threads_test explain_test printable_test prose_rules_test real_text_test reference_test reports_ends_test roles_test schemes_test
        short_words_test support_test unicode_test utf8_test whole_hosts_test wrong_places_test)
target_sources(scan_tests PRIVATE support/allocations.cc)
linkspan_tests(index_tests FOLDER scan LIBRARIES linkspan_test_support linkspan_adversarial
  TESTS exhaustive_test link_index_test reference_prose_test)
linkspan_tests(speed_path_tests FOLDER scan KIND speed LIBRARIES linkspan_test_support linkspan::iri
  TESTS corpus_test counting_test escapes_test fast_path_test layers_test notations_test stream_test trigger_test)
linkspan_tests(linear_tests FOLDER scan KIND speed LIBRARIES linkspan_core_counted linkspan_adversarial
  TESTS linear_test)

# Grammars, and abnfc, which only the build runs: optimised. RE2 checks the automata independently; only these tests link it for that.
linkspan_tests(grammar_tests FOLDER grammars KIND speed LIBRARIES linkspan_grammar_test_support linkspan::iri PkgConfig::RE2
  TESTS abnfc_test grammar_codepoints_test grammar_re2_test small_tables_test)
set_source_files_properties(grammars/small_tables_test.cc PROPERTIES SKIP_UNITY_BUILD_INCLUSION ON)  # other forms of the same headers
linkspan_add_automaton(grammar_tests NAME test_words WORDS ../tests/data/words.txt VALUES web opaque)
target_sources(grammar_tests PRIVATE support/abnf_to_re2.cc)

# IRIs.
linkspan_tests(iri_tests FOLDER iri LIBRARIES linkspan::iri linkspan_test_support ICU::uc ICU::i18n
  TESTS iri_bidi_test iri_diagnose_test iri_doc_test iri_idna_test iri_map_test iri_mapping_properties_test iri_minimal_test
        iri_normalize_test iri_properties_test iri_resolve_test iri_scheme_info_test iri_spoofing_test iri_to_iri_test
        iri_to_uri_test iri_uri_test iri_warnings_test rfc3986_examples_test rfc3987_bidi_examples_test unwrap_test)
target_sources(iri_tests PRIVATE support/allocations.cc)
# The tables beside ICU, for each code point: optimised, as it is long.
linkspan_tests(iri_tables_tests FOLDER iri KIND speed LIBRARIES linkspan::iri linkspan::charset linkspan_test_support ICU::uc ICU::i18n
  TESTS iri_tables_test)
linkspan_tests(iri_components_tests FOLDER iri KIND speed LIBRARIES linkspan::iri linkspan_grammar_test_support
  TESTS iri_components_test)
linkspan_tests(iri_parse_tests FOLDER iri LIBRARIES linkspan::iri linkspan_test_support
  TESTS iri_fast_match_test iri_parse_allocation_test iri_parse_errors_test iri_parse_test)
target_sources(iri_parse_tests PRIVATE support/allocations.cc)

# Documents: charsets, lines, HTML, mail, rules, rendering.
linkspan_tests(charset_tests FOLDER charset LIBRARIES linkspan::charset linkspan_test_support ICU::i18n ICU::uc
  TESTS charset_detect_test charset_ill_formed_test charset_labels_test charset_stateful_test charset_tables_test
        charset_test)
linkspan_tests(document_tests FOLDER document
  LIBRARIES linkspan::document linkspan::rules linkspan::charset linkspan::iri linkspan::lines linkspan_test_support
  TESTS defanged_test never_in_test rst_code_test document_data_test document_early_test document_live_test document_seams_test document_test document_text_test
        document_warnings_test lines_markup_test lines_test linkify_text_test names_test notations_test positions_test rfc3987_examples_test
        rfc3987_guidelines_test text_linker_test)
linkspan_tests(html_tests FOLDER html LIBRARIES linkspan::document linkspan::html
  TESTS html_blocks_test html_browser_test html_charsets_test html_links_test html_page_test)
linkspan_tests(xml_tests FOLDER html LIBRARIES linkspan::document linkspan_test_support
  TESTS markdown_test xml_test)
linkspan_tests(html_growth_tests FOLDER html KIND speed LIBRARIES linkspan_html_counted
  TESTS html_growth_test xml_growth_test)
target_sources(html_growth_tests PRIVATE support/allocations.cc)
linkspan_tests(mail_tests FOLDER mail LIBRARIES linkspan::mail linkspan_test_support
  TESTS mail_blocks_test mail_data_test mail_documents_test mail_forms_test mail_guard_patterns_test mail_guard_test
        mail_maildir_test mail_mbox_test mail_message_test mail_signed_test mail_thread_test mail_types_test)
linkspan_tests(render_tests FOLDER render LIBRARIES linkspan::render linkspan::rules linkspan::document linkspan_test_support
  TESTS document_renderer_test html_in_place_test places_test render_test rules_corpus_test rules_test sgr_test)

# The parts of the command.
linkspan_tests(command_parts_tests FOLDER command KIND command LIBRARIES linkspan_command_parts linkspan::iri linkspan_test_support LibArchive::LibArchive
  TESTS common/glob_test common/link_filter_test common/progress_test common/remarks_test input/formats_test input/guess_format_test
        input/ignore_rules_test input/mail_recognition_test input/profile_by_name_test input/read_ahead_test input/warc_test
        iri/iri_drawing_test iri/iri_inspection_test input/decompress_test output/link_set_test output/shown_text_test output/spill_test
        pick/browser_test pick/clipboard_test cli/pick_collector_test pick/pick_model_test pick/pick_session_test
        pick/pick_text_test work/jobs_test output/requests_test work/worker_processes_test input/named_input_test)
linkspan_tests(lsp_parts_tests FOLDER command/lsp KIND command LIBRARIES linkspan_lsp
  TESTS lsp_parts_test)

# The command.
linkspan_tests(command_tests_scan FOLDER command KIND command
  LIBRARIES linkspan_test_support linkspan::iri util LibArchive::LibArchive
  TESTS cli/command_doc_test cli/command_habits_test cli/command_render_test cli/command_test cli/command_words_test common/command_remarks_test
        input/command_archives_test input/command_documents_test input/command_html_test input/command_inputs_test
        input/command_markdown_test input/command_pdf_test input/command_warc_test input/command_xml_test iri/command_iri_test output/command_color_test
        output/command_csv_test output/command_ends_test output/command_fields_test output/command_offsets_test
        output/command_selection_test output/command_warnings_test output/command_jsonl_test work/command_output_test work/command_pipe_test)
linkspan_tests(command_tests_mail FOLDER command KIND command LIBRARIES linkspan_test_support
  TESTS input/mail_command_test input/mail_hostile_test input/mail_links_test)
linkspan_tests(command_tests_lsp FOLDER command/lsp KIND command LIBRARIES linkspan_test_support
  TESTS command_lsp_actions_test command_lsp_diagnostics_test command_lsp_edits_test command_lsp_files_test
        command_lsp_links_test command_lsp_log_test command_lsp_settings_test command_lsp_size_test command_lsp_test)
linkspan_tests(command_tests_pick FOLDER command/pick KIND command LIBRARIES linkspan_test_support
  TESTS pick_open_test pick_screen_test pick_terminal_test)

# The C interface, from C.
add_executable(capi_use capi_use.c)
set_target_properties(capi_use PROPERTIES C_STANDARD 99 C_EXTENSIONS OFF)
target_compile_options(capi_use PRIVATE -Wall -Wextra -Wpedantic -Werror)
if(LINKSPAN_SANITIZE)
  target_compile_options(capi_use PRIVATE "-fsanitize=${LINKSPAN_SANITIZE}" -fno-sanitize-recover=all)
  target_link_options(capi_use PRIVATE "-fsanitize=${LINKSPAN_SANITIZE}")
  set_target_properties(capi_use PROPERTIES LINKER_LANGUAGE CXX)
endif()
target_link_libraries(capi_use PRIVATE linkspan::linkspan)
add_test(NAME capi_use COMMAND capi_use)
set_tests_properties(capi_use PROPERTIES LABELS library)
add_dependencies(library_tests capi_use)

# What the test editions compares.
add_executable(editions_library editions/library.cc)
target_link_libraries(editions_library PRIVATE linkspan::iri)
add_executable(editions_interface editions/interface.c)
set_target_properties(editions_interface PROPERTIES C_STANDARD 99 C_EXTENSIONS ON)  # getline()
target_link_libraries(editions_interface PRIVATE linkspan::linkspan)
if(LINKSPAN_SANITIZE)
  target_link_options(editions_interface PRIVATE "-fsanitize=${LINKSPAN_SANITIZE}")
  set_target_properties(editions_interface PROPERTIES LINKER_LANGUAGE CXX)
endif()

# SPDX-License-Identifier: Apache-2.0
# The fuzz targets of tests/fuzz. A seed is a line of a file: what spans lines in its format is in one line here, or no mutation
# has it, such as a document type with an entity and a reference to it.
file(GLOB corpus_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/corpus/*.txt")
file(GLOB grammar_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/grammars/*.abnf")
file(GLOB html_files CONFIGURE_DEPENDS "${CMAKE_CURRENT_SOURCE_DIR}/data/malformed_html/*.html")
file(GLOB rule_files CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/corpus/rules/*.txt" "${PROJECT_SOURCE_DIR}/grammars/rules/*.toml")
set(corpus "${PROJECT_SOURCE_DIR}/corpus")
set(data "${CMAKE_CURRENT_SOURCE_DIR}/data")

linkspan_fuzz(scan_fuzz CORE RUNS 1500 SEEDS ${corpus_files} LIBRARIES linkspan_test_support)
linkspan_fuzz(index_fuzz CORE RUNS 2000 SEEDS ${corpus_files} LIBRARIES linkspan::core)
linkspan_fuzz(abnfc_fuzz KIND speed RUNS 2000 SEEDS ${grammar_files} LIBRARIES abnfc_lib)
linkspan_fuzz(archive_fuzz KIND command RUNS 3000 SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/archive_seeds.txt"
              LIBRARIES linkspan_command_parts LibArchive::LibArchive)
linkspan_fuzz(capi_fuzz RUNS 3000 SEEDS ${rule_files} LIBRARIES linkspan::linkspan)
linkspan_fuzz(charset_fuzz RUNS 20000 SEEDS "${corpus}/links_in_east_asia.txt" "${data}/charset_seeds.txt"
              LIBRARIES linkspan::charset linkspan_test_support)
linkspan_fuzz(document_fuzz RUNS 8000
              SEEDS "${corpus}/angle_brackets.txt" "${corpus}/links_in_east_asia.txt" "${data}/charset_seeds.txt"
              LIBRARIES linkspan::document linkspan::charset linkspan_test_support)
linkspan_fuzz(html_fuzz RUNS 3000 SEEDS ${html_files} "${data}/command_tasks/feed.rss" "${corpus}/samples/travel-notes.md"
              "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/xml_seeds.txt"
              LIBRARIES linkspan::document linkspan::html)
linkspan_fuzz(iri_diagnose_fuzz RUNS 20000 SEEDS "${corpus}/spoofing.txt" LIBRARIES linkspan::iri)
linkspan_fuzz(iri_fuzz RUNS 20000 SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/iri_seeds.txt" LIBRARIES linkspan::iri)
linkspan_fuzz(iri_mapping_fuzz RUNS 20000 SEEDS "${data}/iri_mapping_seeds.txt" LIBRARIES linkspan::iri)
linkspan_fuzz(iri_resolve_fuzz RUNS 20000 SEEDS "${data}/iri_resolve_seeds.txt" LIBRARIES linkspan::iri)
linkspan_fuzz(lsp_fuzz KIND command RUNS 20000 SEEDS "${data}/lsp_seeds.txt" LIBRARIES linkspan_lsp linkspan::rules)
linkspan_fuzz(mail_fuzz RUNS 1000 SEEDS "${CMAKE_CURRENT_SOURCE_DIR}/fuzz/mail_seeds.txt" LIBRARIES linkspan::mail)

# SPDX-License-Identifier: Apache-2.0
# tools/abnfc and the grammars of the RFCs. RE2 checks the automata independently; only that test
# links it.
find_package(PkgConfig REQUIRED)
pkg_check_modules(RE2 REQUIRED IMPORTED_TARGET re2)

add_library(linkspan_grammar_test_support STATIC
  "${PROJECT_SOURCE_DIR}/tests/support/data.cc"
  "${PROJECT_SOURCE_DIR}/tests/support/grammars.cc")
linkspan_target(linkspan_grammar_test_support)
target_include_directories(linkspan_grammar_test_support PUBLIC "${PROJECT_SOURCE_DIR}")
target_compile_definitions(linkspan_grammar_test_support PRIVATE
  LINKSPAN_SOURCE_DIR="${PROJECT_SOURCE_DIR}" LINKSPAN_DATA_DIR="${LINKSPAN_DATA}")
target_link_libraries(linkspan_grammar_test_support PUBLIC abnfc_lib)

if(LINKSPAN_TESTS)
  linkspan_test(abnfc_test LIBRARIES linkspan_grammar_test_support)
  linkspan_add_automaton(abnfc_test NAME test_words WORDS ../tests/data/words.txt VALUES web opaque)

  linkspan_test(grammar_codepoints_test LIBRARIES linkspan_grammar_test_support linkspan::iri)

  linkspan_test(grammar_re2_test LIBRARIES linkspan_grammar_test_support PkgConfig::RE2)
  target_sources(grammar_re2_test PRIVATE "${PROJECT_SOURCE_DIR}/tests/support/abnf_to_re2.cc")
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(abnfc_fuzz LIBRARIES abnfc_lib)
endif()

# SPDX-License-Identifier: Apache-2.0
# User-defined rules.
if(LINKSPAN_TESTS)
  file(GLOB rule_seeds CONFIGURE_DEPENDS "${PROJECT_SOURCE_DIR}/corpus/rules/*.txt" "${PROJECT_SOURCE_DIR}/grammars/rules/*.toml")
  linkspan_fuzz_smoke(capi_fuzz RUNS 3000 SEEDS ${rule_seeds} LIBRARIES linkspan::linkspan)
  linkspan_test(rules_test LIBRARIES linkspan::rules linkspan_test_support)
  linkspan_test(rules_corpus_test LIBRARIES linkspan::rules linkspan_test_support)
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(capi_fuzz LIBRARIES linkspan::linkspan)
endif()

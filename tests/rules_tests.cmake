# Rules of one's own.
if(LINKSPAN_TESTS)
  linkspan_test(rules_test LIBRARIES linkspan::rules linkspan_test_support)
  linkspan_test(rules_corpus_test LIBRARIES linkspan::rules linkspan_test_support)
endif()

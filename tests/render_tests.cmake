# Text with its links, as HTML and for terminals.
if(LINKSPAN_TESTS)
  linkspan_test(render_test LIBRARIES linkspan::render)
  linkspan_test(sgr_test LIBRARIES linkspan::render linkspan::document linkspan_test_support)
endif()

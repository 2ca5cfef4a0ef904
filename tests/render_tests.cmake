# Text with its links, as HTML and for terminals.
if(LINKSPAN_TESTS)
  linkspan_test(render_test LIBRARIES linkspan::render)
endif()

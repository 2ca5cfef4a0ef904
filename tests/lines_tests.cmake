if(LINKSPAN_TESTS)
  linkspan_test(lines_test LIBRARIES linkspan::lines)
endif()

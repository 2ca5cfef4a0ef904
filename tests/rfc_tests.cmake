# The examples of RFC 3986 and RFC 3987, and what docs/rfc3987.md and docs/iris.md say.
if(LINKSPAN_TESTS)
  linkspan_test(rfc3987_doc_test LIBRARIES linkspan_test_support)
endif()

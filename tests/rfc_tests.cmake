# SPDX-License-Identifier: Apache-2.0
# The examples of RFC 3986 and RFC 3987, and the statements of docs/rfc3987.md and docs/iris.md.
if(LINKSPAN_TESTS)
  linkspan_test(rfc3986_examples_test LIBRARIES linkspan::iri)
  linkspan_test(rfc3987_examples_test LIBRARIES linkspan::document)
  linkspan_test(rfc3987_bidi_examples_test LIBRARIES linkspan::iri ICU::uc)
  linkspan_test(rfc3987_guidelines_test LIBRARIES linkspan::document)
  linkspan_test(rfc3987_doc_test LIBRARIES linkspan_test_support)
  linkspan_test(iri_doc_test LIBRARIES linkspan::iri linkspan_test_support)
endif()

# SPDX-License-Identifier: Apache-2.0
if(LINKSPAN_TESTS)
  linkspan_test(lines_test LIBRARIES linkspan::lines)
  linkspan_test(lines_markup_test LIBRARIES linkspan::lines)
endif()

# SPDX-License-Identifier: Apache-2.0
# The tests of other linkifiers, and the reasons where profile prose differs.

if(LINKSPAN_TESTS)
  linkspan_test(detect_test LIBRARIES linkspan_test_support)
endif()

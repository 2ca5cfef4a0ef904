# SPDX-License-Identifier: Apache-2.0
# What other linkifiers expect, and why profile prose says otherwise where it does.

if(LINKSPAN_TESTS)
  linkspan_test(detect_test LIBRARIES linkspan_test_support)
endif()

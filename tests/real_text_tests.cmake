# SPDX-License-Identifier: Apache-2.0
# Real text in many languages and scripts.
if(LINKSPAN_TESTS)
  find_package(nlohmann_json REQUIRED)
  linkspan_test(real_text_test LIBRARIES linkspan_test_support nlohmann_json::nlohmann_json)
endif()

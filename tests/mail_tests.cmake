# SPDX-License-Identifier: Apache-2.0
# Messages, mailboxes and Maildirs.
find_package(nlohmann_json REQUIRED)

if(LINKSPAN_TESTS)
  linkspan_test(mail_guard_test LIBRARIES linkspan::mail)
  linkspan_test(mail_guard_patterns_test LIBRARIES linkspan::mail)
  linkspan_test(mail_documents_test LIBRARIES linkspan::mail)
  linkspan_test(mail_maildir_test LIBRARIES linkspan::mail)
  linkspan_test(mail_mbox_test LIBRARIES linkspan::mail)
  linkspan_test(mail_message_test LIBRARIES linkspan::mail)
  linkspan_test(mail_blocks_test LIBRARIES linkspan::mail)
  linkspan_test(mail_signed_test LIBRARIES linkspan::mail)
  linkspan_test(mail_types_test LIBRARIES linkspan::mail)
  linkspan_test(mail_thread_test LIBRARIES linkspan::mail linkspan_test_support)
  linkspan_test(mail_data_test
    LIBRARIES linkspan::mail linkspan_test_support nlohmann_json::nlohmann_json)
  linkspan_fuzz_smoke(mail_fuzz RUNS 5000 SEEDS "${CMAKE_CURRENT_LIST_DIR}/fuzz/mail_seeds.txt"
                      LIBRARIES linkspan::mail)
endif()

if(LINKSPAN_FUZZ)
  linkspan_fuzz(mail_fuzz LIBRARIES linkspan::mail)
endif()

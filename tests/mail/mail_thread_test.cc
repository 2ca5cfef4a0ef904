// SPDX-License-Identifier: Apache-2.0
// Promise: messages may be read in many threads at once, including the first messages of a process,
// with the same results as in one thread.
//
// Each test is a separate process, so that GMime is not initialized at the start of either.
//
// GLib is built without ThreadSanitizer, which therefore does not see its locks, and reports races
// for memory that GLib passes between threads. So ThreadSanitizer checks only our own code; the
// results of the test check GMime.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <string_view>
#include <thread>
#include <vector>

#include "tests/mail/mail_support.h"
#include "tests/support/data.h"

#ifdef LINKSPAN_SANITIZED
// NOLINTNEXTLINE: the name that ThreadSanitizer requires
extern "C" const char* __tsan_default_suppressions() {
  return "called_from_lib:libglib-2.0.so\n"
         "called_from_lib:libgobject-2.0.so\n"
         "called_from_lib:libgmime-3.0.so\n"
         "called_from_lib:ld-linux\n"  // iconv loads and unloads its tables
         "called_from_lib:libc.so\n"
         "race:libgobject-2.0.so\n"
         "race:libgmime-3.0.so\n";
}
#endif

namespace linkspan::test {
namespace mail_thread_test {

constexpr size_t kThreads = 4;

// A digest of all results for a message.
std::string digest(const std::string& bytes) {
  const ReadMessage message = read(bytes, {{"*"}, 100});
  std::string text;
  for (const mail::Header& header : message.headers) {
    text += header.path + " " + header.name + "=" + header.value + "\n";
  }
  for (const ReadPart& part : message.parts) {
    text += part.declared.path + " " + part.declared.charset + " " +
            std::to_string(part.text.size()) + " " + std::to_string(fnv1a(part.text)) + "\n";
  }
  for (const mail::Warning& warning : message.summary.warnings) text += warning.message + "\n";
  return text;
}

// Reads all messages in each of several threads at once, and returns the digests of each thread.
std::vector<std::vector<std::string>> read_in_threads(const std::vector<std::string>& messages) {
  std::vector<std::vector<std::string>> digests(kThreads);
  std::atomic<bool> go = false;
  std::vector<std::thread> threads;
  for (size_t i = 0; i < kThreads; ++i) {
    threads.emplace_back([&, i] {
      while (!go) std::this_thread::yield();
      for (const std::string& message : messages) digests[i].push_back(digest(message));
    });
  }
  go = true;
  for (std::thread& thread : threads) thread.join();
  return digests;
}

void expect_the_same(const std::vector<std::string>& messages) {
  const auto together = read_in_threads(messages);
  for (size_t m = 0; m < messages.size(); ++m) {
    const std::string alone = digest(messages[m]);
    for (size_t i = 0; i < kThreads; ++i) EXPECT_EQ(together[i][m], alone) << "message " << m;
  }
}

TEST(MailThreads, TheFirstMessagesAreReadInManyThreads) {
  constexpr std::string_view kMessage =
      "From: =?koi8-r?Q?=C1?= <a#@b>\n"
      "Subject: =?iso-2022-jp?B?GyRCJCIbKEI=?= =?big5?Q?=A4=40?= \xE9 #\n"
      "Content-Type: multipart/mixed; boundary=x#\n\n"
      "--x#\nContent-Transfer-Encoding: base64\n\nYWJj\n"
      "--x#\nContent-Type: message/rfc822\n\nSubject: b\nno field\n\nc\n--x#--\n";
  std::vector<std::string> messages;
  for (int i = 0; i < 200; ++i) {
    std::string message;
    for (const char c : kMessage) c == '#' ? message += std::to_string(i) : message += c;
    messages.push_back(message);
  }
  expect_the_same(messages);
}

TEST(MailThreads, RealMessagesAreReadInManyThreads) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  std::vector<std::string> messages;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(data_dir() / "mail/eml")) {
    if (entry.is_regular_file()) messages.push_back(read_file(entry.path()));
  }
  expect_the_same(messages);
}

}  // namespace mail_thread_test
}  // namespace linkspan::test

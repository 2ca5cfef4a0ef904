// Promise: messages may be read in many threads at once, also the very first ones, and each gives
// what it gives alone.
//
// Each test is a process of its own, so that both begin with GMime asleep.

#include <gtest/gtest.h>

#include <atomic>
#include <filesystem>
#include <string>
#include <thread>
#include <vector>

#include "tests/mail_support.h"
#include "tests/support/data.h"

namespace linkspan::test {
namespace {

constexpr size_t kThreads = 4;

// All that was found in a message, in short.
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

// The digests of all messages, read in many threads, each by every one of them.
std::vector<std::vector<std::string>> read_together(const std::vector<std::string>& messages) {
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
  const auto together = read_together(messages);
  for (size_t m = 0; m < messages.size(); ++m) {
    const std::string alone = digest(messages[m]);
    for (size_t i = 0; i < kThreads; ++i) EXPECT_EQ(together[i][m], alone) << "message " << m;
  }
}

TEST(MailThreads, FirstMessagesAreReadTogether) {
  std::vector<std::string> messages;
  for (int i = 0; i < 200; ++i) {
    const std::string number = std::to_string(i);
    messages.push_back("From: =?koi8-r?Q?=C1?= <a" + number + "@b>\nSubject: =?iso-2022-jp?B?GyRCJCIb"
                       "KEI=?= =?big5?Q?=A4=40?= \xE9 " + number +
                       "\nContent-Type: multipart/mixed; boundary=x" + number + "\n\n--x" + number +
                       "\nContent-Transfer-Encoding: base64\n\nYWJj\n--x" + number +
                       "\nContent-Type: message/rfc822\n\nSubject: b\nno field\n\nc\n--x" + number +
                       "--\n");
  }
  expect_the_same(messages);
}

TEST(MailThreads, RealMessagesAreReadTogether) {
  LINKSPAN_SKIP_WITHOUT_DATA("mail/eml");
  std::vector<std::string> messages;
  for (const auto& entry :
       std::filesystem::recursive_directory_iterator(data_dir() / "mail/eml")) {
    if (entry.is_regular_file()) messages.push_back(read_file(entry.path()));
  }
  expect_the_same(messages);
}

}  // namespace
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: the messages of a Maildir are found, and no other files.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <string>
#include <vector>

#include "linkspan/mail.h"

namespace linkspan::test {
namespace mail_maildir_test {

namespace fs = std::filesystem;

// An empty folder for each test, deleted after it.
class Maildir : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "linkspan-maildir-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
  }
  void TearDown() override { fs::remove_all(folder_); }

  void make_maildir() const {
    for (const char* const name : {"cur", "new", "tmp"}) fs::create_directory(folder_ / name);
  }
  void write(const char* file) const { std::ofstream(folder_ / file) << "Subject: x\n\nhello\n"; }

  fs::path folder_;
};

TEST_F(Maildir, MessagesComeInTheOrderOfDelivery) {
  make_maildir();
  for (const char* const file :
       {"cur/1002.b:2,S", "cur/1000.z:2,", "new/1001.a", "tmp/0999.t", "cur/.hidden"}) {
    write(file);
  }
  fs::create_directory(folder_ / "cur/0001.folder");
  const auto messages = mail::maildir_messages(folder_);
  ASSERT_TRUE(messages.ok());
  std::vector<std::string> names;
  for (const fs::path& file : messages.value()) {
    names.push_back(fs::relative(file, folder_).generic_string());
  }
  EXPECT_EQ(names, (std::vector<std::string>{"cur/1000.z:2,", "new/1001.a", "cur/1002.b:2,S"}));
}

TEST_F(Maildir, AFolderWithoutCurNewAndTmpIsNotAMaildir) {
  fs::create_directory(folder_ / "cur");
  EXPECT_FALSE(mail::is_maildir(folder_));
  const auto messages = mail::maildir_messages(folder_);
  ASSERT_FALSE(messages.ok());
  EXPECT_EQ(messages.error().code, ErrorCode::not_found);
  EXPECT_NE(messages.error().message.find("not a Maildir"), std::string::npos);
  make_maildir();
  EXPECT_TRUE(mail::is_maildir(folder_));
  EXPECT_TRUE(mail::maildir_messages(folder_).value().empty());
}

}  // namespace mail_maildir_test
}  // namespace linkspan::test

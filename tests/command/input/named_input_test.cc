// SPDX-License-Identifier: Apache-2.0
// Promise: what a named input is, is asked of the system once, for all copies of it, and what was
// opened to look into it is read through the same descriptor (tools/linkspan/input/named_input.h).

#include "tools/linkspan/input/named_input.h"

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>

#include "tools/linkspan/input/inputs.h"

namespace linkspan::test {
namespace named_input_test {

namespace fs = std::filesystem;
using command::FoundInput;
using command::NamedInput;

class NamedInputs : public testing::Test {
 protected:
  void SetUp() override { write("see http://a.example/\n"); }
  void TearDown() override { fs::remove(path_); }
  void write(const std::string& text) { std::ofstream(path_) << text; }

  const fs::path path_ = fs::path(testing::TempDir()) / "named_input_test.txt";
};

TEST_F(NamedInputs, AreAskedForOnce) {
  const NamedInput input(path_.string());
  const NamedInput copy = input;
  ASSERT_NE(input.status(), nullptr);
  const auto size = input.status()->st_size;
  write("");
  EXPECT_EQ(copy.status()->st_size, size);
  EXPECT_EQ(NamedInput(path_.string()).status()->st_size, 0);
  EXPECT_EQ(NamedInput(path_.string() + ".missing").status(), nullptr);
}

TEST_F(NamedInputs, HandTheirDescriptorOnOnce) {
  const NamedInput input(path_.string());
  const int descriptor = input.open().descriptor();
  FoundInput found{.name = path_.string()};
  found.opened = input.opened();
  command::Report report;
  const command::InputOpener opener;
  const command::OpenInput first = opener.open(found, report);
  const command::OpenInput second = opener.open(found, report);
  EXPECT_EQ(first.descriptor(), descriptor);
  EXPECT_NE(second.descriptor(), descriptor);
  EXPECT_TRUE(second.is_open());
}

}  // namespace named_input_test
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: through the C++ interface, profile uts58 finds exactly the links of the conformance file
// of UTS #58. (tests/command/cli/command_test.cc tests the same through the command.)

#include <gtest/gtest.h>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace conformance_test {

class Conformance : public testing::TestWithParam<const char*> {};

TEST_P(Conformance, LinkDetectionTest) {
  const std::string file = std::string("uts58/") + GetParam() + "/LinkDetectionTest.txt";
  LINKSPAN_SKIP_WITHOUT_DATA(file);
  Options options;
  options.profile = Profile::uts58;
  const std::vector<Case> cases = read_link_detection_test(data_dir() / file);
  EXPECT_GE(cases.size(), 344u);
  for (const Case& one : cases) {
    EXPECT_EQ(mark_links(one.text, ranges(scan_whole(options, one.text))),
              mark_links(one.text, one.links))
        << file << ":" << one.line;
  }
}

INSTANTIATE_TEST_SUITE_P(, Conformance, testing::Values("17.0.0", "18.0.0-dev"),
                         [](const auto& param) {
                           return std::string(param.param).substr(0, 2) + "_0";
                         });

}  // namespace conformance_test
}  // namespace linkspan::test

// Promise: the trigger stage passes over nothing, and with every byte as a trigger the links are
// the same.

#include "scan/trigger.h"

#include <gtest/gtest.h>

#include <string>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

TEST(Trigger, PassesOverNoTrigger) {
  const std::string_view triggers[] = {":", "@", ".", "。", "．", "｡"};
  for (size_t before = 0; before < 40; ++before) {
    for (const std::string_view trigger : triggers) {
      const std::string text = std::string(before, 'x') + std::string(trigger) + "y";
      const auto* bytes = reinterpret_cast<const uint8_t*>(text.data());
      EXPECT_LE(scan::find_trigger(bytes, bytes + text.size()), bytes + before);
    }
  }
}

TEST(Trigger, WithoutItTheLinksOfTheCorpusAreTheSame) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_with(options, scan::every_byte, one.text), scan_whole(options, one.text))
          << place(one);
    }
  }
}

TEST(Trigger, WithoutItTheLinksOfRealTextAreTheSame) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  for (const std::filesystem::path& file : files_below(data_dir() / "text", 300 << 10)) {
    const std::string text = read_file(file);
    EXPECT_EQ(scan_with({}, scan::every_byte, text), scan_whole({}, text)) << file;
  }
}

}  // namespace
}  // namespace linkspan::test

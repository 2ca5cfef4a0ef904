// Promise: the trigger stage leaves out no place that a link depends on, in no version for no CPU,
// and with every possible trigger looked at the links are the same.

#include "scan/trigger.h"

#include <gtest/gtest.h>

#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "tests/support/chunks.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

constexpr Cpu kCpus[] = {Cpu::portable, Cpu::avx2, Cpu::avx512, Cpu::neon};

// What each version for a CPU promises. Skipped, by its name, where the version is not there.
class TriggerOnCpu : public testing::TestWithParam<Cpu> {
 protected:
  void SetUp() override {
    if (find() == nullptr) {
      GTEST_SKIP() << "this CPU, or this build, has no version for " << name(GetParam());
    }
  }
  static scan::FindTriggers find() { return scan::find_triggers_for(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(, TriggerOnCpu, testing::ValuesIn(kCpus),
                         [](const auto& param) { return std::string(name(param.param)); });

constexpr scan::TriggerKinds kAllKinds[] = {{}, {.dots = 0}, {.at_signs = 0, .dots = 0}};

// All places in a text, by one version.
std::vector<size_t> places(std::string_view text, scan::FindTriggers find, scan::TriggerKinds kinds,
                           uint8_t before = 0) {
  std::vector<size_t> found;
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = begin + text.size();
  for (const uint8_t* at = begin; at != end;) {
    const scan::TriggerBlock block = find(at, end, at == begin ? before : at[-1], kinds);
    EXPECT_LE(block.end - block.begin, 64);
    for (int i = 0; i < block.end - block.begin; ++i) {
      if ((block.mask >> i & 1) != 0) found.push_back(static_cast<size_t>(block.begin - begin + i));
    }
    at = block.end;
  }
  return found;
}

// The rule of trigger.h, one byte at a time. What stands behind the text allows everything.
bool is_place(std::string_view text, size_t at, scan::TriggerKinds kinds, uint8_t before) {
  const auto is_name = [](unsigned char c) { return std::isalnum(c) != 0 || c == '-'; };
  const auto is_scheme = [&](unsigned char c) { return is_name(c) || c == '+' || c == '.'; };
  const auto is_host = [&](unsigned char c) { return is_name(c) || c == '_' || c >= 0x80; };
  const bool at_end = at + 1 == text.size();
  const unsigned char next = at_end ? 'a' : static_cast<unsigned char>(text[at + 1]);
  const unsigned char last = at == 0 ? before : static_cast<unsigned char>(text[at - 1]);
  switch (text[at]) {
    case ':':
      return is_scheme(last) && next > 0x20;
    case '@':
      return kinds.at_signs != 0 && (is_host(next) || next == '.');
    case '.':
      return kinds.dots != 0 && is_host(next);
    default:
      break;
  }
  const std::string_view rest = text.substr(at);
  return kinds.dots != 0 &&
         (rest.starts_with("。") || rest.starts_with("．") || rest.starts_with("｡"));
}

// A place more than there are is allowed at the edges of blocks, where what is behind is not looked
// at: a lead byte, and what stands within three bytes of the end.
void expect_right(std::string_view text, scan::FindTriggers find, scan::TriggerKinds kinds,
                  uint8_t before) {
  const std::vector<size_t> found = places(text, find, kinds, before);
  std::vector<bool> is_found(text.size());
  for (const size_t at : found) is_found[at] = true;
  for (size_t at = 0; at < text.size(); ++at) {
    const bool expected = is_place(text, at, kinds, before);
    const bool is_lead = static_cast<unsigned char>(text[at]) >= 0x80;
    if (expected || (!is_lead && at + 3 < text.size())) {
      EXPECT_EQ(is_found[at], expected) << at << " of " << testing::PrintToString(text);
    }
  }
}

TEST_P(TriggerOnCpu, FollowsTheRule) {
  constexpr std::string_view kPieces[] = {":",  "@",    ".", "。", "．",       "｡",  "a", "Z",
                                          "9",  "-",    "_", "+",  " ",        "\n", "é", "日",
                                          "\0", "\x7F", "/", "`",  "\xE3\x80", "{",  "[", "\xEF"};
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    for (size_t n = random() % 150; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const ExactCopy copy(text);
    const uint8_t before = round % 2 == 0 ? 0 : 'a';
    for (const scan::TriggerKinds kinds : kAllKinds)
      expect_right(copy.view(), find(), kinds, before);
  }
}

TEST_P(TriggerOnCpu, EveryByteIsInItsClass) {
  for (int byte = 0; byte < 256; ++byte) {
    for (const char trigger : {':', '@', '.'}) {
      for (size_t at = 0; at < 66; ++at) {  // also across the edge of a block
        std::string text(140, ' ');
        text[at] = 'x';
        text[at + 1] = trigger;
        text[at + 2] = static_cast<char>(byte);
        expect_right(text, find(), {}, 0);
        text[at] = static_cast<char>(byte);
        text[at + 2] = 'x';
        expect_right(text, find(), {}, 0);
      }
    }
  }
}

TEST(Trigger, AVersionThatIsNotThereIsRefused) {
  EXPECT_NE(scan::find_triggers_for(Cpu::best), nullptr);
  EXPECT_NE(scan::find_triggers_for(Cpu::portable), nullptr);
  for (const Cpu cpu : kCpus) {
    const auto engine = Engine::create({.cpu = cpu});
    EXPECT_EQ(engine.ok(), scan::find_triggers_for(cpu) != nullptr);
    if (engine.ok()) continue;
    EXPECT_EQ(engine.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(engine.error().message.find("portable"), std::string::npos) << engine.error().message;
  }
}

TEST(Trigger, TheEnvironmentMayChoose) {
  setenv("LINKSPAN_CPU", "portable", 1);
  EXPECT_TRUE(Engine::create({}).ok());
  setenv("LINKSPAN_CPU", "abacus", 1);
  const auto engine = Engine::create({});
  ASSERT_FALSE(engine.ok());
  EXPECT_NE(engine.error().message.find("LINKSPAN_CPU is 'abacus'"), std::string::npos);
  unsetenv("LINKSPAN_CPU");
}

TEST_P(TriggerOnCpu, WithoutItTheLinksOfTheCorpusAreTheSame) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    options.cpu = GetParam();
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_the_long_way(options, one.text), scan_whole(options, one.text)) << place(one);
    }
  }
}

TEST(Trigger, WithoutItTheLinksOfRandomTextAreTheSame) {
  constexpr std::string_view kPieces[] = {
      "a",  "b.example", ".",   ":", "@",  "://",         "http", "mailto:", "www", "。",
      "．", " ",         "com", "/", "é",  "日本",        "1",    "-",       "_",   "[",
      ")",  "tel:",      "..",  "#", "\n", "example.org", ">",    "<"};
  std::mt19937 random(3);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t n = random() % 16; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    Options options;
    options.profile = kAllProfiles[random() % 4];
    options.bare_domains = random() % 4 != 0;
    options.email = random() % 4 != 0;
    EXPECT_EQ(scan_the_long_way(options, text), scan_whole(options, text))
        << text << " in " << name(options.profile);
  }
}

TEST_P(TriggerOnCpu, WithoutItTheLinksOfRealTextAreTheSame) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  for (const std::filesystem::path& file : files_below(data_dir() / "text", 300 << 10)) {
    const std::string text = read_file(file);
    EXPECT_EQ(scan_the_long_way({}, text), scan_whole({.cpu = GetParam()}, text)) << file;
  }
}

}  // namespace
}  // namespace linkspan::test

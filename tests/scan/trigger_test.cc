// SPDX-License-Identifier: Apache-2.0
// Promise: in every version for a CPU, the trigger stage reports every place that a link depends
// on, and the links are the same when every possible trigger is examined.

#include "scan/trigger/trigger.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "scan/fast/kernels.h"
#include "scan/state/config.h"
#include "tests/support/chunks.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace trigger_test {

constexpr Cpu kCpus[] = {Cpu::portable, Cpu::avx2, Cpu::avx512, Cpu::neon};

// The tests of each version for a CPU. They are skipped if the version is absent.
class TriggerOnCpu : public testing::TestWithParam<Cpu> {
 protected:
  void SetUp() override {
    if (scan::kernels_for(GetParam()) == nullptr) {
      GTEST_SKIP() << "this CPU, or this build, has no version for " << to_string(GetParam());
    }
  }
  static scan::FindTriggers find() { return scan::kernels_for(GetParam())->find_triggers; }
};

INSTANTIATE_TEST_SUITE_P(, TriggerOnCpu, testing::ValuesIn(kCpus),
                         [](const auto& param) { return std::string(to_string(param.param)); });

constexpr scan::TriggerRules kAllRules[] = {{},
                                            {.marks = scan::kSchemeAndAddressMarks},
                                            {.marks = scan::kSchemeMarks},
                                            {.wide_dots_anywhere = 0},
                                            {.after_brackets = ~uint64_t{0}}};

// All places in a text that one version reports.
std::vector<size_t> places(std::string_view text, scan::FindTriggers find,
                           const scan::TriggerRules& rules, uint8_t before = 0) {
  std::vector<size_t> found;
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = begin + text.size();
  for (const uint8_t* at = begin; at != end;) {
    scan::TriggerBlock block;
    find(at, end, at == begin ? before : at[-1], rules, block);
    EXPECT_LE(block.end - block.begin, 64);
    for (int i = 0; i < block.end - block.begin; ++i) {
      if ((block.mask >> i & 1) != 0) found.push_back(static_cast<size_t>(block.begin - begin + i));
    }
    at = block.end;
  }
  return found;
}

bool is_wide_dot(std::string_view rest) {
  return rest.starts_with("。") || rest.starts_with("．") || rest.starts_with("｡");
}

bool is_mark(const scan::TriggerRules& rules, char byte) {
  const auto& marks = rules.marks.bytes;
  return std::find(marks.begin(), marks.end(), static_cast<uint8_t>(byte)) != marks.end();
}

// The rule of trigger.h without the two lists, one byte at a time. Any text may follow the end.
bool is_place(std::string_view text, size_t at, const scan::TriggerRules& rules, uint8_t before) {
  const auto is_name = [](unsigned char c) { return std::isalnum(c) != 0; };
  const auto is_scheme = [&](unsigned char c) {
    return is_name(c) || c == '-' || c == '+' || c == '.';
  };
  const auto is_host = [&](unsigned char c) {
    return is_name(c) || c == '-' || c == '_' || c >= 0x80;
  };
  const auto after = [text](size_t place) {
    return static_cast<unsigned char>(place < text.size() ? text[place] : 'a');
  };
  const unsigned char next = after(at + 1);
  const unsigned char last = at == 0 ? before : static_cast<unsigned char>(text[at - 1]);
  if (!is_mark(rules, text[at])) return false;
  switch (text[at]) {
    case ':':
      return (is_scheme(last) || (last == ']' && rules.after_brackets != 0)) && next > 0x20;
    case '@':
      return is_host(next) || next == '.' || next == '%';
    case '.':
      return is_host(next);
    default:
      break;
  }
  const bool is_between = is_name(last) && is_name(after(at + 3));
  return is_wide_dot(text.substr(at)) && (rules.wide_dots_anywhere != 0 || is_between);
}

// Do the lists allow this place?
bool is_needed(std::string_view text, size_t at, const scan::TriggerRules& rules) {
  const auto byte = [text](size_t place) { return static_cast<uint8_t>(text[place]); };
  if (text[at] == ':' && at >= 2 && at + 1 < text.size() && text[at + 1] != '/') {
    if (byte(at - 1) == ']') return true;
    const scan::SchemeEndings& endings = *rules.scheme_endings;
    if (!endings.last.contains(byte(at - 2), byte(at - 1))) return false;
    return at < 3 || endings.may_end(byte(at - 3), byte(at - 2), byte(at - 1));
  }
  if (text[at] != '.') return true;
  const size_t number_end = text.find_first_not_of("0123456789.", at);
  if (number_end == text.npos || std::isdigit(byte(at + 1)) == 0) return true;
  const uint8_t after = byte(number_end);
  return std::isalnum(after) != 0 || after == '-' || after == '_' || after >= 0x80;
}

// Additional places are allowed where the end of a block hides the next bytes: a lead byte, and
// places within three bytes of the end.
void expect_right(std::string_view text, scan::FindTriggers find, const scan::TriggerRules& rules,
                  uint8_t before) {
  const std::vector<size_t> found = places(text, find, rules, before);
  std::vector<bool> is_found(text.size());
  for (const size_t at : found) is_found[at] = true;
  const bool has_lists = rules.scheme_endings != nullptr;
  const bool has_links = text.find(":/") != text.npos;  // with them, all of a block
  for (size_t at = 0; at < text.size(); ++at) {
    const bool expected = is_place(text, at, rules, before);
    if (expected && has_lists && !is_needed(text, at, rules)) continue;
    const bool is_lead = static_cast<unsigned char>(text[at]) >= 0x80;
    if (expected || (!is_lead && !has_links && at + 3 < text.size())) {
      EXPECT_EQ(is_found[at], expected) << at << " of " << testing::PrintToString(text);
    }
  }
}

TEST_P(TriggerOnCpu, ReportsThePlacesThatTheRuleRequires) {
  constexpr std::string_view kPieces[] = {
      ":",  "@", ".",  "。", "．",   "｡", "a", "Z",        "9", "-", "_",    "+", " ",
      "\n", "é", "日", "\0", "\x7F", "/", "`", "\xE3\x80", "{", "[", "\xEF", "%", "]"};
  std::mt19937 random(1);
  for (int round = 0; round < 4000; ++round) {
    std::string text;
    for (size_t n = random() % 150; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const ExactCopy copy(text);
    const uint8_t before = round % 2 == 0 ? 0 : 'a';
    for (const scan::TriggerRules& rules : kAllRules) {
      expect_right(copy.view(), find(), rules, before);
    }
  }
}

TEST_P(TriggerOnCpu, OmitsNoPlaceThatTheListsAllow) {
  constexpr std::string_view kPieces[] = {".", "1", "23", "a", "com", "tel", ":", "mailto",   "/",
                                          " ", "-", "_",  "é", "P",   "x",   "]", "localhost"};
  const scan::Config config = scan::make_config({}).value();
  const scan::Config of_code = scan::make_config({.profile = Profile::code}).value();
  std::mt19937 random(2);
  for (int round = 0; round < 20000; ++round) {
    std::string text;
    for (size_t n = random() % 100; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const ExactCopy copy(text);
    expect_right(copy.view(), find(), config.trigger_rules(), 0);
    expect_right(copy.view(), find(), of_code.trigger_rules(), 0);
  }
}

TEST_P(TriggerOnCpu, SkipsTextWithoutLinks) {
  const scan::Config config = scan::make_config({}).value();
  const std::string far_from_the_end(70, ' ');
  const auto count = [&](std::string_view text) {
    return places(std::string(text) + far_from_the_end, find(), config.trigger_rules()).size();
  };
  EXPECT_EQ(count("He left. Then: nothing. 「そう。」と"), 0u);
  EXPECT_EQ(count("At 12:30, on 1.2.2024, v3.14.1 and 10.0.0.1."), 0u);
  EXPECT_EQ(count("see example.org: it works"), 1u);
  EXPECT_EQ(count("tel:1 or a@b"), 2u);
  EXPECT_EQ(count("https://a"), 1u);
  EXPECT_EQ(count("example。com"), 1u);
}

TEST(Trigger, FindsTheLastLabelOfARun) {
  const scan::Config config = scan::make_config({}).value();
  const auto label = [&](std::string text) -> std::string {
    const size_t dot = text.find('.');
    text.resize(140, ' ');
    const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
    scan::TriggerBlock block;
    scan::kernels_for(Cpu::best)->find_triggers(begin, begin + text.size(), 0,
                                                config.trigger_rules(), block);
    const auto found = block.runs.last_label(static_cast<unsigned>(dot));
    if (!found.is_known) return "not known";
    return text.substr(found.begin, found.end - found.begin) + "|" +
           text.substr(found.end, found.run_end - found.end);
  };
  EXPECT_EQ(label("a.txt is"), "txt|");
  EXPECT_EQ(label("e.g. so"), "g|.");
  EXPECT_EQ(label("www.example.5th/"), "5th|");
  for (const char* text : {"a.txt-b", "a.txt_b", "a.txté"}) {
    EXPECT_EQ(label(text), "not known") << text;
  }
  EXPECT_EQ(label("a." + std::string(70, 'b')), "not known");
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

TEST(Trigger, AnUnavailableVersionIsAnError) {
  EXPECT_NE(scan::kernels_for(Cpu::best), nullptr);
  EXPECT_NE(scan::kernels_for(Cpu::portable), nullptr);
  for (const Cpu cpu : kCpus) {
    const auto engine = scan::Config::engine({}, cpu);
    EXPECT_EQ(engine.ok(), scan::kernels_for(cpu) != nullptr);
    if (engine.ok()) continue;
    EXPECT_EQ(engine.error().code, ErrorCode::invalid_argument);
    EXPECT_NE(engine.error().message.find("portable"), std::string::npos) << engine.error().message;
  }
}

TEST(Trigger, TheEnvironmentSelectsTheVersion) {
  setenv("LINKSPAN_CPU", "portable", 1);
  EXPECT_TRUE(Engine::create({}).ok());
  setenv("LINKSPAN_CPU", "abacus", 1);
  const auto engine = Engine::create({});
  ASSERT_FALSE(engine.ok());
  EXPECT_NE(engine.error().message.find("LINKSPAN_CPU is 'abacus'"), std::string::npos);
  unsetenv("LINKSPAN_CPU");
}

TEST_P(TriggerOnCpu, LinksOfTheCorpusAreTheSameWithoutTriggers) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_slow_path(options, one.text), scan_whole(options, one.text, GetParam()))
          << place(one);
    }
  }
}

TEST(Trigger, LinksOfRandomTextAreTheSameWithoutTriggers) {
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
    EXPECT_EQ(scan_slow_path(options, text), scan_whole(options, text))
        << text << " in " << to_string(options.profile);
  }
}

TEST_P(TriggerOnCpu, LinksOfRealTextAreTheSameWithoutTriggers) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  for (const std::filesystem::path& file : files_below(data_dir() / "text", 300 << 10)) {
    const std::string text = read_file(file);
    EXPECT_EQ(scan_slow_path({}, text), scan_whole({}, text, GetParam())) << file;
  }
}

}  // namespace trigger_test
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: the fast path finds the same links as the slow path, in whole texts and in chunks, and
// decides only the forms of text that its functions describe.

#include "scan/fast/fast_path.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <tuple>

#include "scan/fast/kernels.h"
#include "tests/support/chunks.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"
#include "unicode/properties.h"

namespace linkspan::test {
namespace fast_path_test {

using scan::Window;

// A window over a whole text; the text outlives it.
Window over(std::string_view text, base::Text extent = base::Text::complete) {
  return {reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(), extent};
}

TEST(FastPath, FindsTheEndOfAPlainHost) {
  const auto end = [](std::string_view text) { return scan::plain_host_end(over(text), 0); };
  EXPECT_EQ(end("example.org/a"), 11u);
  EXPECT_EQ(end("example.org"), 11u);
  EXPECT_EQ(end("a"), 1u);
  EXPECT_EQ(end("a-b.C9 x"), 6u);
  EXPECT_EQ(end("a--b\"x"), 4u);
  for (const char* text : {"", "/a", ".a/", "a./", "a..b/", "-a/", "a-/", "a.-b/", "a-.b/", "a_b/",
                           "a:80/", "a@b/", "a%20/", "a,", "a)", "ü.example/", "a.例/", "[::1]/"}) {
    EXPECT_EQ(end(text), scan::kNowhere) << text;
  }
  EXPECT_EQ(end(std::string(2000, 'a') + "/"), scan::kNowhere);
  EXPECT_EQ(scan::plain_host_end(over("example.org", base::Text::more_may_follow), 0),
            scan::kNowhere);
}

TEST(FastPath, RecognizesHttpHttpsAndFtp) {
  const auto begin = [](std::string_view text, uint64_t floor = 0) {
    return scan::plain_web_scheme(over(text), text.find(':'), floor);
  };
  EXPECT_EQ(begin("https://"), 0u);
  EXPECT_EQ(begin("(http://"), 1u);
  EXPECT_EQ(begin("of ftp://"), 3u);
  EXPECT_EQ(begin("xhttps://", 1), 1u);  // the text before the floor may not be part of a link
  for (const char* text :
       {"xhttps://", "+http://", "git+https://", "HTTPS://", "sftp://", "fttps://", "ttps://"}) {
    EXPECT_EQ(begin(text), scan::kNowhere) << text;
  }
}

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

scan::PlainLink read_link(scan::ReadPlainLink read, std::string_view text,
                          base::Text extent = base::Text::complete) {
  return read(bytes_of(text), bytes_of(text) + text.size(), extent, 500);
}

scan::PlainDomain read_domain(scan::ReadPlainDomain read, std::string_view text,
                              base::Text extent = base::Text::complete) {
  return read(bytes_of(text), bytes_of(text) + text.size(), extent);
}

TEST(FastPath, ReadsPlainLinks) {
  const auto read = [](std::string_view text) {
    return read_link(scan::read_plain_link_bytewise, text);
  };
  const scan::PlainLink link = read("a.example/b/c.d?e=f#g, x");
  ASSERT_TRUE(link.is_plain);
  EXPECT_EQ(link.host_end, 9u);
  EXPECT_EQ(link.query_begin, 16u);
  EXPECT_EQ(link.fragment_begin, 20u);
  EXPECT_EQ(link.end, 21u);
  EXPECT_EQ(link.stop, 22u);
  EXPECT_EQ(read("a.example/)").end, 10u);
  EXPECT_EQ(read("a.example/b").end, 11u);
  EXPECT_EQ(read("a.example/b&c=1:2 x").end, 17u);
  EXPECT_EQ(read("a.example/b&lr=1&nox x").end, 20u);
  EXPECT_EQ(read("a.example:80/b x").port_end, 12u);
  EXPECT_EQ(read("a.example:80/b x").end, 14u);
  EXPECT_EQ(read("a.example:65535").end, 15u);
  EXPECT_EQ(read("a.example. X").end, 9u);
  EXPECT_EQ(read("a.example.").end, 9u);
  EXPECT_EQ(read("a.example), x").end, 9u);
  for (const char* text : {"a.example/b_(c) x",
                           "a.example/b&gt; x",
                           "a.example?b x",
                           "a.example#b x",
                           "a.example/ü x",
                           "a.example/b,x://c x",
                           "a.example:65536/ x",
                           "a.example:/ x",
                           "a.example:80a x",
                           "a.example:000080/",
                           "a.example.:80/",
                           "a.example:80@b/",
                           "a.example/b&#3; x",
                           "a.example/b's x",
                           "a.example)b@c x",
                           "a.example./b",
                           "a..example/",
                           "-a.example/",
                           "a.example^b x",
                           "ü.example/",
                           "",
                           "/",
                           "."}) {
    EXPECT_FALSE(read(text).is_plain) << text;
  }
  EXPECT_FALSE(read(std::string(64, 'a') + "/").is_plain);
  EXPECT_FALSE(read("a.example/" + std::string(491, 'a')).is_plain);
  EXPECT_FALSE(read_link(scan::read_plain_link_bytewise, "a.example/b", base::Text::more_may_follow)
                   .is_plain);
}

TEST(FastPath, ReadsPlainDomains) {
  const auto read = [](std::string_view text) {
    return read_domain(scan::read_plain_domain_bytewise, text);
  };
  const scan::PlainDomain domain = read("www.a-b.example. X");
  ASSERT_TRUE(domain.is_plain);
  EXPECT_EQ(domain.labels, 3u);
  EXPECT_EQ(domain.end, 15u);
  EXPECT_EQ(domain.run_end, 16u);
  EXPECT_EQ(domain.last_label, 8u);
  EXPECT_EQ(domain.first_label_end, 3u);
  EXPECT_EQ(read("a.b.. X").end, 3u);
  EXPECT_EQ(read("a.b.. X").run_end, 5u);
  for (const char* text : {"a.b-style", "a.b.c--d"})
    EXPECT_TRUE(read(text).may_have_ending) << text;
  for (const char* text :
       {"a-b", "a-b.example", "a.b-c.example", "a.b-", "a.b-c_d", "a..b-c", "1.0-1"}) {
    EXPECT_FALSE(read(text).may_have_ending) << text;
  }
  for (const char* text : {"", ".a", "a..b", "-a.b", "a-.b", "a.b_", "a.bé", "a_b.c", "é"}) {
    EXPECT_FALSE(read(text).is_plain) << text;
  }
  for (const char* text : {".a", "-a.b", "a-.b", "a_b.c", "...", "--a.b-c"}) {
    EXPECT_TRUE(read(text).is_none) << text;
    EXPECT_EQ(read(text).run_end, std::string_view(text).size()) << text;
  }
  for (const char* text : {"", "a.b", "_a.b_", "a.b-_", "a..é", "é", "a.b.c_", "a..b", "a.b--"}) {
    EXPECT_FALSE(read(text).is_none) << text;
  }
  EXPECT_TRUE(read("a.bé").is_before_wide);
  EXPECT_EQ(read("a.b.é").run_end, 4u);
  for (const char* text : {"é", "a..bé", "a-é", "a_é", "a.b", "a.b_é"}) {
    EXPECT_FALSE(read(text).is_before_wide) << text;
  }
}

TEST(FastPath, HasTheAsciiCharactersOfLinkEmailForLocalParts) {
  for (uint8_t c = 0; c < 0x80; ++c) {
    EXPECT_EQ(scan::kInLocalPart.contains(c), unicode::properties(c).is_link_email()) << int{c};
  }
}

TEST(FastPath, ReadsTheLocalPartBeforeAnAtSign) {
  const auto local_part = [](std::string_view text, scan::Style style) {
    const uint8_t* const at = bytes_of(text) + text.size();
    return scan::plain_local_part(scan::read_before_bytewise(bytes_of(text), at), text.size(),
                                  style);
  };
  EXPECT_EQ(local_part("to jane.doe+x_1", scan::Style::prose).size, 12u);
  EXPECT_EQ(local_part("to _jane", scan::Style::prose).size, 4u);
  EXPECT_EQ(local_part("to _jane", scan::Style::prose).whole_size, 5u);
  EXPECT_EQ(local_part("to _jane", scan::Style::uts58).size, 5u);
  EXPECT_EQ(local_part("user=jane", scan::Style::uts58).size, 9u);
  EXPECT_TRUE(local_part("user=jane", scan::Style::uts58).is_plain);
  EXPECT_TRUE(local_part("user=jane", scan::Style::prose).may_be_divided);
  EXPECT_FALSE(local_part("user=jane", scan::Style::uts58).may_be_divided);
  EXPECT_FALSE(local_part("user= jane", scan::Style::prose).may_be_divided);
  for (const char* text : {"a*b", "a*", "a/b", "{a}", "a=b=c", "=jane"}) {
    EXPECT_TRUE(local_part(text, scan::Style::prose).may_be_divided) << text;
  }
  EXPECT_TRUE(local_part("a.b", scan::Style::prose).is_sound);
  for (const char* text : {"", "x ", ".a", "a.", "a..b"}) {
    EXPECT_FALSE(local_part(text, scan::Style::prose).is_sound) << text;
  }
  EXPECT_FALSE(local_part(std::string(64, 'a'), scan::Style::prose).is_plain);
}

// The promises of each version for a CPU. Reported as skipped where the version is absent.
class FastPathOnCpu : public testing::TestWithParam<Cpu> {
 protected:
  void SetUp() override {
    if (scan::kernels_for(GetParam()) == nullptr) {
      GTEST_SKIP() << "this CPU, or this build, has no version for " << to_string(GetParam());
    }
  }
  static const scan::Kernels& kernels() { return *scan::kernels_for(GetParam()); }
};

INSTANTIATE_TEST_SUITE_P(, FastPathOnCpu,
                         testing::Values(Cpu::portable, Cpu::avx2, Cpu::avx512, Cpu::neon),
                         [](const auto& param) { return std::string(to_string(param.param)); });

auto fields(const scan::PlainLink& link) {
  return std::tuple(link.is_plain, link.has_colon, link.has_separator, link.host_end, link.port_end,
                    link.end, link.stop, link.query_begin, link.fragment_begin);
}
auto fields(const scan::PlainDomain& domain) {
  return std::tuple(domain.may_have_ending, domain.labels, domain.end, domain.run_end,
                    domain.last_label, domain.first_label_end);
}
auto states(const scan::PlainDomain& domain) {
  return std::tuple(domain.is_plain, domain.is_before_wide, domain.is_none);
}
auto fields(const scan::TextBefore& text) {
  return std::tuple(text.local_part, text.names, text.dots, text.dividing);
}

TEST_P(FastPathOnCpu, ReturnsTheResultsOfTheBytewiseVersion) {
  constexpr std::string_view kPieces[] = {"a",           "bc",
                                          "example",     ".",
                                          "-",           "/",
                                          "?",           "#",
                                          "=",           "&",
                                          "&gt;",        ":",
                                          "//",          "_",
                                          "~",           ")",
                                          "(",           ",",
                                          ". ",          "\n",
                                          " ",           "@",
                                          "é",           "9",
                                          "+",           ";",
                                          "\0",          "\"",
                                          "example.org", "&lt",
                                          ":80",         "443",
                                          "x3",          "/some/long/path/to/something.html"};
  std::mt19937 random(21);
  for (int round = 0; round < 100'000; ++round) {
    std::string text = random() % 2 == 0 ? "a.example/" : "";
    for (size_t n = random() % 24; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
    const ExactCopy copy(text);
    const auto extent = random() % 2 == 0 ? base::Text::complete : base::Text::more_may_follow;
    const scan::PlainLink link = read_link(scan::read_plain_link_bytewise, text, extent);
    const scan::PlainLink link_here = read_link(kernels().read_plain_link, copy.view(), extent);
    EXPECT_EQ(link_here.is_plain, link.is_plain) << testing::PrintToString(text);
    if (link.is_plain) {
      EXPECT_EQ(fields(link_here), fields(link)) << testing::PrintToString(text);
    }
    const scan::PlainDomain domain = read_domain(scan::read_plain_domain_bytewise, text, extent);
    const scan::PlainDomain domain_here =
        read_domain(kernels().read_plain_domain, copy.view(), extent);
    EXPECT_EQ(states(domain_here), states(domain)) << testing::PrintToString(text);
    if (domain.is_known()) {
      EXPECT_EQ(fields(domain_here), fields(domain)) << text;
    }
    const uint8_t* const begin = bytes_of(copy.view());
    EXPECT_EQ(fields(kernels().read_before(begin, begin + text.size())),
              fields(scan::read_before_bytewise(begin, begin + text.size())));
    EXPECT_EQ(kernels().read_label_before(begin, begin + text.size()),
              scan::read_label_before_bytewise(begin, begin + text.size()));
  }
}

TEST(FastPath, FindsTheLinksOfTheSlowPathInTheCorpus) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_slow_path(options, one.text), scan_whole(options, one.text)) << place(one);
    }
  }
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {"https://", "http://",
                                          "HTTP://",  "ftp://",
                                          "www.",     "example",
                                          ".",        "org",
                                          "com",      "co",
                                          "/",        "?",
                                          "#",        "=",
                                          "&",        "a",
                                          "Z",        "9",
                                          "-",        "_",
                                          "~",        "%20",
                                          "'",        "\"",
                                          "(",        ")",
                                          "[",        "]",
                                          ",",        ";",
                                          ":",        "8080",
                                          "@",        "!",
                                          "*",        "$",
                                          "{",        " ",
                                          "\n",       "é",
                                          "日本",     "です",
                                          "。",       "»",
                                          "&amp;",    "&quot;",
                                          "://",      "--",
                                          "..",       "txt",
                                          "\\n",      "|",
                                          "+",        "<",
                                          ">",        "`",
                                          "‘",        "’",
                                          "'s",       "3.14",
                                          "^",        "}",
                                          "\t",       "x://",
                                          "x:",       "\x7F",
                                          "[/",       "${",
                                          "*/",       "s://o^",
                                          "mailto:",  "ftp://",
                                          "-based",   "a=",
                                          "..",       ": ",
                                          "a@b.com",  "(a.com)",
                                          "/a:n ",    "/-n ",
                                          "/a.Ich ",  "\\.",
                                          "...",      "%41",
                                          "ku-www.",  "example.org-",
                                          "和",       "🎉",
                                          "한국으로"};
  std::string text;
  for (size_t n = random() % 24; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
  return text;
}

TEST(FastPath, FindsTheLinksOfTheSlowPathInRandomTexts) {
  constexpr int kRounds = kSanitized ? 10'000 : 200'000;
  std::mt19937 random(11);
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random_text(random);
    Options options;
    options.profile = kAllProfiles[random() % 4];
    options.bare_domains = random() % 4 != 0;
    options.max_link_bytes = random() % 8 == 0 ? 256 : 65536;
    if (random() % 8 == 0) options.schemes.remove = {"https"};
    if (random() % 8 == 0) options.schemes.add = {"x", "a.9"};
    if (random() % 8 == 0) options.tlds.allow = {"txt", "14"};
    EXPECT_EQ(scan_slow_path(options, text), scan_whole(options, text))
        << testing::PrintToString(text) << " in " << to_string(options.profile);
  }
}

TEST(FastPath, FindsTheLinksOfTheSlowPathInAnyChunks) {
  std::mt19937 random(12);
  Stream stream = Engine::create({}).value().open();
  for (int round = 0; round < 3000; ++round) {
    const std::string text = random_text(random);
    const std::vector<Span> spans = scan_slow_path({}, text);
    EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), spans) << text;
    EXPECT_EQ(
        feed_chunks(stream, text, random_chunks(text.size(), static_cast<uint32_t>(round), 9)),
        spans)
        << text;
  }
}

TEST(FastPath, CutsTooLongLinksWhereTheSlowPathDoes) {
  for (size_t size = 200; size < 300; ++size) {
    const std::string text = "x https://example.org/" + std::string(size, 'a') + "/b.c";
    Options options;
    options.max_link_bytes = 256;
    EXPECT_EQ(scan_slow_path(options, text), scan_whole(options, text)) << size;
  }
}

}  // namespace fast_path_test
}  // namespace linkspan::test

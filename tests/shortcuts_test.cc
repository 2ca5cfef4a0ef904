// Promise: shortcuts find what the long way finds, whole and cut, and decide only what they say.

#include "scan/shortcuts.h"

#include <gtest/gtest.h>

#include <random>
#include <string>

#include "tests/support/chunks.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace {

using scan::Window;

// A window over a whole text; the text outlives it.
Window over(std::string_view text, base::Text extent = base::Text::complete) {
  return {reinterpret_cast<const uint8_t*>(text.data()), 0, text.size(), extent};
}

TEST(Shortcuts, EndPlainHosts) {
  const auto end = [](std::string_view text) { return scan::plain_host_end(over(text), 0); };
  EXPECT_EQ(end("example.org/a"), 11u);
  EXPECT_EQ(end("example.org"), 11u);
  EXPECT_EQ(end("a"), 1u);
  EXPECT_EQ(end("a-b.C9 x"), 6u);
  EXPECT_EQ(end("a--b\"x"), 4u);
  for (const char* text : {"", "/a", ".a/", "a./", "a..b/", "-a/", "a-/", "a.-b/", "a-.b/", "a_b/",
                           "a:80/", "a@b/", "a%20/", "a,", "a)", "ü.example/", "a.例/", "[::1]/"}) {
    EXPECT_EQ(end(text), std::nullopt) << text;
  }
  EXPECT_EQ(end(std::string(2000, 'a') + "/"), std::nullopt);
  EXPECT_EQ(scan::plain_host_end(over("example.org", base::Text::more_may_follow), 0),
            std::nullopt);
}

TEST(Shortcuts, RejectRunsWithoutATopLevelDomain) {
  const auto tlds = scan::TopLevelDomains::create({}).value();
  const auto end = [&](std::string_view text) {
    return scan::end_of_plain_run_that_is_no_domain(over(text), text.find('.'), tlds);
  };
  EXPECT_EQ(end("3.14 is"), 4u);
  EXPECT_EQ(end("e.g. so"), 4u);
  EXPECT_EQ(end("1.2.3..)"), 7u);
  EXPECT_EQ(end("a.txt"), 5u);
  EXPECT_EQ(end("x.y@example.org"), 3u);
  for (const char* text : {"example.org x", "a.com", "a.COM/", "a.b-c", "a.b_c", "a.b日", "a."}) {
    EXPECT_EQ(end(text), std::nullopt) << text;
  }
  EXPECT_EQ(
      scan::end_of_plain_run_that_is_no_domain(over("a.txt", base::Text::more_may_follow), 1, tlds),
      std::nullopt);
}

TEST(Shortcuts, KnowHttpAndHttps) {
  const auto begin = [](std::string_view text, uint64_t floor = 0) {
    return scan::plain_web_scheme(over(text), text.find(':'), floor);
  };
  EXPECT_EQ(begin("https://"), 0u);
  EXPECT_EQ(begin("(http://"), 1u);
  EXPECT_EQ(begin("xhttps://", 1), 1u);  // what stands before was given up
  for (const char* text :
       {"xhttps://", "+http://", "git+https://", "HTTPS://", "ftp://", "ttps://"}) {
    EXPECT_EQ(begin(text), std::nullopt) << text;
  }
}

TEST(Shortcuts, ReadPlainLinks) {
  const auto read = [](std::string_view text) { return scan::read_plain_link(over(text), 0, 500); };
  const auto link = read("a.example/b/c.d?e=f#g, x");
  ASSERT_TRUE(link);
  EXPECT_EQ(link->host_end, 9u);
  EXPECT_EQ(link->query_begin, 16u);
  EXPECT_EQ(link->fragment_begin, 20u);
  EXPECT_EQ(link->end, 21u);
  EXPECT_EQ(link->stop, 22u);
  EXPECT_EQ(read("a.example/)")->end, 10u);
  EXPECT_FALSE(read("a.example^b x"));  // `^` is none of an authority's, but does not end a tail
  EXPECT_EQ(read("a.example/b")->end, 11u);
  for (const char* text : {"a.example/b_(c) x", "a.example/b&c x", "a.example?b x", "a.example#b x",
                           "a.example/b- x", "a.example/ü x", "a.example/b:c x", "a.example:80/ x",
                           "a.example/b's x", "a.example, x", "a.example)"}) {
    EXPECT_FALSE(read(text)) << text;
  }
}

TEST(Shortcuts, FindTheLinksOfTheCorpus) {
  for (const Profile profile : kAllProfiles) {
    Options options;
    options.profile = profile;
    for (const Case& one : corpus()) {
      EXPECT_EQ(scan_the_long_way(options, one.text), scan_whole(options, one.text)) << place(one);
    }
  }
}

std::string random_text(std::mt19937& random) {
  constexpr std::string_view kPieces[] = {
      "https://", "http://", "HTTP://", "ftp://", "www.",  "example", ".",   "org", "com",   "co",
      "/",        "?",       "#",       "=",      "&",     "a",       "Z",   "9",   "-",     "_",
      "~",        "%20",     "'",       "\"",     "(",     ")",       "[",   "]",   ",",     ";",
      ":",        "8080",    "@",       "!",      "*",     "$",       "{",   " ",   "\n",    "é",
      "日本",     "です",    "。",      "»",      "&amp;", "&quot;",  "://", "--",  "..",    "txt",
      "\\n",      "|",       "+",       "<",      ">",     "`",       "‘",   "’",   "'s",    "3.14",
      "^",        "}",       "\t",      "x://",   "\x7F",  "[/",      "${",  "*/",  "s://o^"};
  std::string text;
  for (size_t n = random() % 24; n > 0; --n) text += kPieces[random() % std::size(kPieces)];
  return text;
}

TEST(Shortcuts, FindTheLinksOfRandomText) {
#ifdef LINKSPAN_SANITIZED
  constexpr int kRounds = 10'000;
#else
  constexpr int kRounds = 200'000;
#endif
  std::mt19937 random(11);
  for (int round = 0; round < kRounds; ++round) {
    const std::string text = random_text(random);
    Options options;
    options.profile = kAllProfiles[random() % 4];
    options.bare_domains = random() % 4 != 0;
    options.max_link_bytes = random() % 8 == 0 ? 256 : 65536;
    if (random() % 8 == 0) options.schemes = {"-https"};
    if (random() % 8 == 0) options.tlds = {"txt", "14"};
    EXPECT_EQ(scan_the_long_way(options, text), scan_whole(options, text))
        << testing::PrintToString(text) << " in " << name(options.profile);
  }
}

TEST(Shortcuts, DoNotDependOnTheCut) {
  std::mt19937 random(12);
  Stream stream = Engine::create({}).value().open();
  for (int round = 0; round < 3000; ++round) {
    const std::string text = random_text(random);
    const std::vector<Span> spans = scan_the_long_way({}, text);
    EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), spans) << text;
    EXPECT_EQ(
        feed_chunks(stream, text, random_chunks(text.size(), static_cast<uint32_t>(round), 9)),
        spans)
        << text;
  }
}

TEST(Shortcuts, LinksAreCutAtTheSamePlace) {
  for (size_t size = 200; size < 300; ++size) {
    const std::string text = "x https://example.org/" + std::string(size, 'a') + "/b.c";
    Options options;
    options.max_link_bytes = 256;
    EXPECT_EQ(scan_the_long_way(options, text), scan_whole(options, text)) << size;
  }
}

}  // namespace
}  // namespace linkspan::test

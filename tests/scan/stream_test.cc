// SPDX-License-Identifier: Apache-2.0
// Promise: for any chunks of a text, a Stream reports the spans that find_all returns for the whole
// text; it never needs text again that it has released; and its memory is bounded.
//
// With LINKSPAN_EXHAUSTIVE=N in the environment every file of the public texts that has at most N
// bytes is split in two at every byte (20000: a minute). Without it, every paragraph is split at
// every byte, and the whole file at some places.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <random>
#include <string>
#include <vector>

#include "scan/scanner.h"
#include "tests/support/chunks.h"
#include "tests/support/sanitized.h"
#include "tests/support/scan.h"

namespace linkspan::test {
namespace stream_test {

#ifdef LINKSPAN_SANITIZED
constexpr size_t kLongestInEveryCut[] = {4 << 10, 2 << 10};  // prose, uts58
constexpr int kCutsOfAFile = 4;
#else
constexpr size_t kLongestInEveryCut[] = {SIZE_MAX, 16 << 10};  // prose, uts58
constexpr int kCutsOfAFile = 20;
#endif

Options options_for(Profile profile) {
  Options options;
  options.profile = profile;
  return options;
}

std::vector<Span> fed_in_two(Stream& stream, std::string_view text, size_t cut) {
  std::vector<Span> spans;
  const auto collect = [&](const Span& span) { spans.push_back(span); };
  stream.feed(text.substr(0, cut), collect);
  stream.feed(text.substr(cut), collect);
  stream.finish(collect);
  return spans;
}

void expect_same_in_every_chunking(const Engine& engine, std::string_view text,
                                   const std::string& where) {
  const std::vector<Span> expected = engine.find_all(text);
  Stream stream = engine.open();
  EXPECT_EQ(feed_chunks(stream, text, whole(text.size())), expected) << where;
  EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), expected) << where;
  for (uint32_t seed = 1; seed <= 4; ++seed) {
    EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), seed, 1 + seed * seed * 7)),
              expected)
        << where << " seed " << seed;
  }
}

void expect_same_cut_in_two_everywhere(const Engine& engine, std::string_view text,
                                       const std::string& where) {
  const std::vector<Span> expected = engine.find_all(text);
  Stream stream = engine.open();
  for (size_t cut = 0; cut <= text.size(); ++cut) {
    ASSERT_EQ(fed_in_two(stream, text, cut), expected) << where << " cut at " << cut;
  }
}

// Paragraphs of about a thousand bytes, which end at a line end if there is one.
std::vector<std::string_view> paragraphs(std::string_view text) {
  constexpr size_t kSize = 1000;
  std::vector<std::string_view> found;
  while (!text.empty()) {
    size_t end = text.find('\n', std::min(kSize, text.size()));
    end = end > 2 * kSize ? std::min(2 * kSize, text.size()) : end + 1;
    found.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return found;
}

TEST(Stream, LinksOfTheCorpusAreTheSameForAnyChunks) {
  for (const Profile profile : kAllProfiles) {
    const Engine engine = Engine::create(options_for(profile)).value();
    for (const Case& one : corpus()) {
      expect_same_in_every_chunking(engine, one.text, place(one));
      Stream stream = engine.open();
      const std::vector<Span> expected = engine.find_all(one.text);
      for (const Chunking& chunking : every_split_in_two(one.text.size())) {
        ASSERT_EQ(feed_chunks(stream, one.text, chunking), expected) << place(one);
      }
    }
  }
}

TEST(Stream, LinksOfRealTextAreTheSameForAnyChunks) {
  LINKSPAN_SKIP_WITHOUT_DATA("text");
  const char* const requested = std::getenv("LINKSPAN_EXHAUSTIVE");
  const size_t exhaustive = requested == nullptr ? 0 : std::strtoul(requested, nullptr, 10);
  for (const Profile profile : {Profile::prose, Profile::uts58}) {
    const Engine engine = Engine::create(options_for(profile)).value();
    for (const auto& file : files_below(data_dir() / "text", 300 << 10)) {
      const std::string text = read_file(file);
      expect_same_in_every_chunking(engine, text, file);
      if (text.size() <= exhaustive) {
        expect_same_cut_in_two_everywhere(engine, text, file);
        continue;
      }
      std::mt19937 random(7);
      const std::vector<Span> expected = engine.find_all(text);
      Stream stream = engine.open();
      for (int i = 0; i < kCutsOfAFile; ++i) {
        const size_t cut = random() % (text.size() + 1);
        ASSERT_EQ(fed_in_two(stream, text, cut), expected) << file << " cut at " << cut;
      }
      if (text.size() > kLongestInEveryCut[static_cast<size_t>(profile)]) continue;
      for (const std::string_view paragraph : paragraphs(text)) {
        expect_same_cut_in_two_everywhere(engine, paragraph, file);
      }
    }
  }
}

// What a rule reads after a host may be in the next chunk. All short sequences of what matters
// there.
TEST(Stream, LinksDoNotDependOnChunksAfterAHost) {
  constexpr std::string_view kPieces[] = {".",  ":", "[", "<", "{", "$",  "#", "@",     "/",
                                          "\\", "-", "…", "a", "8", "\"", "(", "&#58;", "\x1B[m"};
  constexpr std::string_view kHosts[] = {"https://e.example.org", "www.example.org",
                                         "dav://machine", "a@example.org", "example.org"};
  constexpr size_t kLongest = kSanitized ? 2 : 3;
  size_t sequences = std::size(kHosts);
  for (size_t i = 0; i < kLongest; ++i) sequences *= std::size(kPieces) + 1;
  for (const Profile profile : kAllProfiles) {
    const Engine engine = Engine::create(options_for(profile)).value();
    Stream stream = engine.open();
    for (size_t sequence = 0; sequence < sequences; ++sequence) {
      const std::string_view host = kHosts[sequence % std::size(kHosts)];
      std::string begin(host);
      for (size_t rest = sequence / std::size(kHosts); rest > 0; rest /= std::size(kPieces) + 1) {
        const size_t piece = rest % (std::size(kPieces) + 1);
        if (piece > 0) begin += kPieces[piece - 1];
      }
      for (const std::string_view end : {"", "b/ c", "p.co c"}) {
        const std::string text = begin + std::string(end);
        const std::vector<Span> expected = engine.find_all(text);
        ASSERT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), expected)
            << to_string(profile) << ": " << text;
        for (size_t cut = host.size(); cut < text.size(); ++cut) {
          ASSERT_EQ(fed_in_two(stream, text, cut), expected)
              << to_string(profile) << ": " << text << " cut at " << cut;
        }
      }
    }
  }
}

TEST(Stream, SpansNeverBeginInReleasedText) {
  std::string text;
  for (const Case& one : corpus()) text += one.text + "\n";
  const Engine engine = Engine::create({}).value();
  Stream stream = engine.open();
  uint64_t released = 0;
  for (size_t at = 0; at < text.size(); at += 7) {
    stream.feed(std::string_view(text).substr(at, 7),
                [&](const Span& span) { EXPECT_GE(span.range.begin, released); });
    EXPECT_GE(stream.retain_from(), released);
    EXPECT_LE(stream.retain_from(), at + 7);
    released = stream.retain_from();
  }
}

TEST(Stream, CanBeReusedAfterFinish) {
  const Engine engine = Engine::create({}).value();
  Stream stream = engine.open();
  const std::string_view text = "see https://example.org/a";
  for (int times = 0; times < 3; ++times) {
    EXPECT_EQ(feed_chunks(stream, text, whole(text.size())), engine.find_all(text));
  }
}

TEST(Stream, AcceptsEmptyTextAndEmptyChunks) {
  const Engine engine = Engine::create({}).value();
  Stream stream = engine.open();
  EXPECT_TRUE(feed_chunks(stream, "", {}).empty());
  EXPECT_TRUE(feed_chunks(stream, "", {0, 0}).empty());
  EXPECT_EQ(feed_chunks(stream, "a.com", {0, 2, 0, 3, 0}).size(), 1u);
}

// A link is truncated at the limit and reported once, and no link is found in the rest of it.
TEST(Stream, ALinkBeyondTheLimitIsTruncatedAndReportedOnce) {
  Options options = options_for(Profile::uts58);
  options.max_link_bytes = 256;
  const Engine engine = Engine::create(options).value();
  for (const std::string_view filling : {"a", "a.com/", "b@c.com,", "é", "()", "。a"}) {
    std::string text = "https://example.org/";
    while (text.size() < 200000) text += filling;
    text += " https://example.org/next";
    const std::vector<Span> expected = engine.find_all(text);
    Stream stream = engine.open();
    EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), 3, 999)), expected);
    ASSERT_EQ(expected.size(), 2u) << filling;
    EXPECT_EQ(expected[0].ended_by, EndedBy::limit) << filling;
    EXPECT_LE(expected[0].range.size(), 256u);
    EXPECT_EQ(expected[1].range.begin, text.size() - 24);
    EXPECT_EQ(stream.links_cut(), 1u);
  }
}

// Runs of one kind that are longer than the window of a Stream. The Stream must neither keep them
// nor need them again, also if a link beyond the limit or a letter is next to them.
TEST(Stream, LinksAfterLongRunsAreTheSameForAnyChunks) {
  const std::string long_link = "https://a.example/" + std::string(300, 'x');
  for (const Profile profile : kAllProfiles) {
    Options options = options_for(profile);
    options.max_link_bytes = 256;
    const Engine engine = Engine::create(options).value();
    for (const std::string_view unit :
         {".",  "a.", "a@",       "@",        ":",     "http://", "http://a@", "<http://a ", "_",
          "-",  "é",  "。",       "(",        "tel:1", "tel:,",   "mailto:",   "a@b.",       "x://",
          "a-", "を", "file:///", "http://[", "\xC3",  "www.",    "\"",        "a.com-",     "#"}) {
      for (const std::string_view before :
           {"", "a.com", "a.com/", "http://a", "b@a.com", "file:///", long_link.c_str()}) {
        std::string text(before);
        while (text.size() < 20000) text += unit;
        text += "й https://example.org/next";
        const std::vector<Span> expected = engine.find_all(text);
        Stream stream = engine.open();
        EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), 5, 90)), expected)
            << to_string(profile) << " " << before << unit;
        EXPECT_EQ(feed_chunks(stream, text, one_byte_at_a_time(text.size())), expected)
            << to_string(profile) << " " << before << unit;
      }
    }
  }
}

// Pieces with a meaning to the scanner, some repeated hundreds of times: runs that are not kept
// whole, punctuation that rules scan backwards, links beyond the limit.
std::string random_text_of_pieces(uint32_t seed) {
  static constexpr std::string_view kPieces[] = {
      "https://a.example/",
      "http://",
      "www.",
      "example.com",
      "kunde.name",
      ".id ",
      "a@b.com",
      "mailto:",
      "mailto:~",
      "?q=",
      "<http://",
      "<URL:",
      ">",
      "\n",
      "\r",
      " ",
      "!",
      "を見て",
      "看看",
      "。",
      ".",
      "..",
      ".-",
      "—",
      "_",
      "*",
      "(",
      ")",
      "（",
      "）",
      "[",
      "]",
      "%20",
      "%E3",
      "&gt;",
      ",",
      ";",
      ":",
      "'",
      "’",
      "\"",
      "צה\"ל",
      "ж",
      "кафе.рф",
      "Ждём",
      "۱",
      "🎉",
      "→",
      "é",
      "-",
      "--",
      "://",
      "/",
      "?",
      "#",
      "=",
      "+",
      "Message-ID: <",
      "tel:+49",
      "\\n",
      "@",
      "ab12",
      "com",
      "A",
      "~",
      "`",
      "$",
      "例え.jp",
      "と",
      "，",
      "بـ",
      "foo.io ",
      "foo.idx",
      "안녕.한국 ",
      "רגע.ישראל ",
      ".זהו",
      "1.안녕",
      "_12.www.",
      ":80",
      "\\.",
      "no idea",
      " === ",
      "1.www.",
      "J·",
      "€7",
      "/wiki/",
      "(英語)",
      "!!!",
      "😂",
      "❤️",
      "//@",
      "#新",
      "?还",
      "．com",
      "+46701234567",
      "\u00AD",
      "<mailto:a@",
      "==",
      "thunder://QUFodHRw",
      "FROM ",
      "const a = ",
      ";",
      "import ",
      "vim ",
      ", b.docx",
      "...wow",
      " est ",
      "fini.la ",
      "20 cl.de ",
      "сайт „",
      "twitterは@",
      "ๆ",
      "!+46701234567@",
      "#+4670123456",
      "sip:a@b.cc,x",
      "for...in",
      "!!its ",
      "?!",
      "olx.uzdan",
      "fi.fistä",
      "cid:",
      "msgid=<",
      ".com.tr/a'a ",
      "👈8.30",
      "?a=b|c&d=",
      "x.RWTH-Aachen.DE",
      "~ ",
      "2.0版本的",
      ".0以",
      "2.0.1版",
      "\"https://a.b/c格式\"",
      "格式\"",
      ".com-Web-Dienste",
      "-a-b",
      "b.co:/home",
      " //www.",
      "\\>",
      "tt.mm.ss",
      "$(a.day)",
      "?.id",
      "a.page.*",
      "`A.day`",
      "](a.docs/b.md)",
      "a.target/b.target ",
      "\na.today = b",
      "1.打",
      "{% x ",
      "NB.SI ",
      "a.pl --b",
      "步骤2.进入www.",
      "了.进a",
      "/b.fr",
      "a.fr/",
      "/www.",
      "a@b.co",
      "Il-www.",
      "a.io/電話:",
      "(1.2MB)",
      "(12345678901234MB)",
      ".zip(",
      "b.comnya",
      "table 'a.group'",
      "x.y(a.id)",
      "biết.ai ",
      "👉🏻www.",
      ".ru?стоит оно",
      ":DD ",
      ".es(o era otra",
      ".gov.trden",
      " a.pl file ",
      "a.pl/b.pl",
      "/c.com.ng/d.com ",
      "a.pt+b.pt",
      "www.a.de+b-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-0123456789-"
      "01234.de",
      ".ba?meni ne",
      ".fr:22€",
      "„rotate.pl“ „b.sh“",
      ";https://a.io/b;c=d;e",
      "$t('a.support')",
      "/a-4471/👈",
      "\n\t* a.in (b",
      "x.token.id ",
      "open(\"b.pl\"",
      "日本語日本語",
      "zone a.co/IN:",
      "a.dev.: ",
      "[root@a.co ~0123456789012345678901234567890123456789012345678901234567890",
      "…_",
      " _Ver más ",
      "__",
      "https://a.io/b_",
      "רגע.ישראל ",
      "2:1.זהו ",
      "ת.ד. ",
      "உதாரணம்.சிங்கப்பூர்"};
  std::mt19937 random(seed);
  std::string text;
  for (auto pieces = 3 + random() % 40; pieces > 0; --pieces) {
    const std::string_view piece = kPieces[random() % std::size(kPieces)];
    auto times = random() % 16 == 0 ? 2 + random() % 900 : 1;
    for (; times > 0 && text.size() < 6000; --times) text += piece;
  }
  return text;
}

// Any chunks, and the slow path. They differ from the whole text in the ends of the window.
TEST(Stream, LinksOfRandomTextAreTheSameForAnyChunks) {
  constexpr uint32_t kTexts = kSanitized ? 6'000 : 60'000;
  for (const Profile profile : kAllProfiles) {
    for (const uint32_t limit : {256u, 300u, 64u << 10}) {
      Options options = options_for(profile);
      options.max_link_bytes = limit;
      const Engine engine = Engine::create(options).value();
      Stream stream = engine.open();
      for (uint32_t seed = limit; seed < limit + kTexts / 12; ++seed) {
        const std::string text = random_text_of_pieces(seed);
        const std::vector<Span> expected = engine.find_all(text);
        EXPECT_EQ(feed_chunks(stream, text, random_chunks(text.size(), seed, 1 + seed % 1500)),
                  expected)
            << to_string(profile) << " seed " << seed;
        if (text.size() < 500) {
          EXPECT_EQ(scan_slow_path(options, text), expected) << to_string(profile) << " " << seed;
        }
        for (const Span& span : expected) {
          EXPECT_LE(span.range.size(), limit) << seed;
        }
      }
    }
  }
}

TEST(Stream, ALinkOfExactlyTheLimitIsNotTruncated) {
  Options options;
  options.max_link_bytes = 256;
  const Engine engine = Engine::create(options).value();
  std::string link = "https://example.org/";
  link.resize(256, 'a');
  const std::vector<Span> spans = engine.find_all(link + " and");
  ASSERT_EQ(spans.size(), 1u);
  EXPECT_EQ(spans[0].range.size(), 256u);
  EXPECT_EQ(spans[0].ended_by, EndedBy::hard);
}

// An incomplete percent-encoding or character after it does not make the link longer.
TEST(Stream, ALinkOfExactlyTheLimitMayPrecedeAnIncompleteSequence) {
  Options options;
  options.profile = Profile::strict;
  options.max_link_bytes = 256;
  const Engine engine = Engine::create(options).value();
  std::string link = "https://example.org/";
  link.resize(256, 'a');
  for (const std::string_view after : {"%", "%4", "% x", "%4x", "\xE4", "\xE4\xBB", "\xE4\xBB."}) {
    const std::vector<Span> spans = engine.find_all(link + std::string(after));
    ASSERT_EQ(spans.size(), 1u);
    EXPECT_EQ(spans[0].range.size(), 256u);
    EXPECT_NE(spans[0].ended_by, EndedBy::limit) << after;
  }
  for (const std::string_view after : {"%41", "任"}) {
    EXPECT_EQ(engine.find_all(link + std::string(after))[0].ended_by, EndedBy::limit) << after;
  }
}

// The fixed part of a Stream's memory; the rest is one window that open() allocates.
TEST(Stream, TheFixedStateHasAtMost5Kibibytes) { EXPECT_LE(sizeof(scan::Scanner), 5u * 1024); }

}  // namespace stream_test
}  // namespace linkspan::test

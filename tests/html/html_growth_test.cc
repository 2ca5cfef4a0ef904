// SPDX-License-Identifier: Apache-2.0
// Promise: a page of any content is read in a number of steps, and in memory, that grow with its
// size and no faster, and what its destinations repeat is bounded. Steps and bytes are counted, not
// seconds. tools/bench/growth searches for more such pages.

#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "base/steps.h"
#include "html/page.h"
#include "tests/support/allocations.h"

namespace linkspan::test {
namespace html_growth_test {

struct GrowingPage {
  std::string before, middle, unit;
};

// `%` in `before` is as many letters as fill a half of the page; in a unit, a number.
std::string page_of(const GrowingPage& page, size_t size) {
  std::string text = page.before;
  if (const size_t at = text.find('%'); at != text.npos) {
    text.replace(at, 1, std::string(size / 2, 'a'));
  }
  unsigned number = 0;
  const auto fill = [&](const std::string& unit, size_t until) {
    const size_t at = unit.find('%');
    while (text.size() < until && !unit.empty()) {
      text += at == unit.npos ? unit : std::string(unit).replace(at, 1, std::to_string(number++));
    }
  };
  fill(page.middle, size / 2);
  fill(page.unit, size);
  return text;
}

std::vector<GrowingPage> growing_pages() {
  return {
      {"<base href='http://x.example/%/'>", "", "<a href=a>x"},
      {"<base href='http://x.example/%/'>", "", "<a href=/>x"},
      {"<base href='http://x.example/%/'>", "", "<a href=../b>x"},
      {"<base href='http://x.example/%/b?c'>", "", "<a href=?x>x"},
      {"<base href='http://x.example/", "a/", "'><a href=../../b>x<b c='"},
      {"x<pre>y", "", "<p>\n"},
      {"x<textarea>y", "", "\n"},
      {"", "", "<x%>"},
      {"", "", "<x%></x%>"},
      {"", "<object>", "</object></object><b><b></b></b>"},
      {"", "<template>", "<b></b>"},
      {"", "<table><td>", "<b></b>"},
      {"", "<marquee><b>", "</marquee></b>"},
      {"<table>", "", std::string("a\0", 2)},
      {"<table>", "", "a&lt"},
      {"", "", std::string("a\0", 2)},
      {"", "", "<p>"},
      {"", "", "</p>"},
      {"<table>", "", "<td><col>"},
      {"", "", "<a href>"},
      {"", "", "<a href=tel:1>x"},
      {"<a href=http://e.example/>", "", "x<br>"},
      {"<b ", "", "a "},
      {"<svg>", "<g>", "</g>"},
      {"<p>", "<font size=%>", "<p>x"},
  };
}

struct PageCosts {
  double steps = 0, bytes = 0;  // for each byte of the source
};

PageCosts costs_of(const std::string& source) {
  const auto size = static_cast<double>(source.size());
  base::steps_counted = 0;
  const size_t before = (take_most_bytes(), take_most_bytes());
  { const html::Page page = html::read_page(source); }
  const size_t most = take_most_bytes();
  return {static_cast<double>(base::steps_counted) / size,
          static_cast<double>(most - before) / size};
}

#ifdef LINKSPAN_SANITIZED
constexpr size_t kGrowthSizes[] = {16 << 10, 64 << 10};
#else
constexpr size_t kGrowthSizes[] = {16 << 10, 64 << 10, 256 << 10};
#endif

TEST(HtmlGrowth, StepsAreLinear) {
  for (const GrowingPage& page : growing_pages()) {
    double before = 1e9;
    for (const size_t size : kGrowthSizes) {
      const double steps = costs_of(page_of(page, size)).steps;
      EXPECT_LE(steps, before * 1.2 + 4) << page.before + page.middle + page.unit << size;
      EXPECT_LT(steps, 2000) << page.before + page.middle + page.unit << size;
      before = steps;
    }
  }
}

// Without this test, a counter that does not count would pass the test above.
TEST(HtmlGrowth, StepsAreCounted) { EXPECT_GE(costs_of(std::string(1000, 'a')).steps, 0.9); }

TEST(HtmlGrowth, MemoryIsBounded) {
  constexpr double kMostBytes = 50;  // as in page.h
  for (const GrowingPage& page : growing_pages()) {
    const double bytes = costs_of(page_of(page, 256 << 10)).bytes;
    EXPECT_LT(bytes, kMostBytes) << page.before + page.middle + page.unit;
  }
}

// Names of 16 bytes with one std::hash, as libstdc++ computes it on 64-bit machines: from the first
// eight bytes follow the others.
std::vector<std::string> names_with_one_hash(size_t count) {
  constexpr uint64_t kMultiplier = 0xc6a4a7935bd1e995;
  constexpr uint64_t kStart = 0xc70f6907 ^ (16 * kMultiplier);
  constexpr uint64_t kWanted = 0x123456789abcdef;
  uint64_t inverse = kMultiplier;
  for (int i = 0; i < 6; ++i) inverse *= 2 - kMultiplier * inverse;
  const auto mixed = [](uint64_t value) { return value ^ (value >> 47); };
  const auto is_name = [](uint64_t bytes) {
    for (int k = 0; k < 8; ++k, bytes >>= 8) {
      const auto c = static_cast<char>(bytes & 0xFF);
      const bool ends_name = std::string_view("/>=\"'<&").find(c) != std::string_view::npos;
      if (c <= ' ' || c >= 0x7F || ends_name || (c >= 'A' && c <= 'Z')) return false;
    }
    return true;
  };
  std::vector<std::string> names;
  for (uint64_t i = 0; names.size() < count; ++i) {
    uint64_t first = 0;
    for (uint64_t k = 0, rest = i; k < 8; ++k, rest /= 26) first |= ('a' + rest % 26) << (8 * k);
    const uint64_t after_first = (kStart ^ mixed(first * kMultiplier) * kMultiplier) * kMultiplier;
    const uint64_t second = mixed((kWanted ^ after_first) * inverse) * inverse;
    if (!is_name(second)) continue;
    std::string name(16, '\0');
    std::memcpy(name.data(), &first, 8);
    std::memcpy(name.data() + 8, &second, 8);
    names.push_back(name);
  }
  return names;
}

TEST(HtmlGrowth, NamesWithOneHashTakeNoMoreSteps) {
  std::string same, other;
  size_t number = 1'000'000'000'000'000;
  const std::vector<std::string> names = names_with_one_hash(128);
  const std::hash<std::string> hash;
  if (hash(names.front()) != hash(names.back())) GTEST_SKIP() << "std::hash is another one";
  for (const std::string& name : names) {
    const std::string ordinary = "a" + std::to_string(number++).substr(1);
    same += '<' + name + "></" + name + '>';
    other += '<' + ordinary + "></" + ordinary + '>';
  }
  // The table has a random key: of 300 runs, one had 3.6 times as many. Names that all collide, 54.
  EXPECT_LT(costs_of(same).steps, costs_of(other).steps * 10);
}

TEST(HtmlGrowth, DestinationsOfRelativeLinksAreBounded) {
  for (const char* const href : {"a", "?a", "../a", "//h/a", "http:b"}) {
    const std::string unit = "<a href=" + std::string(href) + ">x";
    const std::string source = page_of({"<base href='http://x.example/%/'>", "", unit}, 64 << 10);
    const html::Page page = html::read_page(source);
    size_t total = 0, resolved = 0;
    for (const html::Anchor& anchor : page.anchors) {
      total += anchor.href.size();
      resolved += anchor.href.empty() ? 0 : 1;
    }
    EXPECT_LE(total, html::max_relative_text(source.size())) << href;
    EXPECT_EQ(resolved + page.anchors_left_out, page.anchors.size()) << href;
    if (std::string_view(href).find('/') != std::string_view::npos) continue;  // short ones
    EXPECT_GT(page.anchors_left_out, 0u) << href;
    EXPECT_EQ(page.first_left_out, page.anchors[resolved].tag) << href;
  }
}

// The bound is far from what pages have.
TEST(HtmlGrowth, AnOrdinaryBaseLeavesNothingOut) {
  std::string source = "<base href='https://www.example.org/documentation/manuals/reference/'>";
  for (int i = 0; i < 5000; ++i) source += "<li><a href=p" + std::to_string(i) + ">x</a>";
  const html::Page page = html::read_page(source);
  EXPECT_EQ(page.anchors_left_out, 0u);
  EXPECT_EQ(page.anchors.back().href,
            "https://www.example.org/documentation/manuals/reference/p4999");
}

// Absolute links need no room.
TEST(HtmlGrowth, AbsoluteLinksAreNeverLeftOut) {
  const html::Page page = html::read_page(page_of(
      {"<base href='http://x.example/%/'>", "", "<a href=a>x</a><a href=https://e.example/>"},
      64 << 10));
  EXPECT_GT(page.anchors_left_out, 0u);
  EXPECT_EQ(page.anchors.back().href, "https://e.example/");
}

}  // namespace html_growth_test
}  // namespace linkspan::test

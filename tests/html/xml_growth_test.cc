// SPDX-License-Identifier: Apache-2.0
// Promise: an XML document of any content is read in a number of steps, and in memory, that grow
// with its size and no faster. Steps and bytes are counted, not seconds.

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "base/steps.h"
#include "tests/support/allocations.h"
#include "xml/reader.h"

namespace linkspan::test {
namespace xml_growth_test {

struct GrowingXml {
  std::string before, unit;
};

std::vector<GrowingXml> growing_documents() {
  return {{"", "<a>"},
          {"", "</a>"},
          {"<a>", "x</b>"},
          {"", "<a b='"},
          {"", "<a b=\"x c='y "},
          {"<a ", "b='x' "},
          {"<a b='", "x"},
          {"<", "a"},
          {"", "<![CDATA["},
          {"<a><![CDATA[", "x<b>"},
          {"", "]]>"},
          {"", "<!--"},
          {"<!--", "-"},
          {"", "<!DOCTYPE ["},
          {"<!DOCTYPE [", "'x'>"},
          {"", "<?x "},
          {"", "&"},
          {"", "&#0"},
          {"&#", "0"},
          {"", "&amp;"},
          {"", "<"},
          {"<a>", "&lt;"},
          {"<a>", "&lt;b"},
          {"<a>", "&lt;b>"},
          {"", "<d>&lt;p>"},
          {"<d>&lt;p>", "&lt;b>x"},
          {"<p>", "x\n"},
          {"", "<p>x"},
          {"<p>", "<b>x</b>"},
          {"", "<a href='http://e.example/'>x"},
          {"<a href='http://e.example/'>", "<b>x</b>\n"},
          {"<p><a href='http://e.example/'>", "x<br/>"},
          {"<a xml:base='http://e.example/'>", "<b href='x'/>"},
          {"", "<a xml:base='x/'>"},
          {"<a>", "<b v='http://e.example/'/>"}};
}

std::string document_of(const GrowingXml& growing, size_t size) {
  std::string text = growing.before;
  while (text.size() < size) text += growing.unit;
  return text;
}

struct Costs {
  double steps = 0;  // for each byte of the source
  size_t bytes = 0;  // the most at once, without the source
};

// Reads it as a Pipeline does, block by block.
Costs costs_of(std::string_view source) {
  constexpr size_t kBlock = 64 * 1024;
  const auto size = static_cast<double>(source.size());
  base::steps_counted = 0;
  const size_t before = (take_most_bytes(), take_most_bytes());
  xml::Reader reader;
  reader.begin(nullptr);
  std::string rest;
  const auto read = [&](xml::Extent extent) {
    html::Page page;
    const size_t part = reader.read(rest, extent, page);
    rest.erase(0, part);
    return part > 0;
  };
  while (!source.empty()) {
    rest += source.substr(0, kBlock);
    source.remove_prefix(std::min(kBlock, source.size()));
    while (reader.is_enough(rest.size()) && read(xml::Extent::cut)) {
    }
  }
  while (!rest.empty() && read(xml::Extent::whole)) {
  }
  return {static_cast<double>(base::steps_counted) / size, take_most_bytes() - before};
}

// A part that does not end is read again when there is twice as much of it.
TEST(XmlGrowth, StepsAreLinear) {
  for (const GrowingXml& growing : growing_documents()) {
    const double least = costs_of(document_of(growing, 64 << 10)).steps;
    EXPECT_LT(least, 200) << growing.before + growing.unit;
    for (const size_t size : {size_t{256} << 10, size_t{1} << 20}) {
      const double steps = costs_of(document_of(growing, size)).steps;
      EXPECT_LE(steps, least * 4 + 4) << growing.before + growing.unit << size;
    }
  }
}

TEST(XmlGrowth, MemoryIsThatOfAPart) {
  for (const char* const unit :
       {"<url><loc>https://e.example/</loc></url>", "<w:p><w:t>x</w:t></w:p>\n", "<e a='b'/>",
        "<d>&lt;p>x</d>", "<a>", "<link href='https://e.example/'/>", "</a>"}) {
    const std::string text = document_of({"<r>", unit}, 4 << 20);
    EXPECT_LT(costs_of(text).bytes, size_t{5} << 20) << unit;
  }
}

// Without this test, a counter that does not count would pass the test above.
TEST(XmlGrowth, StepsAreCounted) {
  EXPECT_GE(costs_of("<a>" + std::string(1000, 'a') + "</a>").steps, 0.9);
}

}  // namespace xml_growth_test
}  // namespace linkspan::test

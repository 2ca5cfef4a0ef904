// SPDX-License-Identifier: Apache-2.0
// Promise: the links of a malformed HTML document are those that a browser finds: the same
// elements, with the same attribute, text and destination. The links of the browser are in
// tests/data/malformed_html/expected.jsonl. tests/browser_oracle.py writes this file with Chromium,
// and compares it again where Chromium is installed.

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <vector>

#include "base/references.h"
#include "html/page.h"

namespace linkspan::test {
namespace html_browser_test {

using Json = nlohmann::json;

std::filesystem::path folder() {
  return std::filesystem::path(LINKSPAN_SOURCE_DIR) / "tests/data/malformed_html";
}

std::string read(const std::filesystem::path& file) {
  std::ostringstream bytes;
  bytes << std::ifstream(file, std::ios::binary).rdbuf();
  return bytes.str();
}

struct Seen {
  std::string href, url, text;
  bool operator==(const Seen&) const = default;
};

std::ostream& operator<<(std::ostream& out, const Seen& seen) {
  return out << seen.href << " → " << seen.url << " \"" << seen.text << '"';
}

std::string without_white_space(std::string text) {
  for (const std::string_view gone : {" ", "\n", "\t", "\u00A0", "\uFFFD"}) {
    for (size_t at = text.find(gone); at != text.npos; at = text.find(gone, at)) {
      text.erase(at, gone.size());
    }
  }
  return text;
}

std::vector<Seen> found_in(std::string_view source) {
  const html::Page page = html::read_page(source);
  std::vector<Seen> found;
  for (const html::Anchor& anchor : page.anchors) {
    const html::SourceRange value = anchor.attribute;
    Seen seen{base::attribute_value(source.substr(value.begin, value.end - value.begin)),
              anchor.href,
              {}};
    for (const html::TextRange& range : anchor.text) {
      seen.text += page.text.substr(range.begin, range.end - range.begin);
    }
    seen.text = without_white_space(seen.text);
    found.push_back(std::move(seen));
  }
  return found;
}

std::vector<Seen> expected_of(const Json& anchors) {
  std::vector<Seen> expected;
  for (const Json& anchor : anchors) {
    const Json& url = anchor.at("url");
    expected.push_back(
        {anchor.at("href"), url.is_null() ? "" : url.get<std::string>(), anchor.at("text")});
  }
  return expected;
}

// Browsers percent-encode non-ASCII characters, but not a backslash in a query.
std::string percent_encoded(std::string_view iri) {
  std::string out;
  char hex[4];
  for (const char c : iri) {
    std::snprintf(hex, sizeof(hex), "%%%02X", static_cast<unsigned>(static_cast<uint8_t>(c)));
    const bool is_plain = static_cast<uint8_t>(c) < 0x80 && c != '\\';
    out += is_plain ? std::string(1, c) : std::string(hex);
  }
  return out;
}

TEST(HtmlBrowser, FindsTheSameLinksInMalformedDocuments) {
  std::ifstream expected(folder() / "expected.jsonl");
  size_t cases = 0;
  for (std::string line; std::getline(expected, line); ++cases) {
    const Json record = Json::parse(line);
    const std::string name = record.at("case");
    std::vector<Seen> found = found_in(read(folder() / name));
    for (Seen& seen : found) seen.url = percent_encoded(seen.url);
    std::vector<Seen> wanted = expected_of(record.at("anchors"));
    for (Seen& seen : wanted) seen.url = percent_encoded(seen.url);
    // Our links are in the order of the source, those of the browser in the order of its tree.
    const auto by_href = [](const Seen& a, const Seen& b) { return a.href < b.href; };
    std::stable_sort(found.begin(), found.end(), by_href);
    std::stable_sort(wanted.begin(), wanted.end(), by_href);
    EXPECT_EQ(found, wanted) << name;
  }
  EXPECT_GE(cases, 50u);
}

}  // namespace html_browser_test
}  // namespace linkspan::test

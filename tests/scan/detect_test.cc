// SPDX-License-Identifier: Apache-2.0
// Promise: where profile prose finds other links than the tests of another linkifier expect, the
// difference is intended, and the reason is recorded.
//
// The fixtures of linkify-it, twitter-text, cmark-gfm and md4c are read as lines of text with
// expected links; Markdown is read as plain text, with its markup. Their rules differ from ours and
// from each other, so each fixture is correct only by its own rules.
// tests/data/detect_differences.tsv lists every line where the spans differ, with the policy that
// causes the difference. It has the suite, number and hash of a line, never its text:
//
//   linkify-it/links  20  93903b8e  8-27,37-59  first-only
//
// means that prose links bytes 8 to 27 and 37 to 59 of line 20, by policy first-only. Such a row
// fails if the line has changed (the hash covers its text and expected links), if prose no longer
// differs there, and if it differs in another way.
//
// Explicit links are less debatable, so 95 of 100 lines about them must agree, without the lines of
// policies marked `(given)`, which follow from the purpose of linkspan. A line is explicit if its
// text has `://` or `mailto:` in any case, or an `@` with a letter, a digit or a non-ASCII
// character on either side. `text http://wiki` is explicit,
// `www.example.com` is not.

#include <gtest/gtest.h>

#include <algorithm>
#include <cctype>
#include <cstdint>
#include <iomanip>
#include <iostream>
#include <iterator>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "tests/support/scan.h"

namespace linkspan::test {
namespace detect_test {

// --- one line of a fixture

struct Line {
  std::string suite;
  size_t number = 0;  // counts from 1
  std::string text;
  std::vector<Range> links;  // the expected links of the other project
};

// The ranges of these links, in order, in the text. Throws std::runtime_error if one is not found.
std::vector<Range> locate(std::string_view text, const std::vector<std::string>& links) {
  std::vector<Range> found;
  size_t from = 0;
  for (const std::string& link : links) {
    const size_t at = text.find(link, from);
    if (at == std::string_view::npos) {
      throw std::runtime_error("expected link " + link + " is not in: " + std::string(text));
    }
    from = at + link.size();
    found.push_back({at, from});
  }
  return found;
}

std::vector<std::string> lines_of(const std::string& contents) {
  std::vector<std::string> lines;
  std::istringstream in(contents);
  for (std::string line; std::getline(in, line);) {
    if (line.ends_with('\r')) line.pop_back();
    lines.push_back(line);
  }
  return lines;
}

// --- linkify-it: a line of text; right below it the expected link, if that is not the whole line

bool is_blank_or_comment(std::string_view line) {
  return line.starts_with('%') || line.find_first_not_of(' ') == std::string_view::npos;
}

std::vector<Line> read_linkify_links(const std::string& contents, const std::string& suite) {
  const std::vector<std::string> lines = lines_of(contents);
  std::vector<Line> read;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (is_blank_or_comment(lines[i])) continue;
    const bool pair = i + 1 < lines.size() && !is_blank_or_comment(lines[i + 1]);
    read.push_back({suite, i + 1, lines[i], locate(lines[i], {lines[pair ? i + 1 : i]})});
    if (pair) ++i;
  }
  return read;
}

std::vector<Line> read_linkify_not_links(const std::string& contents, const std::string& suite) {
  const std::vector<std::string> lines = lines_of(contents);
  std::vector<Line> read;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (!is_blank_or_comment(lines[i])) read.push_back({suite, i + 1, lines[i], {}});
  }
  return read;
}

// --- HTML with links: the expected output of cmark-gfm, md4c and twitter-text's autolink.yml

constexpr std::pair<std::string_view, char> kEntities[] = {
    {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};

std::string unescape_html(std::string_view html) {
  std::string text;
  while (!html.empty()) {
    const auto* const entity =
        std::find_if(std::begin(kEntities), std::end(kEntities),
                     [html](const auto& one) { return html.starts_with(one.first); });
    const bool found = entity != std::end(kEntities);
    text += found ? entity->second : html[0];
    html.remove_prefix(found ? entity->first.size() : 1);
  }
  return text;
}

// The texts of the links; the text of an autolink is its source. Links to a user or a hashtag,
// which twitter-text marks by their class, are left out.
std::vector<std::string> texts_of_links(std::string_view html) {
  std::vector<std::string> texts;
  for (size_t at = html.find("<a "); at != std::string_view::npos; at = html.find("<a ", at)) {
    const size_t begin = html.find('>', at) + 1;
    const size_t end = html.find("</a>", begin);
    if (begin == 0 || end == std::string_view::npos) throw std::runtime_error("open <a>");
    const std::string_view tag = html.substr(at, begin - at);
    if (tag.find("class=\"tweet-url") == std::string_view::npos) {
      texts.push_back(unescape_html(html.substr(begin, end - begin)));
    }
    at = end;
  }
  return texts;
}

// --- Markdown: examples between fences; a line with a dot separates input and output

struct Example {
  size_t number = 0;  // of the first line of the input
  std::vector<std::string> input;
  std::vector<std::string> html;
};

bool is_fence(std::string_view line) { return line.starts_with("````````"); }

// Tags of blocks that no line of the input corresponds to.
bool is_block_tag(std::string_view line) {
  return line.empty() || line == "<ul>" || line == "</ul>";
}

Example read_example(const std::vector<std::string>& lines, size_t& i, size_t indent) {
  const auto here = [&] {
    if (i >= lines.size()) throw std::runtime_error("an example has no end");
    return lines[i].substr(std::min(indent, lines[i].size()));
  };
  Example example{i + 2, {}, {}};
  for (++i; here() != "."; ++i) example.input.push_back(here());
  for (++i; here() != "." && !is_fence(here()); ++i) {
    if (!is_block_tag(here())) example.html.push_back(here());
  }
  while (!is_fence(here())) ++i;  // the options of md4c
  return example;
}

// The examples of one section, or of the whole file if none is named.
std::vector<Example> read_examples(const std::string& contents, const std::string& section) {
  const std::vector<std::string> lines = lines_of(contents);
  std::vector<Example> examples;
  std::string here;
  for (size_t i = 0; i < lines.size(); ++i) {
    if (lines[i].starts_with("## ")) here = lines[i].substr(3);
    const size_t indent = std::min(lines[i].find_first_not_of(' '), lines[i].size());
    if (!is_fence(std::string_view(lines[i]).substr(indent))) continue;
    const Example example = read_example(lines, i, indent);
    if (section.empty() || here == section) examples.push_back(example);
  }
  return examples;
}

// Compares each line of the input that is not empty with its line of the output. An example whose
// output has another number of lines (a test against crashes) is not compared.
std::vector<Line> read_markdown(const std::string& contents, const std::string& suite,
                                const std::string& section) {
  std::vector<Line> read;
  for (const Example& example : read_examples(contents, section)) {
    const auto blank = std::count(example.input.begin(), example.input.end(), "");
    if (example.input.size() - static_cast<size_t>(blank) != example.html.size() ||
        example.html[0] == "<IGNORE>") {
      std::cout << suite << ":" << example.number << ": not lines of text, not compared\n";
      continue;
    }
    auto html = example.html.begin();
    for (size_t i = 0; i < example.input.size(); ++i) {
      if (example.input[i].empty()) continue;
      read.push_back({suite, example.number + i, example.input[i],
                      locate(example.input[i], texts_of_links(*html++))});
    }
  }
  return read;
}

// --- twitter-text: the subset of YAML that its files have

void append_utf8(std::string& text, uint32_t c) {
  if (c < 0x80) {
    text += static_cast<char>(c);
    return;
  }
  const int more = c < 0x800 ? 1 : c < 0x10000 ? 2 : 3;  // bytes after the first
  text += static_cast<char>((0xF0u << (3 - more)) | (c >> (6 * more)));
  for (int i = more - 1; i >= 0; --i) text += static_cast<char>(0x80u | ((c >> (6 * i)) & 0x3Fu));
}

std::string_view take(std::string_view& rest, size_t count) {
  if (rest.size() < count) throw std::runtime_error("a scalar has no end");
  const std::string_view taken = rest.substr(0, count);
  rest.remove_prefix(count);
  return taken;
}

// The escape after a backslash between double quotes.
void append_escaped(std::string& text, std::string_view& rest) {
  const char escape = take(rest, 1)[0];
  switch (escape) {
    case '"':
    case '\\':
      text += escape;
      return;
    case 'n':
      text += '\n';
      return;
    case 'u':
    case 'U': {
      const std::string digits(take(rest, escape == 'u' ? 4 : 8));
      append_utf8(text, static_cast<uint32_t>(std::stoul(digits, nullptr, 16)));
      return;
    }
    default:
      throw std::runtime_error(std::string("unknown escape \\") + escape);
  }
}

// Takes a scalar from the front of `rest`: "with \" \\ \n \u0041 \U00000041", or 'with '' only'.
std::string take_scalar(std::string_view& rest) {
  const char quote = take(rest, 1)[0];
  if (quote != '"' && quote != '\'') throw std::runtime_error("not a quoted scalar");
  std::string text;
  while (true) {
    const char c = take(rest, 1)[0];
    if (c == quote && quote == '\'' && rest.starts_with(quote)) {
      text += take(rest, 1);  // '' stands for one
    } else if (c == quote) {
      return text;
    } else if (c == '\\' && quote == '"') {
      append_escaped(text, rest);
    } else {
      text += c;
    }
  }
}

// ["one", "two"], or a single scalar, or nothing.
std::vector<std::string> read_scalars(std::string_view rest) {
  std::vector<std::string> scalars;
  while (true) {
    rest.remove_prefix(std::min(rest.find_first_not_of(" [],"), rest.size()));
    if (rest.empty()) return scalars;
    scalars.push_back(take_scalar(rest));
  }
}

// The text after the key, if the line is `key: …` or `- key: …`.
std::optional<std::string_view> value_of(std::string_view line, std::string_view key) {
  line.remove_prefix(std::min(line.find_first_not_of(" -"), line.size()));
  if (!line.starts_with(key) || !line.substr(key.size()).starts_with(':')) return std::nullopt;
  return line.substr(key.size() + 1);
}

struct YamlCase {
  size_t number = 0;  // of the line with the text
  std::string text;
  std::vector<std::string> expected;
};

// The cases of these sections: lists of mappings with `text`, and `expected` as a list of scalars
// or of mappings with `url`.
std::vector<YamlCase> read_yaml(const std::string& contents,
                                const std::set<std::string>& sections) {
  std::vector<YamlCase> cases;
  bool inside = false;
  size_t number = 0;
  for (const std::string& line : lines_of(contents)) {
    ++number;
    if (line.size() > 2 && line.starts_with("  ") && std::isalpha(line[2]) != 0) {
      inside = sections.count(line.substr(2, line.size() - 3)) == 1;
    }
    if (!inside) continue;
    if (const auto text = value_of(line, "text")) {
      cases.push_back({number, read_scalars(*text).at(0), {}});
    } else if (const auto expected = value_of(line, "expected")) {
      cases.back().expected = read_scalars(*expected);
    } else if (const auto url = value_of(line, "url")) {
      cases.back().expected.push_back(read_scalars(*url).at(0));
    }
  }
  return cases;
}

std::vector<Line> read_extract(const std::string& contents, const std::string& suite) {
  std::vector<Line> read;
  for (const YamlCase& one :
       read_yaml(contents, {"urls", "urls_with_indices", "tco_urls_with_params",
                            "urls_with_directional_markers"})) {
    read.push_back({suite, one.number, one.text, locate(one.text, one.expected)});
  }
  return read;
}

std::vector<Line> read_autolink(const std::string& contents, const std::string& suite) {
  std::vector<Line> read;
  for (const YamlCase& one : read_yaml(contents, {"urls", "all"})) {
    read.push_back(
        {suite, one.number, one.text, locate(one.text, texts_of_links(one.expected.at(0)))});
  }
  return read;
}

// --- all fixtures

struct Suite {
  std::string name;
  std::vector<Line> lines;
};

const std::vector<Suite>& suites() {
  static const std::vector<Suite> all = [] {
    const auto file = [](const char* path) { return read_file(data_dir() / "detect" / path); };
    const std::string links = "linkify-it/links", not_links = "linkify-it/not_links",
                      extract = "twitter-text/extract", autolink = "twitter-text/autolink";
    return std::vector<Suite>{
        {links, read_linkify_links(file("linkify-it/links.txt"), links)},
        {not_links, read_linkify_not_links(file("linkify-it/not_links.txt"), not_links)},
        {extract, read_extract(file("twitter-text/extract.yml"), extract)},
        {autolink, read_autolink(file("twitter-text/autolink.yml"), autolink)},
        {"cmark-gfm", read_markdown(file("cmark-gfm/extensions.txt"), "cmark-gfm", "Autolinks")},
        {"md4c", read_markdown(file("md4c/spec-permissive-autolinks.txt"), "md4c", "")}};
  }();
  return all;
}

// --- the table

struct Row {
  std::string suite;
  size_t number = 0;
  std::string hash;
  std::string links;  // the links of prose: "0-11,20-31", or "none"
  std::string policy;
};

struct Table {
  std::map<std::string, std::string> policies;  // by name; the sentence that explains it
  std::set<std::string> given;                  // the policies marked `(given)`
  std::vector<Row> rows;
};

// `#! name: sentence` or `#! name (given): sentence` explains a policy; other lines with `#` are
// comments; the others are rows of suite, line, hash, links, policy and an optional note, separated
// by tabs.
Table parse_table(const std::string& contents) {
  Table table;
  for (const std::string& line : lines_of(contents)) {
    const size_t colon = line.find(": ");
    if (line.starts_with("#! ") && colon != std::string::npos) {
      constexpr std::string_view kGiven = " (given)";
      std::string name = line.substr(3, colon - 3);
      if (name.ends_with(kGiven)) {
        name.resize(name.size() - kGiven.size());
        table.given.insert(name);
      }
      table.policies[name] = line.substr(colon + 2);
    } else if (!line.empty() && line[0] != '#') {
      std::istringstream fields(line);
      Row row;
      if (!(fields >> row.suite >> row.number >> row.hash >> row.links >> row.policy)) {
        throw std::runtime_error("not a row: " + line);
      }
      table.rows.push_back(row);
    }
  }
  return table;
}

const Table& table() {
  static const Table read =
      parse_table(read_file(source_dir() / "tests/data/detect_differences.tsv"));
  return read;
}

// --- comparing

std::vector<Range> prose_links(std::string_view text) { return ranges(scan_whole({}, text)); }

bool agrees(const Line& line) { return prose_links(line.text) == line.links; }

// FNV-1a, 32 bits: enough to detect that a line has changed.
std::string hash_of(const Line& line) {
  uint32_t hash = 2166136261u;
  for (const char c : mark_links(line.text, line.links)) {
    hash = (hash ^ static_cast<unsigned char>(c)) * 16777619u;
  }
  std::ostringstream hex;
  hex << std::hex << std::setw(8) << std::setfill('0') << hash;
  return hex.str();
}

std::string offsets(const std::vector<Range>& links) {
  std::string text;
  for (const Range& link : links) {
    text += (text.empty() ? "" : ",") + std::to_string(link.begin) + "-" + std::to_string(link.end);
  }
  return text.empty() ? "none" : text;
}

// The row for the line, without its policy.
std::string row_of(const Line& line) {
  return line.suite + "\t" + std::to_string(line.number) + "\t" + hash_of(line) + "\t" +
         offsets(prose_links(line.text)) + "\t";
}

std::string row_of(const Row& row) {
  return row.suite + "\t" + std::to_string(row.number) + "\t" + row.hash + "\t" + row.links + "\t";
}

bool is_explicit(std::string_view text) {
  std::string lower(text);
  std::transform(lower.begin(), lower.end(), lower.begin(),
                 [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  if (lower.find("://") != std::string::npos || lower.find("mailto:") != std::string::npos) {
    return true;
  }
  const auto is_word = [](unsigned char c) { return c >= 0x80 || std::isalnum(c) != 0; };
  for (size_t at = lower.find('@'); at != std::string::npos; at = lower.find('@', at + 1)) {
    if (at > 0 && at + 1 < lower.size() && is_word(lower[at - 1]) && is_word(lower[at + 1])) {
      return true;
    }
  }
  return false;
}

struct Count {
  size_t all = 0;
  size_t agree = 0;
  void add(bool agrees) {
    ++all;
    agree += agrees ? 1 : 0;
  }
};

std::ostream& operator<<(std::ostream& out, const Count& count) {
  return out << count.agree << " of " << count.all;
}

struct Agreement {
  Count lines;
  Count explicit_lines;
  Count choices;                           // explicit lines without those of given policies
  Count explicit_links;                    // the expected explicit links, counted one by one
  std::map<std::string, size_t> policies;  // of the explicit lines that differ
};

std::string policy_of(const Line& line) {
  for (const Row& row : table().rows) {
    if (row.suite == line.suite && row.number == line.number) return row.policy;
  }
  return "unexplained";
}

void count(const Line& line, Agreement& agreement) {
  const std::vector<Range> found = prose_links(line.text);
  const bool agrees = found == line.links;
  agreement.lines.add(agrees);
  if (!is_explicit(line.text)) return;
  agreement.explicit_lines.add(agrees);
  const std::string policy = agrees ? "" : policy_of(line);
  if (table().given.count(policy) == 0) agreement.choices.add(agrees);
  if (!agrees) ++agreement.policies[policy];
  for (const Range& link : line.links) {
    if (!is_explicit(std::string_view(line.text).substr(link.begin, link.size()))) continue;
    agreement.explicit_links.add(std::find(found.begin(), found.end(), link) != found.end());
  }
}

// --- the tests

TEST(DetectTable, EveryRowHasAnExplainedPolicy) {
  std::set<std::string> used;
  std::set<std::pair<std::string, size_t>> seen;
  for (const Row& row : table().rows) {
    EXPECT_EQ(table().policies.count(row.policy), 1u) << row_of(row) << row.policy;
    EXPECT_TRUE(seen.insert({row.suite, row.number}).second) << "twice: " << row_of(row);
    used.insert(row.policy);
  }
  for (const auto& [policy, sentence] : table().policies) {
    EXPECT_TRUE(sentence.ends_with('.')) << policy << ": " << sentence;
    EXPECT_TRUE(used.count(policy) == 1 || policy == "open") << policy << " explains nothing";
  }
}

TEST(Detect, EveryDifferenceIsExplained) {
  LINKSPAN_SKIP_WITHOUT_DATA("detect");
  std::map<std::string, std::string> unmet;  // rows without their policies
  for (const Row& row : table().rows) unmet[row_of(row)] = row.policy;
  for (const Suite& suite : suites()) {
    for (const Line& line : suite.lines) {
      if (agrees(line)) continue;
      EXPECT_EQ(unmet.erase(row_of(line)), 1u)
          << "not in the table: " << row_of(line)
          << "\n  expected: " << mark_links(line.text, line.links)
          << "\n  prose:    " << mark_links(line.text, prose_links(line.text));
    }
  }
  for (const auto& [row, policy] : unmet) {
    ADD_FAILURE() << "prose no longer differs in this way: " << row << policy;
  }
}

TEST(Detect, MostLinesWithExplicitLinksAgree) {
  LINKSPAN_SKIP_WITHOUT_DATA("detect");
  Agreement together;
  for (const Suite& suite : suites()) {
    Agreement here;
    for (const Line& line : suite.lines) {
      count(line, here);
      count(line, together);
    }
    EXPECT_GT(here.lines.all, 0u) << suite.name;
    std::cout << suite.name << ": " << here.lines << " lines agree, explicit "
              << here.explicit_lines << "\n";
  }
  std::cout << "all: " << together.lines << " lines agree, explicit " << together.explicit_lines
            << ", of those that leave a choice " << together.choices
            << "; expected explicit links found: " << together.explicit_links
            << "\nexplicit lines that differ:";
  for (const auto& [policy, lines] : together.policies) {
    std::cout << " " << policy << " " << lines;
  }
  const auto open = std::count_if(table().rows.begin(), table().rows.end(),
                                  [](const Row& row) { return row.policy == "open"; });
  std::cout << "\nsuspected bugs of ours, open: " << open << "\n";
  EXPECT_GE(together.choices.agree * 100, together.choices.all * 95) << together.choices;
  // Lower limits, so that every loss is noticed. They include the lines of given policies.
  EXPECT_GE(together.explicit_lines.agree * 100, together.explicit_lines.all * 80)
      << together.explicit_lines;
  EXPECT_GE(together.explicit_links.agree * 100, together.explicit_links.all * 94)
      << together.explicit_links;
}

// --- the readers

TEST(DetectReaders, LinkifyItPairs) {
  const std::string contents = "% about\nat http://h/ now\nhttp://h/\n\nhttp://i/\n";
  const std::vector<Line> read = read_linkify_links(contents, "s");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(mark_links(read[0].text, read[0].links), "at ⸠http://h/⸡ now");
  EXPECT_EQ(mark_links(read[1].text, read[1].links), "⸠http://i/⸡");
  EXPECT_EQ(read[1].number, 5u);
  EXPECT_THROW(read_linkify_links("one\nother\n", "s"), std::runtime_error);
}

TEST(DetectReaders, MarkdownExamples) {
  const std::string fence = "````````````````";
  const std::string contents = "## Here\n" + fence + " example\n* <http://h/?a&b>\n\nno\n.\n" +
                               "<ul>\n<li><a href=\"x\">http://h/?a&amp;b</a></li>\n</ul>\n" +
                               "<p>no</p>\n.\n--option\n" + fence + "\n";
  EXPECT_TRUE(read_markdown(contents, "s", "Elsewhere").empty());
  const std::vector<Line> read = read_markdown(contents, "s", "Here");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(mark_links(read[0].text, read[0].links), "* <⸠http://h/?a&b⸡>");
  EXPECT_EQ(read[1].number, 5u);
  EXPECT_TRUE(read[1].links.empty());
  EXPECT_THROW(read_markdown(fence + " example\nno end\n", "s", ""), std::runtime_error);
}

TEST(DetectReaders, TwitterTextCases) {
  const std::string contents =
      "tests:\n  tags:\n    - text: \"#a\"\n  urls:\n    - text: \"\\u3042 \\\"h.de\\\" "
      "\\U0001F600\"\n"
      "      expected: [\"h.de\"]\n    - text: 'it''s'\n      expected:\n        - url: \"it\"\n";
  const std::vector<Line> read = read_extract(contents, "s");
  ASSERT_EQ(read.size(), 2u);
  EXPECT_EQ(mark_links(read[0].text, read[0].links), "あ \"⸠h.de⸡\" 😀");
  EXPECT_EQ(read[0].number, 5u);
  EXPECT_EQ(mark_links(read[1].text, read[1].links), "⸠it⸡'s");
  EXPECT_THROW(read_extract("  urls:\n    - text: \"open\n", "s"), std::runtime_error);
}

}  // namespace detect_test
}  // namespace linkspan::test

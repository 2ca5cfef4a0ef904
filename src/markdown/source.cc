// SPDX-License-Identifier: Apache-2.0
#include "markdown/source.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/few_texts.h"

namespace linkspan::markdown {
namespace {

constexpr std::string_view kLineEnds = "\r\n";
constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// After what quotes and lists put before the text of a line.
size_t skip_containers(std::string_view line, size_t at) {
  while (at < line.size()) {
    if (is_blank(line[at]) || line[at] == '>') {
      ++at;
      continue;
    }
    size_t marker = at;
    while (marker < line.size() && base::is_ascii_digit(static_cast<uint8_t>(line[marker]))) {
      ++marker;
    }
    const std::string_view ends = marker > at ? ".)" : "-+*";
    const bool is_marker = marker + 1 < line.size() && ends.find(line[marker]) != ends.npos &&
                           is_blank(line[marker + 1]);
    if (!is_marker) break;
    at = marker + 1;
  }
  return at;
}

// After `[label]:`, or npos.
size_t skip_label(std::string_view line, size_t at) {
  constexpr size_t kLongest = 999;
  if (at >= line.size() || line[at] != '[') return line.npos;
  const size_t begin = ++at;
  bool is_empty = true;
  for (; at < line.size() && at - begin <= kLongest && line[at] != ']'; ++at) {
    if (line[at] == '[') return line.npos;
    is_empty &= is_blank(line[at]);
    if (is_escape(line.substr(at))) ++at;
  }
  const bool is_label = !is_empty && line.substr(std::min(at, line.size())).starts_with("]:");
  return is_label ? at + 2 : line.npos;
}

// From `at` on, in angle brackets or up to a space.
html::SourceRange destination_at(std::string_view line, size_t at) {
  const bool is_quoted = at < line.size() && line[at] == '<';
  size_t end = is_quoted ? ++at : at;
  const auto is_end = [&](char c) {
    return is_quoted ? c == '>' || c == '<' : static_cast<uint8_t>(c) <= ' ';
  };
  while (end < line.size() && !is_end(line[end])) end += is_escape(line.substr(end)) ? 2 : 1;
  if (is_quoted && (end >= line.size() || line[end] != '>')) end = at;
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(end)};
}

// In parentheses, which may have pairs of them inside, or in angle brackets.
size_t end_of_destination(std::string_view source, size_t begin, bool is_quoted) {
  unsigned open = 0;
  size_t end = begin;
  for (; end < source.size(); ++end) {
    const char c = source[end];
    if (is_quoted ? c == '>' : static_cast<uint8_t>(c) <= ' ' || (c == ')' && open == 0)) break;
    if (c == '(') ++open;
    if (c == ')' && open > 0) --open;
    if (is_escape(source.substr(end))) ++end;
  }
  return std::min(end, source.size());
}

size_t end_of_line(std::string_view source, size_t at) {
  return std::min(source.find_first_of(kLineEnds, at), source.size());
}

size_t next_line(std::string_view source, size_t end) {
  if (end < source.size() && source[end] == '\r') ++end;
  if (end < source.size() && source[end] == '\n') ++end;
  return end;
}

}  // namespace

void find_definitions(std::string_view source, size_t from, size_t to, Sink<Definition> sink) {
  source = source.substr(0, to);
  size_t begin = from;
  const bool is_start = from == 0 || kLineEnds.find(source[from - 1]) != kLineEnds.npos;
  if (!is_start) begin = next_line(source, end_of_line(source, from));
  for (size_t end = 0; begin < to; begin = next_line(source, end)) {
    end = end_of_line(source, begin);
    const std::string_view line = source.substr(0, end);
    size_t at = skip_label(line, skip_containers(line, begin));
    if (at == line.npos) continue;
    while (at < end && is_blank(line[at])) ++at;
    html::SourceRange place = destination_at(line, at);
    if (at == end) {
      const size_t next = next_line(source, end);
      end = end_of_line(source, next);
      const std::string_view below = source.substr(0, end);
      place = destination_at(below, skip_containers(below, next));
    }
    if (!place.empty()) sink({place});
  }
}

html::SourceRange find_destination(std::string_view source, size_t at, std::string_view start) {
  constexpr size_t kReach = 1024;  // so that many of them take linear time
  const std::string_view word = start.substr(0, start.find_first_of(kPunctuation));
  const std::string_view near = source.substr(0, std::min(at + kReach, source.size()));
  for (size_t found = near.find("](", at); found != near.npos; found = near.find("](", found + 1)) {
    size_t begin = std::min(near.find_first_not_of(" \t\r\n", found + 2), near.size());
    const bool is_quoted = begin < near.size() && near[begin] == '<';
    if (is_quoted) ++begin;
    if (near.substr(begin).starts_with(word)) {
      return {static_cast<uint32_t>(begin),
              static_cast<uint32_t>(end_of_destination(source, begin, is_quoted))};
    }
  }
  return {static_cast<uint32_t>(at), static_cast<uint32_t>(at)};
}

namespace {

// Adds up, line by line, the squares that md4c takes: of lines and brackets of a paragraph. What
// certainly begins another block begins to count anew; else the lines count as one paragraph.
class Cost {
 public:
  // Returns what the text so far costs, with this line.
  uint64_t add(std::string_view line);

 private:
  bool begins_block(std::string_view prefix, std::string_view content);
  void end_paragraph() {
    settled_ += lines_ * brackets_;
    lines_ = brackets_ = 0;
    is_table_ = false;
  }

  uint64_t settled_ = 0, lines_ = 0, brackets_ = 0;
  bool is_numbered_ = false;  // a numbered list is open
  bool is_table_ = false;     // each line of which is a paragraph
  std::string_view prefix_;   // of the line before
};

// |---|:-:|
bool is_delimiter_row(std::string_view content) {
  return content.find_first_not_of("|-: \t") == content.npos && content.find('|') != content.npos &&
         content.find('-') != content.npos;
}

uint64_t Cost::add(std::string_view line) {
  const size_t begin = std::min(line.find_first_not_of(" \t>"), line.size());
  const std::string_view prefix = line.substr(0, begin);
  const std::string_view content = line.substr(begin);
  if (content.empty()) {
    end_paragraph();
    is_numbered_ = false;
  } else {
    if (begins_block(prefix, content) || (is_table_ && prefix != prefix_)) end_paragraph();
    is_table_ |= lines_ == 1 && prefix == prefix_ && is_delimiter_row(content);
    ++lines_;
    if (is_table_) lines_ = std::min<uint64_t>(lines_, 2);
    brackets_ += static_cast<uint64_t>(std::count(content.begin(), content.end(), ']'));
  }
  prefix_ = prefix;
  return settled_ + lines_ * brackets_;
}

// A heading, or an item of a list. `2.` is one only if a list is open.
bool Cost::begins_block(std::string_view prefix, std::string_view content) {
  const auto is_before_text = [content](size_t at) {
    return at + 1 < content.size() && is_blank(content[at]) &&
           content.find_first_not_of(" \t", at) != content.npos;
  };
  const bool is_quoted = prefix.find('>') != prefix.npos;
  const size_t digits = std::min(content.find_first_not_of("0123456789"), content.size());
  const bool is_number = digits > 0 && digits < 10 && digits < content.size() &&
                         (content[digits] == '.' || content[digits] == ')') &&
                         is_before_text(digits + 1);
  if (is_number) {
    const bool begins = is_numbered_ || content.substr(0, digits) == "1";
    is_numbered_ = begins && !is_quoted;
    return begins;
  }
  const bool is_text = base::is_ascii_letter(static_cast<uint8_t>(content[0])) || prefix.size() > 1;
  if (is_quoted || !is_text) is_numbered_ = false;
  const std::string_view kMarkers = "-+*";
  if (kMarkers.find(content[0]) != kMarkers.npos) return is_before_text(1);
  const size_t hashes = std::min(content.find_first_not_of('#'), content.size());
  return hashes > 0 && hashes <= 6 && is_before_text(hashes);
}

}  // namespace

namespace {

// The ends of pieces that cost so much each.
std::vector<size_t> pieces_of(std::string_view source, uint64_t most) {
  std::vector<size_t> ends;
  Cost cost;
  for (size_t begin = 0; begin < source.size();) {
    const size_t end = end_of_line(source, begin);
    const std::string_view line = source.substr(begin, end - begin);
    if (cost.add(line) > most && begin > (ends.empty() ? 0 : ends.back())) {
      ends.push_back(begin);
      cost = Cost();
      cost.add(line);
    }
    begin = next_line(source, end);
  }
  ends.push_back(source.size());
  return ends;
}

}  // namespace

std::vector<size_t> affordable_pieces(std::string_view source) {
  constexpr uint64_t kMost = 2'000'000'000;
  constexpr uint64_t kMostOfSeveral = kMost / 20;  // so that 32 MB of brackets take some seconds
  std::vector<size_t> ends = pieces_of(source, kMost);
  return ends.size() == 1 ? ends : pieces_of(source, kMostOfSeveral);
}

std::string without_long_definitions(std::string_view source) {
  constexpr uint64_t kMost = 200'000'000;
  const auto uses = static_cast<uint64_t>(std::count(source.begin(), source.end(), ']'));
  const uint64_t longest = kMost / std::max<uint64_t>(uses, 1);
  std::string changed;
  if (longest > source.size()) return changed;
  find_definitions(source, 0, source.size(), [&](const Definition& found) {
    if (found.place.end - found.place.begin <= longest) return;
    if (changed.empty()) changed = source;
    const size_t label = source.rfind("]:", found.place.begin);
    const size_t bracket = source.rfind('[', label);
    if (bracket != source.npos) changed[bracket] = ' ';
  });
  return changed;
}

bool is_escape(std::string_view text) {
  return text.size() > 1 && text[0] == '\\' && kPunctuation.find(text[1]) != kPunctuation.npos;
}

bool hides_text_after(std::string_view tag) {
  constexpr std::string_view kNames[] = {
      "body",   "frameset", "head",  "html",  "iframe",   "noembed",  "noframes", "plaintext",
      "script", "select",   "style", "table", "template", "textarea", "title",    "xmp"};
  size_t end = 1;
  while (end < tag.size() && base::is_ascii_letter(static_cast<uint8_t>(tag[end]))) ++end;
  return base::is_one_of(base::to_ascii_lower(tag.substr(1, end - 1)), kNames);
}

}  // namespace linkspan::markdown

// SPDX-License-Identifier: Apache-2.0
#include "render/markdown_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "render/characters.h"

namespace linkspan::render {
namespace {

// Letters, and the ASCII punctuation that has no meaning in CommonMark.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = 'a'; c <= 'z'; ++c) plain[c] = true;
  for (unsigned c = 'A'; c <= 'Z'; ++c) plain[c] = true;
  for (const unsigned char c : {'"', '$', '%', '\'', '(', ',', '/', ';', '?', '@', '^', '{', '}'}) {
    plain[c] = true;
  }
  return plain;
}();

constexpr size_t kAroundUri = 9;  // `[](<>"")`, and a space

constexpr std::string_view kAlwaysEscaped = "\\`*_[]<>&!|~";
constexpr std::string_view kEscapedAtStart = "#+-=:";   // headings, lists, breaks, tables
constexpr std::string_view kEscapedAfterDigits = ".)";  // ordered lists

bool is_in(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

// CommonMark, section 6.5: a scheme of 2 to 32 characters. cmark reads character references there.
bool may_be_autolink(std::string_view uri) {
  const size_t colon = uri.find(':');
  return colon >= 2 && colon <= 32 && uri.find_first_of("<>&\\") == std::string_view::npos;
}

// All ASCII punctuation may be escaped (section 6.1).
void append_quoted(std::string& out, std::string_view text, std::string_view escaped) {
  for (const char c : text) {
    if (is_in(escaped, c)) out += '\\';
    out += c;
  }
}

// Whether "&" begins a character reference, without a list of their names.
bool begins_reference(std::string_view text) {
  // No further than the first other character, so that many "&" take linear time.
  const auto end = std::find_if_not(text.begin() + 1, text.end(), [](char c) {
    return c == '#' || base::is_ascii_alphanumeric(static_cast<unsigned char>(c));
  });
  return end != text.end() && *end == ';' && end - text.begin() > 1;
}

// A destination or a title. cmark reads references in them before it reads escapes, so that "\&"
// does not escape one there.
void append_attribute(std::string& out, std::string_view text, std::string_view escaped) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '&' && begins_reference(text.substr(i))) {
      out += "&amp;";
    } else {
      append_quoted(out, text.substr(i, 1), escaped);
    }
  }
}

// A title has no control characters: it is one line.
std::string one_line(std::string_view text) {
  std::string line;
  for (const char c : text) line += static_cast<unsigned char>(c) < ' ' ? ' ' : c;
  return line;
}

}  // namespace

MarkdownWriter::MarkdownWriter(std::string& out, MarkdownOptions options)
    : EscapingWriter(out, kPlain, std::move(options.openable)) {}

void MarkdownWriter::start_link(const Target& target) {
  uri_ = target.kind != Kind::file && opens(target.uri) ? target.uri : std::string_view();
  title_ = one_line(target.title);
}

void MarkdownWriter::begin_piece() { in_ = In::piece; }

void MarkdownWriter::end_piece() {
  close_link();
  in_ = In::text;
}

// Before any character but a line feed.
void MarkdownWriter::begin_content() {
  write_line_ends();
  if (in_ == In::text || uri_.empty() || link_ != Link::none) return;
  if (!may_open_again(uri_.size() + title_.size() + kAroundUri)) {
    link_ = Link::plain;
    return;
  }
  if (space_ != '\0') out() += std::exchange(space_, '\0');
  line_ = Line::middle;
  if (title_.empty() && may_be_autolink(uri_)) {
    link_ = Link::held;
  } else {
    open_link();
  }
}

void MarkdownWriter::write_line_ends() {
  uint64_t left = std::exchange(line_feeds_, 0);
  if (left > 0 && !is_empty_) {
    out() += left == 1 ? "\\\n" : "\n\n";
    left -= left == 1 ? 1 : 2;
  }
  for (; left > 0; --left) out() += "&#32;\\\n";
  is_empty_ = false;
}

void MarkdownWriter::write_space(char space) {
  if (line_ == Line::start) {
    out() += space == '\t' ? "&#9;" : "&#32;";
    line_ = Line::middle;
    return;
  }
  if (space_ != '\0') out() += space_;
  space_ = space;
  line_ = Line::middle;
}

void MarkdownWriter::hold(std::string_view bytes) {
  const bool is_start_of_uri = std::string_view(uri_).substr(held_.size()).starts_with(bytes);
  held_ += bytes;
  if (!is_start_of_uri) open_link();
}

void MarkdownWriter::open_link() {
  link_ = Link::open;
  out() += '[';
  append_quoted(out(), std::exchange(held_, {}), kAlwaysEscaped);
}

void MarkdownWriter::close_link() {
  if (link_ == Link::plain) link_ = Link::none;
  if (link_ == Link::none) return;
  if (link_ == Link::held && held_ == uri_) {
    out().append("<").append(std::exchange(held_, {})).append(">");
    link_ = Link::none;
    return;
  }
  if (link_ == Link::held) open_link();
  if (space_ != '\0') out() += std::exchange(space_, '\0');
  out() += "](<";
  append_attribute(out(), uri_, "\\<>");
  out() += '>';
  if (!title_.empty()) {
    out() += " \"";
    append_attribute(out(), title_, "\\\"");
    out() += '"';
    title_.clear();  // of the first piece only
  }
  out() += ')';
  link_ = Link::none;
}

void MarkdownWriter::append_plain(std::string_view run) {
  begin_content();
  if (link_ == Link::held) return hold(run);
  if (space_ != '\0') out() += std::exchange(space_, '\0');
  out() += run;
  line_ = Line::middle;
}

void MarkdownWriter::append_other(char32_t code_point, std::string_view bytes) {
  if (code_point == U'\n') {
    close_link();
    if (space_ != '\0') out() += std::exchange(space_, '\0') == '\t' ? "&#9;" : "&#32;";
    ++line_feeds_;
    line_ = Line::start;
    return;
  }
  const bool is_first = is_empty_ && line_feeds_ == 0;
  begin_content();
  if (link_ == Link::held && bytes.size() == 1 && code_point > ' ' && code_point < 0x7F) {
    return hold(bytes);
  }
  if (link_ == Link::held) open_link();
  if (code_point == U' ' || code_point == U'\t') return write_space(static_cast<char>(code_point));
  if (space_ != '\0') out() += std::exchange(space_, '\0');
  if (code_point > ' ' && code_point < 0x7F) return write_escaped(static_cast<char>(code_point));
  line_ = Line::middle;
  constexpr char32_t kByteOrderMark = 0xFEFF;  // dropped at the start of a file
  if (is_first && code_point == kByteOrderMark) {
    out() += "&#65279;";
  } else {
    append_shown(out(), code_point, bytes, BidiScopes::replace);
  }
}

void MarkdownWriter::write_escaped(char c) {
  const bool is_escaped = is_in(kAlwaysEscaped, c) ||
                          (line_ == Line::start && is_in(kEscapedAtStart, c)) ||
                          (line_ == Line::digits && is_in(kEscapedAfterDigits, c));
  if (is_escaped) out() += '\\';
  out() += c;
  const bool is_digit = base::is_ascii_digit(static_cast<unsigned char>(c));
  line_ = is_digit && line_ != Line::middle ? Line::digits : Line::middle;
}

// In brackets, which no host has; the emphasis is between them, where CommonMark always sees it
// (section 6.4), whatever text follows.
void MarkdownWriter::append_destination(std::string_view host) {
  begin_content();
  if (space_ != '\0') out() += std::exchange(space_, '\0');
  out() += " \\[**";
  line_ = Line::middle;
  append_line(host);
  out() += "**\\]";
}

void MarkdownWriter::append_heading(const Heading& heading) {
  append_end();
  if (std::exchange(has_parts_, true)) out() += '\n';
  if (!heading.title.empty()) {
    out() += "## ";
    line_ = Line::middle;
    append_line(heading.title);
    out() += " ##\n\n";  // so that a "#" at its end stays
  }
  bool is_first = true;
  for (const HeadingField& field : heading.fields) {
    if (!std::exchange(is_first, false)) out() += "\\\n";
    out() += "**";
    line_ = Line::middle;
    append_line(field.name);
    out() += ":** ";
    append_line(field.value);
    if (space_ != '\0') out() += std::exchange(space_, '\0') == '\t' ? "&#9;" : "&#32;";
  }
  if (!heading.fields.empty()) out() += "\n\n";
  is_empty_ = true;
  line_ = Line::start;
}

void MarkdownWriter::append_end() {
  if (space_ != '\0') out() += std::exchange(space_, '\0') == '\t' ? "&#9;" : "&#32;";
  line_feeds_ = 0;
  line_ = Line::start;
  if (!is_empty_) {
    out() += '\n';
    has_parts_ = true;
  }
  is_empty_ = true;
}

}  // namespace linkspan::render

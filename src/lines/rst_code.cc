// SPDX-License-Identifier: Apache-2.0
#include "lines/rst_code.h"

#include <algorithm>
#include <cstddef>

#include "base/ascii.h"
#include "base/few_texts.h"

namespace linkspan::lines {
namespace {

constexpr std::string_view kBlank = " \t\v\f\r";
constexpr std::string_view kDirectives =
    "code code-block sourcecode parsed-literal doctest testcode testsetup testcleanup testoutput "
    "prompt ipython highlight-block";
constexpr std::string_view kRoles = "code literal samp file";
constexpr std::string_view kPunctuation = "!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~";
// Around inline markup (reStructuredText Markup Specification, inline markup recognition rules);
// all other than ASCII is taken for punctuation, as much of it is.
constexpr std::string_view kBeforeStart = " \t\r\n'\"([{<-/:";
constexpr std::string_view kAfterEnd = " \t\r\n'\")]}>-/:.,;!?\\";

bool is_ascii(char c) { return static_cast<uint8_t>(c) < 0x80; }
bool is_space(char c) { return base::is_ascii_white_space(static_cast<uint8_t>(c)); }

// One line of the source.
struct Line {
  size_t begin = 0;  // after the indentation
  size_t indent = 0;
  std::string_view text;  // without white space at the ends
  bool is_blank() const { return text.empty(); }
};

Line line_at(std::string_view source, size_t begin, size_t end) {
  constexpr size_t kTab = 8;
  Line line{begin, 0, {}};
  while (line.begin < end && kBlank.find(source[line.begin]) != kBlank.npos) {
    line.indent += source[line.begin] == '\t' ? kTab - line.indent % kTab : 1;
    ++line.begin;
  }
  line.text = source.substr(line.begin, end - line.begin);
  while (!line.text.empty() && is_space(line.text.back())) line.text.remove_suffix(1);
  return line;
}

// `- `, `* `, `1. `, `(a) `, `#) `: 0 if no item of a list begins here.
size_t size_of_bullet(std::string_view text) {
  const size_t space = std::min(text.find(' '), text.size());
  std::string_view mark = text.substr(0, space);
  const size_t size = std::min(text.find_first_not_of(' ', space), text.size());
  if (mark == "-" || mark == "*" || mark == "+" || mark == "\xE2\x80\xA2") return size;
  constexpr size_t kLongest = 8;
  if (mark.size() < 2 || mark.size() > kLongest) return 0;
  if (mark.back() != '.' && mark.back() != ')') return 0;
  mark.remove_suffix(1);
  if (mark.starts_with('(')) mark.remove_prefix(1);
  const auto is_number = [](char c) {
    return base::is_ascii_digit(static_cast<uint8_t>(c)) ||
           base::is_in_list(std::string_view(&c, 1), "# i v x l c d m I V X L C D M");
  };
  const bool is_letter = mark.size() == 1 && base::is_ascii_letter(static_cast<uint8_t>(mark[0]));
  const bool is_enumerator =
      !mark.empty() && (is_letter || std::all_of(mark.begin(), mark.end(), is_number));
  return is_enumerator ? size : 0;
}

// What is in the items of lists that begin in the line: `- 1. text`.
Line without_bullets(Line line) {
  for (size_t size = size_of_bullet(line.text); size > 0 && size < line.text.size();
       size = size_of_bullet(line.text)) {
    line.begin += size;
    line.indent += size;
    line.text.remove_prefix(size);
  }
  return line;
}

// Of `.. code-block:: sh`; empty if the line does not begin a directive.
std::string_view name_of_directive(std::string_view text) {
  if (!text.starts_with(".. ")) return {};
  const size_t begin = std::min(text.find_first_not_of(' ', 2), text.size());
  std::string_view name = text.substr(begin, text.find("::", begin) - begin);
  if (begin + name.size() == text.size()) return {};
  if (name.starts_with("py:") || name.starts_with("rst:")) return {};  // of a domain of Sphinx
  while (name.ends_with(' ')) name.remove_suffix(1);
  return name;
}

class CodeFinder {
 public:
  CodeFinder(std::string_view source, RstCode which) : source_(source), which_(which) {}

  std::vector<Range> find() {
    for (size_t at = 0; at < source_.size();) {
      const size_t end = std::min(source_.find('\n', at), source_.size());
      take(line_at(source_, at, end));
      at = end + 1;
    }
    end_paragraph();
    return std::move(found_);
  }

 private:
  enum class In : uint8_t {
    text,      // between paragraphs, or in one
    expected,  // after a paragraph that ended with `::`
    block,     // of lines that are indented more than indent_
    quoted,    // a literal block of lines that begin with quote_
    doctest,
  };

  void take(const Line& line) {
    if (line.is_blank()) return take_blank();
    if (in_ == In::expected) begin_literal(line);
    if (in_ == In::block && line.indent <= indent_) in_ = In::text;
    if (in_ == In::quoted && (line.indent != indent_ || line.text[0] != quote_)) in_ = In::text;
    if (in_ != In::text) return add(line.begin, line.begin + line.text.size());
    take_text(without_bullets(line));
  }

  void take_blank() {
    end_paragraph();
    if (in_ == In::quoted || in_ == In::doctest) in_ = In::text;
  }

  void begin_literal(const Line& line) {
    const bool is_quote =
        line.indent == indent_ && kPunctuation.find(line.text[0]) != kPunctuation.npos;
    quote_ = line.text[0];
    in_ = line.indent > indent_ ? In::block : is_quote ? In::quoted : In::text;
  }

  void take_text(const Line& line) {
    const bool is_first = paragraph_ == kNone;
    if (is_first && line.text.starts_with(">>> ")) {
      in_ = In::doctest;
      return add(line.begin, line.begin + line.text.size());
    }
    const std::string_view directive = name_of_directive(line.text);
    if (base::is_in_list(directive, kDirectives)) {
      end_paragraph();
      in_ = In::block;
      indent_ = line.indent;
      return;
    }
    if (is_first) paragraph_ = line.begin;
    paragraph_end_ = line.begin + line.text.size();
    constexpr size_t kContent = 3;  // as most indent it
    const bool is_explicit = line.text.starts_with(".. ");
    content_ = line.indent + (is_explicit ? kContent : 0);
    const size_t colons = line.text.size() - std::min<size_t>(line.text.size(), 2);
    const bool is_argument = is_explicit && !directive.empty() && line.text.find("::") == colons;
    announces_ = line.text.ends_with("::") && !is_argument;
  }

  void end_paragraph() {
    if (paragraph_ == kNone) return;
    if (which_ == RstCode::all) find_inline(paragraph_, paragraph_end_);
    paragraph_ = kNone;
    if (!announces_) return;
    in_ = In::expected;
    indent_ = content_;
  }

  // In a paragraph. Where an earlier start has no end, a later one has none, so that the text is
  // searched once for each sign.
  void find_inline(size_t begin, size_t end) {
    const std::string_view text = source_.substr(0, end);
    bool has_literals = true;
    size_t at = begin;
    while ((at = text.find('`', at)) != text.npos) {
      const std::string_view sign = text.substr(at).starts_with("``") ? "``" : "`";
      const bool is_code =
          sign.size() == 2 ? has_literals && may_start(text, at, begin) : has_role(text, at, begin);
      const size_t content = at + sign.size();
      if (!is_code || content >= end || is_space(text[content])) {
        at = std::min(text.find_first_not_of('`', at), end);
        continue;
      }
      const size_t close = find_end(text, content + 1, sign);
      if (close == text.npos && sign.size() == 1) return;
      if (close == text.npos) {
        has_literals = false;
        at = content;
        continue;
      }
      add(at, close + sign.size());
      at = close + sign.size();
    }
  }

  static bool may_start(std::string_view text, size_t at, size_t begin) {
    return at == begin || !is_ascii(text[at - 1]) ||
           kBeforeStart.find(text[at - 1]) != kBeforeStart.npos;
  }

  // `:code:` before the sign.
  static bool has_role(std::string_view text, size_t at, size_t begin) {
    const std::string_view before = text.substr(begin, at - begin);
    if (!before.ends_with(':')) return false;
    const std::string_view name = before.substr(0, before.size() - 1);
    const size_t colon = name.rfind(':');
    return colon != name.npos && base::is_in_list(name.substr(colon + 1), kRoles);
  }

  static size_t find_end(std::string_view text, size_t from, std::string_view sign) {
    for (size_t at = text.find(sign, from); at != text.npos; at = text.find(sign, at + 1)) {
      const size_t after = at + sign.size();
      const bool is_last = after == text.size() || !is_ascii(text[after]) ||
                           kAfterEnd.find(text[after]) != kAfterEnd.npos;
      if (is_last && !is_space(text[at - 1])) return at;
    }
    return text.npos;
  }

  void add(size_t begin, size_t end) { found_.push_back({begin, end}); }

  static constexpr size_t kNone = SIZE_MAX;
  std::string_view source_;
  RstCode which_;
  std::vector<Range> found_;
  In in_ = In::text;
  size_t indent_ = 0;         // of what a block belongs to
  char quote_ = 0;            // In::quoted
  size_t paragraph_ = kNone;  // its start
  size_t paragraph_end_ = 0;
  size_t content_ = 0;      // the indentation of its last line
  bool announces_ = false;  // does that end with `::`?
};

}  // namespace

std::vector<Range> code_of_rst(std::string_view source, RstCode which) {
  return CodeFinder(source, which).find();
}

}  // namespace linkspan::lines

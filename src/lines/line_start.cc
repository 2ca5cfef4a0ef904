// SPDX-License-Identifier: Apache-2.0
#include "lines/line_start.h"

#include <algorithm>

#include "base/ascii.h"

namespace linkspan::lines {
namespace {

constexpr size_t kLongestName = 8;   // of `Name>`, from the initials of a sender
constexpr size_t kWidestIndent = 2;  // white space before a quote mark

// Reads the text; remembers whether it needed more than there is.
class Reader {
 public:
  Reader(std::string_view text, Rest rest) : text_(text), rest_(rest) {}

  bool at_end() {
    if (at_ < text_.size()) return false;
    if (rest_ == Rest::unknown) wants_more_ = true;
    return true;
  }
  bool is(char c) { return !at_end() && text_[at_] == c; }
  bool is_capital() { return !at_end() && text_[at_] >= 'A' && text_[at_] <= 'Z'; }
  bool is_letter() { return !at_end() && base::is_ascii_letter(static_cast<uint8_t>(text_[at_])); }
  void skip() { ++at_; }
  bool skip(char c) {
    if (!is(c)) return false;
    ++at_;
    return true;
  }
  size_t at() const { return at_; }
  void back_to(size_t at) { at_ = at; }
  std::string_view between(size_t begin, size_t end) const {
    return text_.substr(begin, end - begin);
  }
  bool wants_more() const { return wants_more_; }

 private:
  std::string_view text_;
  Rest rest_;
  size_t at_ = 0;
  bool wants_more_ = false;
};

// CRLF / LF / CR
size_t skip_break(Reader& reader) {
  const size_t begin = reader.at();
  reader.skip('\r');
  reader.skip('\n');
  return reader.at() - begin;
}

// `Name>`, with a capital, so that the end of `<www.example.org/a⏎way>` is not a prefix.
bool skip_name_mark(Reader& reader, const Names& names) {
  const size_t begin = reader.at();
  if (!reader.is_capital()) return false;
  while (reader.at() - begin < kLongestName && reader.is_letter()) reader.skip();
  if (!reader.skip('>')) return false;
  const std::string_view mark = reader.between(begin, reader.at());
  return names.any || names.prefix.substr(std::min(begin, names.prefix.size())).starts_with(mark);
}

enum class Marks : uint8_t { any, signs_only };

// `>`, `|` or `Name>`, with a little white space before it. Else nothing is skipped. RFC 3676,
// section 4.4: a stuffed space goes after the test for a quoted line. So in flowed text there is no
// space before the first mark: ` > 5` is a stuffed `> 5`.
bool skip_mark(Reader& reader, const Layout& layout, const Names& names, Marks& marks) {
  const size_t begin = reader.at();
  const bool is_fixed = layout.flow == Flow::fixed;
  const bool may_be_indented = is_fixed || begin > 0;
  while (may_be_indented && reader.at() - begin < kWidestIndent && reader.skip(' ')) {
  }
  if (reader.skip('>') || (is_fixed && reader.skip('|'))) {
    marks = Marks::signs_only;  // a program that writes names writes them everywhere
    return true;
  }
  if (is_fixed && marks == Marks::any && skip_name_mark(reader, names)) return true;
  reader.back_to(begin);
  return false;
}

}  // namespace

MaybeLineStart read_line_start(std::string_view text, const Layout& layout, Rest rest,
                               const Names& names) {
  Reader before(text, rest);
  LineStart found;
  found.break_size = skip_break(before);
  Reader line(text.substr(found.break_size), rest);
  const bool is_flowed = layout.flow != Flow::fixed;
  if (is_flowed || layout.quoting == Quoting::prefixes) {
    Marks marks = Marks::any;
    while (line.at() < kLongestPrefix && skip_mark(line, layout, names, marks)) ++found.depth;
  }
  // The space after the marks; in flowed text also a stuffed one.
  if (is_flowed || found.depth > 0) line.skip(' ');
  found.prefix_size = line.at();
  return {!before.wants_more() && !line.wants_more(), found};
}

}  // namespace linkspan::lines

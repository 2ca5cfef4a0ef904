// SPDX-License-Identifier: Apache-2.0
#include "output/shown_text.h"

#include <fmt/format.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include <algorithm>
#include <clocale>
#include <cstdint>
#include <cwchar>
#include <iterator>
#include <utility>

#include "base/ascii.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "common/text_values.h"
#include "linkspan/iri.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kFirstStrongIsolate = "\u2068";
constexpr std::string_view kPopDirectionalIsolate = "\u2069";

// Output is UTF-8 whatever the locale is, and wcwidth(3) goes by that of the thread.
class Utf8Widths {
 public:
  Utf8Widths() : before_(uselocale(utf8())) {}
  ~Utf8Widths() { uselocale(before_); }
  Utf8Widths(const Utf8Widths&) = delete;
  Utf8Widths& operator=(const Utf8Widths&) = delete;

 private:
  // Null keeps the locale as it is.
  static locale_t utf8() {
    static const locale_t made = newlocale(LC_CTYPE_MASK, "C.UTF-8", nullptr);
    return made;
  }
  locale_t before_;
};

// Private-use characters are visible only by private agreement (Unicode 17, section 23.5).
bool is_private_use(char32_t c) { return (c >= 0xE000 && c <= 0xF8FF) || c >= 0xF0000; }

// Is it invisible, or shown in different ways by terminals?
bool is_named(char32_t c, int columns) {
  return columns < 0 || (c != ' ' && iri::is_invisible(c)) || !base::is_printable(c) ||
         is_skin_tone(c) || is_private_use(c);
}

}  // namespace

ShownText::ShownText(std::string_view text, const std::vector<Range>& omitted) {
  const Utf8Widths widths;
  for (const Range& range : omitted) {
    append(text.substr(bytes_, range.begin - bytes_));
    bytes_ = range.end;
    push("…", 1, Glyph::Direction::delimiter);
  }
  append(text.substr(bytes_));
}

void ShownText::append(std::string_view text) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const uint8_t* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    bytes_ += found.length;
    append_character(found.value, {reinterpret_cast<const char*>(at), found.length});
    at += found.length;
  }
}

void ShownText::append_character(char32_t c, std::string_view bytes) {
  using Direction = Glyph::Direction;
  if (c == base::kIllFormed) {
    const std::string shown = base::printable(bytes);
    push(shown, static_cast<int>(shown.size()), Direction::delimiter);
    return;
  }
  const int columns = wcwidth(static_cast<wchar_t>(c));
  if (is_named(c, columns)) {
    const std::string shown = fmt::format("<U+{:04X}>", static_cast<uint32_t>(c));
    push(shown, static_cast<int>(shown.size()), Direction::delimiter);
  } else if (columns == 0 && !glyphs_.empty()) {
    glyphs_.back().shown += bytes;
    glyphs_.back().end = bytes_;
  } else if (runs_right_to_left(c)) {
    push(std::string(bytes), columns, Direction::right_to_left);
  } else {
    const bool is_delimiter = c < 0x80 && !base::is_ascii_alphanumeric(c) && c != '-';
    push(std::string(bytes), columns, is_delimiter ? Direction::delimiter : Direction::neutral);
  }
}

void ShownText::push(std::string shown, int columns, Glyph::Direction direction) {
  glyphs_.push_back({bytes_, std::move(shown), columns_, columns, direction});
  columns_ += columns;
}

int ShownText::column_at(uint64_t offset) const {
  const auto found = std::partition_point(
      glyphs_.begin(), glyphs_.end(), [offset](const Glyph& glyph) { return glyph.end <= offset; });
  return found == glyphs_.end() ? columns_ : found->column;
}

std::vector<ShownText::Glyph>::const_iterator ShownText::first_from(int column) const {
  return std::partition_point(glyphs_.begin(), glyphs_.end(),
                              [column](const Glyph& glyph) { return glyph.column < column; });
}

int ShownText::next_start(int column) const {
  const auto found = first_from(column);
  return found == glyphs_.end() ? columns_ : found->column;
}

int ShownText::start_of(int column) const {
  if (column >= columns_) return columns_;
  const auto found = first_from(column + 1);
  return found == glyphs_.begin() ? 0 : std::prev(found)->column;
}

std::vector<int> ShownText::rows(int width) const {
  std::vector<int> starts = {0};
  for (const Glyph& glyph : glyphs_) {
    if (glyph.column + glyph.columns - starts.back() > width) starts.push_back(glyph.column);
  }
  starts.push_back(columns_);
  return starts;
}

std::string ShownText::between(int begin, int end) const {
  std::string out, run;
  bool is_right_to_left = false;
  const auto end_run = [&] {
    if (is_right_to_left) run.insert(0, kFirstStrongIsolate).append(kPopDirectionalIsolate);
    out += std::exchange(run, {});
    is_right_to_left = false;
  };
  for (auto at = first_from(begin); at != glyphs_.end() && at->column < end; ++at) {
    if (at->direction == Glyph::Direction::delimiter) {
      end_run();
      out += at->shown;
    } else {
      run += at->shown;
      is_right_to_left |= at->direction == Glyph::Direction::right_to_left;
    }
  }
  end_run();
  return out;
}

int columns_of_output(int descriptor) {
  constexpr int kUsual = 80, kLeast = 40;
  winsize size{};
  const bool is_known = ioctl(descriptor, TIOCGWINSZ, &size) == 0 && size.ws_col > 0;
  return is_known ? std::max<int>(size.ws_col, kLeast) : kUsual;
}

void append_wrapped(std::string& out, std::string_view sentence, std::string_view indent,
                    int columns) {
  const int most = columns - static_cast<int>(indent.size());
  int used = 0;
  for (size_t at = 0; at < sentence.size();) {
    const size_t end = std::min(sentence.find(' ', at), sentence.size());
    const ShownText word(sentence.substr(at, end - at));
    if (used == 0 || used + 1 + word.columns() > most) {
      if (used != 0) out += '\n';
      out += indent;
      used = word.columns();
    } else {
      out += ' ';
      used += 1 + word.columns();
    }
    out += word.all();
    at = end + 1;
  }
  out += '\n';
}

std::string_view shown_text(const Link& link, std::string& changed) {
  std::string_view text = link.text;
  if (link.span.form == Form::delimited) text = changed = visible_text(link);
  if (!is_printable(text)) text = changed = base::printable(text);
  return text;
}

std::string_view shown_iri(const Link& link, std::string& changed) {
  if (is_printable(link.iri)) return link.iri;
  changed.clear();
  const auto* at = reinterpret_cast<const uint8_t*>(link.iri.data());
  for (const uint8_t* const end = at + link.iri.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const uint8_t* const after = at + found.length;
    if (base::is_printable(found.value)) {
      changed.append(reinterpret_cast<const char*>(at), found.length);
      at = after;
    }
    for (; at != after; ++at) fmt::format_to(std::back_inserter(changed), "%{:02X}", *at);
  }
  return changed;
}

}  // namespace linkspan::command

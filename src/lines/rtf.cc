// SPDX-License-Identifier: Apache-2.0
// RTF (Rich Text Format Specification 1.9.1) as text: without control words and groups that hold no
// text, and with its escapes undone.
//
//   {\rtf1 caf\'e9: https://example.org/\u1087?\par}     →  café: https://example.org/п⏎
//   {\*\generator X;}{\fonttbl …}                        →  nothing
//   {\field{\*\fldinst HYPERLINK "https://a.example/b c" \\l "d"}{\fldrslt here}}
//                                           →  HYPERLINK "https://a.example/b%20c#d" here
//
// Text that is not part of the text around it: what was deleted (`\deleted`) is nothing, a note, a
// comment or a title is lines of its own, and a superscript ends a link: it is the mark of a note.
//
// Bytes `\'e9` are in the code page of `\ansicpg`. Line breaks of the file are no text. Memory:
// five bytes for each open group.
#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/utf8.h"
#include "lines/notation.h"

namespace linkspan::lines {
namespace {

// Groups that hold no text; so do those after `\*`, but for the second table.
constexpr std::string_view kWithoutText[] = {"fonttbl",      "colortbl", "stylesheet", "pict",
                                             "filetbl",      "revtbl",   "objdata",    "listtable",
                                             "nonesttables", "xe",       "tc",         "tcn"};
constexpr std::string_view kWithText[] = {"fldinst", "shpinst", "shptxt", "annotation",
                                          "hlinkbase"};

// Groups whose text is lines of its own.
constexpr std::string_view kApart[] = {
    "annotation", "author",  "category", "comment", "company", "doccomm", "footer",  "footerf",
    "footerl",    "footerr", "footnote", "header",  "headerf", "headerl", "headerr", "hlinkbase",
    "keywords",   "manager", "operator", "shptxt",  "subject", "title"};

// Control words that are characters. A line break ends a link, as the end of a paragraph does, and
// so does the tab in the place of a superscript.
constexpr std::pair<std::string_view, std::string_view> kCharacters[] = {
    {"par", "\n"},      {"line", "\n"},     {"sect", "\n"},   {"page", "\n"},   {"row", "\n"},
    {"cell", "\n"},     {"nestcell", "\n"}, {"column", "\n"}, {"tab", "\t"},    {"emdash", "—"},
    {"endash", "–"},    {"bullet", "•"},    {"lquote", "‘"},  {"rquote", "’"},  {"ldblquote", "“"},
    {"rdblquote", "”"}, {"emspace", " "},   {"enspace", " "}, {"qmspace", " "}, {"fldrslt", " "},
    {"super", "\t"}};

// The text of a field: of HYPERLINK the target, and the fragment after `\l` together with it. The
// words may be in quotes, and other switches have no text (ISO/IEC 29500-1, section 17.16.5.25).
//
//   HYPERLINK "https://a.example/" \o "Read this" \l "d"   →  HYPERLINK "https://a.example/#d
//   INCLUDEPICTURE "https://a.example/b" \d               →  the same
class Instruction {
 public:
  enum class Means : uint8_t { itself, nothing, escaped_space, hash };

  // Of the next character of the field.
  Means take(char c) {
    if (at_ == At::other_field) return Means::itself;
    if (c == '"') {
      is_quoted_ = !is_quoted_;
      return is_quoted_ ? begin_word(c) : end_word();
    }
    const bool is_blank = c == ' ' || c == '\t' || c == '\n';
    if (is_blank && !is_quoted_) return is_in_word_ ? end_word() : outside();
    if (!is_in_word_) begin_word(c);
    return in_word(c);
  }

  bool has_target() const { return at_ >= At::target && at_ != At::other_field; }

 private:
  enum class At : uint8_t { name, before_target, target, switches, fragment, other_field };

  Means outside() const { return at_ < At::target ? Means::itself : Means::nothing; }

  Means begin_word(char c) {
    is_in_word_ = true;
    word_.clear();
    if (at_ == At::before_target) at_ = c == '\\' ? At::other_field : At::target;
    return c == '"' && at_ == At::target ? Means::itself : outside();
  }

  Means in_word(char c) {
    constexpr size_t kLongest = 10;
    if (at_ != At::target && at_ != At::fragment && word_.size() < kLongest) word_ += c;
    if (at_ == At::switches) return Means::nothing;
    return c == ' ' ? Means::escaped_space : Means::itself;
  }

  Means end_word() {
    is_in_word_ = false;
    if (at_ == At::name) {
      at_ = base::to_ascii_lower(word_) == "hyperlink" ? At::before_target : At::other_field;
      return Means::itself;
    }
    const bool is_hash = at_ == At::switches && word_ == "\\l";
    at_ = is_hash ? At::fragment : At::switches;
    return is_hash ? Means::hash : Means::nothing;
  }

  At at_ = At::name;
  std::string word_;
  bool is_in_word_ = false;
  bool is_quoted_ = false;
};

class Rtf final : public Notation {
 public:
  explicit Rtf(DecodeBytes decode) : decode_(std::move(decode)) {}

 private:
  struct Group {
    bool is_hidden = false;
    bool is_deleted = false;    // by the tracking of changes
    bool is_start = false;      // no control word of it was read
    bool is_apart = false;      // it began with a line break
    uint8_t after_unicode = 1;  // so many characters after `\u` are for programs without Unicode
  };

  void begin() override {
    groups_.assign(1, {});
    code_page_ = 1252;
    skipped_ = 0;
    binary_ = 0;
    high_ = 0;
    field_.reset();
  }

  Group& group() { return groups_.back(); }
  bool shows_text() { return !group().is_hidden && !group().is_deleted; }

  size_t take(std::string_view text, Rest rest) override {
    if (binary_ > 0) {
      const auto size = static_cast<size_t>(std::min<uint64_t>(binary_, text.size()));
      binary_ -= size;
      return size;
    }
    switch (text[0]) {
      case '{':
        groups_.push_back(group());
        group().is_start = true;
        group().is_apart = false;
        skipped_ = 0;
        return 1;
      case '}':
        return close_group();
      case '\r':
      case '\n':
        return 1;
      case '\\':
        return take_control(text, rest);
      default:
        return take_text(text);
    }
  }

  // What follows a group is another text if the group was hidden or was one of instructions.
  size_t close_group() {
    skipped_ = 0;
    if (group().is_apart) replace(0, 1, "\n");
    if (groups_.size() > 1) groups_.pop_back();
    if (!field_ || groups_.size() >= field_group_) return 1;
    if (field_->has_target()) replace(0, 1, "\"");
    field_.reset();
    return 1;
  }

  size_t take_text(std::string_view text) {
    group().is_start = false;
    if (skipped_ > 0) {
      --skipped_;
      return 1;
    }
    if (field_ && shows_text()) {
      show(1, text.substr(0, 1));
      return 1;
    }
    static constexpr Ends kOfText("{}\\\r\n");
    const size_t end = kOfText.find(text);
    if (shows_text()) copy(text.substr(0, end));
    return end;
  }

  // What the first `size` bytes stand for: in a field, as far as that is of its text.
  void show(size_t size, std::string_view with) {
    using Means = Instruction::Means;
    const Means means = field_ && !with.empty() ? field_->take(with[0]) : Means::itself;
    if (means == Means::nothing) return;
    if (means == Means::hash) with = "#";
    if (means == Means::escaped_space) with = "%20";
    replace(0, size, with);
  }

  size_t take_control(std::string_view text, Rest rest) {
    if (text.size() < 2 && rest == Rest::unknown) return 0;
    if (text.size() < 2) return 1;
    const char c = text[1];
    if (base::is_ascii_letter(static_cast<uint8_t>(c))) return take_word(text, rest);
    if (c == '*') {
      if (group().is_start) is_starred_ = true;
      return 2;
    }
    if (c == '\'') return take_byte(text, rest);
    if (c == '\n' || c == '\r') return give(2, "\n");
    if (c == '~') return give(2, " ");
    if (c == '_') return give(2, "-");
    if (c == '{' || c == '}' || c == '\\') return give(2, text.substr(1, 1));
    return 2;
  }

  // A character that is no text if it is one for programs without Unicode.
  size_t give(size_t size, std::string_view with) {
    if (skipped_ > 0) {
      --skipped_;
    } else if (shows_text()) {
      show(size, with);
    }
    return size;
  }

  static bool is_of_number(char c) { return (c >= '0' && c <= '9') || c == '-'; }

  size_t take_word(std::string_view text, Rest rest) {
    size_t at = 1;
    while (at < text.size() && base::is_ascii_letter(static_cast<uint8_t>(text[at]))) ++at;
    const std::string_view word = text.substr(1, at - 1);
    const size_t digits = at;
    while (at < text.size() && is_of_number(text[at])) ++at;
    if (at == text.size() && rest == Rest::unknown) return 0;
    const std::string_view parameter = text.substr(digits, at - digits);
    if (at < text.size() && text[at] == ' ') ++at;
    obey(word, parameter, at);
    group().is_start = false;
    is_starred_ = false;
    return at;
  }

  void obey(std::string_view word, std::string_view parameter, size_t size) {
    const int64_t value = number(parameter);
    const bool is_on = parameter != "0";
    if (group().is_start) {
      const bool is_shown =
          is_starred_ ? base::is_one_of(word, kWithText) : !base::is_one_of(word, kWithoutText);
      group().is_hidden |= !is_shown;
      if (shows_text() && base::is_one_of(word, kApart)) {
        group().is_apart = true;
        show(size, "\n");
      }
    }
    if (word == "deleted") group().is_deleted = is_on;
    if (word == "ansicpg") code_page_ = static_cast<unsigned>(value);
    if (word == "uc")
      group().after_unicode = static_cast<uint8_t>(std::clamp<int64_t>(value, 0, 255));
    if (word == "bin") binary_ = static_cast<uint64_t>(std::max<int64_t>(value, 0));
    if (word == "u") give_unicode(value, size);
    for (const auto& [known, character] : kCharacters) {
      if (known == word && is_on && shows_text()) show(size, character);
    }
    if (word == "fldinst") {
      field_.emplace();
      field_group_ = groups_.size();
    }
  }

  // In UTF-16, as a signed number.
  void give_unicode(int64_t value, size_t size) {
    const auto unit = static_cast<char32_t>(value) & 0xFFFF;
    const char32_t high = std::exchange(high_, 0);
    skipped_ = group().after_unicode;
    if (unit >= 0xD800 && unit <= 0xDBFF) {
      high_ = unit;
      return;
    }
    const bool is_low = unit >= 0xDC00 && unit <= 0xDFFF;
    if ((is_low && high == 0) || !shows_text()) return;
    std::array<char, 4> utf8{};
    const char32_t c = is_low ? 0x10000 + ((high - 0xD800) << 10) + (unit - 0xDC00) : unit;
    char* const end = base::write_utf8(c, utf8.data());
    show(size, {utf8.data(), static_cast<size_t>(end - utf8.data())});
  }

  // `\'e9`; of a code page with two bytes for a character, `\'c4\'e3`.
  size_t take_byte(std::string_view text, Rest rest) {
    const bool has_pairs =
        code_page_ == 932 || code_page_ == 936 || code_page_ == 949 || code_page_ == 950;
    if (text.size() < (has_pairs ? 8 : 4) && rest == Rest::unknown) return 0;
    std::string bytes;
    size_t size = 0;
    while (bytes.size() < (has_pairs ? 2 : 1)) {
      const std::string_view one = text.substr(size, 4);
      const int high = one.size() == 4 ? hex_value(one[2]) : -1;
      const int low = one.size() == 4 ? hex_value(one[3]) : -1;
      if (!one.starts_with("\\'") || high < 0 || low < 0) break;
      bytes += static_cast<char>(high * 16 + low);
      size += 4;
      if (static_cast<uint8_t>(bytes[0]) <= 0x80) break;
    }
    if (size == 0) return 2;
    return give(size, decode_(code_page_, bytes));
  }

  static int64_t number(std::string_view digits) {
    int64_t value = 0;
    for (const char c : digits.substr(0, 11)) {
      if (c != '-') value = value * 10 + (c - '0');
    }
    return digits.starts_with('-') ? -value : value;
  }

  const DecodeBytes decode_;
  std::vector<Group> groups_;
  unsigned code_page_ = 1252;
  unsigned skipped_ = 0;  // characters that are not read
  uint64_t binary_ = 0;   // bytes that are not read
  char32_t high_ = 0;     // a surrogate, before the low one
  bool is_starred_ = false;
  std::optional<Instruction> field_;  // that is being read
  size_t field_group_ = 0;            // how many groups are open in it
};

}  // namespace

std::unique_ptr<TextStage> make_rtf(DecodeBytes decode) {
  return std::make_unique<Rtf>(std::move(decode));
}

}  // namespace linkspan::lines

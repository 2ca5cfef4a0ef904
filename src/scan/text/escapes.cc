// SPDX-License-Identifier: Apache-2.0
#include "scan/text/escapes.h"

#include <algorithm>
#include <array>
#include <cstring>
#include <optional>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/compiler.h"
#include "base/references.h"
#include "base/steps.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

using State = Escape::State;

constexpr char32_t kEsc = 0x1B;
constexpr char32_t kReplacement = 0xFFFD;
constexpr unsigned kMostBackslashes = 10;  // so that four of \xHH are not too long

// What follows a `\` and means itself: all ASCII punctuation but `\`.
constexpr base::AsciiSet kMeantAfterBackslash("!\"#$%&'()*+,-./:;<=>?@[]^_`{|}~");

// `\n`, `\r` and `\t` of a string; 0: another letter.
constexpr char32_t white_space_of(uint8_t letter) {
  return letter == 'n' ? U'\n' : letter == 'r' ? U'\r' : letter == 't' ? U'\t' : 0;
}

// --- reading forwards

// At `at` there is a byte, or the text ends, or nothing is known. PERF: passed in two registers.
class Forward {
 public:
  // REQUIRES: `text` lives longer.
  Forward(const uint8_t* at, const TextAround& text) : at_(at), text_(&text) {}

  bool at_end() const { return at_ >= text_->end; }
  // More text may follow where this one ends.
  bool is_cut() const { return at_end() && text_->extent == base::Text::more_may_follow; }
  uint8_t byte() const { return at_end() ? 0 : *at_; }
  const uint8_t* at() const { return at_; }
  void skip(size_t bytes = 1) { at_ += bytes; }
  Forward after(size_t bytes) const { return {std::min(at_ + bytes, text_->end), *text_}; }
  std::string_view rest(size_t most) const {
    return {reinterpret_cast<const char*>(at_),
            std::min<size_t>(most, static_cast<size_t>(text_->end - at_))};
  }

 private:
  const uint8_t* at_;
  const TextAround* text_;
};

// --- backslashes

struct Unit {
  enum class Kind : uint8_t {
    character,  // an escape
    letter,     // no escape, and so none is one in its token
    plain,      // a backslash before white space or at the end of the text
    cut,
  };
  Kind kind = Kind::plain;
  char32_t code_point = 0;
  uint32_t size = 0;  // with the backslashes
  uint32_t backslashes = 0;
  bool is_white_space() const {
    return size == backslashes + 1 && code_point != 0 && code_point < ' ' && !needs_control;
  }
  bool is_punctuation() const {
    return size == backslashes + 1 && !needs_control && code_point > ' ';
  }
  bool is_number = false;      // `\u`, `\U`, `\x` and digits
  bool needs_control = false;  // `\e`, `\033`: an escape only before the rest of a control sequence
};

enum class Digits : uint8_t { found, none, cut };

// `count` hexadecimal digits.
Digits read_hex(Forward at, unsigned count, char32_t& value) {
  value = 0;
  for (unsigned i = 0; i < count; ++i) {
    if (at.at_end()) return at.is_cut() ? Digits::cut : Digits::none;
    const uint8_t byte = at.byte();
    if (!base::is_ascii_hex_digit(byte)) return Digits::none;
    const unsigned digit = byte <= '9' ? byte - '0' : (byte | 0x20u) - 'a' + 10;
    value = value << 4 | digit;
    at.skip();
  }
  return Digits::found;
}

// `backslashes` of them, then `letter` and `count` digits.
Digits read_escaped_hex(Forward at, unsigned backslashes, uint8_t letter, unsigned count,
                        char32_t& value) {
  for (unsigned i = 0; i <= backslashes; ++i) {
    if (at.at_end()) return at.is_cut() ? Digits::cut : Digits::none;
    if (at.byte() != (i < backslashes ? uint8_t{'\\'} : letter)) return Digits::none;
    at.skip();
  }
  return read_hex(at, count, value);
}

void set_kind(Unit& unit, Digits digits, uint32_t size) {
  unit.kind = digits == Digits::cut     ? Unit::Kind::cut
              : digits == Digits::found ? Unit::Kind::character
                                        : Unit::Kind::letter;
  unit.size = size;
  unit.is_number = digits == Digits::found;
}

// `\u00e9`, and `\ud83d\ude00` for one character of UTF-16. `at` is after the `u`.
void read_utf16(Forward at, Unit& unit) {
  constexpr unsigned kDigits = 4;
  char32_t first = 0;
  set_kind(unit, read_hex(at, kDigits, first), unit.backslashes + 1 + kDigits);
  unit.code_point = first;
  if (unit.kind != Unit::Kind::character || first < 0xD800 || first > 0xDFFF) return;
  unit.code_point = kReplacement;
  char32_t second = 0;
  const Digits digits =
      first > 0xDBFF ? Digits::none
                     : read_escaped_hex(at.after(kDigits), unit.backslashes, 'u', kDigits, second);
  if (digits == Digits::cut) unit.kind = Unit::Kind::cut;
  if (digits != Digits::found || second < 0xDC00 || second > 0xDFFF) return;
  unit.code_point = 0x10000 + ((first - 0xD800) << 10) + (second - 0xDC00);
  unit.size *= 2;
}

// `\xe9` is U+00E9, `\xc3\xa9` as well: the bytes of UTF-8. `at` is after the `x`.
void read_bytes(Forward at, Unit& unit) {
  constexpr unsigned kDigits = 2;
  char32_t value = 0;
  set_kind(unit, read_hex(at, kDigits, value), unit.backslashes + 1 + kDigits);
  unit.code_point = value;
  if (unit.kind != Unit::Kind::character || value < 0xC2) return;
  uint8_t bytes[4] = {static_cast<uint8_t>(value)};
  const uint8_t length = base::internal::sequence_length(bytes[0]);
  for (uint8_t i = 1; i < length; ++i) {
    const Forward next = at.after(kDigits + (i - 1) * (unit.backslashes + 1 + kDigits));
    const Digits digits = read_escaped_hex(next, unit.backslashes, 'x', kDigits, value);
    if (digits == Digits::cut) unit.kind = Unit::Kind::cut;
    if (digits != Digits::found) return;
    bytes[i] = static_cast<uint8_t>(value);
  }
  const base::CodePoint found = base::decode(bytes, bytes + length, base::Text::complete);
  if (length == 0 || found.length != length) return;
  unit.code_point = found.value;
  unit.size *= length;
}

// The text after a run of backslashes. REQUIRES: there is some.
void read_after_backslashes(Forward at, Unit& unit) {
  constexpr unsigned kLongDigits = 8;
  const uint8_t c = at.byte();
  if (c == 'u') return read_utf16(at.after(1), unit);
  if (c == 'x') return read_bytes(at.after(1), unit);
  if (c == 'U') {
    char32_t value = 0;
    set_kind(unit, read_hex(at.after(1), kLongDigits, value), unit.backslashes + 1 + kLongDigits);
    unit.code_point =
        value > 0x10FFFF || (value >= 0xD800 && value < 0xE000) ? kReplacement : value;
    return;
  }
  const bool is_octal = c == '0' && at.rest(3) == "033";
  if (c == 'e' || c == 'E' || is_octal) {
    const Forward sequence = at.after(is_octal ? 3 : 1);
    if (sequence.is_cut()) unit.kind = Unit::Kind::cut;
    if (sequence.is_cut()) return;
    if (!is_octal && sequence.byte() >= 'a' && sequence.byte() <= 'z') {  // \enclosure, not ESC n
      unit.kind = Unit::Kind::letter;
      return;
    }
    unit.kind = Unit::Kind::character;
    unit.code_point = kEsc;
    unit.size = unit.backslashes + (is_octal ? 3 : 1);
    unit.needs_control = true;
    return;
  }
  if (c == '0' && at.after(at.rest(3).size()).is_cut() &&
      std::string_view("033").starts_with(at.rest(3))) {
    unit.kind = Unit::Kind::cut;
  } else if (white_space_of(c) != 0 || (c < 0x80 && kMeantAfterBackslash.contains(c))) {
    unit.kind = Unit::Kind::character;
    unit.code_point = white_space_of(c) != 0 ? white_space_of(c) : c;
  } else if (c >= 0x80 || base::is_ascii_alphanumeric(c)) {
    unit.kind = Unit::Kind::letter;
  }
}

// The unit that begins with the backslash at `at`.
[[gnu::noinline]] Unit read_any_unit(const TextAround& text, const uint8_t* at) {
  Unit unit;
  Forward next(at, text);
  while (next.byte() == '\\' && unit.backslashes <= kMostBackslashes) {
    next.skip();
    ++unit.backslashes;
  }
  unit.size = unit.backslashes + 1;
  if (next.at_end()) {
    if (next.is_cut()) unit.kind = Unit::Kind::cut;
    unit.size = unit.backslashes;
  } else if (unit.backslashes <= kMostBackslashes) {
    read_after_backslashes(next, unit);
  }
  return unit;
}

// What a byte means after one backslash, if no more bytes matter; 0: they do, or it is no escape.
constexpr auto kMeantAlone = [] {
  std::array<uint8_t, 256> meant{};
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const auto ascii = static_cast<uint8_t>(byte);
    if (kMeantAfterBackslash.contains(ascii)) meant[byte] = ascii;
    if (white_space_of(ascii) != 0) meant[byte] = static_cast<uint8_t>(white_space_of(ascii));
  }
  return meant;
}();

// The unit that begins with the backslash at `at`.
inline Unit read_unit(const TextAround& text, const uint8_t* at) {
  const uint8_t meant = text.end - at >= 2 ? kMeantAlone[at[1]] : uint8_t{0};
  if (meant != 0) return {Unit::Kind::character, meant, 2, 1};  // PERF: nearly all of them
  return read_any_unit(text, at);
}

// --- control sequences of terminals (ECMA-48)

struct Control {
  State state = State::none;
  uint32_t size = 0;      // after what introduces it
  bool is_break = false;  // stands for the end of what precedes it: the target of OSC 8
};

Control cut_or_none(const Forward& at) { return {at.is_cut() ? State::cut : State::none}; }

// Parameters, intermediate bytes and a final byte (section 5.4).
Control read_csi(Forward at, uint32_t longest) {
  const uint32_t most = std::min<uint32_t>(longest, 256);
  uint32_t size = 0;
  while (size < most && at.byte() >= 0x30 && at.byte() <= 0x3F) at.skip(), ++size;
  while (size < most && at.byte() >= 0x20 && at.byte() <= 0x2F) at.skip(), ++size;
  base::count_steps(size);
  if (at.at_end()) return cut_or_none(at);
  const bool is_final = at.byte() >= 0x40 && at.byte() <= 0x7E;
  return is_final ? Control{State::found, size + 1} : Control{};
}

// `8;parameters;` of a hyperlink, up to its target (the specification of OSC 8). A hyperlink
// without a target ends one.
Control read_target_of_osc(Forward at, uint32_t longest) {
  uint32_t size = 0;
  unsigned separators = 0;
  for (; separators < 2; at.skip(), ++size) {
    if (at.at_end()) return cut_or_none(at);
    const uint8_t byte = at.byte();
    if ((size == 0 && byte != '8') || (size == 1 && byte != ';')) return {};
    if (byte < 0x20 || size > longest) return {};
    separators += byte == ';' ? 1 : 0;
  }
  if (at.at_end()) return cut_or_none(at);
  const uint8_t first = at.byte();
  if (first == 7 || first == 0x1B || first == 0xC2) return {};
  return {State::found, size, true};
}

// Text up to BEL or the String Terminator (section 5.6).
Control read_string(Forward at, uint32_t longest) {
  for (uint32_t size = 0; size < longest; at.skip(), ++size) {
    base::count_step();
    if (at.at_end()) return cut_or_none(at);
    const uint8_t byte = at.byte();
    if (byte == 7) return {State::found, size + 1};
    const bool may_end = byte == 0x1B || byte == 0xC2;
    if (may_end && at.after(1).is_cut()) return {State::cut};
    const uint8_t next = at.after(1).byte();
    if (byte == 0x1B && next == '\\') return {State::found, size + 2};
    if (byte == 0xC2 && next == 0x9C) return {State::found, size + 2};
    if (byte < 0x20 || (byte == 0xC2 && next < 0xA0)) return {};  // another control
  }
  return {};
}

// After ESC, or after a C1 control as the letter that means it after ESC.
// It has at most `longest` bytes after that.
Control read_control(Forward at, uint8_t letter, uint32_t longest = kLongestOtherEscape) {
  static constexpr base::AsciiSet kAlone("06789<=>DEHMcno|}~");
  static constexpr base::AsciiSet kStrings("PX^_");
  if (letter == '[') return read_csi(at, longest);
  if (letter == ']') {
    const Control target = read_target_of_osc(at, longest);
    return target.state == State::none ? read_string(at, longest) : target;
  }
  if (letter == '\\') return {State::found, 0, true};  // the terminator of a string before it
  if (letter < 0x80 && kStrings.contains(letter)) return read_string(at, longest);
  if (letter < 0x80 && kAlone.contains(letter)) return {State::found, 0};
  if (letter <= ' ' || letter > 0x2F) return {};
  // ESC ( B: intermediate bytes and a final byte.
  constexpr uint32_t kMost = 3;
  uint32_t size = 0;
  while (size < kMost && at.byte() >= 0x20 && at.byte() <= 0x2F) at.skip(), ++size;
  if (at.at_end()) return cut_or_none(at);
  const bool is_final = at.byte() >= 0x30 && at.byte() <= 0x7E;
  return is_final ? Control{State::found, size + 1} : Control{};
}

// After ESC: Controls::colours.
Control read_colour(Forward at) {
  constexpr uint32_t kMost = 64;
  const uint8_t letter = at.byte();
  if (letter != '[' && letter != '(') return {};
  at.skip();
  uint32_t size = 1;
  for (; letter == '[' && size < kMost && at.byte() >= '0' && at.byte() <= ';'; ++size) at.skip();
  base::count_steps(size);
  if (at.at_end()) return cut_or_none(at);
  const bool is_final = letter == '(' ? at.byte() == 'B' : at.byte() == 'm' || at.byte() == 'K';
  return is_final ? Control{State::found, size + 1} : Control{};
}

// The same for an ESC that `size` bytes of the text stand for.
Control read_control_after_esc(const Forward& at, Controls controls,
                               uint32_t longest = kLongestOtherEscape) {
  if (at.at_end()) return cut_or_none(at);
  if (controls == Controls::colours) return read_colour(at);
  Control control = read_control(at.after(1), at.byte(), longest);
  control.size += 1;
  return control;
}

// --- references of HTML

constexpr size_t kLongestReference = 40;  // after its `&`

// Symbols and invisible characters that people write by their names, mostly beside links: &copy;
// &shy;
bool means_sign(const Escape& escape) {
  const auto* const meant = reinterpret_cast<const uint8_t*>(escape.meant);
  if (*meant < 0x80) return false;
  const char32_t c = base::decode(meant, meant + escape.meant_size, base::Text::complete).value;
  const unicode::Properties properties = unicode::properties(c);
  return !properties.is_letter() && !properties.is_mark() && !properties.is_white_space() &&
         !properties.is_punctuation();
}

// `number` is without its `&`, which an escape may stand for.
// REQUIRES: at most kLongestReference bytes.
base::Reference read_number(std::string_view number) {
  char text[kLongestReference + 2] = {'&'};
  std::memcpy(text + 1, number.data(), number.size());
  return base::read_reference({text, number.size() + 1}, base::Place::text);
}

// …/a&copy;b, but …/a&copy; b: does a word or path continue after a reference? Then it stands for
// its sign. Sets reference.state if that is not known.
// PERF: few references are signs; inlined, it made the others slower.
[[gnu::noinline]] bool word_continues_at(const Forward& at, Escape& reference) {
  static constexpr base::AsciiSet kContinues("/-_%");
  Forward here = at;
  for (unsigned i = 0; i < kMostBackslashes && here.byte() == '\\'; ++i) here.skip();
  if (here.is_cut()) reference.state = State::cut;
  if (here.at_end()) return false;
  const uint8_t next = here.byte();
  if (at.byte() == '\\') return next == '/';  // \/ of JSON
  return next >= 0x80 || base::is_ascii_alphanumeric(next) || kContinues.contains(next);
}

// The reference that begins with the `&` right before `at`.
Escape read_reference(Forward at) {
  const std::string_view rest = at.rest(kLongestReference);
  size_t size = rest.starts_with('#') ? 1 : 0;
  while (size < rest.size() && base::is_ascii_alphanumeric(static_cast<uint8_t>(rest[size])))
    ++size;
  base::count_steps(size);
  Escape escape;
  if (size == rest.size() && size < kLongestReference) {
    if (at.after(size).is_cut()) escape.state = State::cut;
    return escape;
  }
  if (size == 0 || size == rest.size() || rest[size] != ';') return escape;
  const bool is_number = rest[0] == '#';
  const std::string_view name = rest.substr(0, size + 1);
  const base::Reference found = is_number ? read_number(name) : base::read_named_reference(name);
  if (found.size != size + 2) return escape;
  escape.state = State::found;
  escape.size = static_cast<uint32_t>(found.size);
  escape.meant_size = found.utf8_size;
  std::memcpy(escape.meant, found.utf8, sizeof escape.meant);
  if (!is_number && means_sign(escape) && !word_continues_at(at.after(size + 1), escape)) {
    escape.meant_size =
        static_cast<uint8_t>(base::write_utf8(kReplacement, escape.meant) - escape.meant);
  }
  return escape;
}

// --- all of them

void set_meant(Escape& escape, char32_t code_point) {
  escape.meant_size =
      static_cast<uint8_t>(base::write_utf8(code_point, escape.meant) - escape.meant);
}

// An escape for `code_point`, which ends before `at`. It may introduce a longer one: \u001b[31m,
// \u0026amp;
Escape go_on(char32_t code_point, uint32_t size, Forward at, Controls controls) {
  Escape escape{State::found, size};
  set_meant(escape, code_point);
  if (code_point == kEsc || (introduces_c1(code_point) && controls == Controls::all)) {
    const Control control = code_point == kEsc
                                ? read_control_after_esc(at, controls)
                                : read_control(at, static_cast<uint8_t>(code_point - 0x40));
    if (control.state == State::none) return escape;
    if (escape.size + control.size > kLongestOtherEscape) return escape;
    escape.state = control.state;
    escape.size += control.size;
    if (control.is_break) {
      set_meant(escape, kEsc);
    } else {
      escape.meant_size = 0;
    }
    return escape;
  }
  for (unsigned nested = 0; nested < 3 && escape.text() == "&"; ++nested) {
    const Escape inner = read_reference(at);
    if (inner.state == State::none) break;
    const uint32_t outer = escape.size;
    escape = inner;
    escape.size = outer + inner.size - 1;
    at.skip(inner.size - 1);
    if (inner.state == State::cut) break;
  }
  return escape;
}

// PERF: in its two callers; a call cost text full of escapes 2 %.
LINKSPAN_INLINE Escape read_backslash(const TextAround& text, const uint8_t* at, Notation notation,
                                      Controls controls) {
  Escape escape;
  if (notation == Notation::none || (at > text.begin && at[-1] == '\\')) return escape;
  const Unit unit = read_unit(text, at);
  if (unit.kind == Unit::Kind::cut) escape.state = State::cut;
  if (unit.kind != Unit::Kind::character) return escape;
  const bool is_of_strings =
      unit.code_point == '/' || unit.code_point == '"' || unit.code_point == '\'';
  if (notation == Notation::string && unit.is_punctuation() && !is_of_strings &&
      unit.backslashes == 1) {
    return escape;
  }
  const bool is_alone = unit.code_point < 0x80 && unit.code_point != '&' && unit.code_point != kEsc;
  if (is_alone) {  // PERF: set in place
    escape.state = State::found;
    escape.size = unit.size;
    escape.meant_size = 1;
    escape.meant[0] = static_cast<char>(unit.code_point);
    return escape;
  }
  const Escape found = go_on(unit.code_point, unit.size, Forward(at + unit.size, text), controls);
  const bool is_control = found.state != State::found || found.size > unit.size;
  if (unit.needs_control && !is_control) return escape;
  escape = found;
  return escape;
}

// The reference after the `&` before `at`, and what it introduces: &amp;#64;
Escape read_references(Forward at, Controls controls) {
  Escape escape = read_reference(at);
  if (escape.state == State::found && escape.text() == "&") {
    at.skip(escape.size - 1);
    escape = go_on(U'&', escape.size, at, controls);
  }
  return escape;
}

// The control sequence that the `introducer` bytes before `at` begin.
Escape placed_control(uint32_t introducer, const Control& control) {
  Escape escape;
  if (control.state == State::none) return escape;
  escape.state = control.state;
  escape.size = introducer + control.size;
  if (control.is_break) set_meant(escape, kEsc);
  return escape;
}

// After the C2 of a C1 control.
Escape read_c1(Forward at) {
  if (at.is_cut()) return {State::cut};
  if (at.at_end() || !introduces_c1(at.byte())) return {};
  const Control control = read_control(at.after(1), static_cast<uint8_t>(at.byte() - 0x40));
  return 2 + control.size <= kLongestOtherEscape ? placed_control(2, control) : Escape{};
}

// The escapes that do not depend on a token.
Escape read_other(const TextAround& text, const uint8_t* at, Controls controls) {
  const Forward next(at + 1, text);
  if (*at == '&') return read_references(next, controls);
  if (*at == 0x1B) return placed_control(1, read_control_after_esc(next, controls, kLongestEscape));
  return controls == Controls::all ? read_c1(next) : Escape{};
}

// --- the token around a backslash

// PERF: most bytes of a token are none of these, which one look tells.
enum class InToken : uint8_t { other, sign, backslash, end };
constexpr auto kInToken = [] {
  std::array<InToken, 256> classes{};
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    const auto ascii = static_cast<uint8_t>(byte);
    if (base::AsciiSet("?*+([^$:").contains(ascii)) classes[byte] = InToken::sign;
    if (byte <= ' ' || byte == 0x7F || kEndsToken.contains(ascii)) classes[byte] = InToken::end;
  }
  classes['\\'] = InToken::backslash;
  return classes;
}();

bool ends_token(uint8_t byte) { return kInToken[byte] == InToken::end; }

// What is before the first backslash of a token. PERF: most tokens have only letters there.
struct TokenStart {
  const uint8_t* begin;
  bool has_marks = false;  // signs, or backslashes
};

TokenStart start_of_token(const TextAround& text, const uint8_t* at) {
  const uint8_t* const floor =
      at - text.begin > static_cast<ptrdiff_t>(kJudgedBefore) ? at - kJudgedBefore : text.begin;
  TokenStart start{at};
  for (; start.begin > floor; --start.begin) {
    const InToken found = kInToken[start.begin[-1]];
    if (found == InToken::other) continue;
    if (found == InToken::end) break;
    start.has_marks = true;
  }
  base::count_steps(static_cast<uint64_t>(at - start.begin));
  return start;
}

// What is seen of a token.
class Token {
 public:
  Token(const TextAround& text, Source source) : text_(text), source_(source) {}

  void read_before(const uint8_t* begin, const uint8_t* at);
  void look_at_name(const uint8_t* begin, const uint8_t* at);
  // Reads from the backslash at `at` to the end of the token. Returns the end; nullptr: it is cut.
  const uint8_t* read_from(const uint8_t* at);

  Notation notation() const {
    const bool is_expression = has_sign_ || (ends_with_dollar_ && !has_colon_);
    const bool is_login = source_ == Source::text && has_name_ && !has_other_;
    if (has_letter_ || is_path_ || is_login || (has_dot_ && is_expression)) return Notation::none;
    return has_white_space_ ? Notation::string : Notation::any;
  }

 private:
  const uint8_t* take_backslash(const uint8_t* at);
  void take_meaning(const uint8_t* at, const Unit& unit);
  void take(const uint8_t* at);
  void take_question_mark(const uint8_t* at);
  bool is_account(const uint8_t* begin, const uint8_t* at) const;
  bool begins_escape_after_name(const uint8_t* at) const;
  bool name_may_begin(const uint8_t* at) const;

  TextAround text_;
  Source source_;
  bool has_name_ = false;          // `\t`, `\n` or `\r` between a word and a lower-case letter
  bool has_other_ = false;         // another escape
  bool has_letter_ = false;        // a backslash before a letter that is no escape
  bool has_white_space_ = false;   // `\n`
  bool is_path_ = false;           // of Windows, or the name of an account there
  bool has_dot_ = false;           // `\.`
  bool has_sign_ = false;          // of a regular expression
  bool ends_with_dollar_ = false;  // one, too, if there is no scheme
  bool has_colon_ = false;
};

// DOMAIN\_svc, DOMAIN\\_svc: a name in capitals before, lower case after it.
bool Token::is_account(const uint8_t* begin, const uint8_t* at) const {
  if (at - begin < 2 || !base::is_ascii_upper(*begin)) return false;
  for (const uint8_t* c = begin; c < at; ++c) {
    if (!base::is_ascii_upper(*c) && !base::is_ascii_digit(*c) && *c != '-') return false;
  }
  while (at < text_.end && *at == '\\') ++at;
  return text_.end - at >= 2 && (*at == '_' || base::is_ascii_letter(*at)) && at[1] >= 'a' &&
         at[1] <= 'z';
}

// https:\/\/, also in a string in a string, or "URL\uff1a" with the number of a character.
bool Token::begins_escape_after_name(const uint8_t* at) const {
  const Unit unit = read_unit(text_, at);
  if (unit.is_number) return true;
  const uint8_t* const next = at + unit.size;
  if (!unit.is_punctuation() || unit.code_point != '/' || next >= text_.end || *next != '\\') {
    return false;
  }
  const Unit second = read_unit(text_, next);
  return second.is_punctuation() && second.code_point == '/';
}

void Token::read_before(const uint8_t* begin, const uint8_t* at) {
  for (const uint8_t* c = begin; c < at; ++c) {
    if (*c == '\\') {
      const Unit unit = read_unit({begin, at, base::Text::complete}, c);
      has_letter_ |= unit.kind == Unit::Kind::letter;
      take_meaning(c, unit);
      c += unit.backslashes;
      if (c >= at) break;
      continue;
    }
    if (kInToken[*c] == InToken::sign) take(c);
  }
}

// ..\tests\run.example, %TEMP%\notes.example, file://server\notes, but not file://\.\./notes (of
// Markdown): is the text the start of a path? `next` is after the backslash.
bool begins_path(std::string_view text, uint8_t next) {
  constexpr std::string_view kFile = "file://";
  if (text == kFile) return next == '\\' || base::is_ascii_alphanumeric(next);
  if (text.starts_with(kFile)) return text.find('/', kFile.size()) == text.npos;
  if (text == "." || text == "..") return true;
  return text.size() > 2 && text.front() == '%' && text.back() == '%' &&
         std::all_of(text.begin() + 1, text.end() - 1, [](char c) {
           return c == '_' || base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
         });
}

// Is the text before a drive or folder of Windows, or the name of a domain there?
void Token::look_at_name(const uint8_t* begin, const uint8_t* at) {
  const bool is_drive = at - begin >= 2 && at[-1] == ':' && base::is_ascii_letter(at[-2]) &&
                        (at - begin == 2 || !base::is_ascii_alphanumeric(at[-3]));
  constexpr std::string_view kFile = "file:///";  // file:///\\server\notes
  const bool is_file = static_cast<size_t>(at - begin) >= kFile.size() &&
                       std::memcmp(at - kFile.size(), kFile.data(), kFile.size()) == 0;
  const bool may_be_folder =  // PERF: false of nearly all
      source_ == Source::text && begin < at && (*begin == '.' || *begin == '%' || *begin == 'f');
  const bool is_folder = may_be_folder && begins_path({reinterpret_cast<const char*>(begin),
                                                       static_cast<size_t>(at - begin)},
                                                      at + 1 < text_.end ? at[1] : uint8_t{0});
  is_path_ |=
      (is_drive || is_file || is_folder || is_account(begin, at)) && !begins_escape_after_name(at);
}

// anna, -a, but not www.example.org nor https://: no name begins nwww. or nhttps://. A colour hides
// it.
bool Token::name_may_begin(const uint8_t* at) const {
  constexpr ptrdiff_t kLongest = 16;
  if (at >= text_.end) return false;
  if (*at == 0x1B || *at == '-' || *at == '_' || *at == '.') return true;
  if (*at < 'a' || *at > 'z') return false;
  const std::string_view next(reinterpret_cast<const char*>(at),
                              static_cast<size_t>(std::min(kLongest, text_.end - at)));
  const size_t end = next.find_first_not_of("abcdefghijklmnopqrstuvwxyz");
  base::count_steps(std::min(end, next.size()));
  return !next.starts_with("www.") && (end == next.npos || !next.substr(end).starts_with("://"));
}

// Notes the unit at `at`, and whether it may be the separator and the first letter of a name:
// intra\thomas, mail \thomas, but "anna\nBert", ":\nanna", "\tanna"
void Token::take_meaning(const uint8_t* at, const Unit& unit) {
  const uint8_t before = at > text_.begin ? at[-1] : uint8_t{' '};
  const bool is_name = unit.is_white_space() &&
                       (before >= 0x80 || base::is_ascii_alphanumeric(before) ||
                        base::is_ascii_white_space(before)) &&
                       name_may_begin(at + unit.size);
  has_name_ |= is_name;
  has_other_ |= !is_name && unit.kind == Unit::Kind::character;
  has_white_space_ |= unit.is_white_space();
}

const uint8_t* Token::take_backslash(const uint8_t* at) {
  const Unit unit = read_unit(text_, at);
  if (unit.kind == Unit::Kind::cut) return nullptr;
  has_letter_ |= unit.kind == Unit::Kind::letter;
  take_meaning(at, unit);
  has_dot_ |= unit.is_punctuation() && unit.code_point == '.';
  const bool ends_string = unit.is_punctuation() && unit.code_point == '"';
  const bool is_taken = unit.kind == Unit::Kind::character && !ends_string;
  return at + (is_taken ? unit.size : unit.backslashes);
}

// https?:\/\/, (www\.)?example, example\.com\/?$; but A_\(b\)?c
void Token::take_question_mark(const uint8_t* at) {
  static constexpr base::AsciiSet kFollow(":/|*+([");
  const bool is_after_group = at > text_.begin && (at[-1] == ')' || at[-1] == ']') &&
                              (at - 1 == text_.begin || at[-2] != '\\');
  has_sign_ |= is_after_group || (at + 1 < text_.end && kFollow.contains(at[1]));
}

// A sign without a backslash.
void Token::take(const uint8_t* at) {
  const uint8_t last = at > text_.begin ? at[-1] : uint8_t{' '};
  const bool is_at_start = at == text_.begin || ends_token(last);
  const bool is_at_end = at + 1 >= text_.end || ends_token(at[1]);
  switch (*at) {
    case '?':
      return take_question_mark(at);
    case '*':
    case '+':
      has_sign_ |= !is_at_end && (has_dot_ || last == '.' || last == ')' || last == ']');
      return;
    case '(':
    case '[':
      has_sign_ |= has_dot_;
      return;
    case '^':
      has_sign_ |= is_at_start;
      return;
    case '$':
      ends_with_dollar_ = is_at_end;
      return;
    case ':':
      has_colon_ = true;
      return;
    default:
      return;
  }
}

const uint8_t* Token::read_from(const uint8_t* at) {
  const uint8_t* const first = at;
  const uint8_t* const limit =
      text_.end - at > static_cast<ptrdiff_t>(kJudgedAhead) ? at + kJudgedAhead : text_.end;
  for (; at < limit; ++at) {
    const InToken found = kInToken[*at];
    if (found == InToken::other) continue;
    if (found == InToken::end) break;
    if (found == InToken::sign) {
      take(at);
      continue;
    }
    const uint8_t meant = text_.end - at >= 2 ? kMeantAlone[at[1]] : uint8_t{0};
    if (meant > ' ') {  // PERF: nearly all of them; the rest of take_backslash() for these
      has_other_ = true;
      has_dot_ |= meant == '.';
      at += meant == '"' ? 0 : 1;
      continue;
    }
    at = take_backslash(at);
    if (at == nullptr) return nullptr;
    --at;
  }
  base::count_steps(static_cast<uint64_t>(at - first));
  const bool is_known = at < text_.end || text_.extent == base::Text::complete;
  return is_known ? at : nullptr;
}

}  // namespace

Judgement judge_token(const TextAround& text, const uint8_t* at, Source source) {
  Token token(text, source);
  const TokenStart start = start_of_token(text, at);
  if (start.has_marks) token.read_before(start.begin, at);
  token.look_at_name(start.begin, at);
  const uint8_t* const end = token.read_from(at);
  return {token.notation(), end == nullptr, end};
}

void end_link_after_slash(Escape& reference) {
  const auto* const meant = reinterpret_cast<const uint8_t*>(reference.meant);
  if (reference.meant_size == 0 || *meant < 0x80) return;
  const char32_t first =
      base::decode(meant, meant + reference.meant_size, base::Text::complete).value;
  if (first >= 0x2010 && first <= 0x2027) set_meant(reference, kReplacement);
}

Escape read_escape_of_any_token(const TextAround& text, const uint8_t* at) {
  return *at == '\\' ? read_backslash(text, at, Notation::any, Controls::all)
                     : read_other(text, at, Controls::all);
}

Escape EscapeReader::read(const TextAround& text, const uint8_t* at, uint64_t offset) {
  if (*at != '\\') return read_other(text, at, controls_);
  if (offset >= judged_until_) {
    const Judgement judgement = judge_token(text, at, source_);
    if (judgement.is_cut) return {State::cut};
    notation_ = judgement.notation;
    judged_until_ = offset + static_cast<uint64_t>(judgement.end - at);
  }
  return read_backslash(text, at, notation_, controls_);
}

namespace {

// Calls take(escape, begin) for each escape of a link.
template <class Take>
void for_each_escape(std::string_view written, const Take& take) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(written.data());
  const TextAround text{begin, begin + written.size(), base::Text::complete};
  EscapeReader reader(Source::program);
  for (const uint8_t* at = begin; at < text.end;) {
    if (!may_begin_escape(*at)) {
      ++at;
      continue;
    }
    const Escape escape = reader.read(text, at, static_cast<uint64_t>(at - begin));
    if (escape.state == State::found) {
      take(escape, static_cast<size_t>(at - begin));
      at += escape.size;
    } else {
      ++at;
    }
  }
}

}  // namespace

namespace {

// Replaces each escape for which replace(escape) has a text by that.
template <class Replace>
std::string rewritten(std::string_view written, Parts& parts, const Replace& replace) {
  std::string text;
  size_t done = 0;
  Parts moved = parts;
  Part Parts::*const kAll[] = {&Parts::scheme, &Parts::userinfo, &Parts::host,    &Parts::port,
                               &Parts::path,   &Parts::query,    &Parts::fragment};
  for_each_escape(written, [&](const Escape& escape, size_t begin) {
    const std::optional<std::string_view> by = replace(escape);
    if (!by) return;
    text.append(written, done, begin - done);
    text += *by;
    done = begin + escape.size;
    const auto shorter = static_cast<uint32_t>(escape.size - by->size());
    for (Part Parts::*const part : kAll) {
      if (!(parts.*part).present()) continue;
      if ((parts.*part).begin >= done) (moved.*part).begin -= shorter;
      if ((parts.*part).end >= done) (moved.*part).end -= shorter;
    }
  });
  text.append(written, done);
  parts = moved;
  return text;
}

}  // namespace

std::string meant_line(std::string_view line) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(line.data());
  const TextAround text{begin, begin + line.size(), base::Text::complete};
  EscapeReader reader(Source::program);
  std::string meant;
  for (const uint8_t* at = begin; at < text.end;) {
    Escape escape =
        may_begin_escape(*at) ? reader.read(text, at, static_cast<uint64_t>(at - begin)) : Escape();
    const bool is_escape = escape.state == State::found;
    if (is_escape && ends_with_reference(escape, at) && meant.ends_with('/')) {
      end_link_after_slash(escape);
    }
    if (is_escape) meant += escape.text();
    if (!is_escape) meant += static_cast<char>(*at);
    at += is_escape ? escape.size : 1;
  }
  return meant;
}

std::string meant_text(std::string_view written, Parts& parts) {
  return rewritten(written, parts,
                   [](const Escape& escape) { return std::optional(escape.text()); });
}

std::string shown_text(std::string_view written, Parts& parts) {
  return rewritten(written, parts, [](const Escape& escape) {
    return escape.meant_size > 0 ? std::nullopt : std::optional(std::string_view());
  });
}

void append_shown(std::string_view written, uint64_t begin, std::vector<Range>& shown) {
  size_t done = 0;
  for_each_escape(written, [&](const Escape& escape, size_t at) {
    if (escape.meant_size > 0) return;
    if (at > done) shown.push_back({begin + done, begin + at});
    done = at + escape.size;
  });
  if (done < written.size()) shown.push_back({begin + done, begin + written.size()});
}

}  // namespace linkspan::scan

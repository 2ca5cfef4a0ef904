// SPDX-License-Identifier: Apache-2.0
// Escapes: sequences of a notation that stand for one character, or for none (docs/scanning.md,
// section 11).
//
//   https:\/\/example.org\/?a=1\u0026b=2     a string of JSON:  /  and  &
//   first\_last@example.com                  Markdown:  _
//   https://example.org/a&hellip;            HTML:  …
//   ESC[33mjoe@example.org                   a terminal: nothing
//   C:\Users\_x@example.org                  no escape: \U is none, so the token is a path
//   intra\thomas@example.org                 no escape in text: a login; one in a program's source
//
// This is the only place that reads them. TextScanner (scan/text_scanner.h) gives the scanner the
// text that is meant; so hosts, local parts, schemes and tails see the characters that are meant.
//
// Guarded by tests/scan/escapes_test.cc, which has a slow reader of its own.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/utf8.h"
#include "linkspan/linkspan.h"

namespace linkspan::scan {

// The longest sequence: a string of a terminal after ESC; and any that does not begin with ESC. The
// text that is read ahead to judge a token.
inline constexpr uint64_t kLongestEscape = 512;
inline constexpr uint64_t kLongestOtherEscape = 56;
inline constexpr uint64_t kJudgedAhead = 4096;
// How far back from an escape its token is read.
inline constexpr uint64_t kJudgedBefore = 64;

struct Escape {
  enum class State : uint8_t { none, found, cut };  // cut: more text is needed to decide
  State state = State::none;
  uint32_t size = 0;  // of the sequence, in bytes
  uint8_t meant_size = 0;
  char meant[8] = {};  // in UTF-8: one character, two of a few names of HTML, or nothing

  std::string_view text() const { return {meant, meant_size}; }
};

// Can an escape begin with this byte? C2 leads the C1 controls.
constexpr bool may_begin_escape(uint8_t byte) {
  return byte == '\\' || byte == '&' || byte == 0x1B || byte == 0xC2;
}

// The characters after a `\` or `&` by which an escape may stand for a trigger, or be before a
// colon that is one: \x40 \&#64; \: \e[m &#64; &commat; &period; &amp;#64;
inline constexpr base::AsciiSet kMayMeanTrigger("xuUeE0:@.\\&#acp");

// Can a trigger end with this byte? The last three end wide dots in UTF-8.
inline bool may_end_trigger(uint8_t byte) {
  return byte == ':' || byte == '@' || byte == '.' || byte == 0x82 || byte == 0x8E || byte == 0xA1;
}

// A piece of text with more around it.
struct TextAround {
  const uint8_t* begin;
  const uint8_t* end;
  base::Text extent;  // complete: the text ends at `end`
};

// The escape at `at`, whatever the token there is: more may be found than are escapes, and none is
// missing. REQUIRES: begin <= at < end.
Escape read_escape_of_any_token(const TextAround& text, const uint8_t* at);

// A reference to a dash, a quotation mark or an ellipsis (U+2010 to U+2027) that follows a slash
// means U+FFFD, which ends a link: https://example.org/&#8217;next, …/&ndash;next
void end_link_after_slash(Escape& reference);
// Does the sequence at `at` end with a reference?
inline bool ends_with_reference(const Escape& escape, const uint8_t* at) {
  return escape.size > 0 && at[escape.size - 1] == ';';
}

// Which backslashes of a token are escapes.
enum class Notation : uint8_t {
  none,    // a path of Windows, a regular expression
  string,  // a string of a programming language: not `\_`
  any,
};

// What is read: in text, a letter after a word and a backslash may begin a name.
enum class Source : uint8_t { text, program };

struct Judgement {
  Notation notation = Notation::any;
  bool is_cut = false;           // more text is needed
  const uint8_t* end = nullptr;  // it holds for the backslashes before
};

// Judges the token around the backslash at `at`, by the text from there on.
Judgement judge_token(const TextAround& text, const uint8_t* at, Source source);

// Reads the escapes of a text in order, and knows for which part the last judgement holds.
class EscapeReader {
 public:
  explicit EscapeReader(Source source, Controls controls = Controls::all)
      : source_(source), controls_(controls) {}

  // The escape at `at`, whose offset in the whole text is `offset`. REQUIRES: no smaller offset
  // than before.
  Escape read(const TextAround& text, const uint8_t* at, uint64_t offset);

 private:
  Source source_;
  Controls controls_;
  Notation notation_ = Notation::any;
  uint64_t judged_until_ = 0;
};

// A token goes on up to one of these, white space, or a control.
inline constexpr base::AsciiSet kEndsToken("\"<>{}`");

// May the text after this byte be read without that before it? No token goes on after it, and it
// ends no control sequence but a string of a terminal.
inline bool divides_escapes(uint8_t byte) {
  return base::is_ascii_white_space(byte) || (byte < 0x80 && kEndsToken.contains(byte));
}

// What a whole line means, in prose and code.
std::string meant_line(std::string_view line);

// The text that a link with escapes means. `parts` becomes that of the result.
// REQUIRES: `written` is the text of a link with Span::has_escapes.
std::string meant_text(std::string_view written, Parts& parts);

// The same text without the sequences that stand for nothing, as a terminal shows it.
std::string shown_text(std::string_view written, Parts& parts);

// Appends the ranges of that text. `written` is at `begin`.
void append_shown(std::string_view written, uint64_t begin, std::vector<Range>& shown);

}  // namespace linkspan::scan

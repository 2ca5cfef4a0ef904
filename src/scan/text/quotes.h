// SPDX-License-Identifier: Apache-2.0
// Quotes: which quotation mark closes the one before a link.
//
// The quotes around „https://example.org/a“ or "https://example.org/a" show where the link ends
// (RFC 3986, appendix C). The same quotation mark opens in one language and closes in another, so
// the table begins with the opening one: »a« in German, «a» in French, ”a” in Finnish.
#pragma once

#include <cstdint>

#include "base/byte_sets.h"

namespace linkspan::scan {

// At most two characters close one that was opened. No quote: {}.
struct Quotes {
  char32_t closing = 0;
  char32_t other_closing = 0;
  char32_t mark =
      0;  // no quotation mark: of emphasis, `*` `_` `~`, or around fields, `,` `;` `|` `<`

  constexpr bool operator==(const Quotes&) const = default;
  constexpr bool closes(char32_t code_point) const {
    return code_point != 0 && (code_point == closing || code_point == other_closing);
  }
};

struct QuotePair {
  char32_t opening;
  Quotes closing;
};

inline constexpr QuotePair kQuotePairs[] = {
    {U'"', {U'"', 0}},    {U'\'', {U'\'', 0}}, {U'`', {U'`', U'\''}}, {U'«', {U'»', 0}},
    {U'»', {U'«', U'»'}}, {U'‘', {U'’', 0}},   {U'’', {U'’', 0}},     {U'‚', {U'‘', U'’'}},
    {U'‛', {U'’', 0}},    {U'“', {U'”', 0}},   {U'”', {U'”', 0}},     {U'„', {U'“', U'”'}},
    {U'‟', {U'”', 0}},    {U'‹', {U'›', 0}},   {U'›', {U'‹', U'›'}},  {U'＂', {U'＂', 0}},
    {U'＇', {U'＇', 0}},  {U'´', {U'´', 0}},
};

// For the character right before a link: what closes the quote that it opens, or the delimiter that
// it is; else {}.
constexpr Quotes quotes_opened_by(char32_t opening) {
  constexpr base::AsciiSet kQuotesOfAscii("\"'`");
  constexpr base::AsciiSet kMarks("*_~,;|<");
  if (opening < 0x80 && !kQuotesOfAscii.contains(static_cast<uint8_t>(opening))) {
    return kMarks.contains(static_cast<uint8_t>(opening)) ? Quotes{0, 0, opening} : Quotes{};
  }
  for (const QuotePair& pair : kQuotePairs) {
    if (pair.opening == opening) return pair.closing;
  }
  return {};
}

// PERF: no other ASCII characters close a quote.
constexpr bool may_close_quote(char32_t code_point) {
  return code_point >= 0x80 || code_point == '"' || code_point == '\'' || code_point == '`';
}

}  // namespace linkspan::scan

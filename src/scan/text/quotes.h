// SPDX-License-Identifier: Apache-2.0
// Quotes: which quotation mark closes the one that stands before a link.
//
// Who writes „https://example.org/a“ or "https://example.org/a" has said where the link ends (RFC
// 3986, appendix C). The same mark opens in one language and closes in another, so the table goes
// by what was opened, not by what looks like a closing mark: »a« in German, «a» in French, ”a” in
// Finnish.
#pragma once

#include <cstdint>

#include "base/byte_sets.h"

namespace linkspan::scan {

// At most two marks close one that was opened. None: {}.
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

// What stands right before a link, as far as it may tell where the link ends: what closes the quote
// that `opening` began, or the mark that it is; none if it is neither.
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

}  // namespace linkspan::scan

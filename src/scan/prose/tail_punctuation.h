// SPDX-License-Identifier: Apache-2.0
// TailPunctuation: does punctuation belong to the tail of a link, or to the text around it:
// brackets, commas, quotation marks and bars (docs/rules.md)?
//
// Guarded by the corpus and the reference scanner.
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/syntax/tail_state.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

class TailPunctuation {
 public:
  // Both outlive this.
  TailPunctuation(const Window& window, TailState& state) : window_(window), state_(state) {}

  // Decides about the ASCII character at state.at, which a link may have unless the text after it
  // shows otherwise.
  TailState::Verdict take(char32_t code_point);

  // Does the closing quotation mark at state.at close the quote around the link? An apostrophe does
  // only if no word or ending of another script continues after it, and it is the last one: not in
  // ‘…/wiki/Москва’е, ‘…/wiki/Прип’ять’
  Answer quote_closes_here(uint64_t after) const;

  // Is punctuation that ends links part of the name of this one? /Менск_(1067—1793),
  // /Закон_Бойля_—_Мариотта, /Und_dann_…_kam_Polly, /Крейсер_«Аврора»,
  // /wiki/צה"ל
  Answer belongs_to_name(char32_t code_point, uint64_t after);

  // https://example.org/*, ?type=*: is the star at state.at a whole segment or value?
  Answer is_whole_part(uint64_t after);

 private:
  using Letters = TailState::Letters;
  using Verdict = TailState::Verdict;
  using Component = TailState::Component;
  using Segment = TailState::Segment;
  using Known = TailState::Known;

  Answer stops_at_punctuation(char32_t code_point);
  Answer stops_at_comma(char32_t comma);
  Answer is_between_fields(char32_t separator) const;
  std::string_view text_before() const;
  bool begins_line() const;
  bool is_in_markup() const;
  bool label_may_follow();
  bool star_is_open();
  Answer label_follows(uint64_t after) const;
  Answer ends_first_field(char32_t separator);
  Answer is_row(char32_t separator) const;
  Answer joins_words(uint64_t after);
  Answer closes_comment() const;
  bool is_drive() const;
  Answer joins_values(uint64_t after);
  Answer is_gershayim(uint64_t after) const;
  Answer opens_quote_in_name(char32_t closing, uint64_t after);
  bool end_before_next_link();

  const Window& window_;
  TailState& state_;
};

// The end of [least, end) without the soft characters at it, in style prose.
uint64_t trim_soft(const Window& window, uint64_t least, uint64_t end);

// The size of the scheme before the colon of `://`, if it belongs to the next link of a list,
// `https://a/,https://b/`, or to one that was glued to the first, `https://a/xhttps://b/`. 0 if it
// is part of the first, as after `/` or `=`. REQUIRES: the tail of the first link begins at or
// after `begin`.
unsigned size_of_next_scheme(const uint8_t* begin, const uint8_t* colon);

}  // namespace linkspan::scan

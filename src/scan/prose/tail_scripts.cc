// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/tail_scripts.h"

#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "scan/prose/prose_rules.h"
#include "scan/prose/script_boundary.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/code_point_set.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// ⁽¹⁾ marks a footnote.
constexpr bool is_superscript_bracket(char32_t code_point) {
  return code_point == 0x207D || code_point == 0x207E;
}

// Fullwidth signs that people type between links, and signs for letters or words.
constexpr bool is_sign(char32_t code_point) {
  constexpr CodePointSet kWideSigns(U"／＋＆＝");
  return kWideSigns.contains(code_point) || is_compatibility_sign(code_point);
}

// Names are written in them and in Latin letters at once: /iphone15про
bool mixes_with_latin(char32_t code_point) {
  const unicode::Script script = unicode::script(code_point);
  return script == unicode::Script::cyrillic || script == unicode::Script::greek;
}

}  // namespace

TailState::Verdict TailScripts::take(char32_t code_point, Role role, uint64_t after) {
  if (state_.quotes.closes(code_point) && state_.at != state_.name_quote_end) {
    const Answer closes = TailPunctuation(window_, state_).quote_closes_here(after);
    if (closes == Answer::unknown) return Verdict::need_more;
    if (closes == Answer::yes) return state_.stop_for(Cause::quote);
  }
  if (code_point < 0x80) return TailPunctuation(window_, state_).take(code_point);
  const bool is_wide_bracket =
      role == Role::open && unicode::properties(code_point).is_east_asian_wide();
  if (is_wide_bracket) return take_wide_bracket();
  if (is_superscript_bracket(code_point)) return state_.stop_for(Cause::script);
  const bool is_beyond_link = state_.letters == Letters::ascii || is_joiner(code_point);
  if (is_beyond_link && window_.byte(state_.at - 1) < 0x80) return state_.stop_for(Cause::script);
  Answer ends = ends_before_next_link(code_point, after);
  if (ends == Answer::no && may_begin_text(code_point)) {
    ends = opposite(continues_link(window_, state_.at, Brackets::end));
  }
  if (ends == Answer::unknown) return Verdict::need_more;
  if (ends == Answer::yes) return state_.stop_for(Cause::script);
  if (is_word_character(code_point) && !is_picture(code_point)) state_.segment = Segment::other;
  return Verdict::proceed;
}

// …/資料（仮）.pdf: a fullwidth bracket belongs to a title that continues after it.
TailState::Verdict TailScripts::take_wide_bracket() {
  const bool may_be_title = state_.segment == Segment::other || window_.byte(state_.at - 1) == '/';
  const Answer continues =
      may_be_title ? continues_link(window_, state_.at, Brackets::pass) : Answer::no;
  if (continues == Answer::unknown) return Verdict::need_more;
  if (continues == Answer::no) return state_.stop_for(Cause::script);
  state_.segment = Segment::other;
  return Verdict::proceed;
}

// May the text after the link begin with this code point? A picture does after letters; a sign or a
// letter of another script does after ASCII, with or without punctuation between the two.
bool TailScripts::may_begin_text(char32_t code_point) const {
  if (!is_on(ProseRule::script_boundary) || state_.segment == Segment::empty) return false;
  const bool is_picture_itself = is_picture(code_point) && !is_modifier_of_picture(code_point);
  if (is_picture_itself || code_point == U'※') return true;
  if (state_.segment == Segment::other) return false;
  const bool is_other = is_other_script(code_point);
  if (!base::is_ascii_alphanumeric(window_.byte(state_.at - 1))) {  // …/a,还有, …/a,€7,50
    return is_other || is_currency_sign(code_point);
  }
  if (is_sign(code_point)) return true;
  if (!is_other || mixes_with_latin(code_point)) return false;
  return script_kind_of(code_point) == ScriptKind::unspaced ||
         !ends_escape(window_, state_.begin, state_.at);  // `%c3`
}

// …/a、https://, …/或https://: does another link begin after the code point? Then this one ends
// before punctuation, or after a letter.
Answer TailScripts::ends_before_next_link(char32_t code_point, uint64_t after) {
  const Answer begins = next_link_begins(window_, after);
  if (begins == Answer::yes && is_word_character(code_point)) state_.last_safe = after;
  return begins;
}

}  // namespace linkspan::scan

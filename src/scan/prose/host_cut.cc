// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/host_cut.h"

#include <algorithm>
#include <string_view>

#include "automata/joined_words.h"
#include "automata/prose_rules.h"
#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/prose_rules.h"
#include "scan/text/code_point_set.h"
#include "scan/text/link_edges.h"
#include "scan/text/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {

bool HostCut::apply() {
  if (use_ == RunUse::host) {
    drop_hyphens();
  } else {
    drop_final('-');  // anna@example.org-, example.org--and
  }
  if (next_sentence_follows()) return cut_at(cuts_.label);
  if (cut_after_glued_tld()) return true;
  const bool could_be_cut = cuts_.dot.labels != 0 || cuts_.change.labels != 0 ||
                            cuts_.hyphen.labels != 0 || cuts_.known.labels != 0 ||
                            (found_.end > begin_ && window_.byte(found_.end - 1) == '_');
  if (!could_be_cut || window_.has(at_, '@')) return false;
  const bool is_domain = found_.end > begin_ && found_.domain_end == found_.end;
  if (is_domain && ends_with_top_level_domain(found_)) return false;
  if (use_ == RunUse::host && host_continues()) return false;  // http://例え.ローカル/
  drop_final('_');                                             // _bob@example.net_: emphasis
  const RunPart* cut = &cuts_.known;
  if (cut->labels == 0 && has_ending_after_hyphen()) cut = &cuts_.hyphen;
  if (cut->labels == 0 && use_ == RunUse::host)
    cut = cuts_.dot.labels != 0 ? &cuts_.dot : &cuts_.change;
  return cut->labels != 0 && cut_at(*cut);
}

// Is the text from the hyphen to the end of the run a word? example.com-based, and in German,
// GMX.de-Konto. Several words must be nouns: amazon.de-Web-Dienste, not opt.bb-out-file.
bool HostCut::has_ending_after_hyphen() const {
  if (!is_on(ProseRule::hyphen_ending)) return false;
  constexpr uint64_t kLongest = 48;
  if (cuts_.hyphen.labels == 0) return false;
  uint64_t begin = cuts_.hyphen.end + 1;
  if (use_ == RunUse::domain) {  // example.tv--ok
    while (begin < found_.end && window_.byte(begin) == '-') ++begin;
  }
  if (begin >= found_.end || found_.end - begin > kLongest) return false;
  // git@example.com-work:path is a name of ssh; not anna@example.com-tel:0901…
  const bool is_of_address = begin_ > window_.begin && window_.byte(begin_ - 1) == '@';
  const bool is_before_number =
      at_ + 1 < window_.end && base::is_ascii_digit(window_.byte(at_ + 1));
  if (is_of_address && window_.has(at_, ':') && !is_before_number) return false;
  const bool may_be_several = base::is_ascii_upper(window_.byte(begin));
  bool begins_word = true;
  for (uint64_t at = begin; at < found_.end; ++at) {
    const uint8_t byte = window_.byte(at);
    const bool is_lower = byte >= 'a' && byte <= 'z';
    const bool begins_noun = begins_word && base::is_ascii_letter(byte);
    const bool is_between_words = byte == '-' && !begins_word && may_be_several;
    if (byte < 0x80 && !is_lower && !begins_noun && !is_between_words) return false;
    begins_word = byte == '-';
  }
  return !begins_word;
}

// Is the last label the first word of a sentence, after a full stop without a space?
// https://example.de.Danke
bool HostCut::next_sentence_follows() const {
  if (!is_on(ProseRule::next_sentence)) return false;
  constexpr uint64_t kLongest = 48;
  const RunPart& cut = cuts_.label;
  const uint64_t word = found_.last_label;
  const uint64_t host_end = use_ == RunUse::host ? cut.host_end : cut.domain_end;
  const bool is_host = cut.labels >= 2 && host_end == cut.end && word == cut.end + 1 &&
                       cut.end - begin_ <= kLongest && found_.end - word <= kLongest;
  if (!is_host) return false;
  const base::CodePoint first = window_.code_point(word);
  if (!is_upper_case(first.value) || word + first.length == found_.end) return false;
  for (uint64_t at = begin_; at < found_.end;) {
    base::count_step();
    const base::CodePoint here = window_.code_point(at);
    const bool is_of_word = at >= word;
    if (is_of_word && !unicode::properties(here.value).is_letter()) return false;
    if (at != word && is_upper_case(here.value)) return false;
    at += here.length;
  }
  const Peek next = window_.peek(at_);
  static constexpr base::AsciiSet kGoesOn("/:?#@=([{>");
  const bool continues = next.state == Peek::State::code_point && next.code_point.value < 0x80 &&
                         kGoesOn.contains(static_cast<uint8_t>(next.code_point.value));
  return !continues && must_be_host() && ends_with_top_level_domain(cut);
}

// Does a port, a path, a query or a fragment follow? Not in …cn和https://, where a link does.
bool HostCut::host_continues() const {
  const Peek next = window_.peek(at_);
  return next.is('/') || next.is('?') || next.is('#') ||
         (next.is(':') && !window_.has(at_ + 1, '/'));
}

// http://例子.中国了解: if the last label is a top-level domain and then text in a script without
// spaces, cuts between them.
bool HostCut::cut_after_glued_tld() {
  if (!is_on(ProseRule::glued_tld)) return false;
  constexpr uint64_t kLongest = 64;
  if (found_.labels < 2 || window_.byte(found_.end - 1) < 0x80 || window_.has(at_, '@'))
    return false;
  const char32_t first = window_.code_point(found_.last_label).value;
  const bool may_be_glued = !host_continues() && script_kind_of(first) == ScriptKind::unspaced &&
                            !ends_with_top_level_domain(found_);
  if (!may_be_glued) return false;
  uint64_t end = 0;
  const uint64_t limit = std::min(found_.end, found_.last_label + kLongest);
  for (uint64_t at = found_.last_label; at < limit;) {
    at += window_.code_point(at).length;
    base::count_step();
    if (at < found_.end && tlds_.contains(window_, found_.last_label, at)) end = at;
  }
  if (end == 0) return false;
  const std::string_view rest = window_.slice(end, found_.end);
  if (!must_be_host() && !base::is_one_of(rest, automata::joined_words::kParticle)) return false;
  RunPart cut = found_;
  cut.end = cut.domain_end = cut.host_end = end;
  return cut_at(cut);
}

// Is it a host for more reasons than its top-level domain? Words of program code between dots are
// in lower and upper case, too: scala.io.Source
bool HostCut::must_be_host() const {
  const bool is_of_address = begin_ > window_.begin && window_.byte(begin_ - 1) == '@';
  return use_ == RunUse::host || is_of_address || window_.holds(begin_, "www.") == Answer::yes;
}

bool HostCut::cut_at(const RunPart& cut) {
  found_ = RunPart(cut);
  at_ = found_.end;
  return true;
}

// Removes these characters at the end of the run, if a domain precedes them.
void HostCut::drop_final(char mark) {
  uint64_t end = found_.end;
  while (end > begin_ && window_.has(end - 1, mark)) --end;
  if (end == begin_ || end == found_.end || end != found_.domain_end) return;
  if (found_.end != at_ && (mark != '_' || !window_.has(found_.end, '.')))
    return;  // _example.org_.
  found_.end = found_.host_end = at_ = end;
}

// Does the text at `at`, after a hyphen at the end of a host, show that the hyphen is punctuation?
bool HostCut::is_after_dash(uint64_t at) const {
  static constexpr base::AsciiSet kApart(" \t\"'`),;>]}!*|<");
  constexpr CodePointSet kWideApart(U"“”’«»」』）】。，、");
  const Peek next = window_.peek(at);
  if (next.state != Peek::State::code_point) return next.state == Peek::State::end_of_text;
  const char32_t c = next.code_point.value;
  const bool is_apart = c < 0x80
                            ? kApart.contains(static_cast<uint8_t>(c)) || c == '\n' || c == '\r'
                            : kWideApart.contains(c);
  return is_apart && rest_of_host_begins_line(window_, at, tlds_) == Answer::no;
}

// `http://example.com-- and so on`: hyphens at the end of a host are a dash. So is a single one
// after a top-level domain, unless the host continues in the next line. One after `xn--` is not.
void HostCut::drop_hyphens() {
  uint64_t end = found_.end;
  while (end > begin_ && window_.byte(end - 1) == '-') --end;
  if (end == found_.end) return;
  const bool is_ace_prefix =
      end - found_.last_label == 2 && window_.holds(found_.last_label, "xn--") == Answer::yes;
  const bool has_final_dot = found_.end + 1 == at_;
  if (is_ace_prefix || (found_.end != at_ && !has_final_dot)) return;
  const bool is_dash =
      (found_.end - end >= 2 && !has_final_dot) ||
      (found_.labels >= 2 && tlds_.contains(window_, found_.last_label, end) && is_after_dash(at_));
  if (is_dash) found_.end = at_ = end;
}

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// ScanState: what a scan knows between two steps, and the ways in which a candidate ends.
//
// A candidate is text that may be a link. It ends in one of three ways (docs/scanning.md, section
// 2):
//
//   end_link()     it is a link; search continues after it
//   drop_up_to()   it is rejected with all of its text, as a part of it would be a partial link
//   not_here()     it is rejected, but a link may still begin after its trigger
//
// In the second case no byte is read again, in the third hardly one was read: this makes the work
// linear (tests/scan/linear_test.cc).
#pragma once

#include <cstdint>
#include <string_view>

#include "base/dfa.h"
#include "linkspan/linkspan.h"
#include "scan/readers/domain_run.h"
#include "scan/readers/tail.h"
#include "scan/state/config.h"
#include "scan/state/rejection.h"
#include "scan/syntax/schemes.h"
#include "scan/text/escapes.h"
#include "scan/text/quotes.h"
#include "scan/text/window.h"
#include "scan/trigger/trigger.h"

namespace linkspan::scan {

// The text last read in search of an `@` after a domain: characters of a local part, but no `@`. So
// the domains in it are not each read to its end.
class NoAtSign {
 public:
  // Is the run that ends at `run_end` the start of the local part of an address?
  // jean.de'x@example.org
  Answer is_in_local_part(const Window& window, uint64_t run_end) {
    // PERF: most domains stand before a space.
    if (run_end < window.end && window.byte(run_end) <= ' ') return Answer::no;
    return search(window, run_end);
  }

 private:
  Answer search(const Window& window, uint64_t run_end);

  uint64_t begin_ = 0;
  uint64_t end_ = 0;
};

// A block with places: bit i of its masks is for `begin` + i, up to `end`. (The pointers in `block`
// may be to a window that is gone.)
struct Places {
  TriggerBlock block;
  uint64_t begin = 0;
  uint64_t end = 0;  // 0: nothing is known
};

// What search carries from one trigger to the next. In phase `search` the links to come depend on
// nothing else of a ScanState. (Tail also keeps the state of its last bracket, but only to save
// time.) Offsets are in the whole text.
struct SearchMemory {
  uint64_t at = 0;                 // where search continues; a candidate's trigger in other phases
  uint64_t floor = 0;              // no link to come begins before
  bool is_given = false;           // a link was reported, and `floor` is not at its end yet
  bool floor_is_link_end = false;  // of a link that was reported

  Places found;                 // last
  uint64_t tld_end = kNowhere;  // after the last label that was found to be a top-level domain

  uint64_t mailto_colon = kNowhere;  // of the last `mailto:`
  uint64_t message_id_end = 0;       // of the last message identifier; 0 if there was none
  NoAtSign no_at_sign;

  uint64_t mailto_begin() const { return mailto_colon - std::string_view("mailto").size(); }
  bool is_after_mailto(uint64_t begin) const {
    return mailto_colon != kNowhere && mailto_colon + 1 == begin;
  }
  // Where the last link ended, if nothing after it was skipped.
  uint64_t link_end() const { return floor_is_link_end ? floor : kNowhere; }
};

enum class Phase : uint8_t {
  search,
  authority,  // reading all characters that an authority could have
  address,    // reading the domain after an `@`
  domain,     // reading the run around a dot
  ending,     // host and port are known: does a tail follow?
  tail,
  iri,        // profile strict: stepping the automaton of RFC 3987
  delimited,  // looking for the `>` of a link broken over lines
  overflow,   // the link was cut at the limit; skipping the rest of it
};

// The text before a link that decides how it ends.
enum class Opening : uint8_t { none, angle_bracket, mathematical_bracket };

// Offsets are in the whole text.
struct LinkCandidate {
  uint64_t begin = 0;
  uint64_t scheme_end = 0;  // the colon; only where there is a scheme
  uint64_t host_end = 0;    // without trailing dots
  uint64_t run_end = 0;     // with them
  uint64_t plain_end = 0;   // where the link ends if no `>` is found
  EndedBy plain_ended_by = EndedBy::hard;
  Opening opening = Opening::none;
  SchemeForm scheme_form = SchemeForm::none;
  bool host_is_empty = false;
  bool tail_has_stopped = false;  // more text is needed to decide where the link ends
  Span span;

  // [from, to) as a component of the link.
  Part part(uint64_t from, uint64_t to) const {
    return {static_cast<uint32_t>(from - begin), static_cast<uint32_t>(to - begin)};
  }
};

// What is known of the local part before the `@` at memory.at while the domain after it is read.
struct LocalPart {
  uint64_t begin = 0;
  bool is_sound = false;
  bool is_of_message_id = false;
  bool is_after_mailto = false;
};

// How far phases authority, iri and delimited have read.
struct Reading {
  base::Dfa::State state = base::Dfa::kStart;
  unsigned line_breaks = 0;  // delimited: in the white space just read
  uint64_t at = 0;
  uint64_t userinfo_end = 0;  // the `@`; 0 if there is none
  uint64_t accepted = 0;      // iri: the last place where the text matched
};

// Where the text as it is written has no escapes.
//
//   whole   \_a\_ see https://example.org/?a=1\u0026b=2…
//   window         see https://example.org/?a=1             the phases see no more of it after it
//                  ▲                           ▲
//                  from                        until
//
// A candidate is read in place if no escape is near before its trigger, nor in what it reads. If
// not, or if a rule has read an escape further away (Window::reads_from), it touches one, and
// TextScanner scans the text that is meant. Escapes are looked for only around candidates.
struct PlainText {
  bool may_have_escapes = false;  // false: the text is as it is meant
  bool touches_escape = false;    // the candidate at memory.at does
  bool has_read_escape = false;   // a rule did, while the candidate was read
  uint64_t looked_from = 0;       // no escape that matters to it is in [looked_from, from)
  uint64_t from = 0;              // no escape is in [from, until), nor begins or ends there
  uint64_t until = 0;
  uint64_t terminal_from = 0;   // a string of a terminal that begins in between may reach up to
  uint64_t terminal_until = 0;  // any place before the second; the last long one, and kContext more
  uint64_t trigger = kNowhere;  // of the candidate
  // What a candidate may change, when it began.
  struct Before {
    uint64_t floor = 0;
    uint64_t mailto_colon = kNowhere;
    uint64_t message_id_end = 0;
    uint64_t links_cut = 0;
    bool floor_is_link_end = false;
  } before;
  uint64_t meant = kNowhere;     // the last trigger that touched an escape, and where its
  uint64_t ended_at = kNowhere;  // candidate ended
};

// What may be an escape, whatever its token is. PERF: an Escape would be copied through memory.
struct EscapeAhead {
  Escape::State state = Escape::State::none;
  uint32_t size = 0;
};

struct ScanState {
  explicit ScanState(const Config& the_config)
      : config(&the_config), rules(the_config.trigger_rules()) {
#ifndef LINKSPAN_ONLY_UTS58
    style = the_config.profile == Profile::uts58 || is_strict() ? Style::uts58 : Style::prose;
#endif
    plain.may_have_escapes = the_config.knows_escapes();
  }

  bool takes_fast_path() const { return config->fast_path == FastPath::on; }
  bool explains() const { return kExplains && rejections != nullptr; }
  bool is_strict() const { return config->profile == Profile::strict; }
  bool is_prose() const { return style == Style::prose; }
  uint64_t limit() const { return candidate.begin + config->max_link_bytes; }

  // Can the trigger at memory.at be looked at in place, so that no escape is within `near` bytes
  // before it? Then the phases see the text up to the next escape. PERF: nearly all triggers are
  // near the last one, in text that is known; `ahead` bytes are enough for most.
  bool is_in_plain_text(uint64_t near, uint64_t ahead) {
    if (!kHasAllProfiles || !plain.may_have_escapes) return true;
    const bool is_known = plain.until > memory.at + ahead || find_plain_text(2 * ahead);
    if (!is_known) return false;
    if (plain.meant == memory.at || !(is_apart(near) || is_word_apart(near))) return false;
    plain.trigger = memory.at;
    plain.before = {memory.floor, memory.mailto_colon, memory.message_id_end, links_cut,
                    memory.floor_is_link_end};
    see_plain_text();
    return true;
  }
  // Is there no escape right before the web link whose colon is at memory.at? No other text before
  // it matters to the fast path. PERF: one block, and no branch that is hard to predict.
  bool is_plain_before_link() {
    if (!kHasAllProfiles || !plain.may_have_escapes) return true;
    const uint64_t colon = memory.at;
    if (plain.from + kNearPlainLink <= colon && colon < plain.until) return true;
    constexpr uint64_t kBlock = 64;
    static_assert(kBlock >= kLongestOtherEscape + kNearPlainLink);
    const bool is_plain = colon >= whole.begin + kBlock && colon >= plain.terminal_until &&
                          !config->kernels.has_escape_before(whole.at(colon));
    return is_plain || is_in_plain_text(kNearPlainLink, 0);
  }
  // Is no escape within `near` bytes before the trigger?
  bool is_apart(uint64_t near) const {
    const bool is_after = plain.from <= memory.at && memory.at - plain.from >= near;
    return !kHasAllProfiles || !plain.may_have_escapes || is_after || plain.from == 0;
  }
  // Or is the word around it short, and none in that nor right before it?
  bool is_word_apart(uint64_t near) const;
  // The phases need more text than is known to be plain. Returns false if there is none.
  bool find_more_plain_text();
  void note_terminal(uint64_t at) {
    plain.terminal_from = at;
    plain.terminal_until = at + kContext;
  }
  // The candidate at the trigger has to be read as it is meant.
  Progress touch_escape(uint64_t trigger) {
    phase = Phase::search;
    memory.at = plain.meant = trigger;
    if (trigger < memory.found.begin) memory.found.end = 0;  // its block is gone
    plain.touches_escape = true;
    plain.has_read_escape = false;
    plain.looked_from = 0;
    return Progress::need_more;
  }
  void see_plain_text() {
    window.end = std::min(plain.until, whole.end);
    const bool is_all = window.end == whole.end;
    window.text = is_all ? whole.text : base::Text::more_may_follow;
    plain.looked_from = plain.from;
    window.read_from = whole.read_from = kNowhere;
  }
  // The escape at `at`, if its token has any.
  Escape escape_at(uint64_t at) const {
    if (!kHasAllProfiles) return {};
    return read_escape_of_any_token({whole.first_byte(), whole.end_of_bytes(), whole.text},
                                    whole.at(at));
  }

  void begin_candidate(uint64_t begin, Form form);
  // Those that the character before the candidate opens, in prose.
  Quotes quotes() const;
  void begin_tail(uint64_t offset, Tail::Component component,
                  Tail::Letters letters = Tail::Letters::any);

  // The link ends at `end`; `stop` is the place that made it end. It is reported, unless it may
  // continue up to a `>`.
  Progress end_link(uint64_t end, uint64_t stop);
  // Reports the link. The caller then calls continue_after(), or skips what follows.
  void emit(uint64_t end, EndedBy ended_by);
  // Nothing before `offset` can be part of a link to come.
  Progress continue_after(uint64_t offset);
  Progress drop_up_to(uint64_t offset, Rejected reason);
  Progress not_here(uint64_t continue_at, Rejected reason);
  Progress not_here(uint64_t continue_at, ProseRule rule);

  const Config* config;
  TriggerRules rules;
  SearchMemory memory;
#ifdef LINKSPAN_ONLY_UTS58
  static constexpr Style style = Style::uts58;
#else
  Style style;  // of the profile; PERF: not computed for each candidate
#endif
  Phase phase = Phase::search;
  bool is_stopped = false;
  Window window;  // this, `whole` and `sink`: during Scanner::run()
  Window whole;   // the search sees more than the phases
  PlainText plain;
  const SpanSink* sink = nullptr;
  RejectionSink* rejections = nullptr;
  uint64_t links_cut = 0;

  LinkCandidate candidate;
  LocalPart local;
  DomainRun run;
  Tail tail;
  Reading reading;

  // In the text that is meant.
  void begin_again();
  // Has a rule that looked back from the candidate read an escape? Then it has to be read as it is
  // meant.
  bool has_read_escape() {
    if (!kHasAllProfiles || !plain.may_have_escapes) return false;
    const uint64_t first = std::min(window.read_from, whole.read_from);
    if (first < plain.looked_from) look_before_plain(first);
    return plain.has_read_escape;
  }

 private:
  void look_before_plain(uint64_t from);
  bool find_plain_text(uint64_t ahead);
  bool pass_escapes(uint64_t limit);
  uint64_t first_that_matters() const;
  EscapeAhead possible_escape_at(uint64_t at) const;
  EscapeAhead go_to_escape(uint64_t& at, uint64_t limit) const;
  Progress search_from(uint64_t offset);
  void report(Rejected reason, uint64_t end, ProseRule rule = {});
};

}  // namespace linkspan::scan

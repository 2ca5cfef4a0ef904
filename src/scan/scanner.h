// SPDX-License-Identifier: Apache-2.0
// Scanner: goes through the text once and gives the links; docs/scanning.md is its specification.
//
// It is a machine of a few named phases that can stop at any byte and go on when there is more
// text:
//
//   search ──`:`──▶ authority ──▶ ending ──▶ tail ──▶ (give the link) ──▶ search
//     │  └────────── opaque, iri ─────────────▲ ▲
//     ├──`@`──▶ address ──────────────────────┘ │      tail ──▶ delimited   <…> over white space
//     └──`.`──▶ domain ─────────────────────────┘      tail ──▶ overflow    past the limit
//
// A candidate ends as one of three: a link is given; it is dropped together with all text it was
// made of, as a part of it would be a partial link; or it is nothing, and search goes on after its
// trigger. In the second case no byte is looked at again, in the third hardly one was: this makes
// the work linear (tests/linear_test.cc). Going back from a trigger is limited to kContext bytes.
#pragma once

#include <cstdint>
#include <optional>

#include "base/dfa.h"
#include "linkspan/linkspan.h"
#include "scan/checkpoint.h"
#include "scan/config.h"
#include "scan/prose/bare_domain.h"
#include "scan/rejection.h"
#include "scan/syntax/domain.h"
#include "scan/syntax/schemes.h"
#include "scan/syntax/tail.h"
#include "scan/text/quotes.h"
#include "scan/text/reach.h"
#include "scan/text/window.h"

namespace linkspan::scan {

class Scanner {
 public:
  explicit Scanner(const Config& config) : config_(&config), rules_(config.trigger_rules()) {}

  // One that continues at `place`, where `checkpoint` was taken: with the same results if the text
  // from retain_from() to `place` is the same.
  Scanner(const Config& config, const Checkpoint& checkpoint, uint64_t place);

  // Goes as far as the window can decide. The window begins at or before retain_from() and no
  // earlier window reached further than its end.
  void run(const Window& window, SpanSink sink);

  // The text from here on has to be in the next window. No link to come begins before.
  uint64_t retain_from() const;

  // What is known of the text, after run() with a window up to `place`; nothing in the middle of a
  // candidate.
  std::optional<Checkpoint> checkpoint(uint64_t place) const;

  // What comes before this was searched. A link to come begins after the last line feed before it.
  uint64_t searched_until() const { return at_; }

  uint64_t links_cut() const { return links_cut_; }

  // Whether a sink wants nothing more. Then run() does nothing.
  bool is_stopped() const { return is_stopped_; }

  // From now on, tell of what is no link as well. `sink` outlives the scanner; nullptr: no more.
  void report_rejections(RejectionSink* sink) { rejections_ = sink; }
  void add_links_cut(uint64_t count) { links_cut_ += count; }

 private:
  enum class Phase : uint8_t {
    search,
    authority,  // gathering all that an authority could be made of
    address,    // gathering the domain after an `@`
    domain,     // gathering the run around a dot
    ending,     // host and port are there: does a tail follow?
    tail,
    iri,        // profile strict: stepping the automaton of RFC 3987
    delimited,  // looking for the `>` of a link broken over lines
    overflow,   // the link was cut at the limit; passing over the rest of it
  };

  // What stands before the link and decides how it ends.
  enum class Opening : uint8_t { none, angle_bracket };

  // What is known of the link being looked at. Offsets are in the whole text.
  struct Candidate {
    uint64_t begin = 0;
    uint64_t scheme_end = 0;  // the colon; only where there is a scheme
    uint64_t host_end = 0;    // without trailing dots
    uint64_t run_end = 0;     // with them
    uint64_t plain_end = 0;   // where the link ends if no `>` is found
    Quotes quotes;
    EndedBy plain_ended_by = EndedBy::hard;
    Opening opening = Opening::none;
    SchemeForm scheme_form = SchemeForm::unknown;
    bool host_is_empty = false;
    bool address_is_sound = false;
    bool is_message_id = false;
    Span span;
  };

  struct SchemeFound {
    uint64_t begin;
    SchemeForm form;
  };
  enum class Slashes : uint8_t { follow, do_not_follow };

  // An address whose local part and domain are plain.
  struct PlainAddress {
    uint64_t begin = 0;  // of the local part
    uint64_t end = 0;
    uint64_t run_end = 0;  // with dots after the domain
    uint64_t last_label = 0;
    unsigned labels = 0;  // 0 if it is no domain
    bool local_is_sound = false;
    bool is_mailto = false;
    bool has_tld = false;
    WideAfter after = WideAfter::ends_run;
  };

  Progress step(const Window& window);

  Progress search(const Window& window);
  bool go_to_trigger(const Window& window);
  bool go_to_place(const Window& window);
  uint64_t settled_up_to(const Window& window);
  Progress on_colon(const Window& window);
  bool may_end_scheme(const Window& window) const;
  bool take_plain_link(const Window& window);
  uint64_t plain_web_begin(const Window& window) const;
  bool may_be_trimmed(const Window& window, uint64_t begin, uint64_t end,
                      const PlainLink& link) const;
  void fill_plain_link(uint64_t begin, const PlainLink& link, uint64_t end);
  uint64_t local_part_begin(const Window& window) const;
  uint64_t local_part_begin_in_prose(const Window& window, uint64_t from) const;
  bool take_plain_address(const Window& window);
  bool begins_local_part(const Window& window, uint64_t begin, uint64_t floor) const;
  bool settle_plain_address(const Window& window, const PlainAddress& address);
  void divide_local_part(const Window& window, uint64_t whole_begin, PlainAddress& address) const;
  bool is_no_address(const Window& window, const PlainAddress& address, uint64_t begin) const;
  bool mailto_goes_on(const Window& window, const PlainAddress& address) const;
  Answer path_after(const Window& window, const PlainAddress& address) const;
  void fill_plain_address(const PlainAddress& address);
  Progress on_at(const Window& window);
  Progress begin_address(const Window& window, uint64_t from, uint64_t most);
  Progress on_dot(const Window& window);
  Answer ipv4_stands_here(const Window& window, uint64_t& begin, uint64_t& end) const;
  Answer is_size_of_network(const Window& window, uint64_t at) const;
  Progress begin_ipv4(const Window& window, uint64_t begin, uint64_t end);
  bool take_plain_domain(const Window& window);
  bool drop_plain_suffix(const Window& window);
  bool is_www_after_mark(const Window& window, uint64_t begin) const;
  bool begins_plain_run(const Window& window, uint64_t begin, uint64_t floor) const;
  bool settle_plain_domain(const Window& window, const DomainPlaces& domain, WideAfter after);
  Answer plain_domain_ends(const Window& window, const DomainPlaces& domain, uint64_t& end);
  Answer plain_port_ends(const Window& window, const DomainPlaces& domain, uint64_t& end) const;
  void give_plain(const Window& window, char32_t before, uint64_t end, WideAfter after);
  uint64_t run_begin_before_dot(const Window& window) const;
  uint64_t begin_of_number(const Window& window, uint64_t begin) const;
  bool is_host_with_empty_label(const Window& window) const;
  Answer dot_is_of_text(const Window& window, uint64_t& end) const;
  bool dot_may_end_item(const Window& window) const;
  Answer host_begins_after_text(const Window& window, uint64_t& end) const;
  bool is_beside_dot(const Window& window, const Peek& next) const;
  uint64_t skip_lead(const Window& window, uint64_t begin) const;
  uint64_t skip_connective(const Window& window, uint64_t begin) const;
  uint64_t begin_after_symbols(const Window& window, uint64_t begin) const;
  bool is_prefix_of_www(const Window& window, uint64_t begin) const;
  uint64_t skip_what_begins_no_label(const Window& window, uint64_t begin) const;
  bool may_begin_after_hyphen(const Window& window, uint64_t begin) const;
  SchemeFound find_scheme(const Window& window, Slashes slashes) const;
  Answer mailto_fields_follow(const Window& window) const;
  Answer go_to_long_mailto(const Window& window);
  bool is_rest_of_word(const Window& window, uint64_t begin) const;
  uint64_t skip_escape(const Window& window, uint64_t begin,
                       std::string_view lower_case_name) const;
  bool links_without_slashes(SchemeForm form) const;
  uint64_t web_scheme_in(const Window& window, uint64_t begin) const;
  void begin_candidate(const Window& window, uint64_t begin, Form form);
  void begin_scheme(const Window& window, const SchemeFound& found);

  bool take_plain_host(const Window& window);
  Progress gather_authority(const Window& window);
  bool pass_ascii_of_authority(const Window& window);
  Progress settle_authority(const Window& window);
  bool take_host(const Window& window, uint64_t begin);
  void take_padding(const Window& window);
  bool is_glued_text(const Window& window) const;
  Answer host_is_scheme(const Window& window, uint64_t host) const;
  bool take_ip_literal(const Window& window, uint64_t begin);
  bool may_have_empty_host(const Window& window) const;

  Progress gather_address(const Window& window);
  Progress settle_address(const Window& window);
  bool rest_of_domain_is_escaped(const Window& window) const;
  Rejected fault_of_address(const Window& window) const;
  bool domain_is_linkable(const Window& window) const;
  bool tail_follows(const Window& window, uint64_t end) const;
  bool has_special_use_name(const Window& window) const;
  bool continues_message_ids(const Window& window, uint64_t begin) const;

  Progress gather_domain(const Window& window);
  Progress settle_domain(const Window& window);
  Rejected fault_of_domain(const Window& window) const;
  Answer is_in_local_part(const Window& window, uint64_t run_end);
  bool text_around_allows_domain(const Window& window) const;
  bool text_before_allows_domain(const Window& window, uint64_t begin, uint64_t run_end) const;

  Progress settle_ending(const Window& window);
  bool is_known_after_domain(const Window& window, uint64_t run_end) const;
  std::optional<ProseRule> doubt_of_bare_domain(const Window& window, const DomainPlaces& domain,
                                                Evidence evidence) const;
  Progress take_dot_or_port(const Window& window, uint64_t& end);
  enum class After : uint8_t { scheme, no_scheme };
  Answer find_port_end(const Window& window, After after, uint64_t colon, uint64_t& end) const;
  Answer final_dot_belongs(const Window& window) const;
  bool site_follows(const Window& window, uint64_t begin) const;
  Answer is_place_in_file(const Window& window, uint64_t port_end) const;
  Answer host_is_whole(const Window& window, uint64_t& end) const;
  bool host_has_known_end(const Window& window) const;
  bool placeholder_follows(const Window& window) const;

  void begin_tail(uint64_t offset, Tail::Component component,
                  Tail::Letters letters = Tail::Letters::any);
  Progress gather_tail(const Window& window);
  Progress settle_tail(const Window& window);
  bool fills_attribute(const Window& window) const;
  bool closes_quote_of_its_own(const Window& window) const;
  bool closes_what_opened_before(const Window& window) const;
  bool tail_is_too_short() const;
  bool needs_shape(SchemeForm form) const;
  Answer opaque_link_has_shape(const Window& window, uint64_t begin) const;
  Progress gather_iri(const Window& window);
  Progress settle_iri(const Window& window);
  void cut_iri(const Window& window);
  bool iri_is_too_short(const Window& window) const;
  bool is_after_space_of_address(uint64_t at) const;
  Progress give_plain_end();
  Progress gather_delimited(const Window& window);
  bool may_be_delimited(const Peek& next, bool is_space) const;
  Progress give_delimited(const Window& window);
  Progress pass_overflow(const Window& window);

  Progress give(const Window& window, uint64_t end, uint64_t stop);
  EndedBy reason_in_prose(const Peek& next, EndedBy plain) const;
  void emit(uint64_t end, EndedBy ended_by);
  Progress go_on_after(uint64_t offset);
  Progress pass_over(uint64_t offset);
  Progress drop_up_to(uint64_t offset, Rejected reason);
  Progress not_here(uint64_t go_on_at, Rejected reason);
  Progress not_here(uint64_t go_on_at, ProseRule rule);
  Progress search_from(uint64_t offset);
  void note(Rejected reason, uint64_t end, ProseRule rule = {});
  Part part(uint64_t begin, uint64_t end) const;
  // Does `www` stand before the dot at at_?
  bool is_after_www(const Window& window) const {
    if (at_ < window.begin + 3 || (window.byte(at_ - 1) | 0x20) != 'w') return false;
    return window.holds(at_ - 3, "www") == Answer::yes;
  }
  // Or after it? PERF: what stands beside most dots says no at once.
  bool is_beside_www(const Window& window) const {
    if (is_after_www(window)) return true;
    return at_ + 1 < window.end && (window.byte(at_ + 1) | 0x20) == 'w' &&
           window.holds(at_ + 1, "www.") != Answer::no;
  }
  // Could less than the run around the dot at at_ be a domain, although its last label [begin, end)
  // is no top-level domain? Facebook.comin, example.com.Then, www.example.de.Danke,
  // …адр.www.example.de.Danke
  bool run_may_be_cut(const Window& window, uint64_t begin, uint64_t end) const {
    return may_be_cut_off(window, begin, end) || is_beside_www(window);
  }
  bool takes_shortcuts() const { return config_->shortcuts == Shortcuts::on; }
  bool is_strict() const { return config_->profile == Profile::strict; }
  Style style() const {
    const bool is_plain = config_->profile == Profile::uts58 || is_strict();
    return is_plain ? Style::uts58 : Style::prose;
  }
  uint64_t limit() const { return candidate_.begin + config_->max_link_bytes; }

  const Config* config_;
  const SpanSink* sink_ = nullptr;  // while run() is at work
  RejectionSink* rejections_ = nullptr;
  Phase phase_ = Phase::search;
  bool is_stopped_ = false;
  bool is_given_ = false;           // a link was, and floor_ is not there yet
  bool floor_is_link_end_ = false;  // the end of a link that was given
  uint64_t at_ = 0;                 // where search goes on
  uint64_t floor_ = 0;              // nothing may begin before

  // The places found last: bit i of their mask is at places_begin_ + i, up to places_end_. (The
  // pointers in found_ may be to a window that is gone.)
  TriggerRules rules_;
  TriggerBlock found_;
  uint64_t places_begin_ = 0;
  uint64_t places_end_ = 0;
  uint64_t tld_end_ = kNowhere;  // after the last label that was found to be a top-level domain

  uint64_t mailto_colon_ = kNowhere;  // of the `mailto:` seen last
  uint64_t mailto_begin_ = 0;
  uint64_t message_id_end_ = 0;  // where the last message identifier ended; 0 if there was none
  uint64_t links_cut_ = 0;

  // What was read last in search of an `@`: characters of a local part, and none of it. So that the
  // domains in it are not each read to its end.
  uint64_t no_at_sign_begin_ = 0;
  uint64_t no_at_sign_end_ = 0;

  Candidate candidate_;
  DomainRun run_;
  Tail tail_;

  // Phases authority, iri and delimited.
  base::Dfa::State state_ = base::Dfa::kStart;
  uint64_t gathered_ = 0;      // how far the phase has read
  uint64_t userinfo_end_ = 0;  // the `@`; 0 if there is none
  uint64_t accepted_ = 0;      // iri: the last place where the text matched
  unsigned line_breaks_ = 0;   // delimited: in the white space at hand
};

}  // namespace linkspan::scan

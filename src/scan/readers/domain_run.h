// SPDX-License-Identifier: Apache-2.0
// DomainRun: reads a run of run characters (docs/scanning.md, section 1) and classifies it.
//
// The automaton of grammars/text.abnf is stepped while the run is read. So one pass finds where the
// run ends, whether it is a domain (rule text-domain) or a host after a scheme (rule text-host),
// and where its last label begins.
//
//   example.com.   a domain; 2 labels; the run is one dot longer than the domain
//   foo..example   not a domain: the run has an empty label
//   build_01.net   not a domain, but a host
//
// In prose, text without a space may follow the host within the run. The run then keeps the places
// where it could be cut, and HostCut (scan/prose/host_cut.h) chooses one at its end:
//
//   example.comです        example.com: after a top-level domain, the script changes
//   https://例え.jp/        all of it: the last label is a top-level domain
//   example.com。次の文     example.com: `。` joins labels, but 次の文 is not a top-level domain
//   www.example.de.Danke    www.example.de: a space is missing after the full stop
//
// Guarded by tests/scan/domain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "base/dfa.h"
#include "scan/fast/fast_path.h"
#include "scan/prose/host_cut.h"
#include "scan/syntax/run_characters.h"
#include "scan/syntax/tlds.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// What happens to a run that is a plain domain so far when a non-ASCII character follows.
enum class WideAfter : uint8_t {
  continues,  // the run does, or nothing is known: it has to be gathered
  ends_run,   // the character is not a run character, or the text ends
  cuts_run,   // in prose, after a top-level domain: the script changes
};

class DomainRun {
 public:
  using Use = RunUse;

  // `tlds` outlives the run. `read_plain`: nullptr: without the fast path. `tld_end`: where a label
  // ends that is known to be a top-level domain.
  void begin(uint64_t offset, Use use, Style style, const TopLevelDomains& tlds,
             ReadPlainDomain read_plain = nullptr, uint64_t tld_end = kNowhere) {
    begin_ = at_ = offset;
    found_.end = offset;
    use_ = use;
    style_ = style;
    tlds_ = &tlds;
    read_plain_ = read_plain;
    tld_end_ = tld_end;
    was_cut_ = is_settled_ = false;
    takes_encoded_ = false;
    ends_with_tld_ = Answer::unknown;
  }
  // Percent-encoded octets of run characters belong to the run as these characters do: those of a
  // domain in a `mailto` URI (RFC 6068, section 2). REQUIRES: directly after begin().
  void take_encoded() { takes_encoded_ = true; }

  // The candidate has no run.
  void forget() {
    begin_ = at_ = found_.end = 0;
    was_cut_ = false;
  }

  // Reads to the end of the run: the first place without a run character. The window then has the
  // character there, or the end of the text. `need_more` if the window ends before that.
  Progress advance(const Window& window) {
    try_plain(window);
    return is_settled_ ? Progress::done : gather_all(window);
  }
  // Reads it if it is plain, as most runs are.
  void try_plain(const Window& window) {
    if (at_ == begin_ && !is_settled_ && read_plain_ != nullptr) take_plain(window);
    read_plain_ = nullptr;
  }
  bool is_settled() const { return is_settled_; }

  uint64_t run_begin() const { return begin_; }
  uint64_t run_end() const { return at_; }
  uint64_t end() const { return found_.end; }  // without trailing dots, and after cutting
  bool empty() const { return found_.end == begin_; }
  // With trailing dots, so that the text to keep has a limit.
  bool too_long() const { return at_ - begin_ > kMaxHostBytes; }
  bool was_cut() const { return was_cut_; }

  // A middle dot that is not between two l, as Catalan has it; several together mask letters.
  enum class MiddleDots : uint8_t { none, one, several };
  MiddleDots middle_dots() const {
    return first_middle_dot_ < at_ ? middle_dots_ : MiddleDots::none;
  }

  bool is_domain() const { return !empty() && found_.domain_end == found_.end; }
  bool is_host() const { return !empty() && found_.host_end == found_.end; }

  bool ends_with_top_level_domain(const Window& window) const {
    if (ends_with_tld_ != Answer::unknown) return ends_with_tld_ == Answer::yes;
    return tlds_->contains(window, found_.last_label, found_.end);
  }

  // REQUIRES: is_domain().
  DomainPlaces places() const {
    return {begin_, found_.end, at_, found_.first_label_end, found_.last_label, found_.labels};
  }
  const RunPart& found() const { return found_; }  // from the start to end()

 private:
  Progress gather_all(const Window& window);
  void take_plain(const Window& window);
  void begin_gathering();
  void settle_plain(const PlainDomain& plain, WideAfter after);
  Progress gather(const Window& window);
  void note_hyphen(const Window& window);
  void note_middle_dot(const Window& window);
  void note_place_to_cut(const Window& window, char32_t code_point);
  void pass_names(const Window& window);
  bool is_after_text(const Window& window) const;
  void note_character(uint8_t length, char32_t code_point);
  void begin_label();
  void note_end();
  Answer take_encoded_character(const Window& window);

  uint64_t begin_ = 0;
  uint64_t at_ = 0;
  uint64_t label_begin_ = 0;  // of the current label, which may be empty
  RunPart found_;
  PlacesToCut cuts_;
  uint64_t last_hyphen_label_ = 0;  // where the last label with a hyphen begins
  base::Dfa::State state_ = base::Dfa::kStart;
  const TopLevelDomains* tlds_ = nullptr;
  Use use_ = Use::domain;
  ReadPlainDomain read_plain_ = nullptr;
  Style style_ = Style::uts58;
  ScriptKind script_kind_ = ScriptKind::neutral;  // of the current label
  bool was_cut_ = false;
  bool is_settled_ = false;
  bool takes_encoded_ = false;
  MiddleDots middle_dots_ = MiddleDots::none;
  uint64_t first_middle_dot_ = kNowhere;  // of those
  Answer ends_with_tld_ = Answer::unknown;
  uint64_t tld_end_ = kNowhere;
};

// Are there two labels, the last one a top-level domain?
inline bool is_linkable_domain(const Window& window, const DomainRun& run) {
  return !run.too_long() && run.is_domain() && run.found().labels >= 2 &&
         run.ends_with_top_level_domain(window);
}

}  // namespace linkspan::scan

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
#include <string_view>

#include "base/ascii.h"
#include "base/dfa.h"
#include "linkspan/link_characters.h"
#include "scan/syntax/tlds.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"
#include "scan/trigger/fast_path.h"
#include "unicode/properties.h"

namespace linkspan::scan {

inline constexpr uint32_t kMaxHostBytes = 1024;
inline constexpr uint32_t kMaxFirstLabelBytes = 256;

// UTS #46, section 2.3.
inline constexpr std::u32string_view kLabelDots = kLinkCharacters.substr(2);
static_assert(kLabelDots.size() == 4 && kLabelDots[0] == '.');

inline bool is_label_dot(char32_t code_point) {
  return code_point == kLabelDots[0] || code_point == kLabelDots[1] ||
         code_point == kLabelDots[2] || code_point == kLabelDots[3];
}
bool is_wide_run_character(char32_t code_point, Style style);  // non-ASCII
inline bool is_run_character(char32_t code_point, Style style) {
  if (code_point >= 0x80) return is_wide_run_character(code_point, style);
  return code_point == '_' || code_point == '.' || unicode::properties(code_point).is_host();
}

// The places of the parts of a domain.
struct DomainPlaces {
  uint64_t begin;
  uint64_t end;
  uint64_t run_end;  // with trailing dots
  uint64_t first_label_end;
  uint64_t last_label;
  unsigned labels;
};

inline bool begins_with_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// What happens to a run that is a plain domain so far when a non-ASCII character follows.
enum class WideAfter : uint8_t {
  continues,  // the run does, or nothing is known: it has to be gathered
  ends_run,   // the character is not a run character, or the text ends
  cuts_run,   // in prose, after a top-level domain: the script changes
};
WideAfter wide_after_run(const Window& window, uint64_t begin, const PlainDomain& plain,
                         Style style, bool has_top_level_domain);
inline WideAfter wide_after(const Window& window, uint64_t begin, const PlainDomain& plain,
                            Style style, bool has_top_level_domain) {
  if (!plain.is_before_wide) return WideAfter::ends_run;
  return wide_after_run(window, begin, plain, style, has_top_level_domain);
}

// Could the label [begin, end), the last of three or more, be the first word of the next sentence?
// www.example.de.Danke
inline bool may_begin_sentence(const Window& window, uint64_t begin, uint64_t end,
                               unsigned labels) {
  if (end < begin + 2) return false;
  // PERF: one branch, as all hosts of some texts are in capitals.
  const auto is_upper = static_cast<unsigned>(base::is_ascii_upper(window.byte(begin)));
  const auto is_lower = static_cast<unsigned>(!base::is_ascii_upper(window.byte(begin + 1)));
  return (is_upper & is_lower & static_cast<unsigned>(labels >= 3)) != 0;
}

// Could the number of an item precede `www.`? 1.www.example.org
inline bool may_begin_with_item(const Window& window, uint64_t begin, const PlainDomain& plain) {
  constexpr uint64_t kMostDigits = 2;
  const uint64_t size = plain.first_label_end;
  return size >= 1 && size <= kMostDigits && base::is_ascii_digit(window.byte(begin)) &&
         (window.byte(begin + size + 1) | 0x20) == 'w';
}

// Does the plain run at `begin` have to be gathered all the same, as it may continue, or may have
// to be cut?
inline bool has_to_be_gathered(const Window& window, uint64_t begin, const PlainDomain& plain,
                               bool has_top_level_domain, WideAfter after) {
  if (after == WideAfter::continues) return true;
  const uint64_t last_label = begin + plain.last_label;
  if (!has_top_level_domain &&
      (plain.may_have_ending || may_be_inflected_tld(window, last_label, begin + plain.end))) {
    return true;
  }
  return may_begin_sentence(window, last_label, begin + plain.end, plain.labels) ||
         (plain.labels >= 3 && may_begin_with_item(window, begin, plain));
}

// A run from its start to `end`.
struct RunPart {
  uint64_t end = 0;         // after the last character that is not a dot
  uint64_t domain_end = 0;  // the last place where the text so far was a whole domain
  uint64_t host_end = 0;
  uint64_t last_label = 0;
  uint64_t first_label_end = 0;
  unsigned labels = 0;
};

// Where a run of prose could be cut. Without labels: there is no such place.
struct PlacesToCut {
  RunPart known;   // the first place after a top-level domain where the script changes
  RunPart hyphen;  // the last hyphen after a top-level domain
  RunPart dot;     // the first wide dot
  RunPart change;  // where the script of the current label changes to one without spaces
  RunPart label;   // before the last label, if there are two others
};

class DomainRun {
 public:
  // What the run is read as: a domain (bare or of an address), or the host after a scheme.
  enum class Use : uint8_t { domain, host };

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
    if (is_settled_) return Progress::done;
    const bool may_be_plain = at_ == begin_ && read_plain_ != nullptr;  // PERF: most runs are
    return may_be_plain && take_plain(window) ? Progress::done : gather_all(window);
  }

  uint64_t run_begin() const { return begin_; }
  uint64_t run_end() const { return at_; }
  uint64_t end() const { return found_.end; }  // without trailing dots, and after cutting
  bool empty() const { return found_.end == begin_; }
  // With trailing dots, so that the text to keep has a limit.
  bool too_long() const { return at_ - begin_ > kMaxHostBytes; }
  bool was_cut() const { return was_cut_; }

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
  bool take_plain(const Window& window);
  void begin_gathering();
  void settle_plain(const PlainDomain& plain, WideAfter after);
  Progress gather(const Window& window);
  void note_hyphen(const Window& window);
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
  Answer ends_with_tld_ = Answer::unknown;
  uint64_t tld_end_ = kNowhere;
};

// Are there two labels, the last one a top-level domain?
inline bool is_linkable_domain(const Window& window, const DomainRun& run) {
  return !run.too_long() && run.is_domain() && run.found().labels >= 2 &&
         run.ends_with_top_level_domain(window);
}

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// Trigger: finds the places where a link may be.
//
// Every link has a colon (`https:`), an `@`, or a dot between two labels in one of its four forms
// (U+002E, U+3002, U+FF0E, U+FF61). Most colons and dots of a text are something else: the end of a
// sentence, the start of a list, the time of day. So a place counts only if its neighbours allow a
// link:
//
//   `:`   before `/`, or after the end of the name of a scheme that links without `//` and
//         not before white space or a control                                  https:/  mailto:v
//         in profile code, also after `localhost` and `]`           localhost:3000  [::1]:80
//   `@`   before a character that may begin a host, or `%`                     a@b
//   `.`   before a character that may begin a label, if it is not in a number  example.org  a.b
//         without a path or port                                               10.0.0.1/admin
//   the wide dots, in prose between ASCII letters or digits, else always
//
// If a block of 64 bytes has a `:/`, every `:`, `@` and `.` not before white space counts: usually
// there is a link, and they are part of it.
//
//   "He left. Then: nothing"                            no place at all
//   "At 12:30, v3.14.1 and 10.0.0.1"                    no place at all
//   "see example.org: it works"                         one, the dot
//
// INVARIANT: extra places may be reported. No place that a link depends on may be missing, nor one
// at which the scanner skips text, unless all places in that text are missing as well. So a dot
// counts whatever precedes it: a run such as `.example.org` is rejected as a whole at its first
// dot.
//
// 64 bytes are read together, as a mask with a bit for each (fast/kernels.h). Guarded by
// tests/scan/trigger_test.cc: all versions, at every alignment and length, and all corpora with the
// trigger stage switched off.
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>

#include "base/byte_sets.h"
#include "linkspan/link_characters.h"
#include "linkspan/linkspan.h"
#include "scan/text/pair_set.h"

namespace linkspan::scan {

// The characters of runs, as masks.
struct RunMasks {
  uint64_t dots = 0;    // ASCII dots that are places; if 0, the other masks are not set
  uint64_t colons = 0;  // places only because of the ending before them: no `/` follows
  uint64_t names = 0;   // ASCII letters and digits
  uint64_t plain = 0;   // those, and all ASCII dots
  uint64_t others = 0;  // the rest of runs: hyphens, underscores, non-ASCII bytes

  // The last label of the run around a dot, and the end of the run, as bits. Not known if the run
  // reaches beyond the masks, is not plain after the dot, or has two dots together.
  struct LastLabel {
    bool is_known = false;
    unsigned begin = 0;
    unsigned end = 0;
    unsigned run_end = 0;
  };
  // Does the run around a dot reach beyond the masks?
  bool reach_end_from(unsigned dot) const { return (~plain & ~uint64_t{0} << dot) == 0; }
  LastLabel last_label(unsigned dot) const {
    const auto below = [](unsigned bit) { return (uint64_t{1} << bit) - 1; };
    const auto highest = [](uint64_t mask) {
      return 63 - static_cast<unsigned>(std::countl_zero(mask));
    };
    const uint64_t ends = ~plain & ~below(dot);
    if (ends == 0) return {};
    const auto run_end = static_cast<unsigned>(std::countr_zero(ends));
    const uint64_t labels = names & below(run_end) & ~below(dot);
    if ((others >> run_end & 1) != 0 || labels == 0) return {};
    const unsigned last = highest(labels);
    const uint64_t dots_before = plain & ~names & below(last) & ~below(dot);
    if ((dots_before & dots_before << 1) != 0) return {};  // in prose the run ends there
    return {true, highest(~names & below(last)) + 1, last + 1, run_end};
  }
};

// A block of bytes and its places. Bit i of a mask is for begin[i].
struct TriggerBlock {
  const uint8_t* begin = nullptr;
  const uint8_t* end = nullptr;  // at most 64 bytes after begin
  uint64_t mask = 0;
  RunMasks runs = {};
};

// The bytes to look for.
inline constexpr base::Marks kSchemeMarks{':'};
inline constexpr base::Marks kSchemeAndAddressMarks{':', '@'};
inline constexpr base::Marks kAllMarks{':', '@', '.', 0xE3, 0xEF};  // and the leads of wide dots
// With the ASCII bytes that may begin an escape (scan/text/escapes.h).
inline constexpr base::Marks kSchemeAndAddressMarksInNotation{':', '@', '\\', '&', 0x1B};
inline constexpr base::Marks kAllMarksInNotation{':', '@', '.', 0xE3, 0xEF, '\\', '&', 0x1B};
inline constexpr base::Marks kEscapeMarks{'\\', '&', 0x1B, 0xC2};

// The first byte in UTF-8. REQUIRES: ASCII, or three bytes long.
constexpr uint8_t lead_of(char32_t character) {
  return static_cast<uint8_t>(character < 0x80 ? character : 0xE0 | character >> 12);
}
static_assert(
    [] {
      const auto is_mark = [](char32_t c) {
        return std::ranges::count(kAllMarks.bytes, lead_of(c)) > 0;
      };
      const auto is_lead = [](uint8_t byte) {
        return std::ranges::any_of(kLinkCharacters, [=](char32_t c) { return lead_of(c) == byte; });
      };
      return std::ranges::all_of(kLinkCharacters, is_mark) &&
             std::ranges::all_of(kAllMarks.bytes, is_lead);
    }(),
    "kAllMarks has the first bytes of kLinkCharacters, and no others");

// The options that decide which places count.
struct TriggerRules {
  base::Marks marks = kAllMarks;
  bool allows_numbers = true;                  // could a top-level domain begin with a digit?
  uint64_t wide_dots_anywhere = ~uint64_t{0};  // all bits or none
  bool has_escapes = false;                    // do bytes that may begin an escape count?
  uint64_t after_brackets = 0;                 // all bits or none: does a colon count after a `]`?
  // The endings of names of schemes that link without `//`; nullptr: any.
  const SchemeEndings* scheme_endings = nullptr;
};

// Sets `found` to the first block in [at, end) that has a place; or to one without, which ends at
// `end`. `before` is the byte before `at`, or any letter if it is not known. The text may continue
// after `end`.
using FindTriggers = void (*)(const uint8_t* at, const uint8_t* end, uint8_t before,
                              const TriggerRules& rules, TriggerBlock& found);

// The first place in [at, limit) where an escape may begin, else `limit`. Text is known up to
// `end`, which is not before `limit`. `before`: as above.
using FindEscape = const uint8_t* (*)(const uint8_t* at, const uint8_t* limit, const uint8_t* end,
                                      uint8_t before);
// Is there a byte with which an escape may begin, whatever is beside it, among the 64 before `at`?
using HasEscapeBefore = bool (*)(const uint8_t* at);
bool has_escape_before_bytewise(const uint8_t* at);

const uint8_t* find_escape_bytewise(const uint8_t* at, const uint8_t* limit, const uint8_t* end,
                                    uint8_t before);

// Every byte that may be a trigger counts, whatever its neighbours: for `explain`, and for tests.
void every_trigger(const uint8_t* at, const uint8_t* end, uint8_t before, const TriggerRules& rules,
                   TriggerBlock& found);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// Trigger: proposes the places that are worth looking at.
//
// A link shows itself by a colon (`https:`), an `@`, or the dot between two labels in one of its
// four forms (U+002E, U+3002, U+FF0E, U+FF61). Most colons and dots of a text are none of these:
// a sentence ends, a list begins, it is half past twelve. So a place counts only if its neighbours
// allow a link:
//
//   `:`   before `/`, or after the end of the name of a scheme that links without `//` and
//         not before white space or a control                                  https:/  mailto:v
//   `@`   before what may begin a host                                         a@b
//   `.`   before what may begin a label, if it is none of a number             example.org  a.b
//         that no path or port follows                                         10.0.0.1/admin
//   the wide dots, in prose between letters or digits of ASCII, else always
//
// If a block of 64 bytes has a `:/`, every `:`, `@` and `.` not before white space counts: as a
// rule there is a link, and they are part of it.
//
//   "He left. Then: nothing"                            no place at all
//   "At 12:30, v3.14.1 and 10.0.0.1"                    no place at all
//   "see example.org: it works"                         one, the dot
//
// INVARIANT: extra places may be reported. No place that a link depends on may be left out, nor one
// that makes the scanner skip ahead, unless all places that the scanner would skip there
// are left out with it. So a dot counts whatever stands before it: a run such as `.example.org` is
// given up as a whole at its first dot.
//
// 64 bytes are looked at together, as a mask with a bit for each (blocks.h). Guarded by
// tests/trigger_test.cc: all versions, at every alignment and length, and all corpora with the
// trigger stage switched off.
#pragma once

#include <bit>
#include <cstdint>

#include "base/byte_sets.h"
#include "linkspan/linkspan.h"
#include "scan/text/pair_set.h"

namespace linkspan::scan {

// What runs are made of, as masks.
struct RunMasks {
  uint64_t dots = 0;    // those of ASCII that are places; without these the others are not known
  uint64_t colons = 0;  // places for no more than the ending before them: no `/` is after them
  uint64_t names = 0;   // letters and digits of ASCII
  uint64_t plain = 0;   // those, and all dots of ASCII
  uint64_t others = 0;  // what else may stand in a run: hyphens, underscores, bytes beyond ASCII

  // The last label of the run around a dot, and the end of the run. As bits; not known where the
  // run goes beyond the masks, or where it is not plain after the dot, or has two dots together.
  struct LastLabel {
    bool is_known = false;
    unsigned begin = 0;
    unsigned end = 0;
    unsigned run_end = 0;
  };
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

// Some bytes and the places among them. Bit i of a mask is for begin[i].
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

// What makes a place count, besides what is the same for all.
struct TriggerRules {
  base::Marks marks = kAllMarks;
  bool allows_numbers = true;                  // could a top-level domain begin with a digit?
  uint64_t wide_dots_anywhere = ~uint64_t{0};  // all bits or none
  // How the names of schemes end that link without `//`; nullptr: in any way.
  const SchemeEndings* scheme_endings = nullptr;
};

// Sets `found` to the first block in [at, end) that has a place; or to one without, which ends at
// `end`. `before` is the byte before `at`; any letter where it is not known. What may come after
// `end` is not known.
using FindTriggers = void (*)(const uint8_t* at, const uint8_t* end, uint8_t before,
                              const TriggerRules& rules, TriggerBlock& found);

// Reports every byte that may be a trigger, whatever its neighbours: for explaining, and for tests.
void every_trigger(const uint8_t* at, const uint8_t* end, uint8_t before, const TriggerRules& rules,
                   TriggerBlock& found);

}  // namespace linkspan::scan

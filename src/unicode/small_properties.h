// SPDX-License-Identifier: Apache-2.0
// The tables of properties_tables.inc in forms that compress better, from which they are made when
// the program starts (LINKSPAN_SMALL_TABLES, base/small_tables.h): 11 KB for 15.
//
//   the branches, whose leaves are numbered in the order of their first places: 0 for the next
//   number, and how far back a number is that has been there
//   host_fold() as a list: how far each code point is from the one before it, and its result from
//   that of the one before it
//
// Included by properties.cc alone; empty in other programs. Guarded by
// tests/grammars/small_tables_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

#include "unicode/properties.h"

#ifdef LINKSPAN_SMALL_TABLES
namespace linkspan::unicode::tables {

template <size_t kSize>
constexpr std::array<uint16_t, kSize> steps_of(const uint16_t (&numbers)[kSize]) {
  std::array<uint16_t, kSize> steps{};
  uint16_t next = 0;
  for (size_t i = 0; i < kSize; ++i) {
    steps[i] = static_cast<uint16_t>(next - numbers[i]);
    next = std::max<uint16_t>(next, numbers[i] + 1);
  }
  return steps;
}

// In place.
[[gnu::noinline]] inline void make_numbers(uint16_t* steps, size_t size) {
  uint16_t next = 0;
  for (size_t i = 0; i < size; ++i) {
    steps[i] = static_cast<uint16_t>(next - steps[i]);
    next = std::max<uint16_t>(next, steps[i] + 1);
  }
}

// No code point from here on has another fold.
constexpr char32_t kFoldsEnd = 0x30000;

struct Fold {
  char32_t from;
  char32_t to;
};

// Calls visit(Fold) for each code point that is not its own.
template <class Visit>
constexpr void for_each_fold(const Visit& visit) {
  for (char32_t root = 0; root < kFoldsEnd; root += 512) {
    const uint16_t* const branch = kHostFoldBranches + (size_t{kHostFoldRoots[root >> 9]} << 5);
    for (char32_t leaf = 0; leaf < 32; ++leaf) {
      if (branch[leaf] == 0) continue;
      for (char32_t i = 0; i < 16; ++i) {
        const int32_t delta = kHostFoldDeltas[kHostFoldLeaves[branch[leaf] << 4 | i]];
        const char32_t from = root + leaf * 16 + i;
        if (delta != 0) visit(Fold{from, from + static_cast<char32_t>(delta)});
      }
    }
  }
}

constexpr size_t kFoldCount = [] {
  size_t count = 0;
  for_each_fold([&](Fold) { ++count; });
  return count;
}();

// In columns.
struct FoldSteps {
  std::array<uint16_t, kFoldCount> from{};
  std::array<int32_t, kFoldCount> to{};
};
constexpr FoldSteps kFoldSteps = [] {
  FoldSteps steps;
  Fold last{};
  size_t at = 0;
  for_each_fold([&](Fold fold) {
    steps.from[at] = static_cast<uint16_t>(fold.from - last.from);
    steps.to[at++] = static_cast<int32_t>(fold.to - last.to);
    last = fold;
  });
  return steps;
}();

// Pages of 64 code points, the first of which has no fold.
constexpr size_t kFoldPages = [] {
  size_t pages = 1;
  char32_t last = 0;
  for_each_fold([&](Fold fold) {
    pages += fold.from >> 6 != last ? 1 : 0;
    last = fold.from >> 6;
  });
  return pages;
}();

struct HostFolds {
  HostFolds() {
    Fold last{};
    size_t pages = 0;
    for (size_t i = 0; i < kFoldCount; ++i) {
      last.from += kFoldSteps.from[i];
      last.to += static_cast<char32_t>(kFoldSteps.to[i]);
      uint16_t& page = page_of[last.from >> 6];
      if (page == 0) page = static_cast<uint16_t>(++pages);
      deltas[page][last.from & 63] = static_cast<int32_t>(last.to - last.from);
    }
  }
  int32_t delta(char32_t c) const { return c < kFoldsEnd ? deltas[page_of[c >> 6]][c & 63] : 0; }

  uint16_t page_of[kFoldsEnd >> 6];
  int32_t deltas[kFoldPages][64];
};

inline const HostFolds kHostFolds;

inline constinit auto property_branches = steps_of(kPropertyBranchNumbers);
inline constinit auto script_branches = steps_of(kScriptBranchNumbers);
inline const bool kAreMade = [] {
  make_numbers(property_branches.data(), property_branches.size());
  make_numbers(script_branches.data(), script_branches.size());
  return true;
}();
uint16_t* const kPropertyBranches = property_branches.data();
uint16_t* const kScriptBranches = script_branches.data();

}  // namespace linkspan::unicode::tables
#endif

// SPDX-License-Identifier: Apache-2.0
// Counts: the numbers in records that count from the start of a text, so that the records of a part
// can be made before the numbers at its start are known.
//
//   records of a part   ":1: https://example.org/⏎:7: www.example.org⏎"
//   its counts          3 at byte 0, and 12 at byte 25
//   lines before it     1000
//   rebased             "1003:1: https://example.org/⏎1012:7: www.example.org⏎"
//
// Guarded by tests/command/work/jobs_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// A number to be inserted at this offset of the records.
struct PlacedCount {
  size_t offset;
  uint64_t number;
};

// In the order of their offsets.
using Counts = std::vector<PlacedCount>;

// Appends the records with their numbers, `base` added to each.
void append_rebased(std::string& out, std::string_view records, const Counts& counts,
                    uint64_t base);

// Appends the number, or stores its place.
void append_count(std::string& out, uint64_t count, Counts* counts);

// PERF: fmt::format_to takes four times as long for a number alone.
void append_number(std::string& out, uint64_t number);

}  // namespace linkspan::command

#include "counts.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace linkspan::command {
namespace {

constexpr size_t kMostDigits = 20;  // of 2^64

}  // namespace

void append_number(std::string& out, uint64_t number) {
  std::array<char, kMostDigits> digits;
  const auto written = std::to_chars(digits.begin(), digits.end(), number);
  out.append(digits.begin(), written.ptr);
}

// PERF: room for all of it is made at once.
void append_rebased(std::string& out, std::string_view records, const Counts& counts,
                    uint64_t base) {
  const size_t before = out.size();
  out.resize(before + records.size() + counts.size() * kMostDigits);
  char* at = out.data() + before;
  size_t copied = 0;
  for (const PlacedCount& count : counts) {
    at = std::copy(records.begin() + copied, records.begin() + count.offset, at);
    at = std::to_chars(at, at + kMostDigits, base + count.number).ptr;
    copied = count.offset;
  }
  at = std::copy(records.begin() + copied, records.end(), at);
  out.resize(static_cast<size_t>(at - out.data()));
}

}  // namespace linkspan::command

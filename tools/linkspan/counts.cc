#include "counts.h"

#include <array>
#include <charconv>

namespace linkspan::command {

void append_number(std::string& out, uint64_t number) {
  std::array<char, 20> digits;  // of 2^64
  const auto written = std::to_chars(digits.begin(), digits.end(), number);
  out.append(digits.begin(), written.ptr);
}

void append_rebased(std::string& out, std::string_view records, const Counts& counts,
                    uint64_t base) {
  size_t copied = 0;
  for (const PlacedCount& count : counts) {
    out += records.substr(copied, count.offset - copied);
    append_number(out, base + count.number);
    copied = count.offset;
  }
  out += records.substr(copied);
}

}  // namespace linkspan::command

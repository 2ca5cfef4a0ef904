#include "counts.h"

#include <array>
#include <charconv>
#include <utility>

namespace linkspan::command {

void Counts::note(size_t offset) {
  size_t distance = offset - std::exchange(last_, offset);
  for (; distance >= 0x80; distance >>= 7) distances_ += static_cast<char>(distance | 0x80);
  distances_ += static_cast<char>(distance);
}

void Counts::clear() {
  distances_.clear();
  last_ = 0;
}

void append_number(std::string& out, uint64_t number) {
  std::array<char, 20> digits;  // of 2^64
  const auto written = std::to_chars(digits.begin(), digits.end(), number);
  out.append(digits.begin(), written.ptr);
}

void append_rebased(std::string& out, std::string_view records, std::string_view distances,
                    uint64_t base) {
  const char* copied = records.data();  // up to here
  const char* at = records.data();
  const char* const end = records.data() + records.size();
  size_t distance = 0;
  int shift = 0;
  for (const char c : distances) {
    distance |= size_t{static_cast<uint8_t>(c) & 0x7Fu} << shift;
    shift += 7;
    if ((c & 0x80) != 0) continue;
    at += std::exchange(distance, 0);
    shift = 0;
    uint64_t number = 0;
    const auto read = std::from_chars(at, end, number);
    out.append(copied, at);
    append_number(out, base + number);
    copied = read.ptr;
  }
  out.append(copied, end);
}

}  // namespace linkspan::command

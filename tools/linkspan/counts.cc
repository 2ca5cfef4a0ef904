#include "counts.h"

#include <array>
#include <charconv>
#include <utility>

namespace linkspan::command {
namespace {

constexpr size_t kMostBytes = 10;  // of a number, seven bits each

char* put_number(char* at, uint64_t number) {
  for (; number >= 0x80; number >>= 7) *at++ = static_cast<char>(number | 0x80);
  *at++ = static_cast<char>(number);
  return at;
}

// REQUIRES: a number that was put.
uint64_t take_number(std::string_view& notes) {
  uint64_t number = 0;
  size_t size = 0;
  bool has_more = true;
  for (unsigned shift = 0; has_more; shift += 7) {
    const auto byte = static_cast<uint8_t>(notes[size++]);
    number |= uint64_t{byte & 0x7Fu} << shift;
    has_more = (byte & 0x80u) != 0;
  }
  notes.remove_prefix(size);
  return number;
}

}  // namespace

void Counts::note(size_t offset, uint64_t number) {
  std::array<char, 2 * kMostBytes> bytes;  // NOLINT: filled below
  char* const distance_end = put_number(bytes.data(), offset - std::exchange(last_, offset));
  notes_.append(bytes.data(), put_number(distance_end, number));
}

void Counts::clear() {
  notes_.clear();
  last_ = 0;
}

void append_number(std::string& out, uint64_t number) {
  std::array<char, 20> digits;  // of 2^64
  const auto written = std::to_chars(digits.begin(), digits.end(), number);
  out.append(digits.begin(), written.ptr);
}

void append_rebased(std::string& out, std::string_view records, std::string_view notes,
                    uint64_t base) {
  while (!notes.empty()) {
    const uint64_t distance = take_number(notes);
    out += records.substr(0, distance);
    records.remove_prefix(distance);
    append_number(out, base + take_number(notes));
  }
  out += records;
}

}  // namespace linkspan::command

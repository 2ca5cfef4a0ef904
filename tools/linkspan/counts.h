// Counts: the numbers in records that count from the begin of a text, so that the records of a part
// of it can be written before it is known what came before the part.
//
//   records of a part   "3:1: https://example.org/⏎12:7: www.example.org⏎"
//   its counts          at byte 0 and, from there, at byte 25
//   lines before it     1000
//   rebased             "1003:1: https://example.org/⏎1012:7: www.example.org⏎"
//
// Guarded by tests/jobs_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::command {

// Notes where they are.
class Counts {
 public:
  // A number begins at this offset in the records. REQUIRES: behind the last one.
  void note(size_t offset);

  // The notes: distances, seven bits a byte.
  const std::string& distances() const { return distances_; }
  void clear();

 private:
  std::string distances_;
  size_t last_ = 0;
};

// Appends the records with `base` added to each number.
void append_rebased(std::string& out, std::string_view records, std::string_view distances,
                    uint64_t base);

// PERF: fmt::format_to takes four times as long for a number alone.
void append_number(std::string& out, uint64_t number);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Numbers and texts as bytes in a pipe between two copies of the same program.
#pragma once

#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <utility>

namespace linkspan::command {

inline void append_encoded(std::string& out, uint64_t number) {
  char bytes[sizeof(number)];
  std::memcpy(bytes, &number, sizeof(number));
  out.append(bytes, sizeof(bytes));
}
inline void append_encoded(std::string& out, std::string_view text) {
  append_encoded(out, uint64_t{text.size()});
  out += text;
}

class Encoder {
 public:
  void put(uint64_t number) { append_encoded(out_, number); }
  void put(std::string_view text) { append_encoded(out_, text); }
  std::string take() { return std::exchange(out_, {}); }

 private:
  std::string out_;
};

// REQUIRES: an Encoder has made the bytes, which outlive this.
class EncodedReader {
 public:
  explicit EncodedReader(std::string_view bytes) : rest_(bytes) {}
  bool is_at_end() const { return rest_.empty(); }
  uint64_t number() {
    uint64_t value = 0;
    std::memcpy(&value, rest_.data(), sizeof(value));
    rest_.remove_prefix(sizeof(value));
    return value;
  }
  std::string_view text() {
    const uint64_t size = number();
    const std::string_view value = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return value;
  }

 private:
  std::string_view rest_;
};

}  // namespace linkspan::command

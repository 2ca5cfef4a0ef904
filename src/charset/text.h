// SPDX-License-Identifier: Apache-2.0
// The output of a converter: Text, the UTF-8 only, or Trace, which stores for each character where
// its bytes are. Converters are written once, for both.
//
// Both receive the number of bytes of each character, in the order of the bytes; Text ignores it.
// So both produce the same UTF-8 by construction.
//
//   character(U'é', 1)      a character, made of the next byte
//   ill_formed(2)           U+FFFD, for the next two bytes
//   skip(3)                 three bytes that are not a character: an escape sequence, a mark
//
// Guarded by tests/charset/charset_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <vector>

#include "base/utf8.h"

namespace linkspan::charset {

inline constexpr char32_t kReplacement = 0xFFFD;

// UTF-8 of one byte of a single-byte charset, to be copied at once.
struct PackedCharacter {
  static constexpr uint8_t kIllFormed = 0x80;  // in length_and_mark
  char utf8[3];
  uint8_t length_and_mark;
  size_t length() const { return length_and_mark & 0x7Fu; }
  bool ill_formed() const { return length_and_mark >= kIllFormed; }
};

constexpr size_t utf8_length(char32_t c) {
  return c < 0x80 ? 1 : c < 0x800 ? 2 : c < 0x10000 ? 3 : 4;
}

class Text {
 public:
  // A copy of the write position, for loops: as its address is not taken, it stays in registers.
  class Local {
   public:
    explicit Local(Text& text) : text_(text), to_(text.to_), ill_formed_(text.ill_formed_) {}
    Local(const Local&) = delete;
    Local& operator=(const Local&) = delete;
    ~Local() {
      text_.to_ = to_;
      text_.ill_formed_ = ill_formed_;
    }
    void character(char32_t c, size_t) { to_ = base::write_utf8(c, to_); }
    void ascii(const uint8_t* bytes, size_t size) {
      std::memcpy(to_, bytes, size);
      to_ += size;
    }
    void packed(const PackedCharacter& c) {
      std::memcpy(to_, &c, 4);
      to_ += c.length();
      ill_formed_ += c.length_and_mark >> 7;
    }

   private:
    Text& text_;
    char* to_;
    uint64_t ill_formed_;
  };

  void clear() { to_ = buffer_.get(); }

  // Makes room for `more` bytes, which the functions below do not check. The text so far is kept.
  void reserve(size_t more) {
    const size_t size = view().size();
    if (capacity_ - size >= more) return;
    capacity_ = std::max(size + more, capacity_ * 2);
    auto buffer = std::make_unique_for_overwrite<char[]>(capacity_);
    std::copy_n(buffer_.get(), size, buffer.get());
    buffer_ = std::move(buffer);
    to_ = buffer_.get() + size;
  }

  void character(char32_t c, size_t) { to_ = base::write_utf8(c, to_); }
  void ill_formed(size_t) {
    to_ = base::write_utf8(kReplacement, to_);
    ++ill_formed_;
  }
  void skip(ptrdiff_t) {}
  void unchanged(std::string_view bytes) { to_ = std::copy(bytes.begin(), bytes.end(), to_); }

  // Lives until the next change.
  std::string_view view() const {
    return {buffer_.get(), static_cast<size_t>(to_ - buffer_.get())};
  }

  // The number of calls of ill_formed since the start of the text.
  uint64_t ill_formed_count() const { return ill_formed_; }
  void reset_count() { ill_formed_ = 0; }

 private:
  std::unique_ptr<char[]> buffer_;
  size_t capacity_ = 0;
  char* to_ = nullptr;
  uint64_t ill_formed_ = 0;
};

// A run of characters of the same length, as in a word: `bytes_each` bytes became `utf8_each` bytes
// of UTF-8. Offsets count from the start of a block. A character that began before the block has a
// negative `begin`.
struct Run {
  uint32_t utf8_end;  // of all, in the UTF-8
  int32_t begin;      // of the first, in the bytes
  int32_t bytes_each;
  uint32_t utf8_each;
};

// INVARIANT: the runs are in order and have all the UTF-8 from the start of the block on.
class Trace {
 public:
  using Local = Trace&;

  // Begins a block whose first character began `held` bytes before it.
  void begin(size_t held) {
    runs_.clear();
    utf8_ = 0;
    at_ = -static_cast<int32_t>(held);
    is_open_ = false;
  }

  void reserve(size_t) {}
  void character(char32_t c, size_t bytes) { add(1, utf8_length(c), bytes); }
  void ill_formed(size_t bytes) { add(1, utf8_length(kReplacement), bytes); }
  void packed(const PackedCharacter& c) { add(1, c.length(), 1); }
  void ascii(const uint8_t*, size_t size) { add(size, 1, 1); }
  void unchanged(std::string_view bytes) { add(bytes.size(), 1, 1); }
  void skip(ptrdiff_t bytes) {
    at_ += static_cast<int32_t>(bytes);
    is_open_ = false;
  }

  const std::vector<Run>& runs() const { return runs_; }

 private:
  void add(size_t count, size_t utf8_each, size_t bytes_each) {
    if (count == 0) return;
    const auto bytes = static_cast<int32_t>(bytes_each);
    const auto utf8 = static_cast<uint32_t>(utf8_each);
    const auto times = static_cast<uint32_t>(count);
    utf8_ += times * utf8;
    if (is_open_ && runs_.back().utf8_each == utf8 && runs_.back().bytes_each == bytes) {
      runs_.back().utf8_end = utf8_;
    } else {
      runs_.push_back({utf8_, at_, bytes, utf8});
      is_open_ = true;
    }
    at_ += static_cast<int32_t>(times) * bytes;
  }

  std::vector<Run> runs_;
  uint32_t utf8_ = 0;
  int32_t at_ = 0;
  bool is_open_ = false;  // the last run ends where the next character begins
};

}  // namespace linkspan::charset

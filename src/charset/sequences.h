// SPDX-License-Identifier: Apache-2.0
// Sequences<Codec>: the Converter of charsets that are decoded one byte sequence after the other.
//
// A codec decodes the sequence at a place (match) and has a fast loop for common text (run). The
// rest is the same for all: an incomplete sequence at the end of a chunk is held, and a mark at the
// start is removed. As match reads only the sequence and returns `cut` only if more bytes could
// complete it, the text does not depend on the chunks.
//
//   struct Codec {
//     bool takes_mark() const;               // is U+FEFF at the start a byte order mark?
//     bool unchanged(std::string_view);      // would these bytes be passed on unchanged?
//     Match match(const uint8_t* at, size_t size);             // REQUIRES: size > 0
//     size_t cut_length(const uint8_t* at, size_t size) const; // of a cut sequence, when no more
//                                                              // comes: what one U+FFFD stands for
//     template <class To> const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to);
//   };                                       // stops where match has to decide; may stop anywhere
//
// A match that is not `cut` is used at once, so match may change the state of the codec. Guarded by
// tests/charset/charset_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <string_view>
#include <utility>

#include "charset/converter.h"

namespace linkspan::charset {

struct Match {
  enum class Kind : uint8_t { character, ill_formed, shift, cut };
  Kind kind;
  uint8_t length;       // in bytes; of `cut` it is 0
  char32_t value = 0;   // of a character
  char32_t second = 0;  // a second one from the same bytes, or 0
};

constexpr Match character(char32_t value, size_t length) {
  return {Match::Kind::character, static_cast<uint8_t>(length), value};
}
constexpr Match ill_formed(size_t length) {
  return {Match::Kind::ill_formed, static_cast<uint8_t>(length)};
}
constexpr Match shift(size_t length) { return {Match::Kind::shift, static_cast<uint8_t>(length)}; }
inline constexpr Match kCut = {Match::Kind::cut, 0};

// Eight bytes at once.
inline uint64_t load_eight(const uint8_t* at) {
  uint64_t word;
  std::memcpy(&word, at, sizeof word);
  return word;
}
inline constexpr uint64_t kHighBits = 0x8080808080808080;

// How many bytes from `at` on are ASCII.
inline size_t ascii_length(const uint8_t* at, const uint8_t* end) {
  const uint8_t* const begin = at;
  while (end - at >= 8 && (load_eight(at) & kHighBits) == 0) at += 8;
  while (at != end && *at < 0x80) ++at;
  return static_cast<size_t>(at - begin);
}

inline const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

inline bool is_ascii(std::string_view bytes) {
  return ascii_length(bytes_of(bytes), bytes_of(bytes) + bytes.size()) == bytes.size();
}

template <class Codec>
class Sequences final : public Converter {
 public:
  explicit Sequences(Codec codec) : codec_(std::move(codec)) {}

  std::unique_ptr<Converter> clone() const override { return std::make_unique<Sequences>(*this); }

  bool take_unchanged(std::string_view bytes) override {
    if (held_size_ > 0 || !codec_.unchanged(bytes)) return false;
    if (!bytes.empty()) at_begin_ = false;
    return true;
  }

  void convert(std::string_view bytes, Text& out) override { take_all(bytes, out); }
  void convert(std::string_view bytes, Trace& out) override { take_all(bytes, out); }
  void finish(Text& out) override { take_held(out); }
  void finish(Trace& out) override { take_held(out); }
  size_t held() const override { return held_size_; }

 private:
  using Kind = Match::Kind;

  template <class Out>
  void take_all(std::string_view bytes, Out& out) {
    const uint8_t* at = bytes_of(bytes);
    const uint8_t* const end = at + bytes.size();
    out.reserve(kMaxUtf8PerByte * (bytes.size() + held_size_) + kSlack);
    while (at != end && (held_size_ > 0 || (at_begin_ && codec_.takes_mark()))) {
      held_[held_size_++] = *at++;
      settle(out);
    }
    while (at != end) {
      {
        typename Out::Local to(out);
        at = codec_.run(at, end, to);
      }
      if (at == end) break;
      const Match match = codec_.match(at, static_cast<size_t>(end - at));
      if (match.kind == Kind::cut) break;
      take(match, out);
      at += match.length;
    }
    while (at != end) held_[held_size_++] = *at++;
  }

  // Takes all complete sequences of the held bytes.
  template <class Out>
  void settle(Out& out) {
    while (held_size_ > 0) {
      const Match match = codec_.match(held_.data(), held_size_);
      if (match.kind == Kind::cut) return;
      take(match, out);
      drop(match.length);
    }
  }

  template <class Out>
  void take_held(Out& out) {
    out.reserve(kMaxUtf8PerByte * held_size_ + kSlack);
    while (held_size_ > 0) {
      const size_t length = codec_.cut_length(held_.data(), held_size_);
      out.ill_formed(length);
      drop(length);
      settle(out);
    }
  }

  template <class Out>
  void take(const Match& match, Out& out) {
    const bool is_first = std::exchange(at_begin_, match.kind == Kind::shift && at_begin_);
    if (match.kind == Kind::ill_formed) {
      out.ill_formed(match.length);
    } else if (match.kind == Kind::shift ||
               (is_first && match.value == kByteOrderMark && codec_.takes_mark())) {
      out.skip(match.length);
    } else if (match.second == 0) {
      out.character(match.value, match.length);
    } else {
      out.character(match.value, match.length);
      out.skip(-match.length);
      out.character(match.second, match.length);
    }
  }

  void drop(size_t count) {
    held_size_ -= count;
    std::memmove(held_.data(), held_.data() + count, held_size_);
  }

  static constexpr char32_t kByteOrderMark = 0xFEFF;
  static constexpr size_t kMaxUtf8PerByte = 3;
  static constexpr size_t kSlack = 16;  // codecs may write some bytes more than they keep

  Codec codec_;
  bool at_begin_ = true;
  size_t held_size_ = 0;
  std::array<uint8_t, 8> held_{};  // INVARIANT: no sequence of any codec is longer
};

}  // namespace linkspan::charset

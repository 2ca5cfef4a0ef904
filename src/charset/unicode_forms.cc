// SPDX-License-Identifier: Apache-2.0
// See unicode_forms.h.
#include "charset/unicode_forms.h"

#include <algorithm>

#include "base/utf8.h"
#include "charset/sequences.h"

namespace linkspan::charset {
namespace {

// Only the first three bytes matter: they may be a mark.
class Utf8 final : public Converter {
 public:
  std::unique_ptr<Converter> clone() const override { return std::make_unique<Utf8>(*this); }

  bool take_unchanged(std::string_view bytes) override {
    if (bytes.empty()) return true;
    if (at_begin_ && (held_ > 0 || bytes.front() == kMark.front())) return false;
    at_begin_ = false;
    return true;
  }
  void convert(std::string_view bytes, Text& out) override { take(bytes, out); }
  void convert(std::string_view bytes, Trace& out) override { take(bytes, out); }
  void finish(Text& out) override { give_held(out); }
  void finish(Trace& out) override { give_held(out); }
  size_t held() const override { return held_; }

 private:
  static constexpr std::string_view kMark = base::kByteOrderMark;

  template <class Out>
  void take(std::string_view bytes, Out& out) {
    out.reserve(bytes.size() + kMark.size());
    while (at_begin_ && !bytes.empty()) {
      if (bytes.front() != kMark[held_]) {
        give_held(out);
      } else if (++held_ == kMark.size()) {
        out.skip(static_cast<ptrdiff_t>(kMark.size()));
        held_ = 0;
        at_begin_ = false;
        bytes.remove_prefix(1);
      } else {
        bytes.remove_prefix(1);
      }
    }
    out.unchanged(bytes);
  }

  // The held bytes are the start of a mark, but not a mark.
  template <class Out>
  void give_held(Out& out) {
    out.reserve(held_);
    out.unchanged(kMark.substr(0, held_));
    held_ = 0;
    at_begin_ = false;
  }

  bool at_begin_ = true;
  size_t held_ = 0;  // how many bytes of kMark
};

constexpr char32_t kMark = 0xFEFF;
constexpr bool is_surrogate(char32_t c) { return c >= 0xD800 && c < 0xE000; }
constexpr bool is_lead_surrogate(char32_t c) { return c >= 0xD800 && c < 0xDC00; }
constexpr bool is_trail_surrogate(char32_t c) { return c >= 0xDC00 && c < 0xE000; }

template <ByteOrder order>
char32_t unit16(const uint8_t* at) {
  if constexpr (order == ByteOrder::little) return char32_t{at[0]} | char32_t{at[1]} << 8;
  return char32_t{at[1]} | char32_t{at[0]} << 8;
}

template <ByteOrder order>
char32_t unit32(const uint8_t* at) {
  if constexpr (order == ByteOrder::little) {
    return char32_t{at[0]} | char32_t{at[1]} << 8 | char32_t{at[2]} << 16 | char32_t{at[3]} << 24;
  }
  return char32_t{at[3]} | char32_t{at[2]} << 8 | char32_t{at[1]} << 16 | char32_t{at[0]} << 24;
}

// The byte order of a text that begins with one of these code units, by the order in which it is
// read.
ByteOrder order_of(char32_t as_little, char32_t as_big) {
  if (as_little == kMark || as_big == kMark) {
    return as_little == kMark ? ByteOrder::little : ByteOrder::big;
  }
  return as_little < 0x100 && as_big >= 0x100 ? ByteOrder::little : ByteOrder::big;
}

class Utf16 {
 public:
  explicit Utf16(ByteOrder order) : order_(order) {}

  static bool takes_mark() { return true; }
  static bool unchanged(std::string_view bytes) { return bytes.empty(); }
  static size_t cut_length(const uint8_t*, size_t size) { return size; }

  Match match(const uint8_t* at, size_t size) {
    if (size < 2) return kCut;
    if (order_ == ByteOrder::by_mark) {
      order_ = order_of(unit16<ByteOrder::little>(at), unit16<ByteOrder::big>(at));
    }
    return order_ == ByteOrder::little ? match_in<ByteOrder::little>(at, size)
                                       : match_in<ByteOrder::big>(at, size);
  }

  // REQUIRES: the order is known, as it is from the first match on.
  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    return order_ == ByteOrder::little ? run_in<ByteOrder::little>(at, end, to)
                                       : run_in<ByteOrder::big>(at, end, to);
  }

 private:
  template <ByteOrder order>
  static Match match_in(const uint8_t* at, size_t size) {
    const char32_t unit = unit16<order>(at);
    if (!is_surrogate(unit)) return character(unit, 2);
    if (!is_lead_surrogate(unit)) return ill_formed(2);
    if (size < 4) return kCut;
    const char32_t trail = unit16<order>(at + 2);
    if (!is_trail_surrogate(trail)) return ill_formed(2);
    return character(0x10000 + ((unit - 0xD800) << 10) + (trail - 0xDC00), 4);
  }

  // Up to the next surrogate.
  template <ByteOrder order, class To>
  static const uint8_t* run_in(const uint8_t* at, const uint8_t* end, To& to) {
    for (; end - at >= 2; at += 2) {
      const char32_t unit = unit16<order>(at);
      if (is_surrogate(unit)) return at;
      to.character(unit, 2);
    }
    return at;
  }

  ByteOrder order_;
};

class Utf32 {
 public:
  explicit Utf32(ByteOrder order) : order_(order) {}

  static bool takes_mark() { return true; }
  static bool unchanged(std::string_view bytes) { return bytes.empty(); }
  static size_t cut_length(const uint8_t*, size_t size) { return size; }

  Match match(const uint8_t* at, size_t size) {
    if (size < 4) return kCut;
    if (order_ == ByteOrder::by_mark) {
      order_ = order_of(unit32<ByteOrder::little>(at), unit32<ByteOrder::big>(at));
    }
    const char32_t c =
        order_ == ByteOrder::little ? unit32<ByteOrder::little>(at) : unit32<ByteOrder::big>(at);
    return is_code_point(c) ? character(c, 4) : ill_formed(4);
  }

  // REQUIRES: the order is known, as it is from the first match on.
  template <class To>
  const uint8_t* run(const uint8_t* at, const uint8_t* end, To& to) const {
    return order_ == ByteOrder::little ? run_in<ByteOrder::little>(at, end, to)
                                       : run_in<ByteOrder::big>(at, end, to);
  }

 private:
  static bool is_code_point(char32_t c) { return c <= 0x10FFFF && !is_surrogate(c); }

  template <ByteOrder order, class To>
  static const uint8_t* run_in(const uint8_t* at, const uint8_t* end, To& to) {
    for (; end - at >= 4; at += 4) {
      const char32_t c = unit32<order>(at);
      if (!is_code_point(c)) return at;
      to.character(c, 4);
    }
    return at;
  }

  ByteOrder order_;
};

}  // namespace

std::unique_ptr<const Converter> utf8() { return std::make_unique<Utf8>(); }

std::unique_ptr<const Converter> utf16(ByteOrder order) {
  return std::make_unique<Sequences<Utf16>>(Utf16(order));
}

std::unique_ptr<const Converter> utf32(ByteOrder order) {
  return std::make_unique<Sequences<Utf32>>(Utf32(order));
}

}  // namespace linkspan::charset

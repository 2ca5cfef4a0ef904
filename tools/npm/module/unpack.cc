// SPDX-License-Identifier: Apache-2.0
// The module of 2 KB that unpacks the large one where it is embedded in JavaScript: base64 of LZMA
// (raw, lc=0, lp=0, pb=2: what make_package.mjs writes), as described in "LZMA specification" by
// Igor Pavlov, 2015.
//
//   JavaScript writes `characters` of base64 to room_for(characters, size)
//   unpack(characters, size) returns where the `size` bytes are
//
// Base64 of an uncompressed file hides its repetitions from brotli, so what is embedded is
// compressed first.
//
// PERF: in JavaScript, which is interpreted at first, it took 96 to 138 ms of processor time, here
// 15 to 20 (tests/npm/start.mjs). A text of which brotli sees the bytes takes 2 ms, but makes
// { find } 142 KB compressed, and 509 KB before, of which bundlers warn.
#include <cstddef>
#include <cstdint>

#define LINKSPAN_EXPORT(name) extern "C" __attribute__((export_name(#name)))

extern "C" uint8_t __heap_base;  // NOLINT: made by the linker

namespace linkspan::module {
namespace {

using Probability = uint16_t;
constexpr size_t kStates = 12;
constexpr size_t kPosStates = 4;

// What the last symbols were: literals after literals (below 7), or after a match.
constexpr uint32_t kFirstStateAfterMatch = 7;

// A code of 3, 3 or 8 bits for a length of 2 to 273.
struct LengthModel {
  Probability choice[2];
  Probability low[kPosStates][8];
  Probability mid[kPosStates][8];
  Probability high[256];
};

struct Models {
  Probability literals[3][256];
  Probability is_match[kStates][kPosStates];
  Probability is_rep[kStates];
  Probability is_rep0[kStates];
  Probability is_rep1[kStates];
  Probability is_rep2[kStates];
  Probability is_rep0_long[kStates][kPosStates];
  Probability slots[4][64];
  Probability special[128];
  Probability aligned[16];
  LengthModel match_length;
  LengthModel rep_length;
};
Models models;

class RangeDecoder {
 public:
  explicit RangeDecoder(const uint8_t* from) : at_(from + 5) {
    for (int i = 1; i < 5; ++i) code_ = code_ << 8 | from[i];
  }

  // PERF: without branches, as nearly every second bit is not the expected one: 15 % of the time.
  uint32_t bit(Probability& probability) {
    const uint32_t p = probability;
    const uint32_t bound = (range_ >> 11) * p;
    const uint32_t if_zero = code_ < bound ? ~0U : 0;
    range_ = (bound & if_zero) | ((range_ - bound) & ~if_zero);
    code_ -= bound & ~if_zero;
    // p + (2048 - p) / 32 if it is zero, else p - p / 32.
    const auto change = static_cast<int32_t>((if_zero & (2048 - 31)) + 31 - p) >> 5;
    probability = static_cast<Probability>(static_cast<int32_t>(p) + change);
    refill();
    return 1 + if_zero;
  }

  uint32_t tree(Probability* model, uint32_t count) {
    uint32_t value = 1;
    for (uint32_t i = 0; i < count; ++i) value = value << 1 | bit(model[value]);
    return value - (1U << count);
  }

  uint32_t reverse_tree(Probability* model, uint32_t count) {
    uint32_t value = 1;
    uint32_t symbol = 0;
    for (uint32_t i = 0; i < count; ++i) {
      const uint32_t one = bit(model[value]);
      value = value << 1 | one;
      symbol |= one << i;
    }
    return symbol;
  }

  uint32_t direct(uint32_t count) {
    uint32_t value = 0;
    for (uint32_t i = 0; i < count; ++i) {
      range_ >>= 1;
      const uint32_t one = code_ >= range_ ? 1 : 0;
      if (one != 0) code_ -= range_;
      value = value << 1 | one;
      refill();
    }
    return value;
  }

  uint32_t length(LengthModel& model, uint32_t pos_state) {
    if (bit(model.choice[0]) == 0) return 2 + tree(model.low[pos_state], 3);
    if (bit(model.choice[1]) == 0) return 10 + tree(model.mid[pos_state], 3);
    return 18 + tree(model.high, 8);
  }

 private:
  void refill() {
    if (range_ >= 0x1000000) return;
    range_ <<= 8;
    code_ = code_ << 8 | *at_++;
  }

  const uint8_t* at_;
  uint32_t range_ = 0xFFFFFFFF;
  uint32_t code_ = 0;
};

class Unpacker {
 public:
  Unpacker(const uint8_t* from, uint8_t* to, size_t size) : decoder_(from), to_(to), size_(size) {}

  void run() {
    while (done_ < size_) {
      const uint32_t pos_state = done_ & (kPosStates - 1);
      if (decoder_.bit(models.is_match[state_][pos_state]) == 0) {
        literal();
      } else if (const uint32_t count = match(pos_state)) {
        copy(count);
      }
    }
  }

 private:
  void literal() {
    uint32_t symbol = 1;
    if (state_ >= kFirstStateAfterMatch) {
      uint32_t matched = to_[done_ - distances_[0] - 1];
      while (symbol < 0x100) {
        const uint32_t match_bit = matched >> 7 & 1;
        matched <<= 1;
        const uint32_t one = decoder_.bit(models.literals[1 + match_bit][symbol]);
        symbol = symbol << 1 | one;
        if (match_bit != one) break;
      }
    }
    while (symbol < 0x100) symbol = symbol << 1 | decoder_.bit(models.literals[0][symbol]);
    to_[done_++] = static_cast<uint8_t>(symbol);
    state_ = state_ < 4 ? 0 : state_ < 10 ? state_ - 3 : state_ - 6;
  }

  // The number of bytes to copy from distances_[0].
  uint32_t match(uint32_t pos_state) {
    const bool is_after_match = state_ >= kFirstStateAfterMatch;
    if (decoder_.bit(models.is_rep[state_]) == 0) {
      const uint32_t count = decoder_.length(models.match_length, pos_state);
      use(3, distance(count));
      state_ = is_after_match ? 10 : 7;
      return count;
    }
    if (decoder_.bit(models.is_rep0[state_]) == 0) {
      if (decoder_.bit(models.is_rep0_long[state_][pos_state]) == 0) {
        state_ = is_after_match ? 11 : 9;
        return 1;
      }
    } else {
      const uint32_t which = decoder_.bit(models.is_rep1[state_]) == 0   ? 1
                             : decoder_.bit(models.is_rep2[state_]) == 0 ? 2
                                                                         : 3;
      use(which, distances_[which]);
    }
    state_ = is_after_match ? 11 : 8;
    return decoder_.length(models.rep_length, pos_state);
  }

  uint32_t distance(uint32_t count) {
    const uint32_t slot = decoder_.tree(models.slots[count < 5 ? count - 2 : 3], 6);
    if (slot < 4) return slot;
    const uint32_t bits = (slot >> 1) - 1;
    const uint32_t high = (2 | (slot & 1)) << bits;
    if (slot < 14) return high + decoder_.reverse_tree(models.special + (high - slot), bits);
    const uint32_t middle = decoder_.direct(bits - 4) << 4;
    return high + middle + decoder_.reverse_tree(models.aligned, 4);
  }

  // `distance` becomes the first, and those before `which` move by one.
  void use(uint32_t which, uint32_t distance) {
    for (uint32_t i = which; i > 0; --i) distances_[i] = distances_[i - 1];
    distances_[0] = distance;
  }

  void copy(uint32_t count) {
    for (; count > 0 && done_ < size_; --count, ++done_)
      to_[done_] = to_[done_ - distances_[0] - 1];
  }

  RangeDecoder decoder_;
  uint8_t* to_;
  size_t size_;
  size_t done_ = 0;
  uint32_t state_ = 0;
  uint32_t distances_[4] = {};
};

uint32_t sextet(uint32_t c) {
  if (c >= 'a') return c - 'a' + 26;
  if (c >= 'A') return c - 'A';
  if (c >= '0') return c - '0' + 52;
  return c == '+' ? 62 : 63;
}

// In place: 4 characters become 3 bytes. Padding becomes bytes that nobody reads.
void decode_base64(uint8_t* text, size_t characters) {
  uint8_t* to = text;
  for (size_t i = 0; i + 4 <= characters; i += 4) {
    const uint32_t bits = sextet(text[i]) << 18 | sextet(text[i + 1]) << 12 |
                          sextet(text[i + 2]) << 6 | (sextet(text[i + 3]) & 63);
    *to++ = static_cast<uint8_t>(bits >> 16);
    *to++ = static_cast<uint8_t>(bits >> 8);
    *to++ = static_cast<uint8_t>(bits);
  }
}

}  // namespace

// Where the base64 is to be written; the result comes after it.
LINKSPAN_EXPORT(room_for) uint8_t* room_for(size_t characters, size_t size) {
  constexpr size_t kPage = 65536;
  const size_t end = reinterpret_cast<size_t>(&__heap_base) + characters + size;
  const size_t pages = __builtin_wasm_memory_size(0);
  if (pages * kPage < end) __builtin_wasm_memory_grow(0, (end - pages * kPage + kPage - 1) / kPage);
  return &__heap_base;
}

LINKSPAN_EXPORT(unpack) const uint8_t* unpack(size_t characters, size_t size) {
  constexpr Probability kHalf = 1024;
  auto* const probabilities = reinterpret_cast<Probability*>(&models);
  for (size_t i = 0; i < sizeof models / sizeof(Probability); ++i) probabilities[i] = kHalf;
  uint8_t* const text = &__heap_base;
  decode_base64(text, characters);
  uint8_t* const to = text + characters;
  Unpacker(text, to, size).run();
  return to;
}

}  // namespace linkspan::module

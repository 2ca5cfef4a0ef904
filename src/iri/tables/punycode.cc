// SPDX-License-Identifier: Apache-2.0
// Punycode (RFC 3492), without the prefix xn--.
//
//   append_punycode(out, U"bücher")   → bcher-kva
//   from_punycode(U"a")               → nothing
#include <algorithm>
#include <limits>

#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

// Section 5.
constexpr uint32_t kBase = 36;
constexpr uint32_t kTMin = 1;
constexpr uint32_t kTMax = 26;
constexpr uint32_t kSkew = 38;
constexpr uint32_t kDamp = 700;
constexpr uint32_t kInitialBias = 72;
constexpr uint32_t kInitialN = 0x80;
constexpr char32_t kDelimiter = U'-';

constexpr uint32_t kMaximum = std::numeric_limits<int32_t>::max();

// Section 6.1.
uint32_t adapted(uint32_t delta, uint32_t points, bool first_time) {
  delta = first_time ? delta / kDamp : delta / 2;
  delta += delta / points;
  uint32_t k = 0;
  for (; delta > ((kBase - kTMin) * kTMax) / 2; k += kBase) delta /= kBase - kTMin;
  return k + (kBase - kTMin + 1) * delta / (delta + kSkew);
}

uint32_t threshold(uint32_t k, uint32_t bias) {
  return k <= bias ? kTMin : std::min(k - bias, kTMax);
}

// kBase if the character is not a digit.
uint32_t digit_of(char32_t c) {
  if (c >= U'a' && c <= U'z') return c - U'a';
  if (c >= U'A' && c <= U'Z') return c - U'A';
  if (c >= U'0' && c <= U'9') return c - U'0' + 26;
  return kBase;
}

char digit(uint32_t value) {
  return static_cast<char>(value < 26 ? 'a' + value : '0' + value - 26);
}

bool is_scalar_value(uint32_t n) { return n <= unicode::kMaxCodePoint && n >> 11 != 0x1B; }

void append_number(std::string& out, uint32_t number, uint32_t bias) {
  for (uint32_t k = kBase;; k += kBase) {
    const uint32_t t = threshold(k, bias);
    if (number < t) break;
    out += digit(t + (number - t) % (kBase - t));
    number = (number - t) / (kBase - t);
  }
  out += digit(number);
}

// Reads a number of variable length from the start of `in`. False if it is not one.
bool read_number(std::u32string_view& in, uint32_t bias, uint32_t& i) {
  uint32_t weight = 1;
  for (uint32_t k = kBase;; k += kBase) {
    if (in.empty()) return false;
    const uint32_t value = digit_of(in[0]);
    in.remove_prefix(1);
    if (value >= kBase || value > (kMaximum - i) / weight) return false;
    i += value * weight;
    const uint32_t t = threshold(k, bias);
    if (value < t) return true;
    if (weight > kMaximum / (kBase - t)) return false;
    weight *= kBase - t;
  }
}

}  // namespace

std::optional<std::u32string> from_punycode(std::u32string_view in) {
  const size_t delimiter = in.rfind(kDelimiter);
  const size_t basic = delimiter == in.npos ? 0 : delimiter;
  std::u32string out(in.substr(0, basic));
  if (std::any_of(out.begin(), out.end(), [](char32_t c) { return c >= kInitialN; }))
    return std::nullopt;
  in.remove_prefix(basic > 0 ? basic + 1 : 0);
  uint32_t n = kInitialN;
  uint32_t bias = kInitialBias;
  for (uint32_t i = 0; !in.empty(); ++i) {
    const uint32_t before = i;
    if (!read_number(in, bias, i)) return std::nullopt;
    const auto points = static_cast<uint32_t>(out.size()) + 1;
    bias = adapted(i - before, points, before == 0);
    if (i / points > unicode::kMaxCodePoint) return std::nullopt;
    n += i / points;
    i %= points;
    if (!is_scalar_value(n)) return std::nullopt;
    out.insert(out.begin() + static_cast<ptrdiff_t>(i), n);
  }
  return out;
}

// PERF: quadratic in the number of different characters; idna.cc bounds the length.
void append_punycode(std::string& out, std::u32string_view text) {
  const size_t begin = out.size();
  for (const char32_t c : text) {
    if (c < kInitialN) out += static_cast<char>(c);
  }
  const auto basic = static_cast<uint32_t>(out.size() - begin);
  if (basic > 0) out += static_cast<char>(kDelimiter);
  uint32_t bias = kInitialBias;
  uint32_t delta = 0;
  char32_t n = kInitialN;
  for (uint32_t handled = basic; handled < text.size(); ++n, ++delta) {
    char32_t next = unicode::kMaxCodePoint;
    for (const char32_t c : text) {
      if (c >= n) next = std::min(next, c);
    }
    delta += (next - n) * (handled + 1);
    n = next;
    for (const char32_t c : text) {
      if (c < n) ++delta;
      if (c != n) continue;
      append_number(out, delta, bias);
      bias = adapted(delta, handled + 1, handled == basic);
      delta = 0;
      ++handled;
    }
  }
}

}  // namespace linkspan::iri::tables

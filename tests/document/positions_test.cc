// SPDX-License-Identifier: Apache-2.0
// Promise: positions are the same as when counting single code points, for any length and any
// steps, with the code for each CPU.

#include "document/positions.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>
#include <tuple>

#include "base/utf8.h"
#include "tests/support/chunks.h"

namespace linkspan::document {
namespace positions_test {

// The number of units of a code point.
uint64_t units_of(OffsetUnit unit, uint64_t bytes) {
  if (unit == OffsetUnit::bytes || unit == OffsetUnit::lines_bytes) return bytes;
  const bool is_utf16 = unit == OffsetUnit::utf16 || unit == OffsetUnit::lines_utf16;
  return is_utf16 && bytes == 4 ? 2 : 1;
}

// The reference: counts single code points.
Position reference_position(OffsetUnit unit, std::string_view text) {
  const bool has_lines = unit == OffsetUnit::lines || unit == OffsetUnit::lines_utf16 ||
                         unit == OffsetUnit::lines_bytes;
  Position position = has_lines ? Position{1, 1} : Position{};
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    at += found.length;
    if (has_lines && found.value == '\n') {
      ++position.line;
      position.offset = 1;
    } else {
      position.offset += units_of(unit, found.length);
    }
  }
  return position;
}

// Lines of `longest` code points at most, of which one in `one_in` is not ASCII, or ill-formed.
std::string random_text(std::mt19937& random, size_t size, unsigned longest, unsigned one_in) {
  const std::string_view others[] = {"é",
                                     "語",
                                     "😀",
                                     "अ",
                                     "한",
                                     "\U0010FFFD",
                                     "\xC3",
                                     "\x80",
                                     "\xC0",
                                     "\xF0\x9F",
                                     "\xE0\x9F",
                                     "\xED\xA0\x80",
                                     "\xF0\x8F\x80\x80",
                                     "\xF4\x90\x80\x80",
                                     "\xF5",
                                     "\xFF"};
  std::string text;
  while (text.size() < size) {
    for (auto rest = random() % (longest + 1); rest > 0; --rest) {
      if (random() % one_in == 0) {
        text += others[random() % std::size(others)];
      } else {
        text += static_cast<char>('\v' + random() % 0x70);
      }
    }
    text += '\n';
  }
  text.resize(size);
  return text;
}

class Positions : public testing::TestWithParam<std::tuple<OffsetUnit, Cpu>> {
 protected:
  void SetUp() override {
    if (base::counting_for(std::get<Cpu>(GetParam())) == nullptr) {
      GTEST_SKIP() << "this CPU, or this build, has no version for "
                   << to_string(std::get<Cpu>(GetParam()));
    }
  }
  static OffsetUnit unit() { return std::get<OffsetUnit>(GetParam()); }
  static PositionCounter counter() {
    return PositionCounter(unit(), *base::counting_for(std::get<Cpu>(GetParam())));
  }
};

TEST_P(Positions, OfOneStepMatchTheReference) {
  std::mt19937 random(1);
  for (const unsigned one_in : {3u, 50u, 1000000u}) {
    for (const unsigned longest : {1u, 9u, 80u, 1000u}) {
      for (size_t size = 0; size < 300; ++size) {
        const test::ExactCopy text(random_text(random, size, longest, one_in));
        PositionCounter counter = Positions::counter();
        ASSERT_EQ(counter.advance(text.view()), reference_position(unit(), text.view()))
            << testing::PrintToString(text.view());
      }
    }
  }
}

TEST_P(Positions, OfManyStepsMatchTheReference) {
  std::mt19937 random(2);
  for (const unsigned longest : {1u, 60u, 20000u}) {
    const std::string text = random_text(random, 100000, longest, 40);
    PositionCounter counter = Positions::counter();
    for (size_t size = 0; size < text.size(); size += random() % 30000) {
      const std::string_view so_far = without_cut_sequence(std::string_view(text).substr(0, size));
      if (so_far.size() < counter.bytes()) continue;
      ASSERT_EQ(counter.advance(so_far.substr(counter.bytes())),
                reference_position(unit(), so_far));
      EXPECT_EQ(counter.bytes(), so_far.size());
    }
  }
}

TEST_P(Positions, WithinALineMatchTheReference) {
  PositionCounter counter = Positions::counter();
  std::string text = "éa\nb";
  counter.advance(text);
  for (const std::string_view more :
       {"", "x", "0123456", "01234567", "0123456é", "語0123456789abcdef"}) {
    text += more;
    EXPECT_EQ(counter.advance_in_line(more), reference_position(unit(), text));
  }
}

INSTANTIATE_TEST_SUITE_P(
    , Positions,
    testing::Combine(testing::Values(OffsetUnit::bytes, OffsetUnit::utf16, OffsetUnit::code_points,
                                     OffsetUnit::lines, OffsetUnit::lines_utf16,
                                     OffsetUnit::lines_bytes),
                     testing::Values(Cpu::portable, Cpu::avx2, Cpu::avx512)));

}  // namespace positions_test
}  // namespace linkspan::document

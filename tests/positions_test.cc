// Promise: positions are those that one gets by going over the text code point by code point,
// however long it is and in whatever steps it comes.

#include "document/positions.h"

#include <gtest/gtest.h>

#include <random>
#include <string>
#include <string_view>

#include "base/utf8.h"
#include "tests/support/chunks.h"

namespace linkspan::document {
namespace {

// The plain way.
Position plain_position(OffsetUnit unit, std::string_view text) {
  Position position = unit == OffsetUnit::lines ? Position{1, 1} : Position{};
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    at += found.length;
    if (unit == OffsetUnit::lines && found.value == '\n') {
      ++position.line;
      position.offset = 1;
    } else if (unit == OffsetUnit::bytes) {
      position.offset += found.length;
    } else {
      position.offset += unit == OffsetUnit::utf16 && found.length == 4 ? 2 : 1;
    }
  }
  return position;
}

// Lines of `longest` code points at most, of which one in `one_in` is not ASCII, or ill-formed.
std::string random_text(std::mt19937& random, size_t size, unsigned longest, unsigned one_in) {
  const std::string_view others[] = {"é", "語", "😀", "\xC3", "\x80", "\xF0\x9F"};
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

class Positions : public testing::TestWithParam<OffsetUnit> {};

TEST_P(Positions, OfOneStepAreThoseOfThePlainWay) {
  std::mt19937 random(1);
  for (const unsigned one_in : {3u, 50u, 1000000u}) {
    for (const unsigned longest : {1u, 9u, 80u, 1000u}) {
      for (size_t size = 0; size < 300; ++size) {
        const test::ExactCopy text(random_text(random, size, longest, one_in));
        PositionCounter counter(GetParam());
        ASSERT_EQ(counter.advance(text.view()), plain_position(GetParam(), text.view()))
            << testing::PrintToString(text.view());
      }
    }
  }
}

TEST_P(Positions, OfManyStepsAreThose) {
  std::mt19937 random(2);
  for (const unsigned longest : {1u, 60u, 20000u}) {
    const std::string text = random_text(random, 100000, longest, 40);
    PositionCounter counter(GetParam());
    for (size_t size = 0; size < text.size(); size += random() % 30000) {
      const std::string_view so_far = without_cut_sequence(std::string_view(text).substr(0, size));
      if (so_far.size() < counter.bytes()) continue;
      ASSERT_EQ(counter.advance(so_far.substr(counter.bytes())),
                plain_position(GetParam(), so_far));
      EXPECT_EQ(counter.bytes(), so_far.size());
    }
  }
}

TEST_P(Positions, WithinALineAreThose) {
  PositionCounter counter(GetParam());
  std::string text = "éa\nb";
  counter.advance(text);
  for (const std::string_view more :
       {"", "x", "0123456", "01234567", "0123456é", "語0123456789abcdef"}) {
    text += more;
    EXPECT_EQ(counter.advance_in_line(more), plain_position(GetParam(), text));
  }
}

INSTANTIATE_TEST_SUITE_P(, Positions,
                         testing::Values(OffsetUnit::bytes, OffsetUnit::utf16,
                                         OffsetUnit::code_points, OffsetUnit::lines));

}  // namespace
}  // namespace linkspan::document

// SPDX-License-Identifier: Apache-2.0
// See multi_byte_tables.h.
#include "charset/multi_byte_tables.h"

#include <algorithm>
#include <optional>

namespace linkspan::charset {
namespace {

// The characters of a two-byte sequence, in place of those of ICU.
struct Replacement {
  uint16_t sequence;
  char32_t first;
  char32_t second;  // or 0
};

#include "charset/big5_hkscs.inc"

constexpr bool is_private_use(char32_t c) { return c >= 0xE000 && c < 0xF900; }
// ICU's result for a single byte without a character.
constexpr bool is_filler(char32_t c) { return (c >= 0x80 && c < 0xA0) || is_private_use(c); }

std::string sequence_of(size_t number) {
  const uint32_t bytes = four_bytes_at(number);
  return {static_cast<char>(bytes >> 24), static_cast<char>(bytes >> 16 & 0xFF),
          static_cast<char>(bytes >> 8 & 0xFF), static_cast<char>(bytes & 0xFF)};
}

}  // namespace

void MultiByteBuilder::add_below(size_t node, const std::string& prefix, Probe& probe) {
  const int first = prefix.empty() ? 0x80 : 0x30;
  for (int byte = first; byte < 0x100; ++byte) {
    const std::string bytes = prefix + static_cast<char>(byte);
    const Probe::Answer answer = probe.ask(bytes);
    if (answer.kind == Probe::Answer::Kind::characters) {
      if (bytes.size() == 1 && is_filler(answer.characters[0])) continue;
      if (answer.count == 2) {
        add_pair(bytes, answer.characters[0], answer.characters[1]);
      } else {
        table_.nodes_[node][byte] = answer.characters[0];
      }
    } else if (answer.kind == Probe::Answer::Kind::cut && bytes.size() < kLongest) {
      if (byte <= 0x39) continue;  // only GB 18030 has such: add_four_bytes
      const size_t below = table_.nodes_.size();
      table_.nodes_.emplace_back().fill(MultiByteTable::kIllFormed);
      table_.nodes_[node][byte] = MultiByteTable::kNode | static_cast<uint32_t>(below);
      add_below(below, bytes, probe);
    }
  }
}

MultiByteTable::Entry& MultiByteBuilder::place_of(std::string_view bytes) {
  size_t node = 0;
  for (size_t i = 0;; ++i) {
    const auto byte = static_cast<uint8_t>(bytes[i]);
    if (i + 1 == bytes.size()) return table_.nodes_[node][byte];
    if (!MultiByteTable::is_node(table_.nodes_[node][byte])) {
      const auto below = static_cast<uint32_t>(table_.nodes_.size());
      table_.nodes_.emplace_back().fill(MultiByteTable::kIllFormed);
      table_.nodes_[node][byte] = MultiByteTable::kNode | below;
    }
    node = table_.nodes_[node][byte] & MultiByteTable::kIndex;
  }
}

void MultiByteBuilder::fill_private_use(const MultiByteTable& other) {
  for (int lead = 0x81; lead < 0xFF; ++lead) {
    for (int trail = 0x40; trail < 0xFF; ++trail) {
      const char bytes[] = {static_cast<char>(lead), static_cast<char>(trail)};
      const char32_t c = other.one({bytes, 2});
      if (c == 0 || is_private_use(c)) continue;
      MultiByteTable::Entry& place = place_of({bytes, 2});
      if (is_private_use(place) || place == MultiByteTable::kIllFormed) place = c;
    }
  }
}

void MultiByteBuilder::add_four_bytes(Probe& probe) {
  for (int lead = 0x81; lead < 0xFF; ++lead) {
    for (int digit = 0x30; digit < 0x3A; ++digit) {
      const char bytes[] = {static_cast<char>(lead), static_cast<char>(digit)};
      place_of({bytes, 2}) = MultiByteTable::kFourBytes;
    }
  }
  // PERF: converting them one by one takes 4 ms, all at once 0.4 ms; only a group with gaps is
  // converted one by one.
  constexpr size_t kGroup = 1260;
  for (size_t begin = 0; begin < kBasicPlaneSequences; begin += kGroup) {
    const size_t end = std::min(begin + kGroup, kBasicPlaneSequences);
    std::string bytes;
    for (size_t i = begin; i < end; ++i) bytes += sequence_of(i);
    std::u16string characters = probe.text(bytes);
    if (characters.size() != end - begin) {
      characters.clear();
      for (size_t i = begin; i < end; ++i) {
        characters += static_cast<char16_t>(probe.one(sequence_of(i)).value_or(0));
      }
    }
    table_.four_bytes_.insert(table_.four_bytes_.end(), characters.begin(), characters.end());
  }
}

namespace {

SharedMultiByteTable table_with(std::string_view icu_name, char32_t byte_80) {
  std::optional<Probe> probe = Probe::open(icu_name);
  if (!probe) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  builder.add("\x80", byte_80);
  return builder.take();
}

}  // namespace

SharedMultiByteTable table_of_icu(std::string_view icu_name) {
  std::optional<Probe> probe = Probe::open(icu_name);
  if (!probe) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  return builder.take();
}

SharedMultiByteTable shift_jis_table() { return table_with("ibm-943_P15A-2003", 0x80); }

SharedMultiByteTable big5_hkscs_table() {
  std::optional<Probe> probe = Probe::open("ibm-1375_P100-2008");
  if (!probe) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  for (const Replacement& replacement : kHkscsReplacements) {
    const char bytes[] = {static_cast<char>(replacement.sequence >> 8),
                          static_cast<char>(replacement.sequence & 0xFF)};
    if (replacement.second == 0) {
      builder.add({bytes, 2}, replacement.first);
    } else {
      builder.add_pair({bytes, 2}, replacement.first, replacement.second);
    }
  }
  return builder.take();
}

SharedMultiByteTable big5_table() {
  std::optional<Probe> probe = Probe::open("windows-950-2000");
  const SharedMultiByteTable hkscs = big5_hkscs_table();
  if (!probe || hkscs == nullptr) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  builder.fill_private_use(*hkscs);
  return builder.take();
}

SharedMultiByteTable euc_tw_table() {
  std::optional<Probe> probe = Probe::open("euc-tw-2014");
  if (!probe) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  for (int row = 0xA1; row <= 0xFE; ++row) {
    for (int cell = 0xA1; cell <= 0xFE; ++cell) {
      const char bytes[] = {'\x8E', '\xA1', static_cast<char>(row), static_cast<char>(cell)};
      const std::optional<char32_t> c = probe->one({bytes + 2, 2});
      if (c) builder.add({bytes, 4}, *c);
    }
  }
  return builder.take();
}

SharedMultiByteTable gb18030_table() {
  std::optional<Probe> probe = Probe::open("gb18030");
  if (!probe) return nullptr;
  MultiByteBuilder builder;
  builder.add_all(*probe);
  builder.add("\x80", 0x20AC);
  builder.add_four_bytes(*probe);
  builder.set_marks(MultiByteTable::Marks::byte_order);
  return builder.take();
}

}  // namespace linkspan::charset

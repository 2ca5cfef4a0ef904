// SPDX-License-Identifier: Apache-2.0
// Atoms: which of many words are in a text, in any ASCII case.
//
//   Atoms atoms({"bug-", "cve-"});
//   atoms.find("see CVE-2026-1", found, scratch)      found = {1}
//
// The text is read once: the first few bytes at each place are looked up in a bit table, and words
// are compared only where one may begin. Guarded by tests/render/rules_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/compiler.h"

namespace linkspan::rules {

class Atoms {
 public:
  // In lower case, of kLeastBytes or more.
  static constexpr size_t kLeastBytes = 3;
  explicit Atoms(std::vector<std::string> words) : words_(std::move(words)) {
    for (size_t i = 0; i < words_.size(); ++i) group_of(words_[i].size()).add(words_[i], i);
  }

  // Buffers of a search, kept for reuse.
  struct Scratch {
    std::string lower;
    std::vector<bool> is_found;
  };

  // The indices of the words in the text; each once, unordered.
  void find(std::string_view text, std::vector<int>& found, Scratch& scratch) const {
    found.clear();
    if (words_.empty()) return;
    scratch.lower.resize(text.size() + sizeof(uint64_t));
    for (size_t i = 0; i < text.size(); ++i) {
      const char c = text[i];
      scratch.lower[i] = c >= 'A' && c <= 'Z' ? static_cast<char>(c | 0x20) : c;
    }
    std::memset(scratch.lower.data() + text.size(), 0, sizeof(uint64_t));
    scratch.is_found.assign(words_.size(), false);
    for (const Group& group : groups_) find_of(group, text.size(), found, scratch);
  }

 private:
  // The words, distinguished by their first `width` bytes.
  struct Group {
    explicit Group(size_t the_width) : width(the_width) {}
    uint64_t key(const char* at) const {
      uint64_t read;
      std::memcpy(&read, at, sizeof(read));
      return base::first_bytes(read, width);
    }
    static size_t bit(uint64_t key) {
      return static_cast<size_t>((key * 0x9E3779B97F4A7C15u) >> 48);
    }
    void add(std::string word, size_t index) {
      word.resize(std::max(word.size(), sizeof(uint64_t)));
      const uint64_t its_key = key(word.data());
      bits[bit(its_key) / 64] |= uint64_t{1} << (bit(its_key) % 64);
      words[its_key].push_back(static_cast<int>(index));
    }
    size_t width;
    std::array<uint64_t, 1024> bits = {};
    std::unordered_map<uint64_t, std::vector<int>> words;
  };

  Group& group_of(size_t size) {
    const size_t width = size >= 8 ? 8 : size >= 6 ? 6 : size >= 4 ? 4 : kLeastBytes;
    for (Group& group : groups_) {
      if (group.width == width) return group;
    }
    return groups_.emplace_back(width);
  }

  void find_of(const Group& group, size_t size, std::vector<int>& found, Scratch& scratch) const {
    for (size_t at = 0; at + group.width <= size; ++at) {
      const uint64_t key = group.key(scratch.lower.data() + at);
      const size_t bit = Group::bit(key);
      if ((group.bits[bit / 64] >> (bit % 64) & 1) == 0) continue;
      const auto words = group.words.find(key);
      if (words == group.words.end()) continue;
      for (const int index : words->second) {
        const std::string& word = words_[static_cast<size_t>(index)];
        if (scratch.is_found[static_cast<size_t>(index)] || at + word.size() > size ||
            std::memcmp(scratch.lower.data() + at, word.data(), word.size()) != 0) {
          continue;
        }
        scratch.is_found[static_cast<size_t>(index)] = true;
        found.push_back(index);
      }
    }
  }

  std::vector<std::string> words_;
  std::vector<Group> groups_;
};

}  // namespace linkspan::rules

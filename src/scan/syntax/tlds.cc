// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/tlds.h"

#include <algorithm>
#include <string_view>
#include <utility>

#include "automata/special_use_tlds.h"
#include "automata/tlds.h"
#include "base/ascii.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/text/folded_text.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

constexpr size_t kLongestLabel = 256;

// Longer labels are not top-level domains.
using FoldedLabel = FoldedText<kLongestLabel>;

bool fold(const Window& window, uint64_t begin, uint64_t end, FoldedLabel& folded) {
  return folded.append(window.slice(begin, end));
}

bool is_label(const Window& window) {
  for (uint64_t at = window.begin; at < window.end;) {
    const base::CodePoint code_point = window.code_point(at);
    if (!unicode::properties(code_point.value).is_host()) return false;
    at += code_point.length;
  }
  return window.begin < window.end && window.byte(window.begin) != '-' &&
         window.byte(window.end - 1) != '-';
}

bool is_in(const std::vector<std::string>& sorted, std::string_view name) {
  return std::binary_search(sorted.begin(), sorted.end(), name);
}

// PERF: nearly all last labels are short ASCII, and most of them are not top-level domains.
constexpr const auto& kShortNames = automata::kTldsShort;
constexpr base::LongWords<automata::constant::kTlds, 4096> kLongNames{};

}  // namespace

Result<TopLevelDomains> TopLevelDomains::create(const NameList& names) {
  TopLevelDomains list;
  size_t position = 0;
  for (const auto& [from, to] :
       {std::pair(&names.allow, &list.only_), std::pair(&names.add, &list.added_),
        std::pair(&names.remove, &list.removed_)}) {
    for (const std::string& plain : *from) {
      const Window name{reinterpret_cast<const uint8_t*>(plain.data()), 0, plain.size(),
                        base::Text::complete};
      FoldedLabel folded;
      if (!is_label(name) || !fold(name, 0, name.end, folded)) {
        return Error{ErrorCode::invalid_argument, position,
                     "'" + plain +
                         "' is not a top-level domain: write one label without a dot, such as com, "
                         "рф or xn--p1ai"};
      }
      to->emplace_back(folded.view());
      ++position;
    }
  }
  for (auto* each : {&list.only_, &list.added_, &list.removed_}) {
    // Of less code than std::sort().
    std::make_heap(each->begin(), each->end());
    std::sort_heap(each->begin(), each->end());
  }
  list.is_default_ = names.empty();
  return list;
}

[[gnu::hot]] bool TopLevelDomains::contains(const Window& window, uint64_t begin,
                                            uint64_t end) const {
  if (begin >= end) return false;
  const uint64_t size = end - begin;
  if (!is_default_) return contains_folded(window, begin, end);
  const uint64_t packed = std::min(size, base::kLongestShortWord);
  const base::PackedWord word(window.at(begin), packed, window.end_of_bytes());
  if (!word.is_ascii()) return contains_folded(window, begin, end);
  if (size == packed) return kShortNames.find(word) != 0;
  return kLongNames.may_contain(word) && contains_long(window, begin, end);
}

// In the default list. Most long labels differ from its names in their first bytes.
bool TopLevelDomains::contains_long(const Window& window, uint64_t begin, uint64_t end) const {
  int state = 0;
  for (uint64_t at = begin; at < end; ++at) {
    base::count_step();
    const uint8_t byte = window.byte(at);
    if (byte >= 0x80) return contains_folded(window, begin, end);
    const char lower = base::to_ascii_lower(static_cast<char>(byte));
    state = automata::kTlds.step(state, static_cast<uint8_t>(lower));
    if (state == base::WordDfa::kNone) return false;
  }
  return automata::kTlds.value[state] != 0;
}

bool TopLevelDomains::contains_folded(const Window& window, uint64_t begin, uint64_t end) const {
  FoldedLabel folded;
  if (!fold(window, begin, end, folded)) return false;
  const std::string_view name = folded.view();
  if (is_default_) return automata::kTlds.find(name) != 0;
  if (is_in(removed_, name)) return false;
  if (is_in(added_, name) || is_in(only_, name)) return true;
  return only_.empty() && automata::kTlds.find(name) != 0;
}

bool TopLevelDomains::contains_special_use(const Window& window, uint64_t begin,
                                           uint64_t end) const {
  FoldedLabel folded;
  if (!only_.empty() || !fold(window, begin, end, folded)) return false;
  const std::string_view name = folded.view();
  return automata::kSpecialUseTlds.find(name) != 0 && !is_in(added_, name) &&
         !is_in(removed_, name);
}

bool is_top_level_domain(std::string_view label) {
  const Window whole{reinterpret_cast<const uint8_t*>(label.data()), 0, label.size(),
                     base::Text::complete};
  return TopLevelDomains().contains(whole, 0, label.size());
}

}  // namespace linkspan::scan

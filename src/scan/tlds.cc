#include "scan/tlds.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/special_use_tlds.h"
#include "automata/tlds.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

constexpr size_t kLongestLabel = 256;

// A label, folded, in UTF-8. Longer ones are no top-level domains.
class FoldedLabel {
 public:
  // False when the label has grown too long.
  bool append(char32_t code_point) {
    if (size_ + 4 > bytes_.size()) return false;
    const char32_t c = unicode::host_fold(code_point);
    if (c < 0x80) {
      put(c);
    } else if (c < 0x800) {
      put(0xC0 | c >> 6);
      put(0x80 | (c & 0x3F));
    } else if (c < 0x10000) {
      put(0xE0 | c >> 12);
      put(0x80 | (c >> 6 & 0x3F));
      put(0x80 | (c & 0x3F));
    } else {
      put(0xF0 | c >> 18);
      put(0x80 | (c >> 12 & 0x3F));
      put(0x80 | (c >> 6 & 0x3F));
      put(0x80 | (c & 0x3F));
    }
    return true;
  }
  std::string_view view() const { return {bytes_.data(), size_}; }

 private:
  void put(char32_t byte) { bytes_[size_++] = static_cast<char>(byte); }

  std::array<char, kLongestLabel> bytes_;  // NOLINT: filled as it is used
  size_t size_ = 0;
};

bool fold(const Window& window, uint64_t begin, uint64_t end, FoldedLabel& folded) {
  while (begin < end) {
    base::count_step();
    const base::CodePoint code_point = window.code_point(begin);
    if (!folded.append(code_point.value)) return false;
    begin += code_point.length;
  }
  return true;
}

bool is_label(const Window& window) {
  for (uint64_t at = window.begin; at < window.end;) {
    const base::CodePoint code_point = window.code_point(at);
    if (!unicode::properties(code_point.value).is_host()) return false;
    at += code_point.length;
  }
  return window.begin < window.end;
}

// --- ASCII letters, of which nearly all last labels are

constexpr uint64_t kLongestOfLetters = 24;  // xn--vermgensberatung-pwb; without a hyphen, 18

constexpr size_t kLetters = 26;
constexpr size_t pair_of(uint8_t first, uint8_t second) {
  return ((first | 0x20u) - 'a') * kLetters + ((second | 0x20u) - 'a');
}

// PERF: the state behind each pair of letters, 0 where no name begins so: that tells most words
// from names at once, as in `a.txt`, and the states with many edges are passed by.
constexpr auto kStates = [] {
  const base::WordDfa& words = automata::kTlds;
  std::array<uint16_t, kLetters * kLetters> states{};
  for (uint8_t first = 'a'; first <= 'z'; ++first) {
    const int between = words.step(0, first);
    if (between == base::WordDfa::kNone) continue;
    for (uint8_t second = 'a'; second <= 'z'; ++second) {
      const int behind = words.step(between, second);
      if (behind != base::WordDfa::kNone) {
        states[pair_of(first, second)] = static_cast<uint16_t>(behind);
      }
    }
  }
  return states;
}();

static_assert([] {
  for (uint8_t digit = '0'; digit <= '9'; ++digit) {
    if (automata::kTlds.step(0, digit) != base::WordDfa::kNone) return false;
  }
  return true;
}());

enum class Found : uint8_t { no, yes, not_of_letters };

Found find_letters(const Window& window, uint64_t begin, uint64_t end) {
  const uint8_t first = window.byte(begin);
  if (base::is_ascii_digit(first)) return Found::no;  // no top-level domain begins with one
  if (!base::is_ascii_letter(first)) return Found::not_of_letters;
  if (end - begin < 2) return Found::no;
  const uint8_t second = window.byte(begin + 1);
  if (!base::is_ascii_letter(second)) return Found::not_of_letters;
  if (end - begin > kLongestOfLetters) return Found::not_of_letters;
  int state = kStates[pair_of(first, second)];
  if (state == 0) return Found::no;
  for (uint64_t at = begin + 2; at < end; ++at) {
    base::count_step();
    const uint8_t byte = window.byte(at);
    if (byte >= 0x80) return Found::not_of_letters;
    state = automata::kTlds.step(state, base::is_ascii_letter(byte) ? byte | 0x20 : byte);
    if (state == base::WordDfa::kNone) return Found::no;
  }
  return automata::kTlds.value[state] != 0 ? Found::yes : Found::no;
}

}  // namespace

Result<TopLevelDomains> TopLevelDomains::create(const std::vector<std::string>& names) {
  TopLevelDomains list;
  for (size_t i = 0; i < names.size(); ++i) {
    const Window name{reinterpret_cast<const uint8_t*>(names[i].data()), 0, names[i].size(),
                      base::Text::complete};
    FoldedLabel folded;
    if (!is_label(name) || !fold(name, 0, name.end, folded)) {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + names[i] +
                       "' is not a top-level domain: write one label without a dot, such as com, "
                       "рф or xn--p1ai"};
    }
    list.names_.emplace_back(folded.view());
  }
  std::sort(list.names_.begin(), list.names_.end());
  return list;
}

bool TopLevelDomains::contains(const Window& window, uint64_t begin, uint64_t end) const {
  if (names_.empty() && begin < end) {
    const Found found = find_letters(window, begin, end);
    if (found != Found::not_of_letters) return found == Found::yes;
  }
  FoldedLabel folded;
  if (!fold(window, begin, end, folded)) return false;
  if (names_.empty()) return automata::kTlds.find(folded.view()) != 0;
  return std::binary_search(names_.begin(), names_.end(), folded.view());
}

bool TopLevelDomains::contains_special_use(const Window& window, uint64_t begin,
                                           uint64_t end) const {
  FoldedLabel folded;
  return names_.empty() && fold(window, begin, end, folded) &&
         automata::kSpecialUseTlds.find(folded.view()) != 0;
}

}  // namespace linkspan::scan

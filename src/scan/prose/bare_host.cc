// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/bare_host.h"

#include "scan/prose/bare_domain.h"

namespace linkspan::scan {

Label BareHost::second_level() const {
  const bool is_ascii_dot = window.byte(places.last_label - 1) == '.';
  const uint64_t label_end =
      places.last_label - (is_ascii_dot ? 1 : 3);  // a wide dot has three bytes
  uint64_t begin = label_end;
  while (begin > places.begin) {
    base::count_step();
    const uint8_t last = window.byte(begin - 1);
    if (last == '.') break;
    if (last >= 0x80) {
      const base::CodePoint before = window.code_point_before(begin, places.begin);
      if (is_label_dot(before.value)) break;
      begin -= before.length;
    } else {
      --begin;
    }
  }
  return {window, begin, label_end};
}

std::string_view BareHost::find_text_after() const {
  constexpr uint64_t kLongest = kReadAfterDomain - 4;
  const uint64_t begin = places.run_end;
  const std::string_view text = window.slice(begin, std::min(window.end, begin + kLongest));
  return text.substr(0, text.find('\n'));
}

std::string_view BareHost::find_text_before() const {
  constexpr uint64_t kReach = 96;
  const uint64_t begin = places.begin;
  std::string_view text = window.slice(window.furthest<kReach>(begin, 0), begin);
  text.remove_prefix(text.rfind('\n') + 1);  // 0 if there is none
  window.reads_from(begin - text.size());
  while (!text.empty() && (text.front() & 0xC0) == 0x80) text.remove_prefix(1);  // in a character
  return text;
}

std::string_view BareHost::word_after() const {
  const std::string_view text = text_after();
  if (text.size() < 2 || text[0] != ' ') return {};
  size_t end = 1;
  while (end < text.size() && (static_cast<uint8_t>(text[end]) >= 0x80 ||
                               base::is_ascii_letter(static_cast<uint8_t>(text[end])))) {
    ++end;
  }
  constexpr size_t kLongest = 16;
  return end <= kLongest ? text.substr(1, end - 1) : std::string_view();
}

bool BareHost::is_before_word() const {
  const std::string_view text = text_after();
  const bool is_number = text.starts_with(' ') && text.size() > 1 &&
                         base::is_ascii_digit(static_cast<uint8_t>(text[1]));
  const std::string_view word = word_after();
  return is_number || (!word.empty() && !base::is_ascii_upper(static_cast<uint8_t>(word[0])));
}

bool text_ends_word(const Window& window, uint64_t at, uint64_t end) {
  return at < end || (at < window.end ? window.byte(at) == '\n' : window.complete());
}

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
#include "lines/sgr_remover.h"

#include <utility>

#include "base/sgr.h"
#include "base/utf8.h"

namespace linkspan::lines {
namespace {

// What to do with the start of a text.
struct Next {
  size_t skipped = 0;
  size_t kept = 0;
  size_t skipped_after = 0;
  bool may_follow = false;  // more text is needed to decide
};

// The last character, if it may be printed over: not after white space or a control.
size_t size_of_last(std::string_view text) {
  if (text.empty() || static_cast<uint8_t>(text.back()) <= ' ') return 0;
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  return base::decode_before(begin, begin + text.size()).length;
}

// The text begins with a character of `size` bytes and a backspace. What is printed over it?
Next pass_overstrike(std::string_view text, size_t size, base::Text extent) {
  const std::string_view first = text.substr(0, size);
  const auto* const after = reinterpret_cast<const uint8_t*>(text.data()) + size + 1;
  const auto* const end = reinterpret_cast<const uint8_t*>(text.data()) + text.size();
  const bool is_cut = after == end && extent == base::Text::more_may_follow;
  const uint8_t length = after == end ? uint8_t{0} : base::decode(after, end, extent).length;
  if (is_cut || (after < end && length == 0)) return {.may_follow = true};
  const std::string_view second = text.substr(size + 1, length);
  if (size > 0 && length > 0) {
    if (first == second || first == "_") return {.skipped = size + 1};  // bold; underlined
    if (second == "_") return {.kept = size, .skipped_after = 2};
  }
  return {.kept = size + 1};
}

Next pass_sgr(std::string_view text, base::Text extent) {
  const base::Sgr sgr = base::find_sgr(text, extent);
  if (sgr.may_follow) return {.may_follow = true};
  return {.skipped = sgr.with_erase, .kept = sgr.length > 0 ? size_t{0} : size_t{1}};
}

}  // namespace

void SgrRemover::begin_anew() {
  held_.clear();
  source_ = 0;
  is_finished_ = false;
  stretches_.clear();
}

void SgrRemover::feed(std::string_view text, std::string& out) {
  if (is_finished_) begin_anew();
  if (held_.empty()) {
    held_ = process(text, base::Text::more_may_follow, out);
    return;
  }
  const std::string together = std::exchange(held_, {}).append(text);
  held_ = process(together, base::Text::more_may_follow, out);
}

void SgrRemover::finish(std::string& out) {
  if (is_finished_) begin_anew();
  process(std::exchange(held_, {}), base::Text::complete, out);
  is_finished_ = true;
}

// Returns the rest: the start of a sequence, or a character that may be printed over.
std::string_view SgrRemover::process(std::string_view text, base::Text extent, std::string& out) {
  constexpr std::string_view kMarks("\x1B\b");
  while (!text.empty()) {
    const size_t mark = text.find_first_of(kMarks);
    if (mark == std::string_view::npos) {
      const size_t kept = extent == base::Text::complete ? 0 : size_of_last(text);
      emit(text.substr(0, text.size() - kept), out);
      return text.substr(text.size() - kept);
    }
    const size_t before = text[mark] == '\b' ? size_of_last(text.substr(0, mark)) : 0;
    emit(text.substr(0, mark - before), out);
    text.remove_prefix(mark - before);
    const Next next =
        text[before] == '\b' ? pass_overstrike(text, before, extent) : pass_sgr(text, extent);
    if (next.may_follow) return text;
    skip(text, next.skipped);
    emit(text.substr(0, next.kept), out);
    text.remove_prefix(next.kept);
    skip(text, next.skipped_after);
  }
  return {};
}

void SgrRemover::skip(std::string_view& text, size_t bytes) {
  source_ += bytes;
  text.remove_prefix(bytes);
}

void SgrRemover::emit(std::string_view text, std::string& out) {
  stretches_.add(text.size(), source_);
  source_ += text.size();
  out += text;
}

}  // namespace linkspan::lines

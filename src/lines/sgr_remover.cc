// SPDX-License-Identifier: Apache-2.0
#include "lines/sgr_remover.h"

#include <utility>

#include "base/sgr.h"

namespace linkspan::lines {

void SgrRemover::begin_anew() {
  held_.clear();
  source_ = 0;
  is_finished_ = false;
  stretches_.clear();
}

void SgrRemover::feed(std::string_view text, std::string& out) {
  if (is_finished_) begin_anew();
  while (!held_.empty() && !text.empty()) {
    const std::string_view more = text.substr(0, base::kLongestSgr);
    const std::string together = std::exchange(held_, {}).append(more);
    text.remove_prefix(more.size());
    held_ = process(together, base::Text::more_may_follow, out);
  }
  if (!text.empty()) held_ = process(text, base::Text::more_may_follow, out);
}

void SgrRemover::finish(std::string& out) {
  if (is_finished_) begin_anew();
  process(std::exchange(held_, {}), base::Text::complete, out);
  is_finished_ = true;
}

// Returns the rest: the start of a sequence.
std::string_view SgrRemover::process(std::string_view text, base::Text extent, std::string& out) {
  while (!text.empty()) {
    const size_t escape = text.find(base::kEscape);
    emit(text.substr(0, escape), out);
    if (escape == std::string_view::npos) return {};
    text.remove_prefix(escape);
    const base::Sgr sgr = base::find_sgr(text, extent);
    if (sgr.may_follow) return text;
    source_ += sgr.with_erase;
    text.remove_prefix(sgr.with_erase);
    if (sgr.length > 0) continue;
    emit(text.substr(0, 1), out);
    text.remove_prefix(1);
  }
  return {};
}

void SgrRemover::emit(std::string_view text, std::string& out) {
  stretches_.add(text.size(), source_);
  source_ += text.size();
  out += text;
}

}  // namespace linkspan::lines

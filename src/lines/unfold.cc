// SPDX-License-Identifier: Apache-2.0
#include "lines/unfold.h"

#include <algorithm>
#include <cstring>
#include <utility>

namespace linkspan::lines {
namespace {

// So much of a line is always enough to read its start.
constexpr size_t kLookahead = kLongestPrefix + kLongestLookahead + 64;

size_t find_line_end(std::string_view text) {
  // PERF: two memchr, of which the second stops at the first one's find, are faster than
  // find_first_of by far; most text has one kind of line break.
  const size_t feed = text.find('\n');
  const size_t end = feed == std::string_view::npos ? text.size() : feed;
  const size_t carriage_return = text.substr(0, end).find('\r');
  return carriage_return == std::string_view::npos ? end : carriage_return;
}

// `-- ` and nothing else.
LineTail::Verdict is_signature_separator(std::string_view line, Rest rest) {
  const size_t shared = std::min(line.size(), kSignatureSeparator.size());
  if (line.substr(0, shared) != kSignatureSeparator.substr(0, shared)) return LineTail::Verdict::no;
  if (line.size() <= kSignatureSeparator.size()) {
    if (rest == Rest::unknown) return LineTail::Verdict::unknown;
    return shared == kSignatureSeparator.size() ? LineTail::Verdict::yes : LineTail::Verdict::no;
  }
  const char after = line[kSignatureSeparator.size()];
  return after == '\r' || after == '\n' ? LineTail::Verdict::yes : LineTail::Verdict::no;
}

}  // namespace

void Unfolder::begin_anew() {
  state_ = State::line_start;
  held_.clear();
  source_ = 0;
  space_is_held_ = false;
  border_.clear();
  depth_ = 0;
  prefix_.clear();
  open_link_ = OpenLink();
  tail_.restart();
  stretches_.clear();
  joins_.clear();
  is_quoted_ = false;
  quoted_.clear();
}

void Unfolder::feed(std::string_view text, std::string& unfolded) {
  if (text.empty()) return;
  if (state_ == State::finished) begin_anew();
  if (has_plain_lines_) {
    emit(text, source_, unfolded);
    source_ += text.size();
    return;
  }
  if (takes_markup(text, unfolded)) return;
  while (!held_.empty() && !text.empty()) {
    const std::string_view more = text.substr(0, kLookahead);
    const std::string together = std::exchange(held_, {}).append(more);
    text.remove_prefix(more.size());
    process(together, Rest::unknown, unfolded);
  }
  process(text, Rest::unknown, unfolded);
}

void Unfolder::finish(std::string& unfolded) {
  if (state_ == State::finished) begin_anew();
  if (finishes_markup(unfolded)) return;
  process(std::exchange(held_, {}), Rest::none, unfolded);
  emit_held_space(unfolded);
  emit_border(unfolded);
  state_ = State::finished;
}

// Handles a layout with rules of its own. Returns whether the text was taken.
bool Unfolder::takes_markup(std::string_view text, std::string& unfolded) {
  const auto give = [&](std::string_view given, uint64_t source) { emit(given, source, unfolded); };
  if (layout_.flow != Flow::enriched) return false;
  enriched_.feed(text, source_, give);
  source_ += text.size();
  return true;
}

bool Unfolder::finishes_markup(std::string& unfolded) {
  const auto give = [&](std::string_view given, uint64_t source) { emit(given, source, unfolded); };
  if (layout_.flow != Flow::enriched) return false;
  enriched_.finish(give);
  state_ = State::finished;
  return true;
}

// Line by line. INVARIANT: source_ is the offset of the start of `text`.
void Unfolder::process(std::string_view text, Rest rest, std::string& unfolded) {
  while (!text.empty()) {
    if (state_ == State::line_start) {
      const size_t taken = take_line_start(text, rest, unfolded);
      if (state_ == State::line_start) {
        held_ = text;
        return;
      }
      text.remove_prefix(taken);
    } else {
      text.remove_prefix(take_content(text, unfolded));
    }
  }
}

// Of the line whose start was read.
Unfolder::Sign Unfolder::quote_sign(std::string_view text, const LineStart& next, Rest rest) const {
  constexpr Layout kWithPrefixes{.quoting = Quoting::prefixes};
  size_t prefix_size = next.prefix_size;
  if (layout_.flow == Flow::fixed && layout_.quoting == Quoting::none) {
    const auto [is_known, read] = read_line_start(text, kWithPrefixes, rest);
    if (!is_known) return Sign::unknown;
    prefix_size = read.prefix_size;
  }
  const std::string_view prefix = text.substr(next.break_size, prefix_size);
  return prefix.find('>') == prefix.npos ? Sign::absent : Sign::present;
}

// Decides whether the previous line continues in this one. Stays in its state if more text is
// needed.
size_t Unfolder::take_line_start(std::string_view text, Rest rest, std::string& unfolded) {
  const Names names{.any = !open_link_.is_open(), .prefix = prefix_};
  const auto [is_known, next] = read_line_start(text, layout_, rest, names);
  if (!is_known) return 0;
  const Sign sign = quotes_ == Quotes::noted ? quote_sign(text, next, rest) : Sign::absent;
  if (sign == Sign::unknown) return 0;
  using Verdict = LineTail::Verdict;
  Verdict flows = Verdict::no;
  Verdict wraps = Verdict::no;
  size_t margin = 0;  // of the line, if it continues the one before
  const std::string_view line = text.substr(next.size());
  if (next.break_size > 0 && next.depth == depth_) {
    if (space_is_held_ && !tail_.is_signature_separator()) {
      const Verdict separator = is_signature_separator(line, rest);
      if (separator == Verdict::unknown) return 0;
      flows = separator == Verdict::no ? Verdict::yes : Verdict::no;
    } else if (layout_.wrapping == Wrapping::join && tail_.may_go_on()) {
      wraps = tail_.goes_on_with(line, rest, margin);
      if (wraps == Verdict::unknown) return 0;
    }
  }
  if (flows == Verdict::yes && layout_.flow == Flow::flowed_delsp) {
    space_is_held_ = false;
  }
  emit_held_space(unfolded);
  const bool is_joined = wraps == Verdict::yes;
  if (is_joined) {
    joins_.push_back(stretches_.end());
    border_.clear();
  }
  emit_border(unfolded);
  if (flows == Verdict::no && !is_joined) {
    emit(text.substr(0, next.break_size), source_, unfolded);
  }
  const size_t size = next.size() + (is_joined ? margin : 0);
  source_ += size;
  depth_ = next.depth;
  is_quoted_ = sign == Sign::present;
  prefix_ = text.substr(next.break_size, next.prefix_size);
  open_link_.begin_line();
  if (is_joined) {
    tail_.restart_in_margin();
  } else {
    tail_.restart();
  }
  state_ = State::in_line;
  return size;
}

// The rest of the line, as far as it has arrived.
size_t Unfolder::take_content(std::string_view text, std::string& unfolded) {
  const size_t end = find_line_end(text);
  const std::string_view content = text.substr(0, end);
  if (end < text.size()) state_ = State::line_start;
  if (content.empty()) return 0;
  emit_held_space(unfolded);
  if (layout_.quoting == Quoting::prefixes) open_link_.follow(content);
  if (layout_.wrapping == Wrapping::join) return take_wrapped_content(content, unfolded);
  if (layout_.flow != Flow::fixed) tail_.follow_head(content);
  space_is_held_ = layout_.flow != Flow::fixed && content.back() == ' ';
  emit(content.substr(0, end - (space_is_held_ ? 1 : 0)), source_, unfolded);
  source_ += end;
  return end;
}

// A border at the end may not be part of the text: it is held back.
size_t Unfolder::take_wrapped_content(std::string_view content, std::string& unfolded) {
  constexpr size_t kLongestBorder = 64;
  tail_.follow_margin(content);
  const std::string together = border_.empty() ? std::string() : border_ + std::string(content);
  const std::string_view all = border_.empty() ? content : std::string_view(together);
  const uint64_t source = source_ - border_.size();
  const bool may_flow = layout_.flow != Flow::fixed;
  size_t held = may_flow ? 0 : tail_.border_size(all);
  if (held > kLongestBorder) held = 0;
  const std::string_view text = all.substr(0, all.size() - held);
  if (!text.empty()) tail_.follow(text);
  space_is_held_ = may_flow && content.back() == ' ';
  emit(text.substr(0, text.size() - (space_is_held_ ? 1 : 0)), source, unfolded);
  border_ = std::string(all.substr(text.size()));
  tail_.set_border(border_.starts_with(" |"));
  source_ += content.size();
  return content.size();
}

void Unfolder::emit_border(std::string& unfolded) {
  if (border_.empty()) return;
  emit(border_, source_ - border_.size(), unfolded);
  border_.clear();
}

void Unfolder::emit_held_space(std::string& unfolded) {
  if (!std::exchange(space_is_held_, false)) return;
  emit(" ", source_ - 1, unfolded);
}

void Unfolder::emit(std::string_view text, uint64_t source, std::string& unfolded) {
  const uint64_t begin = stretches_.end();
  stretches_.add(text.size(), source);
  unfolded += text;
  if (!is_quoted_) return;
  if (quoted_.empty() || quoted_.back().end != begin) quoted_.push_back({begin, begin});
  quoted_.back().end = stretches_.end();
}

uint64_t Unfolder::next_source() const {
  if (layout_.flow == Flow::enriched) return enriched_.held_from().value_or(source_);
  return source_ - (space_is_held_ ? 1 : 0) - border_.size();
}

uint64_t Unfolder::source_of(uint64_t unfolded) const {
  return unfolded < stretches_.end() ? stretches_.source_of(unfolded) : next_source();
}

bool Unfolder::is_joined(Range unfolded) const {
  const auto at = std::upper_bound(joins_.begin(), joins_.end(), unfolded.begin);
  return at != joins_.end() && *at < unfolded.end;
}

bool Unfolder::is_quoted(uint64_t unfolded) const {
  const auto at =
      std::partition_point(quoted_.begin(), quoted_.end(),
                           [unfolded](const Range& each) { return each.end <= unfolded; });
  return at != quoted_.end() && at->begin <= unfolded;
}

void Unfolder::release_before(uint64_t unfolded) {
  while (!quoted_.empty() && quoted_.front().end <= unfolded) quoted_.pop_front();
  stretches_.release_before(unfolded);
  while (!joins_.empty() && joins_.front() < unfolded) joins_.pop_front();
}

}  // namespace linkspan::lines

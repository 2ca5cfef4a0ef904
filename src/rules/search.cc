// SPDX-License-Identifier: Apache-2.0
// The search for links and matches in one text, unit by unit. A unit is a line, or kLongLine bytes
// of a longer one: the matches in a unit depend only on that unit and the bytes next to it, so that
// they do not depend on how the text is cut into chunks.
//
//   text   see BUG-1 and⏎ … http://e.org/BUG-2 …
//          │◀─── unit ──▶│◀─── unit, whose links are known when the engine has come to its end
//
// Units in memory are searched together, as no match crosses the end of a line.

#include <algorithm>
#include <deque>

#include "base/retained_text.h"
#include "rules/compiled_rules.h"

namespace linkspan::rules {
namespace {

constexpr size_t kLongLine = 4096;  // bytes of a line that are one unit, at most
constexpr size_t kBlock = 8192;     // bytes that are searched together, about
constexpr size_t kContext = 8;      // bytes beside a unit that assertions may read

struct Match {
  Found found;  // in the text in memory
  int rule;
};

class LineSearch final : public Search {
 public:
  explicit LineSearch(const CompiledRules& rules) : rules_(rules) {}

  void feed(std::string_view chunk, Stream& stream, Sink<RuleLink> sink) override {
    while (!chunk.empty() && !is_stopped_) {
      const std::string_view part = chunk.substr(0, kBlock);
      stream.feed(part, [this](const Span& span) { links_.push_back(span); });
      std::copy(part.begin(), part.end(), text_.room(part.size()));
      text_.taken(part.size());
      search_known(stream, sink);
      chunk.remove_prefix(part.size());
    }
  }

  void finish(Stream& stream, Sink<RuleLink> sink) override {
    stream.finish([this](const Span& span) { links_.push_back(span); });
    while (!is_stopped_ && unit_ < text_.end_offset()) {
      const uint64_t lines = end_of_lines(text_.end_offset());
      const bool is_long = text_.end_offset() - unit_ > kLongLine;
      search(unit_,
             lines > unit_ ? lines
             : is_long     ? end_of_long_line()
                           : text_.end_offset(),
             sink);
    }
    text_.clear();
    links_.clear();
    unit_ = searched_ = kept_from_ = 0;
    is_stopped_ = false;
  }

  uint64_t retain_from(const Stream& stream) const override {
    return std::min(stream.retain_from(), unit_);
  }
  uint64_t searched_until(const Stream& stream) const override {
    return std::min(stream.searched_until(), unit_);
  }

 private:
  std::string_view between(uint64_t begin, uint64_t end) const { return text_.between(begin, end); }

  // Searches the complete units: all links that begin in them, or in the reach of a match that
  // begins in them, are known.
  void search_known(const Stream& stream, Sink<RuleLink> sink) {
    while (!is_stopped_) {
      const uint64_t end = end_of_known(stream);
      if (end <= unit_) return;
      search(unit_, end, sink);
    }
  }

  // The end of a block of complete units; unit_ if there is none.
  uint64_t end_of_known(const Stream& stream) const {
    const uint64_t searched = std::min(stream.searched_until(), text_.end_offset());
    const uint64_t end = end_of_lines(searched);
    if (end > unit_) return end;
    const uint64_t known = std::min(stream.retain_from(), text_.end_offset());
    const uint64_t needed = unit_ + kLongLine + Rule::kMostBytes + kContext;
    return known >= needed ? end_of_long_line() : unit_;
  }

  // The end of about kBlock bytes of units that end before `known`; unit_ if there is none.
  uint64_t end_of_lines(uint64_t known) const {
    if (known <= unit_) return unit_;
    const std::string_view text = between(unit_, known);
    size_t end = 0;
    while (end < kBlock) {
      const size_t line_feed = text.find('\n', end);
      if (line_feed == std::string_view::npos) break;
      if (line_feed + 1 - end > kLongLine) return end > 0 ? unit_ + end : end_of_long_line();
      end = line_feed + 1;
    }
    return unit_ + end;
  }

  // The end of the unit that begins at unit_, in a line that is longer than kLongLine.
  uint64_t end_of_long_line() const {
    const std::string_view unit = between(unit_, unit_ + kLongLine + 1);
    size_t size = kLongLine;
    while (size > kLongLine - 3 && (unit[size] & 0xC0) == 0x80) --size;  // no sequence is cut
    return unit_ + size;
  }

  // Reports all links and matches that begin in [begin, end), which are whole units.
  void search(uint64_t begin, uint64_t end, Sink<RuleLink> sink) {
    const uint64_t limit = limit_of(end);
    set_window(begin, end, limit);
    const std::vector<int>& active = rules_.active_in(between(begin, limit), scratch_);
    choose(active);
    matches_.clear();
    if (!winners_.empty()) find_winners(begin, end, limit);
    if (!others_.empty()) find_others(begin, end, limit);
    give(end, sink);
    unit_ = end;
    kept_from_ = std::max(kept_from_, end > kContext ? end - kContext : 0);
    text_.release_before(kept_from_);
  }

  // How far a match that begins in these units may reach: to the end of the line, or the maximum
  // length of a match.
  uint64_t limit_of(uint64_t end) const {
    if (between(end - 1, end) == "\n") return end;
    const uint64_t most = std::min(end + Rule::kMostBytes, text_.end_offset());
    const size_t line_feed = between(end, most).find('\n');
    return line_feed == std::string_view::npos ? most : end + line_feed;
  }

  size_t from_origin(uint64_t offset) const { return static_cast<size_t>(offset - origin_); }

  void set_window(uint64_t begin, uint64_t end, uint64_t limit) {
    const uint64_t after = std::min(limit + kContext, text_.end_offset());
    origin_ = kept_from_;
    window_ = {between(origin_, after), from_origin(begin), from_origin(end), from_origin(limit)};
  }

  void choose(const std::vector<int>& active) {
    winners_.clear();
    others_.clear();
    for (const int rule : active) {
      (rules_.recognizer(rule).wins() != Wins::never ? winners_ : others_).push_back(rule);
    }
  }

  // Matches of `rules` from one place to another, each the leftmost, then the longest, then that of
  // the first rule.
  void find(const std::vector<int>& rules, uint64_t begin, uint64_t end, uint64_t limit) {
    Window window = window_;
    window.begin = from_origin(std::max(begin, searched_));
    window.end = from_origin(end);
    window.limit = from_origin(limit);
    next_.clear();
    for (const int rule : rules) {
      if (const auto found = rules_.recognizer(rule).next(window)) next_.push_back({*found, rule});
    }
    while (!next_.empty()) {
      const Match best = *std::min_element(next_.begin(), next_.end(), comes_first);
      matches_.push_back(best);
      window.begin = best.found.begin + best.found.size;
      for (size_t i = next_.size(); i-- > 0;) {
        if (next_[i].found.begin >= window.begin) continue;
        if (const auto found = rules_.recognizer(next_[i].rule).next(window)) {
          next_[i].found = *found;
        } else {
          next_.erase(next_.begin() + static_cast<ptrdiff_t>(i));
        }
      }
    }
  }

  static bool comes_first(const Match& a, const Match& b) {
    if (a.found.begin != b.found.begin) return a.found.begin < b.found.begin;
    if (a.found.size != b.found.size) return a.found.size > b.found.size;
    return a.rule < b.rule;
  }

  // Matches that win over the links of their unit.
  void find_winners(uint64_t begin, uint64_t end, uint64_t limit) {
    find(winners_, begin, end, limit);
    std::erase_if(matches_, [&](const Match& match) {
      return std::any_of(links_.begin(), links_.end(), [&](const Span& link) {
        return overlaps(match, link) &&
               !may_be_replaced(link, begin, limit, rules_.recognizer(match.rule).wins());
      });
    });
    std::erase_if(links_, [&](const Span& link) {
      return std::any_of(matches_.begin(), matches_.end(),
                         [&](const Match& match) { return overlaps(match, link); });
    });
  }

  bool overlaps(const Match& match, const Span& link) const {
    const uint64_t begin = origin_ + match.found.begin;
    return begin < link.range.end && link.range.begin < begin + match.found.size;
  }

  // A link that crosses the end of a unit stays.
  bool may_be_replaced(const Span& link, uint64_t begin, uint64_t limit, Wins wins) const {
    if (link.range.begin < begin || link.range.end > limit) return false;
    const std::string_view text = between(link.range.begin, link.range.end);
    if (text.find('\n') != std::string_view::npos) return false;
    if (wins == Wins::always) return true;
    return (wins == Wins::over_domains && link.form == Form::domain) ||
           (link.kind == Kind::url && text.starts_with("file:"));
  }

  // Matches in the gaps between links and matches that win.
  void find_others(uint64_t begin, uint64_t end, uint64_t limit) {
    std::vector<Range> taken;
    for (const Span& link : links_) taken.push_back(link.range);
    for (const Match& match : matches_) {
      const uint64_t at = origin_ + match.found.begin;
      taken.push_back({at, at + match.found.size});
    }
    std::sort(taken.begin(), taken.end(),
              [](const Range& a, const Range& b) { return a.begin < b.begin; });
    taken.push_back({limit, limit});
    uint64_t from = begin;
    for (const Range& range : taken) {
      if (range.begin > from && from < end) {
        find(others_, from, std::min(end, range.begin), std::min(limit, range.begin));
      }
      from = std::max(from, range.end);
    }
    std::sort(matches_.begin(), matches_.end(), comes_first);
  }

  // Reports links and matches that begin before `end`, in order.
  void give(uint64_t end, Sink<RuleLink> sink) {
    size_t given = 0;
    while (!is_stopped_) {
      const bool has_link = !links_.empty() && links_.front().range.begin < end;
      const bool has_match = given < matches_.size();
      if (!has_link && !has_match) return;
      if (has_link &&
          (!has_match || links_.front().range.begin < origin_ + matches_[given].found.begin)) {
        searched_ = std::max(searched_, links_.front().range.end);
        is_stopped_ = sink({links_.front(), {}, {}}) == Visit::stop;
        links_.pop_front();
      } else {
        is_stopped_ = sink(link_of(matches_[given++])) == Visit::stop;
      }
    }
  }

  RuleLink link_of(const Match& match) {
    RuleLink link;
    const uint64_t begin = origin_ + match.found.begin;
    link.span.range = {begin, begin + match.found.size};
    link.span.form = Form::rule;
    rules_.recognizer(match.rule).describe(window_.text, match.found, link);
    searched_ = link.span.range.end;
    return link;
  }

  const CompiledRules& rules_;
  base::RetainedText text_;
  std::deque<Span> links_;  // that begin at unit_ or after it
  uint64_t unit_ = 0;       // the start of the first unit that is not searched yet
  uint64_t searched_ = 0;   // the end of the last link: nothing begins before
  uint64_t kept_from_ = 0;  // the start of the text in memory
  bool is_stopped_ = false;

  // Buffers of one block, kept for reuse.
  CompiledRules::Scratch scratch_;
  Window window_ = {};
  uint64_t origin_ = 0;
  std::vector<int> winners_, others_;
  std::vector<Match> next_, matches_;
};

}  // namespace

std::unique_ptr<Search> CompiledRules::open() const { return std::make_unique<LineSearch>(*this); }

}  // namespace linkspan::rules

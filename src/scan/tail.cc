#include "scan/tail.h"

#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {

using unicode::LinkTerm;

void Tail::begin(uint64_t offset, Component component, const Quotes& quotes) {
  at_ = last_safe_ = offset;
  path_begin_ = offset;
  query_begin_ = fragment_begin_ = kNowhere;
  // The delimiter itself makes the component begin, so start in the one before it.
  component_ = component == Component::fragment ? Component::query : Component::path;
  quotes_ = quotes;
  at_quote_ = false;
  open_count_ = 0;
}

Tail::Outcome Tail::advance(const Window& window, uint64_t limit) {
  for (;;) {
    const Peek next = window.peek(at_);
    if (next.unknown()) return Outcome::need_more;
    if (next.state == Peek::State::end_of_text) return Outcome::stopped;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    const uint64_t behind = at_ + next.code_point.length;
    const uint64_t safe_so_far = last_safe_;
    Verdict verdict = take_syntax(window, code_point);
    if (verdict == Verdict::need_more) return Outcome::need_more;
    if (verdict == Verdict::go_on) verdict = take(code_point, behind);
    if (verdict == Verdict::stop) return Outcome::stopped;
    at_ = behind;
    if (behind > limit) {
      last_safe_ = safe_so_far;
      return Outcome::over_limit;
    }
  }
}

// What the code point means to the syntax of URIs: a component begins, the stack is cleared.
Tail::Verdict Tail::take_syntax(const Window& window, char32_t code_point) {
  if (quotes_.closes(code_point)) {
    at_quote_ = true;
    return Verdict::stop;
  }
  switch (component_) {
    case Component::path:
      if (code_point == '/') open_count_ = 0;
      if (code_point == '?') {
        component_ = Component::query;
        query_begin_ = at_ + 1;
        return Verdict::go_on;
      }
      break;
    case Component::query:
      if (code_point == '=' || code_point == '&') open_count_ = 0;
      break;
    case Component::fragment:
      if (code_point == ':') {
        const Answer directive = window.holds(at_, ":~:");
        if (directive == Answer::unknown) return Verdict::need_more;
        if (directive == Answer::yes) open_count_ = 0;
      }
      return Verdict::go_on;
  }
  if (code_point == '#') {
    component_ = Component::fragment;
    fragment_begin_ = at_ + 1;
  }
  return Verdict::go_on;
}

// What the code point means to the end of the link: its Link_Term.
Tail::Verdict Tail::take(char32_t code_point, uint64_t behind) {
  switch (unicode::properties(code_point).link_term()) {
    case LinkTerm::include:
      break;
    case LinkTerm::soft:
      return Verdict::go_on;
    case LinkTerm::hard:
      return Verdict::stop;
    case LinkTerm::open:
      if (open_count_ == kMaxOpen) return Verdict::stop;
      open_[open_count_++] = code_point;
      break;
    case LinkTerm::close:
      if (!close(code_point)) return Verdict::stop;
      break;
  }
  last_safe_ = behind;
  return Verdict::go_on;
}

bool Tail::close(char32_t closer) {
  return open_count_ != 0 && open_[--open_count_] == unicode::link_bracket(closer);
}

void Tail::fill(Parts& parts, uint64_t link_begin) const {
  const auto offset = [&](uint64_t place) { return static_cast<uint32_t>(place - link_begin); };
  const bool has_query = query_begin_ <= last_safe_;
  const bool has_fragment = fragment_begin_ <= last_safe_;
  const uint64_t query_end = has_fragment ? fragment_begin_ - 1 : last_safe_;
  const uint64_t path_end = has_query ? query_begin_ - 1 : query_end;
  parts.path = {offset(path_begin_), offset(path_end)};
  if (has_query) parts.query = {offset(query_begin_), offset(query_end)};
  if (has_fragment) parts.fragment = {offset(fragment_begin_), offset(last_safe_)};
}

}  // namespace linkspan::scan

#include "scan/domain.h"

#include "automata/host.h"
#include "automata/tlds.h"
#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of ROOTS and LABELS in src/CMakeLists.txt.
constexpr uint8_t kDomainRoot = 1 << 0;
constexpr uint8_t kHostRoot = 1 << 1;

bool is_hex_digit(uint8_t byte) {
  const uint8_t lower = byte | 0x20;
  return (byte >= '0' && byte <= '9') || (lower >= 'a' && lower <= 'f');
}

// The state of the list of words behind this code point.
int step_word(int state, char32_t code_point) {
  const auto step = [&](char32_t byte) {
    if (state != base::WordDfa::kNone) state = automata::kTlds.step(state, static_cast<uint8_t>(byte));
  };
  if (code_point < 0x80) {
    step(code_point);
  } else if (code_point < 0x800) {
    step(0xC0 | code_point >> 6);
    step(0x80 | (code_point & 0x3F));
  } else if (code_point < 0x10000) {
    step(0xE0 | code_point >> 12);
    step(0x80 | (code_point >> 6 & 0x3F));
    step(0x80 | (code_point & 0x3F));
  } else {
    step(0xF0 | code_point >> 18);
    step(0x80 | (code_point >> 12 & 0x3F));
    step(0x80 | (code_point >> 6 & 0x3F));
    step(0x80 | (code_point & 0x3F));
  }
  return state;
}

}  // namespace

bool is_label_character(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_host() && properties.link_term() == unicode::LinkTerm::include;
}

bool is_label_dot(char32_t code_point) {
  return code_point == '.' || code_point == 0x3002 || code_point == 0xFF0E || code_point == 0xFF61;
}

bool is_run_character(char32_t code_point) {
  return code_point == '_' || is_label_dot(code_point) || is_label_character(code_point);
}

void DomainRun::begin(uint64_t offset, Percent percent) {
  *this = DomainRun();
  begin_ = at_ = end_ = domain_end_ = host_end_ = label_begin_ = last_label_ = offset;
  percent_ = percent;
}

Progress DomainRun::advance(const Window& window) {
  for (;;) {
    const Peek next = window.peek(at_);
    if (next.unknown()) return Progress::need_more;
    if (next.state == Peek::State::end_of_text) return Progress::done;
    base::count_step();
    const char32_t code_point = next.code_point.value;
    if (code_point == '%') {
      const Answer takes = takes_percent(window);
      if (takes == Answer::unknown) return Progress::need_more;
      if (takes == Answer::no) return Progress::done;
      step(window, 3);
      note_character(3, code_point);
    } else if (is_run_character(code_point)) {
      step(window, next.code_point.length);
      note_character(next.code_point.length, code_point);
    } else {
      return Progress::done;
    }
  }
}

Answer DomainRun::takes_percent(const Window& window) const {
  if (percent_ == Percent::ends_run) return Answer::no;
  for (uint64_t offset = at_ + 1; offset < at_ + 3; ++offset) {
    if (offset >= window.end) return window.complete() ? Answer::no : Answer::unknown;
    if (!is_hex_digit(window.byte(offset))) return Answer::no;
  }
  return Answer::yes;
}

void DomainRun::step(const Window& window, uint8_t length) {
  for (uint8_t i = 0; i < length; ++i) {
    state_ = automata::kHost.step(state_, window.byte(at_ + i));
  }
}

void DomainRun::note_character(uint8_t length, char32_t code_point) {
  const bool is_dot = is_label_dot(code_point);
  if (is_dot && labels_ == 1 && first_label_end_ == 0) first_label_end_ = at_;
  if (!is_dot && label_begin_ == at_) {
    last_label_ = at_;
    ++labels_;
  }
  at_ += length;
  if (is_dot) {
    label_begin_ = at_;
    return;
  }
  end_ = at_;
  const uint8_t accepts = automata::kHost.accepts[state_];
  if ((accepts & kDomainRoot) != 0) domain_end_ = at_;
  if ((accepts & kHostRoot) != 0) host_end_ = at_;
}

bool is_top_level_domain(const Window& window, uint64_t begin, uint64_t end) {
  int state = 0;
  while (begin < end && state != base::WordDfa::kNone) {
    base::count_step();
    const base::CodePoint code_point = window.code_point(begin);
    state = step_word(state, unicode::host_fold(code_point.value));
    begin += code_point.length;
  }
  return state != base::WordDfa::kNone && automata::kTlds.value[state] != 0;
}

}  // namespace linkspan::scan

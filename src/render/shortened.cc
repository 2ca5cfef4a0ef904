// SPDX-License-Identifier: Apache-2.0
#include "render/shortened.h"

#include <unicode/ubrk.h>
#include <unicode/utext.h>

#include <algorithm>
#include <memory>

namespace linkspan::render {
namespace {

struct CloseText {
  void operator()(UText* text) const { utext_close(text); }
};
struct CloseBreaks {
  void operator()(UBreakIterator* breaks) const { ubrk_close(breaks); }
};

// The ends of the characters of a text, as byte offsets.
class Characters {
 public:
  explicit Characters(std::string_view text) {
    UErrorCode status = U_ZERO_ERROR;
    text_.reset(utext_openUTF8(nullptr, text.data(), static_cast<int64_t>(text.size()), &status));
    breaks_.reset(ubrk_open(UBRK_CHARACTER, "", nullptr, 0, &status));
    if (U_SUCCESS(status)) ubrk_setUText(breaks_.get(), text_.get(), &status);
    is_open_ = U_SUCCESS(status);
  }

  // False if ICU has no data: then nothing is cut.
  bool is_open() const { return is_open_; }

  // Where the first `count` end, or the text.
  size_t end_of_first(size_t count) {
    size_t end = 0;
    ubrk_first(breaks_.get());
    for (size_t i = 0; i < count; ++i) {
      const int32_t next = ubrk_next(breaks_.get());
      if (next == UBRK_DONE) break;
      end = static_cast<size_t>(next);
    }
    return end;
  }

  // Where the last `count` begin.
  size_t begin_of_last(size_t count) {
    auto begin = static_cast<size_t>(ubrk_last(breaks_.get()));
    for (size_t i = 0; i < count && begin > 0; ++i) {
      begin = static_cast<size_t>(ubrk_previous(breaks_.get()));
    }
    return begin;
  }

  // How many begin before `offset`.
  size_t count_before(size_t offset) {
    size_t count = 0;
    ubrk_first(breaks_.get());
    for (size_t end = 0; end < offset; ++count) end = static_cast<size_t>(ubrk_next(breaks_.get()));
    return count;
  }

 private:
  std::unique_ptr<UText, CloseText> text_;  // the iterator refers to it
  std::unique_ptr<UBreakIterator, CloseBreaks> breaks_;
  bool is_open_ = false;
};

}  // namespace

std::string shortened(std::string_view text, size_t kept, size_t most_characters, Shorten how) {
  if (text.size() <= most_characters) return std::string(text);
  Characters characters(text);
  if (!characters.is_open() || characters.end_of_first(most_characters) == text.size()) {
    return std::string(text);
  }
  const size_t shown = most_characters - 1;  // and the ellipsis
  const size_t wanted_tail = how == Shorten::middle ? shown / 3 : 0;
  const size_t head = std::max(shown - wanted_tail, characters.count_before(kept));
  const size_t tail = std::min(wanted_tail, std::max(shown, head) - head);
  const size_t begin = characters.end_of_first(head);
  const size_t end = characters.begin_of_last(tail);
  if (begin >= end) return std::string(text);
  return std::string(text.substr(0, begin)).append("…").append(text.substr(end));
}

}  // namespace linkspan::render

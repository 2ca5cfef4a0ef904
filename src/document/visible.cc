#include "document/visible.h"

#include <algorithm>

namespace linkspan::document {
namespace {

constexpr std::string_view kSpace = " \t\v\f\r\n";
constexpr std::string_view kBreak = "\v\f\r\n";

// The white space around the break at `at`.
Range space_around(std::string_view text, size_t at) {
  const size_t before = text.find_last_not_of(kSpace, at);
  const size_t behind = text.find_first_not_of(kSpace, at);
  return {before == std::string_view::npos ? 0 : before + 1,
          behind == std::string_view::npos ? text.size() : behind};
}

}  // namespace

void append_visible(std::string_view text, uint64_t begin, std::vector<Range>& visible) {
  uint64_t from = 0;
  while (from < text.size()) {
    const size_t line_break = std::min(text.find_first_of(kBreak, from), text.size());
    const Range space = line_break == text.size() ? Range{text.size(), text.size()}
                                                  : space_around(text, line_break);
    if (from < space.begin) visible.push_back({begin + from, begin + space.begin});
    from = space.end;
  }
}

}  // namespace linkspan::document

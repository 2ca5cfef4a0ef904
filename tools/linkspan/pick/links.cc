// SPDX-License-Identifier: Apache-2.0
#include "pick/links.h"

namespace linkspan::command {

Range lines_around(const LinkStore& store, const PickLink& link) {
  if (link.pieces.empty()) return {};
  Range lines{link.pieces.front().line, link.pieces.back().line + 1};
  const auto follow = [&store](size_t line) {
    return line + 1 < store.lines.size() &&
           store.lines[line].sequence + 1 == store.lines[line + 1].sequence;
  };
  if (lines.begin > 0 && follow(lines.begin - 1)) --lines.begin;
  if (follow(lines.end - 1)) ++lines.end;
  return lines;
}

}  // namespace linkspan::command

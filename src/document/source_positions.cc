// SPDX-License-Identifier: Apache-2.0
#include "document/source_positions.h"

#include <algorithm>

namespace linkspan::document {
namespace {

constexpr size_t kStep = 512;

}  // namespace

void SourcePositions::begin(OffsetUnit unit) {
  unit_ = unit;
  counter_ = PositionCounter(unit);
  part_ = {};
  steps_.clear();
  end_ = counts() ? counter_.advance({}) : Position();
}

void SourcePositions::count(std::string_view part) {
  part_ = part;
  steps_.clear();
  if (!counts()) return;
  part_begin_ = counter_.bytes();
  for (size_t to = 0; to < part.size(); to += kStep) {
    const size_t from = counter_.bytes() - part_begin_;
    counter_.advance(without_cut_sequence(part.substr(from, to - from)));
    steps_.push_back(counter_);
  }
  end_ = counter_.advance(part.substr(counter_.bytes() - part_begin_));
}

Position SourcePositions::at(uint32_t offset) const {
  if (steps_.empty()) return end_;
  PositionCounter counter = steps_[std::min<size_t>(offset / kStep, steps_.size() - 1)];
  const size_t from = counter.bytes() - part_begin_;
  return counter.advance(part_.substr(from, offset - from));
}

}  // namespace linkspan::document

// SPDX-License-Identifier: Apache-2.0
#include "document/stages.h"

#include "lines/sgr_remover.h"
#include "lines/unfold.h"

namespace linkspan::document {

void Stages::begin(const Layout& layout) {
  stages_.clear();
  if (layout.colours == Colours::remove) {
    stages_.push_back({std::make_unique<lines::SgrRemover>(), {}});
  }
  if (!layout.has_plain_lines()) {
    stages_.push_back({std::make_unique<lines::Unfolder>(layout), {}});
  }
}

std::string_view Stages::feed(std::string_view decoded) {
  std::string_view text = decoded;
  for (Stage& one : stages_) {
    one.text.clear();
    one.stage->feed(text, one.text);
    text = one.text;
  }
  return text;
}

std::string_view Stages::finish() {
  std::string_view rest;
  for (Stage& one : stages_) {
    one.text.clear();
    one.stage->feed(rest, one.text);
    one.stage->finish(one.text);
    rest = one.text;
  }
  return rest;
}

void Stages::append_pieces(Range logical, std::vector<Range>& decoded) const {
  if (stages_.size() == 1) return stages_.front().stage->pieces(logical, decoded);
  std::vector<Range> pieces = {logical}, sources;
  for (auto one = stages_.rbegin(); one != stages_.rend(); ++one) {
    sources.clear();
    for (const Range& piece : pieces) one->stage->pieces(piece, sources);
    pieces.swap(sources);
  }
  decoded.insert(decoded.end(), pieces.begin(), pieces.end());
}

uint64_t Stages::source_of(uint64_t logical) const {
  uint64_t offset = logical;
  for (auto one = stages_.rbegin(); one != stages_.rend(); ++one) {
    offset = one->stage->source_of(offset);
  }
  return offset;
}

void Stages::release_before(uint64_t logical) {
  uint64_t offset = logical;
  for (auto one = stages_.rbegin(); one != stages_.rend(); ++one) {
    const uint64_t source = one->stage->source_of(offset);
    one->stage->release_before(offset);
    offset = source;
  }
}

}  // namespace linkspan::document

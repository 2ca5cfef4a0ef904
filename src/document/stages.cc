// SPDX-License-Identifier: Apache-2.0
#include "document/stages.h"

#include <algorithm>
#include <string>
#include <utility>

#include "charset/decoder.h"
#include "lines/notation.h"
#include "lines/sgr_remover.h"
#include "lines/unfold.h"

namespace linkspan::document {
namespace {

// The label of a code page of Windows or DOS.
std::string label_of(unsigned code_page) {
  constexpr std::pair<unsigned, const char*> kLabels[] = {
      {932, "shift_jis"}, {936, "gbk"}, {949, "windows-949"}, {950, "big5"}, {10000, "macintosh"}};
  for (const auto& [known, label] : kLabels) {
    if (known == code_page) return label;
  }
  const bool is_of_windows = code_page == 874 || (code_page >= 1250 && code_page <= 1258);
  return (is_of_windows ? "windows-" : "cp") + std::to_string(code_page);
}

lines::DecodeBytes decoder_of_code_pages() {
  return [decoder = std::shared_ptr<charset::Decoder>(), of = 0U](
             unsigned code_page, std::string_view bytes) mutable -> std::string {
    if (!decoder || of != code_page) {
      const std::string label = label_of(code_page);
      auto found = charset::find(charset::knows(label) ? label : "windows-1252");
      if (!found) return {};
      decoder = std::make_shared<charset::Decoder>(found.value());
      of = code_page;
    }
    std::string text(decoder->decode(bytes));
    return text += decoder->finish();
  };
}

}  // namespace

void Stages::begin(const Layout& layout, lines::Quotes quotes) {
  stages_.clear();
  if (layout.colours == Colours::remove) {
    stages_.push_back({std::make_unique<lines::SgrRemover>(), {}});
  }
  if (auto notation = lines::make_notation(layout.flow, decoder_of_code_pages())) {
    stages_.push_back({std::move(notation), {}});
  } else if (!layout.has_plain_lines() || quotes == lines::Quotes::noted) {
    stages_.push_back({std::make_unique<lines::Unfolder>(layout, quotes), {}});
  }
  if (layout.defanged == Defanged::refang) stages_.push_back({lines::make_refanger(), {}});
}

bool Stages::is_joined(Range logical) const {
  if (stages_.empty()) return false;
  const lines::TextStage& last = *stages_.back().stage;
  if (stages_.size() == 1 || last.is_joined(logical)) return last.is_joined(logical);
  std::vector<Range> before;
  last.pieces(logical, before);
  const lines::TextStage& joiner = *stages_[stages_.size() - 2].stage;
  return std::any_of(before.begin(), before.end(),
                     [&](Range piece) { return joiner.is_joined(piece); });
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

bool Stages::is_quoted(uint64_t logical) const {
  uint64_t offset = logical;
  for (auto one = stages_.rbegin(); one != stages_.rend(); ++one) {
    if (one->stage->is_quoted(offset)) return true;
    offset = one->stage->source_of(offset);
  }
  return false;
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

// SPDX-License-Identifier: Apache-2.0
// TextLinker: makes a Link of each span, without the stages that UTF-8 text does not need.
//
// Guarded by tests/document/text_linker_test.cc, which compares it with linkify(), and by
// tests/command/output/command_jsonl_test.cc.
#include <memory>
#include <utility>
#include <vector>

#include "document/link_remarks.h"
#include "document/pipeline.h"
#include "document/positions.h"
#include "document/visible.h"
#include "iri/mapper.h"
#include "linkspan/document.h"

namespace linkspan {

struct TextLinker::State {
  Engine engine;
  iri::MapOptions map_options;
  document::PositionCounter positions;
  document::MarkdownLinks markdown_links = {};
  // Buffers of one link, kept for reuse.
  Link link = {};
  iri::Mapped mapped = {};
  std::vector<Range> visible = {};

  void set_link(const Span& span, std::string_view text);
};

void TextLinker::State::set_link(const Span& span, std::string_view text) {
  const auto position_at = [&](uint64_t offset) {
    return positions.advance(Range{positions.bytes(), offset}.text(text));
  };
  link.span = span;
  link.text = span.text(text);
  link.pieces.clear();
  document::find_visible(
      span, [this](const Range&) -> std::string_view { return link.text; }, visible);
  for (const Range& piece : visible) {
    const Position begin = position_at(piece.begin);
    link.pieces.push_back({piece, begin, position_at(piece.end)});
  }
  if (span.has_escapes) link.text = scan::shown_text(link.text, link.span.parts);
  iri::Mapper().map(link.text, span, map_options, mapped);
  link.iri.swap(mapped.iri);
  link.uri.swap(mapped.uri);
  link.display = document::display_of(link.iri, link.uri);
  link.warnings = mapped.warnings;
  link.warnings.add(document::warnings_of_link(link));
  const std::string_view before = Range{0, span.range.begin}.text(text);
  const std::string_view after = Range{span.range.end, text.size()}.text(text);
  link.warnings.add(document::warnings_of_text_after(after, span));
  if (markdown_links.names_other_host(before, link.text, span)) {
    link.warnings.add(Warning::text_names_other_host);
  }
}

TextLinker::TextLinker(std::unique_ptr<State> state) : state_(std::move(state)) {}
TextLinker::TextLinker(TextLinker&&) noexcept = default;
TextLinker& TextLinker::operator=(TextLinker&&) noexcept = default;
TextLinker::~TextLinker() = default;

Result<TextLinker> TextLinker::create(const Engine& engine, const TextOptions& options) {
  return TextLinker(std::make_unique<State>(
      State{engine,
            {iri::Normalization::none, options.host, options.default_scheme},
            document::PositionCounter(options.offsets)}));
}

void TextLinker::find(std::string_view utf8, LinkSink sink) {
  state_->positions.restart();
  state_->markdown_links.clear();
  state_->engine.scan(utf8, [&](const Span& span) {
    state_->set_link(span, utf8);
    return sink(state_->link);
  });
}

void TextLinker::describe(std::string_view utf8, std::span<const Span> spans, LinkSink sink) {
  state_->positions.restart();
  state_->markdown_links.clear();
  for (const Span& span : spans) {
    state_->set_link(span, utf8);
    if (sink(state_->link) == Visit::stop) return;
  }
}

}  // namespace linkspan

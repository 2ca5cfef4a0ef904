#include "batch.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "document/visible.h"
#include "records.h"
#include "request.h"

namespace linkspan::command {

Batch::Batch(const ReadSettings& settings, const Engine& engine)
    : settings_(settings),
      engine_(engine),
      mapper_(mapper_or_throw()),
      fast_reader_(settings.fields),
      positions_(settings.document.offsets) {}

uint64_t Batch::answer(const NextBlock& next_block, Output& output, Report& report) {
  output_ = &output;
  report_ = &report;
  line_number_ = 0;
  state_ = Line::fits;
  size_ = 0;
  for (std::string_view block = next_block(); !block.empty(); block = next_block()) take(block);
  // The last line need not end with a line feed.
  if (size_ > 0 || state_ == Line::is_too_long) end_line({text_.data(), size_});
  return line_number_;
}

void Batch::take(std::string_view block) {
  size_t searched = size_;
  append(block);
  const char* const end = text_.data() + size_;
  const char* begin = text_.data();
  for (;;) {
    const char* const from = text_.data() + searched;
    const auto* const line_feed =
        static_cast<const char*>(std::memchr(from, '\n', static_cast<size_t>(end - from)));
    if (line_feed == nullptr) break;
    end_line({begin, static_cast<size_t>(line_feed - begin)});
    begin = line_feed + 1;
    searched = static_cast<size_t>(begin - text_.data());
  }
  size_ = static_cast<size_t>(end - begin);
  if (size_ > kMaxLineBytes) {
    state_ = Line::is_too_long;
    size_ = 0;
  }
  std::memmove(text_.data(), begin, size_);
}

// PERF: the copy takes 2 % of the time; a reader that wants padding after each line needs it.
void Batch::append(std::string_view block) {
  const size_t needed = size_ + block.size() + FastRequestReader::kPadding;
  if (text_.size() < needed) text_.resize(std::max(needed, 2 * text_.size()));
  std::memcpy(text_.data() + size_, block.data(), block.size());
  size_ += block.size();
}

void Batch::end_line(std::string_view line) {
  ++line_number_;
  if (std::exchange(state_, Line::fits) == Line::is_too_long || line.size() > kMaxLineBytes) {
    answer_error(fmt::format("the line is longer than {} MiB", kMaxLineBytes >> 20));
  } else {
    answer_line(line);
  }
  output_->flush_when_full();
}

void Batch::answer_line(std::string_view line) {
  if (const auto request = fast_reader_.read(line)) {
    answer_links(request->id, request->text);
    return;
  }
  const Result<Request> request = parse_request(line, settings_.fields);
  if (request.ok()) {
    answer_links(request.value().id, request.value().text);
  } else {
    answer_error(request.error().message);
  }
}

void Batch::answer_links(std::string_view id, std::string_view text) {
  std::string& out = output_->buffer();
  out += "{\"id\":";
  out += id;
  out += ",\"links\":[";
  positions_.restart();
  markdown_links_.clear();
  std::string_view separator;
  engine_.scan(text, [&](const Span& span) {
    out += separator;
    append_link(span, text);
    separator = ",";
    ++report_->links;
    output_->flush_when_full();
  });
  out += "]}\n";
}

void Batch::append_link(const Span& span, std::string_view text) {
  const auto position_at = [&](uint64_t offset) {
    return positions_.advance(text.substr(positions_.bytes(), offset - positions_.bytes()));
  };
  link_.span = span;
  link_.text = text.substr(span.range.begin, span.range.size());
  link_.pieces.clear();
  document::find_visible(
      span, [this](const Range&) { return link_.text; }, visible_);
  for (const Range& piece : visible_) {
    const Position begin = position_at(piece.begin);
    link_.pieces.push_back({piece, begin, position_at(piece.end)});
  }
  const DocumentOptions& document = settings_.document;
  mapper_->map(link_.text, span, {iri::Normalization::none, document.host, document.default_scheme},
               mapped_);
  link_.iri.swap(mapped_.iri);
  link_.uri.swap(mapped_.uri);
  link_.display = document::display_of(link_.iri, link_.uri);
  link_.warnings = mapped_.warnings;
  link_.warnings.add(document::warnings_of_link(link_));
  link_.warnings.add(document::warnings_of_text_after(text.substr(span.range.end), span));
  const std::string_view before = text.substr(0, span.range.begin);
  if (markdown_links_.names_other_host(before, link_.text, span)) {
    link_.warnings.add(Warning::text_names_other_host);
  }
  std::string& out = output_->buffer();
  out += '{';
  append_link_members(out, {}, link_, nullptr);
  out += '}';
}

void Batch::answer_error(std::string_view why) {
  report_->status = kIncomplete;
  std::string& out = output_->buffer();
  out += "{\"id\":null,\"error\":\"line ";
  append_count(out, line_number_, output_->counts());
  std::string sentence;
  append_json_string(sentence, why);
  out += ": ";
  out.append(sentence, 1);  // without its first quotation mark
  out += "}\n";
}

}  // namespace linkspan::command

#include "batch.h"

#include <fmt/format.h>

#include <cerrno>
#include <utility>
#include <vector>

#include "document/visible.h"
#include "documents.h"
#include "records.h"
#include "request.h"

namespace linkspan::command {

Batch::Batch(const DocumentOptions& options, const Engine& engine, Output& output)
    : engine_(engine),
      host_(options.host),
      mapper_(mapper_or_throw()),
      positions_(options.offsets),
      output_(output) {}

int Batch::run(int descriptor) {
  const Waits waits = reading_waits(descriptor);
  std::vector<char> block(kBlockBytes);
  line_number_ = 0;
  int error_number = 0;
  while (output_.state() == Output::State::open) {
    if (waits == Waits::yes) output_.flush();  // whoever asks may wait for this answer
    const ssize_t got = read_some(descriptor, block.data(), block.size());
    if (got < 0) error_number = errno;
    if (got <= 0) break;
    take({block.data(), static_cast<size_t>(got)});
  }
  if (state_ != Line::not_begun) end_line();  // the last line need not end with a line feed
  return error_number;
}

void Batch::take(std::string_view block) {
  for (;;) {
    const size_t line_feed = block.find('\n');
    append_to_line(block.substr(0, line_feed));
    if (line_feed == std::string_view::npos) return;
    end_line();
    block.remove_prefix(line_feed + 1);
  }
}

void Batch::append_to_line(std::string_view part) {
  if (part.empty() || state_ == Line::too_long) return;
  if (line_.size() + part.size() > kMaxLineBytes) {
    state_ = Line::too_long;
    line_ = {};
  } else {
    state_ = Line::begun;
    line_ += part;
  }
}

void Batch::end_line() {
  ++line_number_;
  if (state_ == Line::too_long) {
    answer_error(fmt::format("the line is longer than {} MiB", kMaxLineBytes >> 20));
  } else {
    answer(line_);
  }
  line_.clear();
  state_ = Line::not_begun;
  output_.flush_when_full();
}

void Batch::answer(std::string_view line) {
  const Result<Request> request = parse_request(line);
  if (request.ok()) {
    answer_links(request.value().id, request.value().text);
  } else {
    answer_error(request.error().message);
  }
}

void Batch::answer_links(std::string_view id, std::string_view text) {
  std::string& out = output_.buffer();
  out += "{\"id\":";
  out += id;
  out += ",\"links\":[";
  positions_.restart();
  const auto position_at = [&](uint64_t offset) {
    return positions_.advance(text.substr(positions_.bytes(), offset - positions_.bytes()));
  };
  std::string_view separator;
  engine_.scan(text, [&](const Span& span) {
    link_.span = span;
    link_.text = text.substr(span.range.begin, span.range.size());
    link_.pieces.clear();
    document::find_visible(span, [this](const Range&) { return link_.text; }, visible_);
    for (const Range& piece : visible_) {
      const Position begin = position_at(piece.begin);
      link_.pieces.push_back({piece, begin, position_at(piece.end)});
    }
    iri::Mapped mapped = mapper_->map(link_.text, span, {iri::Normalization::none, host_});
    link_.iri = std::move(mapped.iri);
    link_.uri = std::move(mapped.uri);
    link_.warnings = mapped.warnings;
    out += separator;
    out += '{';
    append_link_members(out, {}, link_, nullptr);
    out += '}';
    separator = ",";
    output_.flush_when_full();
  });
  out += "]}\n";
}

void Batch::answer_error(std::string_view why) {
  ++wrong_lines_;
  output_.buffer() += "{\"id\":null,\"error\":";
  append_json_string(output_.buffer(), fmt::format("line {}: {}", line_number_, why));
  output_.buffer() += "}\n";
}

}  // namespace linkspan::command

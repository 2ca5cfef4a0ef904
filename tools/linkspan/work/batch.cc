// SPDX-License-Identifier: Apache-2.0
#include "work/batch.h"

#include <fmt/format.h>

#include <cstring>
#include <utility>

#include "common/exit_status.h"
#include "common/json.h"
#include "output/jsonl.h"
#include "work/request.h"

namespace linkspan::command {

Batch::Batch(const ReadSettings& settings, const Engine& engine)
    : settings_(settings),
      fast_reader_(settings.fields),
      linker_(value_or_throw(TextLinker::create(
          engine,
          {settings.document.host, settings.document.default_scheme, settings.document.offsets}))) {
}

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

// PERF: the copy takes 2 % of the time; the reader needs padding after each line.
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
  std::string_view separator;
  linker_.find(text, [&](const Link& link) {
    append_link_object(out += separator, link);
    separator = ",";
    ++report_->links;
    output_->flush_when_full();
  });
  out += "]}\n";
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

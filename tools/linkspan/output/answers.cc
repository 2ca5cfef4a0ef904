// SPDX-License-Identifier: Apache-2.0
#include "output/answers.h"

#include <utility>
#include <vector>

#include "common/encoding.h"

namespace linkspan::command {

RecordWriter::RecordWriter(const ScanSettings& settings, Count inputs, LinkSelection& selection,
                           SpilledRecords* spilled, Output& output)
    : SelectingReceiver(selection,
                        output.is_kept() ? LinkSelection::Order::later : LinkSelection::Order::now),
      selection_(selection),
      spilled_(spilled),
      settings_(settings),
      form_(*settings.to),
      naming_{settings.file_names, inputs, settings.line_end},
      output_(output) {}

void RecordWriter::begin(const Origin& origin) {
  SelectingReceiver::begin(origin);
  origin_ = origin;
  head_ = form_.head(origin, naming_);
}

void RecordWriter::take(const Link& link) {
  std::string& out = output_.buffer();
  const size_t before = out.size();
  const LinkRecord record{origin_, link, output_.counts()};
  if (settings_.fields.empty()) {
    form_.record(out, head_, record);
  } else {
    form_.fields(out, settings_.fields, record);
  }
  if (settings_.line_end == LineEnd::nul) out.back() = '\0';
  if (const std::optional<Hash128>& hash = selection_.undecided()) {
    spilled_->add(*hash, std::string_view(out).substr(before));
    out.resize(before);
  }
  output_.flush_when_full();
}

void write_counts(const ScanSettings& settings, TextCounts& counts, Output& output) {
  counts.finish();
  output.buffer() += settings.to->title_of_counts();
  counts.visit(UINT64_MAX, [&](std::string_view link, uint64_t count) {
    settings.to->count(output.buffer(), count, link);
    if (settings.line_end == LineEnd::nul) output.buffer().back() = '\0';
    output.flush_when_full();
    return output.state() == Output::State::open;
  });
}

void CountOfLinks::take(const Link& link) {
  std::string changed;
  counts_.add(form_.line(link, changed));
}

void FileCounts::begin(const std::string& source, Output& output) {
  if (source_ == source) return;
  finish(output);
  source_ = source;
}

void FileCounts::finish(Output& output) {
  if (!source_) return;
  const Naming naming{settings_.file_names, inputs_, settings_.line_end};
  if (naming.names_input()) output.buffer() += name_in_line(*source_, settings_.line_end) + ':';
  append_number(output.buffer(), count_);
  output.buffer() += end_of(settings_.line_end);
  output.flush_when_full();
  source_.reset();
  count_ = 0;
}

void FileCounts::begin_kept(const std::string& source) {
  if (kept_.empty() || kept_.back().source != source) kept_.push_back({source});
}

std::string FileCounts::take_kept() {
  Encoder encoder;
  for (const Kept& kept : std::exchange(kept_, {})) {
    encoder.put(kept.source);
    encoder.put(kept.count);
  }
  return encoder.take();
}

void FileCounts::add(std::string_view kept, Output& output) {
  EncodedReader reader(kept);
  while (!reader.is_at_end()) {
    begin(std::string(reader.text()), output);
    count_ += reader.number();
  }
}

void CountOfFiles::begin_source(const std::string& source) {
  SelectingReceiver::begin_source(source);
  if (output_.is_kept()) {
    counts_.begin_kept(source);
  } else {
    counts_.begin(source, output_);
  }
}

void NamesOfFiles::begin_source(const std::string& source) {
  SelectingReceiver::begin_source(source);
  source_ = source;
}

void NamesOfFiles::take(const Link& /*link*/) {
  output_.buffer() += name_in_line(source_, line_end_);
  output_.buffer() += end_of(line_end_);
  output_.flush_when_full();
}

}  // namespace linkspan::command

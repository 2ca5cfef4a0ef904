// SPDX-License-Identifier: Apache-2.0
#include "work/dispatcher.h"

#include <fmt/format.h>
#include <sys/stat.h>

#include <algorithm>
#include <utility>

#include "input/documents.h"
#include "input/text_parts.h"
#include "linkspan/charset.h"

namespace linkspan::command {
namespace {

// The size of a task of a mailbox or of small files.
constexpr size_t kBatchBytes = 1 << 20;
// PERF: opening a file and reading 2 KB of it takes as long as scanning 20 KB.
constexpr uint64_t kBytesPerFile = 16 << 10;
// Larger files are opened here, as they may be divided.
constexpr uint64_t kSmallFileBytes = 256 << 10;
// The number of bytes before a seam that must be read; with longer links a text is one part.
constexpr uint32_t kLongestLinkOfParts = 1 << 20;

uint64_t size_of(int descriptor) {
  struct stat status {};
  return fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
}

charset::Charset charset_by_first_bytes(int descriptor, uint64_t begin) {
  std::string head(charset::kDetectBytes, '\0');
  head.resize(read_at(descriptor, head.data(), head.size(), begin));
  return charset::detect(head).charset;
}

// The input of a task, or the first of several.
const std::string& name_of(const Task& task) {
  if (!task.inputs.empty()) return task.inputs.front().name;
  return task.text_name.empty() ? task.messages.front().origin.source : task.text_name;
}

}  // namespace

Dispatcher::Dispatcher(const ReadSettings& settings, const MakeReceiver& make,
                       DocumentReader& reader, Batch& batch, Output& output, Progress& progress,
                       RunReports& reports, ReadHere read_here)
    : settings_(settings),
      output_(output),
      progress_(progress),
      reports_(reports),
      read_here_(std::move(read_here)),
      whole_input_(settings, reader, batch, ReadsAhead::yes),
      task_worker_(settings, make, reader, batch, output),
      workers_(
          settings.jobs,
          [this](std::string_view job, Turn& turn) {
            return task_worker_.start(decode_task(job), turn);
          },
          [this] { return turn_message(); },
          [this](const std::optional<std::string>& answer) { return take_answer(answer); }) {}

Next Dispatcher::take(const FoundInput& input) {
  if (input.file_size && *input.file_size <= kSmallFileBytes) {
    add_to_batch(input);
    return next();
  }
  submit_batch();
  Report report(settings_.messages);
  const OpenInput opened = opener_.open(input, report);
  reports_.take(report);
  if (opened.is_open()) take_opened(input, opened.descriptor());
  return next();
}

void Dispatcher::finish() {
  submit_batch();
  workers_.finish();
}

Next Dispatcher::next() const {
  return output_.state() == Output::State::open ? Next::go_on : Next::stop;
}

// --- the answers

// The data for the worker that writes next.
std::string Dispatcher::turn_message() {
  output_.flush();
  return encode(base_);
}

Next Dispatcher::take_answer(const std::optional<std::string>& encoded) {
  const Task task = std::move(given_out_.front());
  given_out_.pop_front();
  if (!encoded) {
    report_lost(task);
    base_.reset();
    return next();
  }
  const TaskAnswer answer = decode_answer(*encoded);
  end_part(answer.part, answer.end);
  output_.follow(answer.output);
  reports_.take(answer.report);
  return next();
}

// Once for each input, or for several inputs in one task.
void Dispatcher::report_lost(const Task& task) {
  std::string name = name_of(task);
  if (task.inputs.size() > 1) {
    name = fmt::format("{} to {} ({} inputs)", name, task.inputs.back().name, task.inputs.size());
  }
  if (name == last_lost_) return;
  reports_.fail(Remark::worker_lost, name);
  last_lost_ = std::move(name);
}

void Dispatcher::end_part(TextPart part, Position end) {
  if (part == TextPart::first) base_ = 0;
  if (base_) *base_ += end.line > 0 ? end.line - 1 : end.offset;
}

// --- the tasks

void Dispatcher::submit(Task task) {
  const std::string job = encode(task);
  task.bytes.clear();
  task.bytes.shrink_to_fit();
  given_out_.push_back(std::move(task));
  workers_.submit(job);
}

void Dispatcher::add_to_batch(const FoundInput& input) {
  batch_.inputs.push_back(input);
  batch_bytes_ += kBytesPerFile + input.file_size.value_or(0);
  if (batch_bytes_ >= kBatchBytes) submit_batch();
}

void Dispatcher::submit_batch() {
  batch_bytes_ = 0;
  if (!batch_.inputs.empty()) submit(std::exchange(batch_, {}));
}

void Dispatcher::take_opened(const FoundInput& input, int descriptor) {
  FileRange file = rest_of_file(input.name, descriptor);
  InputReader reader(descriptor, [this](uint64_t count) { progress_.add_bytes(count); });
  reader.peek();
  const InputFormat format = whole_input_.format_of(input.name, reader);
  Report report(settings_.messages);
  if (whole_input_.skips(input.name, descriptor, reader, format, report)) {
    return reports_.take(report);
  }
  const bool is_plain_file = !file.name.empty() && reader.is_stored_as_read();
  const bool is_whole = format == InputFormat::mail || format == InputFormat::maildir ||
                        is_markup(format) || format == InputFormat::archive ||
                        format == InputFormat::warc ||
                        WholeInput::is_not_as_named(input.name, reader, format);
  if (format == InputFormat::mbox && !(is_whole && is_plain_file)) {
    if (!is_plain_file) file = {};
    divide_mailbox(input.name, file, reader);
  } else if (is_plain_file && !is_whole) {
    progress_.take_back_bytes(reader.bytes_taken());  // they will be read again
    divide_text({{}, input.name, whole_input_.charset_of_text(), {}, {}, {}, file}, descriptor);
  } else if (format == InputFormat::jsonl && !(is_whole && is_plain_file)) {
    divide_lines(input.name, descriptor, reader);
  } else if (input.file_size) {
    progress_.take_back_bytes(reader.bytes_taken());
    submit({{input}});
  } else {
    workers_.finish();  // earlier records are written first
    read_here_(input.name, descriptor, reader, format);
  }
}

// In parts, if possible.
void Dispatcher::divide_text(Task task, int descriptor) {
  const uint64_t size = size_of(descriptor) - std::min(size_of(descriptor), task.file.begin);
  const bool is_jsonl = settings_.from == InputFormat::jsonl;
  const auto charset = !is_jsonl && size > settings_.part_bytes ? charset_of_parts(task, descriptor)
                                                                : std::optional<std::string>();
  if (!charset && !is_jsonl) return submit(std::move(task));
  if (charset) task.charset = *charset;
  const SeamRules rules{settings_.document.layout, settings_.options.max_link_bytes};
  TextParts parts = is_jsonl ? TextParts::of_lines(descriptor, task.file, settings_.part_bytes)
                             : TextParts(descriptor, task.file, rules, settings_.part_bytes);
  while (const std::optional<TextParts::Part> part = parts.next()) {
    if (next() == Next::stop) return;
    task.file = part->range;
    submit(task);
    task.part = TextPart::further;
  }
}

// The charset of the whole, guessed by its first bytes if necessary. Nothing if the text cannot be
// read in parts.
std::optional<std::string> Dispatcher::charset_of_parts(const Task& task, int descriptor) const {
  if (settings_.options.max_link_bytes > kLongestLinkOfParts) return {};
  const Result<charset::Charset> charset = task.charset == kAutoCharset
                                               ? charset_by_first_bytes(descriptor, task.file.begin)
                                               : charset::find(task.charset);
  if (!charset || !charset.value().lines_stand_alone()) return {};
  return std::string(charset.value().name());
}

// JSON lines that cannot be read again, as from a pipe. If no more lines are available, those so
// far are answered, as the writer may wait for that.
void Dispatcher::divide_lines(const std::string& name, int descriptor, InputReader& input) {
  Task task;
  task.text_name = name;
  std::string rest;  // whole lines, then an incomplete one
  size_t whole = 0;  // of it, in whole lines
  const auto submit_lines = [&](size_t size) {
    if (size == 0) return;
    task.bytes = std::exchange(rest, rest.substr(size));
    task.bytes.resize(size);
    submit(task);
    task.part = TextPart::further;
    whole = 0;
  };
  while (next() == Next::go_on) {
    if (!has_more_within(descriptor, std::chrono::milliseconds(0))) {
      submit_lines(whole);
      workers_.finish();
    }
    const size_t before = rest.size();
    rest.resize(before + kBlockBytes);
    const size_t got = input.read(rest.data() + before, kBlockBytes);
    rest.resize(before + got);
    if (got == 0) break;
    const size_t line_feed = std::string_view(rest).substr(before).rfind('\n');
    if (line_feed != std::string_view::npos) whole = before + line_feed + 1;
    if (whole > 0 && rest.size() >= kBatchBytes) submit_lines(whole);
    // Too long; the answer is an error.
    if (rest.size() > Batch::kMaxLineBytes) rest.resize(Batch::kMaxLineBytes + 1);
  }
  if (next() == Next::stop) return;
  submit_lines(rest.size());
  report_failure(name, input);
}

void Dispatcher::report_failure(const std::string& name, const InputReader& input) {
  Report report(settings_.messages);
  command::report_failure(name, input, report);
  reports_.take(report);
}

void Dispatcher::divide_mailbox(const std::string& name, const FileRange& file,
                                InputReader& input) {
  Task task;
  const auto take = [&](Origin origin, std::string_view message) {
    add_message(std::move(origin), message, file, task);
  };
  split_mailbox(
      name, input, [this] { return next(); }, take);
  if (!task.messages.empty()) submit(std::move(task));
  if (next() == Next::go_on) report_failure(name, input);
}

// Workers read a file themselves, so that its bytes do not go through pipes. `file`: the file in
// which the message is at raw_begin; without a name if there is none.
void Dispatcher::add_message(Origin origin, std::string_view message, const FileRange& file,
                             Task& task) {
  uint64_t begin = task.bytes.size();
  if (file.name.empty()) {
    task.bytes += message;
  } else {
    const uint64_t begin_in_file = file.begin + *origin.raw_begin;
    if (task.messages.empty()) {
      task.file = file;
      task.file.begin = begin_in_file;
    }
    begin = begin_in_file - task.file.begin;
    task.file.size = begin + message.size();
  }
  task.messages.push_back({std::move(origin), begin, message.size()});
  if (begin + message.size() >= kBatchBytes) submit(std::exchange(task, {}));
}

}  // namespace linkspan::command

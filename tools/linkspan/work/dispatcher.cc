// SPDX-License-Identifier: Apache-2.0
#include "work/dispatcher.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "input/document_reader.h"

namespace linkspan::command {
namespace {

// The size of a task of a mailbox or of small files.
constexpr size_t kBatchBytes = 1 << 20;
// PERF: opening a file and reading 2 KB of it takes as long as scanning 20 KB.
constexpr uint64_t kBytesPerFile = 16 << 10;
// Larger files are opened here, as they may be divided.
constexpr uint64_t kSmallFileBytes = 256 << 10;
Task task_of(const FoundInput& input) {
  Task task;
  task.inputs.add(input);
  return task;
}

// The input of a task, or the first and the last of several.
std::string name_of(const Task& task) {
  if (task.inputs.count() == 0) {
    return task.text_name.empty() ? task.messages.front().origin.source : task.text_name;
  }
  const std::vector<FoundInput> inputs = task.inputs.all();
  if (inputs.size() == 1) return inputs.front().name;
  return fmt::format("{} to {} ({} inputs)", inputs.front().name, inputs.back().name,
                     inputs.size());
}

}  // namespace

Dispatcher::Dispatcher(const ReadSettings& settings, const MakeReceiver& make,
                       DocumentReader& reader, LineAnswerer& batch, Output& output,
                       Progress& progress, RunReports& reports, ReadHere read_here,
                       PartDirectory* parts, const Tally& tally)
    : settings_(settings),
      output_(output),
      progress_(progress),
      reports_(reports),
      read_here_(std::move(read_here)),
      whole_input_(settings, reader, batch, ReadsAhead::yes),
      task_worker_(settings, make, reader, batch, output, parts, tally),
      workers_(
          settings.jobs,
          [this](std::string_view job, Turn& turn) {
            return task_worker_.start(decode_task(job), turn);
          },
          [this] { return turn_message(); },
          [this](const std::optional<std::string>& answer) { return take_answer(answer); },
          tally.of_process),
      parts_(parts),
      tally_(tally) {}

Next Dispatcher::take(const FoundInput& input) {
  const bool is_small = input.file_size && *input.file_size <= kSmallFileBytes;
  if (is_small || settings_.is_read_by_program(input.name)) {
    add_to_batch(input);
    return next();
  }
  submit_batch();
  Report report(settings_.messages);
  const OpenInput opened = opener_.open(input, report);
  take_report(report);
  if (opened.is_open()) {
    Report problems(settings_.messages);
    or_report_no_memory(input.name, problems, [&] { take_opened(input, opened.descriptor()); });
    take_report(problems);
  }
  return next();
}

Next Dispatcher::take(const Part& part, uint64_t number) {
  open_parts_.push_back({number});
  if (!parts_->begin(number)) output_.follow(Output::State::failed);
  for (const Piece& piece : part.pieces) {
    if (next() == Next::stop) return Next::stop;
    take_piece(piece);
  }
  submit_batch();
  if (open_parts_.back().state == OpenPart::State::open) {
    open_parts_.back().state = OpenPart::State::given_out;
  }
  end_parts();
  return next();
}

void Dispatcher::finish() {
  submit_batch();
  workers_.finish();
  end_parts();
  if (!tally_.of_process || next() == Next::stop) return;
  for (const std::optional<std::string>& word : workers_.end()) {
    if (word) {
      tally_.add_process(*word);
    } else {
      reports_.fail(Remark::worker_lost, "counts");
    }
  }
}

Next Dispatcher::next() const {
  return output_.state() == Output::State::open ? Next::go_on : Next::stop;
}

// --- the answers

// The data for the worker that writes next.
std::string Dispatcher::turn_message() {
  output_.flush();
  if (given_out_.front().base) base_ = given_out_.front().base;
  return encode(base_);
}

Next Dispatcher::take_answer(const std::optional<std::string>& encoded) {
  const Task task = std::move(given_out_.front());
  given_out_.pop_front();
  if (!encoded) {
    report_lost(task);
    base_.reset();
    if (parts_ != nullptr) {
      --open_parts_.front().tasks_left;
      open_parts_.front().state = OpenPart::State::lost;
    }
    return next();
  }
  const TaskAnswer answer = decode_answer(*encoded);
  end_part(answer.part, answer.end);
  if (tally_.add_task) tally_.add_task(answer.tally);
  output_.follow(answer.output);
  reports_.take(answer.report);
  if (parts_ != nullptr) {
    OpenPart& part = open_parts_.front();
    const bool is_jsonl = settings_.is_from(ReadAs::requests);  // a record has several links
    part.result.links += is_jsonl ? answer.report.links : answer.records;
    if (answer.report.status != kDone) part.result.status = answer.report.status;
    --part.tasks_left;
    end_parts();
  }
  return next();
}

// About an input that was opened here.
void Dispatcher::take_report(const Report& report) {
  if (parts_ != nullptr && report.status != kDone) {
    open_parts_.back().result.status = report.status;
  }
  reports_.take(report);
}

// Those at the front that are complete. After a failure, they are not.
void Dispatcher::end_parts() {
  while (parts_ != nullptr && !open_parts_.empty() && next() == Next::go_on) {
    const OpenPart& part = open_parts_.front();
    if (part.state == OpenPart::State::open || part.tasks_left > 0) return;
    if (part.state == OpenPart::State::given_out) {
      parts_->end(part.number, part.result);
    } else {
      parts_->discard(part.number);
    }
    open_parts_.pop_front();
  }
}

// Once for each input, or for several inputs in one task.
void Dispatcher::report_lost(const Task& task) {
  std::string name = name_of(task);
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
  if (parts_ != nullptr) {
    task.output_part = open_parts_.back().number;
    ++open_parts_.back().tasks_left;
  }
  const std::string job = encode(task);
  task.bytes.clear();
  task.bytes.shrink_to_fit();
  given_out_.push_back(std::move(task));
  workers_.submit(job);
}

void Dispatcher::add_to_batch(const FoundInput& input) {
  batch_.inputs.add(input);
  batch_bytes_ += kBytesPerFile + input.file_size.value_or(0);
  if (batch_bytes_ >= kBatchBytes) submit_batch();
}

void Dispatcher::submit_batch() {
  batch_bytes_ = 0;
  if (batch_.inputs.count() > 0) submit(std::exchange(batch_, {}));
}

void Dispatcher::take_opened(const FoundInput& input, int descriptor) {
  FileRange file = rest_of_file(input.name, descriptor);
  const std::string& name = name_in_output(settings_, input.name);
  InputReader reader(descriptor, [this](uint64_t count) { progress_.add_bytes(count); });
  reader.peek();
  const Format& format = WholeInput::format_of(settings_, name, reader);
  Report report(settings_.messages);
  if (whole_input_.skips(name, descriptor, reader, format, report)) {
    return take_report(report);
  }
  const bool is_plain_file = !file.name.empty() && reader.is_stored_as_read();
  const bool is_whole = settings_.long_inputs == LongInputs::whole ||
                        format.division == Division::whole ||
                        WholeInput::is_not_as_named(name, reader, format);
  if (format.division == Division::at_messages && !(is_whole && is_plain_file)) {
    if (!is_plain_file) file = {};
    divide_mailbox(name, file, reader);
  } else if (is_plain_file && !is_whole) {
    progress_.take_back_bytes(reader.bytes_taken());  // they will be read again
    divide_text({{}, name, whole_input_.charset_of_text(), {}, {}, {}, file}, descriptor);
  } else if (format.division == Division::at_lines && !(is_whole && is_plain_file)) {
    divide_lines(name, descriptor, reader);
  } else if (input.file_size) {
    progress_.take_back_bytes(reader.bytes_taken());
    submit(task_of(input));
  } else {
    workers_.finish();  // earlier records are written first
    read_here_(name, descriptor, reader, format);
  }
}

// In parts, if possible.
void Dispatcher::divide_text(Task task, int descriptor) {
  const uint64_t file_size = size_of_file(descriptor);
  const uint64_t left = file_size - std::min(file_size, task.file.begin);
  const uint64_t size = std::min(left, task.file.size);
  const bool is_jsonl = settings_.is_from(ReadAs::requests);
  const bool is_one = size <= settings_.part_bytes || !may_be_divided(settings_);
  if (is_one && !is_jsonl) return submit(std::move(task));
  const SeamRules rules{settings_.document.layout, settings_.options.max_link_bytes};
  TextParts parts =
      is_jsonl ? TextParts::of_lines(descriptor, task.file, settings_.part_bytes)
               : TextParts(descriptor, task.file, rules, task.charset, settings_.part_bytes);
  const uint64_t end = task.file.begin + size;
  const bool ends_before = size < left;  // a piece of a text, from a seam to a seam
  while (const std::optional<TextParts::Part> part = parts.next()) {
    if (next() == Next::stop) return;
    task.file = part->range;
    if (!is_jsonl) task.charset = part->charset;
    const bool is_last = ends_before && part->range.begin + part->size >= end;
    if (is_last) task.file.size = end - task.file.begin;
    submit(task);
    if (is_last) return;
    task.part = TextPart::further;
    if (task.base) task.base = base_after(*part, *task.base);
  }
}

// At the end of a part; nothing if it is not known yet.
CountBase Dispatcher::base_after(const TextParts::Part& part, uint64_t base) const {
  const bool counts_bytes =
      !settings_.is_from(ReadAs::requests) && settings_.document.offsets == OffsetUnit::bytes;
  return counts_bytes ? CountBase(base + part.size) : CountBase();
}

void Dispatcher::take_piece(const Piece& piece) {
  if (piece.range.name.empty() && piece.messages.empty()) {
    take(piece.input);
    return;
  }
  submit_batch();
  Report report(settings_.messages);
  const OpenInput opened = opener_.open(piece.input, report);
  take_report(report);
  if (!opened.is_open()) return;
  if (piece.messages.empty()) {
    const bool is_first = piece.base.value_or(0) == 0;
    return divide_text({{},
                        piece.input.name,
                        piece.charset,
                        is_first ? TextPart::first : TextPart::further,
                        {},
                        {},
                        piece.range,
                        piece.base},
                       opened.descriptor());
  }
  Task task;
  const FileRange file = rest_of_file(piece.input.name, opened.descriptor());
  uint64_t number = piece.messages_before;
  for (const Piece::Message& message : piece.messages) {
    Origin origin{piece.input.name, ++number, {}, {}, message.begin};
    add_message({std::move(origin), message.begin, message.size}, file, task);
  }
  if (!task.messages.empty()) submit(std::move(task));
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
    begin = file.begin + *origin.raw_begin;
  }
  add_message({std::move(origin), begin, message.size()}, file, task);
}

// The message is in `task.bytes`, or in the file.
void Dispatcher::add_message(Task::Message message, const FileRange& file, Task& task) {
  if (!file.name.empty()) {
    if (task.messages.empty()) {
      task.file = file;
      task.file.begin = message.begin;
    }
    message.begin -= task.file.begin;
    task.file.size = message.begin + message.size;
  }
  const uint64_t end = message.begin + message.size;
  task.messages.push_back(std::move(message));
  if (end >= kBatchBytes) submit(std::exchange(task, {}));
}

}  // namespace linkspan::command

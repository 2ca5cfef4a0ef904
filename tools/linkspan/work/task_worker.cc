// SPDX-License-Identifier: Apache-2.0
#include "work/task_worker.h"

#include <unistd.h>

#include <utility>

#include "work/parts.h"

namespace linkspan::command {

TaskWorker::TaskWorker(const ReadSettings& settings, const MakeReceiver& make,
                       DocumentReader& reader, LineAnswerer& batch, const Output& output,
                       const PartDirectory* parts, const Tally& tally)
    : settings_(settings),
      make_(make),
      reader_(reader),
      batch_(batch),
      whole_input_(settings, reader, batch, ReadsAhead::no),
      output_(output.another()),
      parts_(parts),
      tally_(tally) {}

WorkerProcesses::InTurn TaskWorker::start(const Task& task, Turn& turn) {
  Done done;
  done.answer.report = reader_.make_report();
  done.answer.part = task.part;
  done.base = task.part == TextPart::first ? 0 : task.base;
  done.output_part = task.output_part;
  const auto base_of = [known = done.base](std::string_view message) {
    return known ? known : decode_base(message);
  };
  done.records = take_spare();
  Output kept;
  kept.buffer().swap(done.records.bytes);
  if (task.part == TextPart::further) kept.note_counts(std::move(done.records.counts));
  // Records that are too long to be kept are written as they are found.
  const auto make_room = [&] {
    Records full;
    full.bytes.swap(kept.buffer());
    if (kept.counts() != nullptr) full.counts.swap(*kept.counts());
    if (tally_.take_hashes) full.hashes = tally_.take_hashes();
    write(full, base_of(turn.wait()), done);
    give_back(full);
    kept.follow(output_.state());
    kept.set_most(kBlockBytes);
  };
  kept.make_room_with(make_room, settings_.most_kept_bytes);
  do_task(task, kept, done.answer);
  kept.buffer().swap(done.records.bytes);
  if (kept.counts() != nullptr) done.records.counts = std::move(*kept.counts());
  if (tally_.take_hashes) done.records.hashes = tally_.take_hashes();
  if (tally_.of_task) done.answer.tally = tally_.of_task();
  done.answer.output = kept.state();
  if (parts_ != nullptr && done.base && !turn.has_come()) prepare(done);
  return [this, base_of, done = std::move(done)](std::string_view message) mutable {
    return finish(done, base_of(message));
  };
}

void TaskWorker::do_task(const Task& task, Output& kept, TaskAnswer& answer) {
  if (task.inputs.count() > 0) {
    read_inputs(task, kept, answer.report);
  } else if (task.text_name.empty()) {
    or_report_no_memory(task.messages.front().origin.source, answer.report,
                        [&] { read_messages(task, kept, answer.report); });
  } else {
    or_report_no_memory(task.text_name, answer.report,
                        [&] { answer.end = read_part(task, kept, answer.report); });
  }
}

// PERF: returning memory to the system between two parts of 2 MB cost 3 % of the time.
TaskWorker::Records TaskWorker::take_spare() {
  const std::lock_guard lock(mutex_);
  if (spare_.empty()) return {};
  Records spare = std::move(spare_.back());
  spare_.pop_back();
  return spare;
}

void TaskWorker::give_back(Records& records) {
  records.bytes.clear();
  records.counts.clear();
  records.hashes.clear();
  records.links = 0;
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(records));
}

// After a missing part, the numbers that count from the start of the text are unknown.
void TaskWorker::write(const Records& records, CountBase base, Done& done) {
  if (!base && !records.counts.empty()) return;
  std::string& out = output_.buffer();
  append_rebased(out, records.bytes, records.counts, base.value_or(0));
  if (tally_.keep_new) tally_.keep_new(out, records.hashes);
  if (parts_ != nullptr) {
    if (records.links == 0) {
      done.answer.records += parts_->count_links(out);
      parts_->compress(out);
    } else {
      done.answer.records += records.links;
    }
    direct_to_part(done.output_part);
  }
  output_.flush();
}

// Does before the turn what can be done before it.
void TaskWorker::prepare(Done& done) {
  Records& records = done.records;
  if (!records.counts.empty()) {
    std::string rebased;
    append_rebased(rebased, records.bytes, records.counts, *done.base);
    records.bytes.swap(rebased);
    records.counts.clear();
  }
  records.links = parts_->count_links(records.bytes);
  parts_->compress(records.bytes);
}

// Parts come in order.
void TaskWorker::direct_to_part(uint64_t number) {
  if (part_ == number) return;
  if (part_descriptor_ >= 0) close(part_descriptor_);
  part_descriptor_ = parts_->open_part(number);
  part_ = number;
  output_.direct_to(part_descriptor_);
}

std::string TaskWorker::finish(Done& done, CountBase base) {
  write(done.records, base, done);
  give_back(done.records);
  if (done.answer.output == Output::State::open) done.answer.output = output_.state();
  return encode(done.answer);
}

void TaskWorker::read_inputs(const Task& task, Output& kept, Report& report) {
  const auto receiver = make_(kept);
  const auto count_bytes = [&report](uint64_t count) { report.bytes += count; };
  for (const FoundInput& input : task.inputs.all()) {
    if (kept.state() != Output::State::open) return;
    whole_input_.read(input, count_bytes, {*receiver, kept, report});
  }
}

// Returns where the part ends.
Position TaskWorker::read_part(const Task& task, Output& kept, Report& report) {
  if (task.file.name.empty()) return answer_lines(task.bytes, kept, report);
  FileRangeReader file(task.file);
  block_.resize(kBlockBytes);
  const auto next_block = [&]() -> std::string_view {
    if (kept.state() != Output::State::open) return {};
    const size_t got = file.read(block_.data(), block_.size());
    report.bytes += got;
    return {block_.data(), got};
  };
  Position end;
  if (settings_.is_from(ReadAs::requests)) {
    end.offset = batch_.answer(next_block, kept, report);
  } else {
    const auto receiver = make_(kept);
    Origin origin{task.text_name, 0, {}, {}, {}};
    origin.is_continued = task.part == TextPart::further;
    end = reader_.read({}, origin, {task.charset}, next_block, *receiver, report);
  }
  if (!file.failure().empty()) report.fail(Remark::damaged, task.text_name, file.failure());
  return end;
}

Position TaskWorker::answer_lines(std::string_view lines, Output& kept, Report& report) {
  const auto next_block = [&] { return std::exchange(lines, {}); };
  return {0, batch_.answer(next_block, kept, report)};
}

void TaskWorker::read_messages(const Task& task, Output& kept, Report& report) {
  std::string bytes_of_file;
  if (!task.file.name.empty()) {
    FileRangeReader file(task.file);
    bytes_of_file = file.read_all();
    if (!file.failure().empty()) report.fail(Remark::damaged, task.file.name, file.failure());
  }
  const std::string_view bytes = task.file.name.empty() ? task.bytes : bytes_of_file;
  const auto receiver = make_(kept);
  for (const Task::Message& message : task.messages) {
    if (message.begin > bytes.size()) continue;  // the file has become shorter
    or_report_no_memory(message.origin.source, report, [&] {
      whole_input_.read_message(message.origin, bytes.substr(message.begin, message.size),
                                {*receiver, kept, report});
    });
  }
}

}  // namespace linkspan::command

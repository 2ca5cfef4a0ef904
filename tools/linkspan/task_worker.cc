#include "task_worker.h"

#include <utility>

namespace linkspan::command {

WorkerProcesses::InTurn TaskWorker::start(const Task& task) {
  Done done;
  done.answer.part = task.part;
  done.records = take_spare();
  Output kept;
  kept.buffer().swap(done.records.bytes);
  Report& report = done.answer.report;
  if (task.text_name.empty()) {
    read_messages(task, kept, report);
  } else {
    kept.note_counts(std::move(done.records.counts));
    const auto go_on = [] { return Next::go_on; };
    done.answer.end = read_part(task, kept, go_on, report);
    done.records.counts = std::move(*kept.counts());
  }
  kept.buffer().swap(done.records.bytes);
  return [this, done = std::move(done)](std::string_view told) mutable {
    return write(done, done.answer.part == TextPart::first ? 0 : decode_base(told));
  };
}

// PERF: memory that was given back to the system between two parts of 2 MB cost 3 % of the time.
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
  const std::lock_guard lock(mutex_);
  spare_.push_back(std::move(records));
}

// Behind a part that is missing it is not known what counts from the begin of the text.
std::string TaskWorker::write(Done& done, CountBase base) {
  if (base) {
    append_rebased(output_.buffer(), done.records.bytes, done.records.counts, *base);
    output_.flush();
  }
  give_back(done.records);
  done.answer.output = output_.state();
  return encode(done.answer);
}

Position TaskWorker::read_part(const Task& task, Output& kept,
                               const std::function<Next()>& before_reading, Report& report) {
  const auto receiver = make_(kept);
  FileRangeReader file(task.file);
  block_.resize(kBlockBytes);
  const auto next_block = [&]() -> std::string_view {
    if (before_reading() == Next::stop) return {};
    const size_t got = file.read(block_.data(), block_.size());
    report.bytes += got;
    return {block_.data(), got};
  };
  const Position end = reader_.read_text({task.text_name, 0, {}, {}, {}}, task.charset, next_block,
                                         *receiver, report);
  if (!file.failure().empty()) report.fail(task.text_name, file.failure());
  return end;
}

void TaskWorker::read_messages(const Task& task, Output& kept, Report& report) {
  std::string bytes_of_file;
  if (!task.file.name.empty()) {
    FileRangeReader file(task.file);
    bytes_of_file = file.read_all();
    if (!file.failure().empty()) report.fail(task.file.name, file.failure());
  }
  const std::string_view bytes = task.file.name.empty() ? task.bytes : bytes_of_file;
  const auto receiver = make_(kept);
  for (const Task::Message& message : task.messages) {
    if (message.begin > bytes.size()) continue;  // the file has become shorter
    reader_.read_message(message.origin, bytes.substr(message.begin, message.size), *receiver,
                         report);
  }
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "work/task.h"

#include <utility>

#include "common/encoding.h"

namespace linkspan::command {
namespace {

constexpr uint64_t kNoOffset = UINT64_MAX;

void put(const Remarks::State& remarks, Encoder& writer) {
  writer.put(remarks.sums.size());
  for (const Remarks::Sum& sum : remarks.sums) {
    writer.put(static_cast<uint64_t>(sum.kind));
    writer.put(sum.count);
    writer.put(sum.examples.size());
    for (const std::string& example : sum.examples) writer.put(example);
  }
  writer.put(remarks.due.size());
  for (const Remarks::Line& line : remarks.due) {
    writer.put(static_cast<uint64_t>(line.kind));
    writer.put(line.count);
    writer.put(line.text);
  }
}

Remarks take_remarks(EncodedReader& reader) {
  Remarks::State remarks;
  remarks.sums.resize(reader.number());
  for (Remarks::Sum& sum : remarks.sums) {
    sum.kind = static_cast<Remark>(reader.number());
    sum.count = reader.number();
    sum.examples.resize(reader.number());
    for (std::string& example : sum.examples) example = reader.text();
  }
  remarks.due.resize(reader.number());
  for (Remarks::Line& line : remarks.due) {
    line.kind = static_cast<Remark>(reader.number());
    line.count = reader.number();
    line.text = reader.text();
  }
  return Remarks(Messages::summed_up, std::move(remarks));
}

}  // namespace

void TaskInputs::add(const FoundInput& input) {
  append_encoded(bytes_, std::string_view(input.name));
  append_encoded(bytes_, static_cast<uint64_t>(input.by));
  ++count_;
}

std::vector<FoundInput> TaskInputs::all() const {
  EncodedReader reader(bytes_);
  std::vector<FoundInput> inputs(count_);
  for (FoundInput& input : inputs) {
    input.name = reader.text();
    input.by = static_cast<FoundInput::By>(reader.number());
  }
  return inputs;
}

std::string encode(const Task& task) {
  Encoder writer;
  writer.put(task.inputs.count());
  writer.put(task.inputs.bytes());
  writer.put(task.text_name);
  writer.put(task.charset);
  writer.put(static_cast<uint64_t>(task.part));
  writer.put(task.messages.size());
  for (const Task::Message& message : task.messages) {
    writer.put(message.origin.source);
    writer.put(message.origin.message);
    writer.put(message.origin.raw_begin.value_or(kNoOffset));
    writer.put(message.begin);
    writer.put(message.size);
  }
  writer.put(task.bytes);
  writer.put(task.file.name);
  for (const uint64_t number :
       {task.file.device, task.file.inode, task.file.begin, task.file.size}) {
    writer.put(number);
  }
  writer.put(task.base.value_or(kNoOffset));
  writer.put(task.output_part);
  return writer.take();
}

Task decode_task(std::string_view bytes) {
  EncodedReader reader(bytes);
  Task task;
  const uint64_t inputs = reader.number();
  task.inputs = TaskInputs(inputs, reader.text());
  task.text_name = reader.text();
  task.charset = reader.text();
  task.part = static_cast<TextPart>(reader.number());
  task.messages.resize(reader.number());
  for (Task::Message& message : task.messages) {
    message.origin.source = reader.text();
    message.origin.message = reader.number();
    const uint64_t raw_begin = reader.number();
    if (raw_begin != kNoOffset) message.origin.raw_begin = raw_begin;
    message.begin = reader.number();
    message.size = reader.number();
  }
  task.bytes = reader.text();
  task.file.name = reader.text();
  for (uint64_t* const number :
       {&task.file.device, &task.file.inode, &task.file.begin, &task.file.size}) {
    *number = reader.number();
  }
  const uint64_t base = reader.number();
  if (base != kNoOffset) task.base = base;
  task.output_part = reader.number();
  return task;
}

std::string encode(const TaskAnswer& answer) {
  Encoder writer;
  for (const uint64_t number :
       {static_cast<uint64_t>(answer.part), answer.end.line, answer.end.offset,
        static_cast<uint64_t>(answer.output), answer.records, answer.report.bytes,
        answer.report.links, static_cast<uint64_t>(answer.report.status)}) {
    writer.put(number);
  }
  put(answer.report.remarks.state(), writer);
  writer.put(answer.tally);
  return writer.take();
}

TaskAnswer decode_answer(std::string_view bytes) {
  EncodedReader reader(bytes);
  TaskAnswer answer;
  answer.part = static_cast<TextPart>(reader.number());
  answer.end.line = reader.number();
  answer.end.offset = reader.number();
  answer.output = static_cast<Output::State>(reader.number());
  for (uint64_t* const number : {&answer.records, &answer.report.bytes, &answer.report.links}) {
    *number = reader.number();
  }
  answer.report.status = static_cast<int>(reader.number());
  answer.report.remarks = take_remarks(reader);
  answer.tally = reader.text();
  return answer;
}

std::string encode(const CountBase& base) {
  Encoder writer;
  writer.put(base.value_or(kNoOffset));
  return writer.take();
}

CountBase decode_base(std::string_view bytes) {
  const uint64_t base = EncodedReader(bytes).number();
  return base == kNoOffset ? CountBase() : base;
}

}  // namespace linkspan::command

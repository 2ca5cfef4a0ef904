#include "task.h"

#include <cstring>
#include <utility>

namespace linkspan::command {
namespace {

constexpr uint64_t kNoOffset = UINT64_MAX;

class Writer {
 public:
  void put(uint64_t number) {
    char bytes[sizeof(number)];
    std::memcpy(bytes, &number, sizeof(number));
    out_.append(bytes, sizeof(bytes));
  }
  void put(std::string_view text) {
    put(text.size());
    out_ += text;
  }
  std::string take() { return std::move(out_); }

 private:
  std::string out_;
};

// REQUIRES: the bytes are what a Writer has made.
class Reader {
 public:
  explicit Reader(std::string_view bytes) : rest_(bytes) {}
  uint64_t number() {
    uint64_t value = 0;
    std::memcpy(&value, rest_.data(), sizeof(value));
    rest_.remove_prefix(sizeof(value));
    return value;
  }
  std::string text() {
    const uint64_t size = number();
    std::string value(rest_.substr(0, size));
    rest_.remove_prefix(size);
    return value;
  }

 private:
  std::string_view rest_;
};

}  // namespace

std::string encode(const Task& task) {
  Writer writer;
  writer.put(task.text_name);
  writer.put(task.charset);
  writer.put(task.messages.size());
  for (const Task::Message& message : task.messages) {
    writer.put(message.origin.source);
    writer.put(message.origin.message);
    writer.put(message.origin.raw_begin.value_or(kNoOffset));
    writer.put(message.begin);
    writer.put(message.size);
  }
  writer.put(task.bytes);
  writer.put(task.file);
  writer.put(task.file_begin);
  writer.put(task.file_size);
  return writer.take();
}

Task decode_task(std::string_view bytes) {
  Reader reader(bytes);
  Task task;
  task.text_name = reader.text();
  task.charset = reader.text();
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
  task.file = reader.text();
  task.file_begin = reader.number();
  task.file_size = reader.number();
  return task;
}

std::string encode(const TaskResult& result) {
  Writer writer;
  writer.put(result.output);
  writer.put(result.report.messages);
  writer.put(result.report.links);
  writer.put(result.report.html_parts);
  return writer.take();
}

TaskResult decode_result(std::string_view bytes) {
  Reader reader(bytes);
  TaskResult result;
  result.output = reader.text();
  result.report.messages = reader.text();
  result.report.links = reader.number();
  result.report.html_parts = reader.number();
  return result;
}

}  // namespace linkspan::command

// Task: what a worker process is given to do, and TaskResult: what it gives back, as bytes that go
// through a pipe between two copies of the same program.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "documents.h"
#include "origin.h"

namespace linkspan::command {

// A text, or some messages. Their bytes come along, or are read from the file where they are.
struct Task {
  struct Message {
    Origin origin;
    uint64_t begin = 0;  // in `bytes`, or what was read in their place
    uint64_t size = 0;
  };
  std::string text_name;  // of a text; empty: messages
  std::string charset;
  std::vector<Message> messages = {};
  std::string bytes = {};
  std::string file = {};    // to be read, if not empty, in place of `bytes`
  uint64_t file_begin = 0;  // the range of it
  uint64_t file_size = 0;
};

struct TaskResult {
  std::string output;
  Report report;
};

std::string encode(const Task& task);
Task decode_task(std::string_view bytes);
std::string encode(const TaskResult& result);
TaskResult decode_result(std::string_view bytes);

}  // namespace linkspan::command

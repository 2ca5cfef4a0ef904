// SPDX-License-Identifier: Apache-2.0
// Task: a task for a worker process, and TaskAnswer: its answer when the task is done and written,
// as bytes in a pipe between two copies of the same program.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/io.h"
#include "common/origin.h"
#include "input/document_reader.h"
#include "input/inputs.h"

namespace linkspan::command {

// Whether a part of a text is the first, or continues the previous one.
enum class TextPart : uint8_t { first, further };

// Inputs as bytes. PERF: a task has up to 64 small files, and a string for each of them is a third
// of what the main process does for it.
class TaskInputs {
 public:
  TaskInputs() = default;
  TaskInputs(uint64_t count, std::string_view bytes) : count_(count), bytes_(bytes) {}

  // Without the size and the time of the file.
  void add(const FoundInput& input);
  uint64_t count() const { return count_; }
  const std::string& bytes() const { return bytes_; }
  std::vector<FoundInput> all() const;

 private:
  uint64_t count_ = 0;
  std::string bytes_;
};

// Some inputs, each read as a whole; or a part of a text; or some messages. The bytes of messages
// are in the task, or are read from their file.
struct Task {
  struct Message {
    Origin origin;
    uint64_t begin = 0;  // in `bytes`, or in the file
    uint64_t size = 0;
  };
  TaskInputs inputs = {};
  std::string text_name = {};  // of a part of a text
  std::string charset = {};
  TextPart part = TextPart::first;
  std::vector<Message> messages = {};
  std::string bytes = {};
  FileRange file = {};                // if it has a name, read in place of `bytes`
  std::optional<uint64_t> base = {};  // of a part of a text: the CountBase, if it is known already
  uint64_t output_part = 0;           // of --output
};

struct TaskAnswer {
  TextPart part = TextPart::first;             // as in the task
  Position end;                                // of the text
  Output::State output = Output::State::open;  // after its records
  uint64_t records = 0;                        // written; counted with --output only
  Report report;
  std::string tally = {};  // of a Tally
};

std::string encode(const Task& task);
Task decode_task(std::string_view bytes);
std::string encode(const TaskAnswer& answer);
TaskAnswer decode_answer(std::string_view bytes);

// The numbers that count from the start of a text, at the start of a part; nothing if unknown.
using CountBase = std::optional<uint64_t>;
std::string encode(const CountBase& base);
CountBase decode_base(std::string_view bytes);

}  // namespace linkspan::command

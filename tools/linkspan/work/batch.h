// SPDX-License-Identifier: Apache-2.0
// --from jsonl: many short texts in, their links out, one answer a line and in the same order.
//
//   {"id":7,"text":"see http://h/"}   →  {"id":7,"links":[{"start":4,"end":13,"kind":"url",…}]}
//   {"id":8}                          →  {"id":null,"error":"line 2: there is no \"text\""}
//
// `id` may be any JSON value and is copied to the answer; without one it is null. Other members are
// ignored. An empty line is not JSON and is answered as such, so that the n-th answer belongs to
// the n-th line. Offsets count in the decoded text.
//
// Guarded by tests/command/work/command_jsonl_test.cc and tests/command/work/request_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "common/io.h"
#include "input/documents.h"
#include "input/read_settings.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "work/request.h"

namespace linkspan::command {

// Belongs to one thread.
class Batch {
 public:
  // Both outlive this.
  Batch(const ReadSettings& settings, const Engine& engine);

  // The maximum length of a line, which must fit in memory several times.
  static constexpr size_t kMaxLineBytes = size_t{256} << 20;

  // Answers each line of the blocks. Returns how many lines there were.
  uint64_t answer(const NextBlock& next_block, Output& output, Report& report);

 private:
  void take(std::string_view block);
  void append(std::string_view block);
  void end_line(std::string_view line);
  void answer_line(std::string_view line);
  void answer_links(std::string_view id, std::string_view text);
  void answer_error(std::string_view why);

  const ReadSettings& settings_;
  FastRequestReader fast_reader_;
  TextLinker linker_;

  // The number of the current line.
  Output* output_ = nullptr;
  Report* report_ = nullptr;
  uint64_t line_number_ = 0;
  enum class Line : uint8_t { fits, is_too_long } state_ = Line::fits;
  std::vector<char> text_;  // the stored bytes, and padding
  size_t size_ = 0;         // of the stored bytes: the start of an incomplete line
};

}  // namespace linkspan::command

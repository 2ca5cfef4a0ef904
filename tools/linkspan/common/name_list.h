// SPDX-License-Identifier: Apache-2.0
// NameList: names of inputs in a file or a pipe, one a line, for `--files-from`.
//
//   a.txt⏎docs⏎            a.txt, docs
//   a.txt NUL b⏎c NUL      a.txt, "b⏎c": a zero byte in the first block says that they end names,
//                          as find -print0 and git ls-files -z write them
//
// Empty names are skipped. Names are returned as they arrive, without waiting for the end of a
// pipe. Guarded by tests/command/input/command_inputs_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <string>

namespace linkspan::command {

class NameList {
 public:
  // The descriptor stays the caller's.
  explicit NameList(int descriptor) : descriptor_(descriptor) {}

  // The next name. Nothing at the end, and if reading fails: then error_number() is not 0.
  std::optional<std::string> next();
  int error_number() const { return error_number_; }

 private:
  bool read_more();

  int descriptor_;
  std::string held_;
  size_t given_ = 0;  // how much of it was returned
  std::optional<char> separator_;
  int error_number_ = 0;
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Programs that make text of a file: those of poppler for PDF, the Python package for Parquet, and
// that of --pre.
//
//   read_pdf(bytes)                   pdftotext - -: the text, with U+000C after each page
//   run_program({"ps2ascii", path})   --pre ps2ascii: its output is read in the place of the file
//   RunningProgram(parquet_program(…))    rows as JSON lines, while python3 runs
//
// A program is found by common/find_program.h, started without a shell, reads the file from its
// standard input, and has nothing else of this process. Those of poppler are ended after
// kMostSeconds and have at most kMostMemory; that of the user is the user's. Of the output, up to
// kMostOutput bytes are read. Guarded by tests/command/input/command_pdf_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "input/ignore_rules.h"

namespace linkspan::command {

struct ProgramOutput {
  enum class State : uint8_t { done, not_found, failed, too_long } state = State::done;
  std::string bytes;  // also of one that failed later
};

// The package that the wheel of linkspan has; needs pyarrow. It writes why it failed to standard
// error.
std::vector<std::string> parquet_program(std::vector<std::string> options);
// For messages: `option` is --from parquet or --to parquet.
std::string fault_of_parquet_program(std::string_view option, ProgramOutput::State state);

// A program of the user, whose output is read while it runs.
class RunningProgram {
 public:
  // `input`: the descriptor that it reads as its standard input.
  RunningProgram(const std::vector<std::string>& words, int input);
  ~RunningProgram();  // ends it
  RunningProgram(const RunningProgram&) = delete;
  RunningProgram& operator=(const RunningProgram&) = delete;

  // The descriptor of its output; -1 if it could not be started.
  int output() const { return output_; }
  // Waits for its end. REQUIRES: its output was read to the end.
  ProgramOutput::State finish();

 private:
  int child_ = -1;
  int output_ = -1;
};

// --pre and --pre-glob. The program gets the name of a file as its argument, as in ripgrep.
struct Preprocessor {
  std::string program;  // empty: none
  RuleList globs;       // of the files that it is for; empty: all

  bool reads(const std::string& name) const;
  // `descriptor`: of the file.
  ProgramOutput run(const std::string& name, int descriptor) const;
};

// The pages of a PDF: the text of each, and the URIs of its links, one a line in angle brackets.
struct PdfPages {
  ProgramOutput::State state = ProgramOutput::State::done;
  struct Page {
    std::string text, links;
  };
  std::vector<Page> pages;
};
PdfPages read_pdf(std::string_view bytes);

}  // namespace linkspan::command

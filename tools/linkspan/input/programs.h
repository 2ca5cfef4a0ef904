// SPDX-License-Identifier: Apache-2.0
// Programs that make text of a file: those of poppler for PDF.
//
//   run_program({"pdftotext", "-", "-"}, bytes)   its output: the text, with U+000C after each page
//
// A program is started without a shell, reads the bytes from its standard input, and has nothing
// else of this process. It is ended after kMostSeconds, and has at most kMostMemory; of its output,
// up to kMostOutput bytes are read. Guarded by tests/command/input/command_pdf_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

struct ProgramOutput {
  enum class State : uint8_t { done, not_found, failed, too_long } state = State::done;
  std::string bytes;  // also of one that failed later
};

ProgramOutput run_program(const std::vector<std::string>& words, std::string_view input);

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

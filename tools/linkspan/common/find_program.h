// SPDX-License-Identifier: Apache-2.0
// find_program(): the file of a program, as a shell finds it, but never in the current folder by
// its name alone.
//
//   pdftotext        /usr/bin/pdftotext, the first executable file in the folders of PATH
//   ./tool, bin/b    the same: a name with a slash is a path
//
// With PATH=".:/usr/bin" or ":/usr/bin" a shell searches the current folder, too. Where texts are
// read, it holds files of others, and one of them may be called pdftotext (CWE-427): folders that
// are not absolute are skipped. The path is also the name that the program gets, argv[0]: Python
// searches PATH for that, and would take its library from beside what it finds. Guarded by
// tests/command/input/command_pdf_test.cc and tests/command/pick/browser_test.cc.
#pragma once

#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>

namespace linkspan::command {

// Empty if there is none.
inline std::string find_program(const std::string& name) {
  if (name.find('/') != std::string::npos) return name;
  const char* const path = std::getenv("PATH");
  std::string_view rest = path == nullptr ? "/bin:/usr/bin" : path;
  while (!rest.empty() && !name.empty()) {
    const size_t end = std::min(rest.find(':'), rest.size());
    const std::string file = std::string(rest.substr(0, end)) + '/' + name;
    rest.remove_prefix(std::min(end + 1, rest.size()));
    std::error_code error;
    const bool is_file = file.front() == '/' && std::filesystem::is_regular_file(file, error);
    if (is_file && access(file.c_str(), X_OK) == 0) return file;
  }
  return {};
}

}  // namespace linkspan::command

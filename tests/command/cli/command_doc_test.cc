// SPDX-License-Identifier: Apache-2.0
// Promise: each command of the table in docs/command.md has the output in
// tests/data/command_tasks.txt, and the file has every line of the table.
//
// That file has each command after `$ `, then its output, and a line `(status N)` if the exit
// status is not 0. LINKSPAN_WRITE_TASKS=1 writes the file again; review the result.

#include <gtest/gtest.h>
#include <sys/wait.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "tests/support/data.h"

namespace linkspan::test {
namespace command_doc_test {

// The commands of the second column.
std::vector<std::string> commands_of_table() {
  std::vector<std::string> commands;
  std::istringstream page(read_file(source_dir() / "docs/command.md"));
  for (std::string line; std::getline(page, line) && !line.starts_with("## ");) {
    const size_t begin = line.find("| `");
    if (!line.starts_with("| ") || begin == std::string::npos) continue;
    std::string command = line.substr(begin + 3, line.find("` |", begin) - begin - 3);
    for (size_t at = 0; (at = command.find("\\|", at)) != std::string::npos;) command.erase(at, 1);
    commands.push_back(command);
  }
  return commands;
}

std::map<std::string, std::string> expected_outputs() {
  std::map<std::string, std::string> expected;
  std::istringstream file(read_file(source_dir() / "tests/data/command_tasks.txt"));
  std::string command;
  for (std::string line; std::getline(file, line);) {
    if (line.starts_with("$ ")) {
      command = line.substr(2);
      expected[command];
    } else if (!command.empty()) {
      expected[command] += line + '\n';
    }
  }
  return expected;
}

// The output of a command in a copy of the folder of sample files.
std::string output_of(const std::string& command) {
  std::string folder = testing::TempDir() + "linkspan-tasks-XXXXXX";
  if (mkdtemp(folder.data()) == nullptr) return "no folder";
  std::filesystem::copy(source_dir() / "tests/data/command_tasks", folder,
                        std::filesystem::copy_options::recursive);
  std::ofstream(folder + ".task") << command << '\n';
  const std::string shell = "cd '" + folder + "' && PATH='" + LINKSPAN_BIN_DIR +
                            "':$PATH LC_ALL=C bash '" + folder + ".task' 2>&1 < /dev/null";
  FILE* const pipe = popen(shell.c_str(), "r");
  std::string out;
  std::array<char, 4096> block;
  for (size_t got = 0; (got = fread(block.data(), 1, block.size(), pipe)) > 0;) {
    out.append(block.data(), got);
  }
  const int status = pclose(pipe);
  if (WEXITSTATUS(status) != 0) out += "(status " + std::to_string(WEXITSTATUS(status)) + ")\n";
  std::filesystem::remove_all(folder);
  std::filesystem::remove(folder + ".task");
  return out;
}

TEST(CommandDoc, EachDocumentedCommandHasTheRecordedOutput) {
  const std::vector<std::string> commands = commands_of_table();
  ASSERT_GE(commands.size(), 30u);
  if (std::getenv("LINKSPAN_WRITE_TASKS") != nullptr) {
    std::ofstream file(source_dir() / "tests/data/command_tasks.txt");
    for (const std::string& command : commands) {
      file << "$ " << command << '\n' << output_of(command);
    }
    GTEST_SKIP() << "tests/data/command_tasks.txt is written";
  }
  std::map<std::string, std::string> expected = expected_outputs();
  for (const std::string& command : commands) {
    ASSERT_TRUE(expected.contains(command)) << command;
    EXPECT_EQ(output_of(command), expected[command]) << command;
    expected.erase(command);
  }
  for (const auto& [command, output] : expected) ADD_FAILURE() << "not in the table: " << command;
}

}  // namespace command_doc_test
}  // namespace linkspan::test

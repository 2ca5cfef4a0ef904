// SPDX-License-Identifier: Apache-2.0
// Runs the built command, and returns its output, its messages and its exit status.
//
//   class Something : public CommandTest {};
//   const Outcome outcome = run({"scan", "a.txt"});
//
// Each test runs the command in a separate folder.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <spawn.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/data.h"

namespace linkspan::test {

using Json = nlohmann::ordered_json;
using Arguments = std::vector<std::string>;

// A running program.
class Process {
 public:
  // Starts the command with these descriptors as standard input, output and error.
  Process(const std::filesystem::path& folder, const Arguments& arguments, int in, int out,
          int err) {
    std::vector<std::string> words = {std::string(LINKSPAN_BIN_DIR) + "/linkspan"};
    words.insert(words.end(), arguments.begin(), arguments.end());
    std::vector<char*> pointers;
    pointers.reserve(words.size() + 1);
    for (std::string& word : words) pointers.push_back(word.data());
    pointers.push_back(nullptr);
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addchdir_np(&actions, folder.c_str());
    posix_spawn_file_actions_adddup2(&actions, in, STDIN_FILENO);
    posix_spawn_file_actions_adddup2(&actions, out, STDOUT_FILENO);
    posix_spawn_file_actions_adddup2(&actions, err, STDERR_FILENO);
    if (posix_spawn(&id_, words[0].c_str(), &actions, nullptr, pointers.data(), environ) != 0) {
      id_ = -1;
    }
    posix_spawn_file_actions_destroy(&actions);
  }

  // Waits for the end of the program. Returns the exit status; -1 if there is none.
  int wait() {
    int status = 0;
    if (id_ < 0 || wait4(id_, &status, 0, &usage_) != id_ || !WIFEXITED(status)) return -1;
    return WEXITSTATUS(status);
  }

  pid_t id() const { return id_; }

  // The peak memory of the program, in KiB. REQUIRES: wait() has returned.
  int64_t most_memory_kib() const { return usage_.ru_maxrss; }

  // The processor time of the program, independent of the load of the machine. REQUIRES: wait() has
  // returned.
  double processor_seconds() const {
    const auto seconds = [](const timeval& time) {
      return static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_usec) * 1e-6;
    };
    return seconds(usage_.ru_utime) + seconds(usage_.ru_stime);
  }

 private:
  pid_t id_ = -1;
  rusage usage_{};
};

struct Pipe {
  Pipe() {
    int ends[2] = {-1, -1};
    if (pipe2(ends, O_CLOEXEC) != 0) std::abort();
    read_end = ends[0];
    write_end = ends[1];
  }
  ~Pipe() {
    close_read_end();
    close_write_end();
  }
  void close_read_end() { close_one(read_end); }
  void close_write_end() { close_one(write_end); }
  static void close_one(int& end) {
    if (end >= 0) close(end);
    end = -1;
  }
  int read_end = -1;
  int write_end = -1;
};

struct Outcome {
  int status = -1;
  std::string out, err;
  int64_t most_memory_kib = 0;
  double processor_seconds = 0;
};

class CommandTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "linkspan-command-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = name;
    files_ = folder_ / "in";  // separate from the files of its standard streams
    std::filesystem::create_directory(files_);
  }
  void TearDown() override { std::filesystem::remove_all(folder_); }

  void write(const std::string& name, std::string_view bytes) const {
    write_to(files_ / name, bytes);
  }

  static void write_to(const std::filesystem::path& path, std::string_view bytes) {
    std::filesystem::create_directories(path.parent_path());
    std::ofstream(path, std::ios::binary) << bytes;
  }

  int open_stream(const char* name, int flags) const {
    const int descriptor = open((folder_ / name).c_str(), flags | O_CREAT | O_CLOEXEC, 0600);
    EXPECT_GE(descriptor, 0);
    return descriptor;
  }

  // Runs the command with these arguments and this standard input.
  Outcome run(const Arguments& arguments, std::string_view input = "") const {
    write_to(folder_ / "stdin", input);
    const int in = open_stream("stdin", O_RDONLY);
    const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Process process(files_, arguments, in, out, err);
    Outcome outcome;
    outcome.status = process.wait();
    outcome.most_memory_kib = process.most_memory_kib();
    outcome.processor_seconds = process.processor_seconds();
    for (const int descriptor : {in, out, err}) close(descriptor);
    outcome.out = read_file(folder_ / "stdout");
    outcome.err = read_file(folder_ / "stderr");
    return outcome;
  }

  // The same with files as standard input and output, such as /dev/full. Keeps only standard error.
  Outcome run_with(const Arguments& arguments, const char* input, const char* output) const {
    const int in = open(input, O_RDONLY | O_CLOEXEC);
    const int out = open(output, O_WRONLY | O_CLOEXEC);
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Outcome outcome;
    Process process(files_, arguments, in, out, err);
    outcome.status = process.wait();
    outcome.most_memory_kib = process.most_memory_kib();
    for (const int descriptor : {in, out, err}) close(descriptor);
    outcome.err = read_file(folder_ / "stderr");
    return outcome;
  }

  // Runs `linkspan scan`, in JSON lines unless `arguments` name another form.
  Outcome scan(const Arguments& arguments, std::string_view input = "") const {
    Arguments all = {"scan", "--to", "jsonl"};
    all.insert(all.end(), arguments.begin(), arguments.end());
    return run(all, input);
  }

  // The same, but the read end of its output is closed.
  Outcome scan_for_nobody(Arguments arguments) const {
    arguments.insert(arguments.begin(), "scan");
    return run_for_nobody(arguments);
  }

  Outcome run_for_nobody(const Arguments& arguments) const {
    Pipe out;
    out.close_read_end();
    const int in = open_stream("stdin", O_RDONLY);
    const int err = open_stream("stderr", O_WRONLY | O_TRUNC);
    Process process(files_, arguments, in, out.write_end, err);
    Outcome outcome;
    outcome.status = process.wait();
    for (const int descriptor : {in, err}) close(descriptor);
    outcome.err = read_file(folder_ / "stderr");
    return outcome;
  }

  std::filesystem::path folder_, files_;
};

// The texts of the links in JSON lines.
inline std::vector<std::string> texts(const std::string& json_lines) {
  std::vector<std::string> found;
  std::istringstream lines(json_lines);
  for (std::string line; std::getline(lines, line);) {
    found.push_back(Json::parse(line).at("text").get<std::string>());
  }
  return found;
}

inline std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> found;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) found.push_back(line);
  return found;
}

}  // namespace linkspan::test

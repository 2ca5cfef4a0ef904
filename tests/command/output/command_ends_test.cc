// SPDX-License-Identifier: Apache-2.0
// Promise: however a run with several jobs ends, it ends at once with the correct exit status,
// leaves no process, and reports what is missing.

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <sys/wait.h>
#include <unistd.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <sstream>
#include <string>
#include <thread>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_ends_test {

// State and parent of a process: `71 (a name) S 70 …` (proc(5)). The name may have parentheses.
struct ProcessState {
  char state = 0;  // 0: the process has ended
  pid_t parent = 0;
};

ProcessState state_of(pid_t process) {
  ProcessState found;
  std::string line;
  std::getline(std::ifstream("/proc/" + std::to_string(process) + "/stat"), line);
  std::istringstream after_name(line.substr(line.rfind(')') + 1));
  after_name >> found.state >> found.parent;
  return found;
}

bool runs(pid_t process) {
  const char state = state_of(process).state;
  return state != 0 && state != 'Z' && state != 'X';
}

std::vector<pid_t> children_of(pid_t process) {
  std::vector<pid_t> children;
  for (const auto& entry : std::filesystem::directory_iterator("/proc")) {
    const pid_t id = std::atoi(entry.path().filename().c_str());  // 0: not of a process
    if (id > 0 && state_of(id).parent == process) children.push_back(id);
  }
  return children;
}

bool becomes_true(const std::function<bool()>& condition) {
  const auto deadline = std::chrono::steady_clock::now() + std::chrono::seconds(60);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > deadline) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(5));
  }
  return true;
}

class CommandEnds : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    std::string text, mailbox, lines;
    for (int i = 0; i < 100000; ++i) {
      const std::string link = "https://example.org/" + std::to_string(i);
      text += "see " + link + " and so on, in a line of text that has some length to it\n";
      lines += "{\"id\":" + std::to_string(i) + ",\"text\":\"see " + link + "\"}\n";
      mailbox +=
          "From a@example.org Mon Mar  3 10:15:00 2025\nMessage-ID: <a@b>\n\n" + link + "\n\n";
    }
    write("a.txt", text);
    write("a.mbox", mailbox);
    write("a.jsonl", lines);
    for (int i = 0; i < 20; ++i) {
      write("tree/" + std::to_string(i), text.substr(static_cast<size_t>(i) * 200000, 200000));
    }
  }

  // A run that blocks because its output is not read.
  struct Stuck {
    Pipe out;
    int in, err;
    Process process;
    std::vector<pid_t> workers;

    Stuck(const std::filesystem::path& files, const Arguments& arguments, int input, int error)
        : in(input), err(error), process(files, arguments, in, out.write_end, err) {
      out.close_write_end();
      pollfd wait_for{out.read_end, POLLIN, 0};
      poll(&wait_for, 1, 60000);
      becomes_true([&] { return (workers = children_of(process.id())).size() == 2; });
    }
    ~Stuck() {
      close(in);
      close(err);
    }

    // The status that waitpid(2) stores.
    int wait() const {
      int status = 0;
      return waitpid(process.id(), &status, 0) == process.id() ? status : -1;
    }
    bool workers_end() const {
      return becomes_true([this] {
        for (const pid_t worker : workers) {
          if (runs(worker)) return false;
        }
        return true;
      });
    }
  };

  Stuck start(const Arguments& input) const {
    Arguments arguments = {"scan", "--jobs", "2"};
    arguments.insert(arguments.end(), input.begin(), input.end());
    return {files_, arguments, open_stream("stdin", O_RDONLY),
            open_stream("stderr", O_WRONLY | O_TRUNC)};
  }
  std::string errors() const { return read_file(folder_ / "stderr"); }

  const std::vector<Arguments> inputs_ = {{"--to", "list", "a.txt"},
                                          {"--to", "jsonl", "a.mbox"},
                                          {"--from", "jsonl", "a.jsonl"},
                                          {"--to", "tsv", "tree"}};
};

TEST_F(CommandEnds, ASignalEndsAllProcesses) {
  for (const Arguments& input : inputs_) {
    for (const int signal : {SIGINT, SIGTERM, SIGHUP, SIGKILL}) {
      const Stuck run = start(input);
      ASSERT_EQ(run.workers.size(), 2u);
      kill(run.process.id(), signal);
      const int status = run.wait();
      EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == signal) << input[1] << ' ' << signal;
      EXPECT_TRUE(run.workers_end()) << input[1] << ' ' << signal;
      EXPECT_EQ(errors(), "");
    }
  }
}

// A terminal sends its signals to all processes.
TEST_F(CommandEnds, AnInterruptOfAllProcessesIsNotALostWorker) {
  const Stuck run = start(inputs_[0]);
  for (const pid_t worker : run.workers) kill(worker, SIGINT);
  std::this_thread::sleep_for(std::chrono::milliseconds(50));
  for (const pid_t worker : run.workers) EXPECT_TRUE(runs(worker));
  kill(run.process.id(), SIGINT);
  EXPECT_TRUE(WIFSIGNALED(run.wait()));
  EXPECT_TRUE(run.workers_end());
  EXPECT_EQ(errors(), "");
}

TEST_F(CommandEnds, AClosedPipeEndsTheRunWithoutAnError) {
  for (const Arguments& input : inputs_) {
    Stuck run = start(input);
    run.out.close_read_end();
    EXPECT_EQ(run.wait(), 0) << input[1];
    EXPECT_TRUE(run.workers_end()) << input[1];
    EXPECT_EQ(errors(), "");
  }
}

TEST_F(CommandEnds, AFullDiskIsReportedOnce) {
  for (const Arguments& input : inputs_) {
    Arguments arguments = {"scan", "--jobs", "2"};
    arguments.insert(arguments.end(), input.begin(), input.end());
    const Outcome outcome = run_with(arguments, "/dev/null", "/dev/full");
    EXPECT_EQ(outcome.status, 1) << input[1];
    EXPECT_EQ(outcome.err, "linkspan: cannot write the output: No space left on device\n");
  }
}

TEST_F(CommandEnds, AKilledWorkerIsReported) {
  for (const Arguments& input : inputs_) {
    Stuck run = start(input);
    ASSERT_EQ(run.workers.size(), 2u);
    kill(run.workers[1], SIGKILL);
    std::string out;
    char block[65536];
    for (ssize_t got = 1; got > 0;) {
      got = read(run.out.read_end, block, sizeof(block));
      if (got > 0) out.append(block, static_cast<size_t>(got));
    }
    const int status = run.wait();
    EXPECT_TRUE(WIFEXITED(status) && WEXITSTATUS(status) == 1) << input[1] << ' ' << status;
    EXPECT_TRUE(run.workers_end()) << input[1];
    EXPECT_NE(errors().find("a worker process ended early"), std::string::npos) << errors();
    EXPECT_GT(lines_of(out).size(), 100u) << input[1];
  }
}

// The line on a terminal is erased, whatever ends the run.
TEST_F(CommandEnds, ASignalErasesTheProgressLine) {
  for (const std::string jobs : {"1", "2"}) {
    const int terminal = posix_openpt(O_RDWR | O_NOCTTY);
    ASSERT_TRUE(terminal >= 0 && grantpt(terminal) == 0 && unlockpt(terminal) == 0);
    const int err = open(ptsname(terminal), O_RDWR | O_NOCTTY);
    Pipe in;
    const int out = open_stream("stdout", O_WRONLY | O_TRUNC);
    Process process(files_, {"scan", "--progress", "--jobs", jobs}, in.read_end, out, err);
    ASSERT_EQ(::write(in.write_end, "a@example.org\n", 14), 14);
    std::string shown;
    const auto read_more = [&](int milliseconds) {
      char block[4096];
      pollfd wait_for{terminal, POLLIN, 0};
      if (poll(&wait_for, 1, milliseconds) <= 0) return false;
      const ssize_t got = read(terminal, block, sizeof(block));
      if (got > 0) shown.append(block, static_cast<size_t>(got));
      return got > 0;
    };
    EXPECT_TRUE(
        becomes_true([&] { return read_more(100), shown.find(" B") != std::string::npos; }));
    kill(process.id(), SIGTERM);
    int status = 0;
    EXPECT_EQ(waitpid(process.id(), &status, 0), process.id());
    EXPECT_TRUE(WIFSIGNALED(status) && WTERMSIG(status) == SIGTERM);
    close(err);
    while (read_more(100)) {
    }
    const size_t last = shown.find_last_not_of(" \r");
    EXPECT_TRUE(shown.ends_with(" \r")) << shown;
    EXPECT_NE(shown.find('\r', last + 1), std::string::npos) << shown;
    for (const int descriptor : {terminal, out}) close(descriptor);
  }
}

}  // namespace command_ends_test
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Runs the built command in a pseudoterminal: its output, and the state in which it leaves the
// terminal.
//
//   Terminal terminal(folder, "linkspan pick a.txt", {{"TERM", "xterm-256color"}});
//   terminal.wait_for("a.txt:1");
//   terminal.type("q");
//   EXPECT_EQ(terminal.wait(), 0);
//
// sh(1) runs the command line, so that it may have pipes; "linkspan" is the built command.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <poll.h>
#include <pty.h>
#include <sys/ioctl.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>
#include <utmp.h>

#include <chrono>
#include <csignal>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkspan::test {

class Terminal {
 public:
  using Environment = std::vector<std::pair<std::string, std::string>>;

  Terminal(const std::filesystem::path& folder, const std::string& command,
           const Environment& environment) {
    winsize size{24, 80, 0, 0};
    int slave = -1;
    if (openpty(&master_, &slave, nullptr, nullptr, &size) != 0) return;
    before_ = settings();  // the command may change them at once
    id_ = fork();
    if (id_ == 0) {
      close(master_);
      login_tty(slave);
      become(folder, command, environment);
    }
    close(slave);
  }
  ~Terminal() {
    if (id_ > 0) {
      kill(id_, SIGKILL);
      waitpid(id_, nullptr, 0);
    }
    hang_up();
  }
  Terminal(const Terminal&) = delete;
  Terminal& operator=(const Terminal&) = delete;

  pid_t id() const { return id_; }

  void type(std::string_view keys) {
    EXPECT_EQ(write(master_, keys.data(), keys.size()), static_cast<ssize_t>(keys.size()));
  }

  // Reads until the text has been written since the last call, for kPatience at most.
  bool wait_for(std::string_view text) {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    for (;;) {
      const size_t at = written_.find(text, seen_);
      if (at != std::string::npos) {
        seen_ = at + text.size();
        return true;
      }
      if (std::chrono::steady_clock::now() > end || !read_more(100)) break;
    }
    ADD_FAILURE() << "not written: " << text << "\nbut: " << written_.substr(seen_);
    return false;
  }

  // Waits for the end of the command. Returns its exit status, or 128 and the signal that ended it.
  int wait() {
    const auto end = std::chrono::steady_clock::now() + kPatience;
    while (std::chrono::steady_clock::now() < end) {
      read_more(10);
      int status = 0;
      if (waitpid(id_, &status, WNOHANG) != id_) continue;
      id_ = -1;
      while (read_more(0)) {
      }
      return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
    }
    return -1;
  }

  // All that was written so far.
  const std::string& written() const { return written_; }

  // Are the settings of the terminal the same as before the command?
  bool is_restored() const {
    const termios now = settings();
    return now.c_lflag == before_.c_lflag && now.c_iflag == before_.c_iflag &&
           now.c_oflag == before_.c_oflag && now.c_cflag == before_.c_cflag;
  }

  // Closes the other end, as a closed window does.
  void hang_up() {
    if (master_ >= 0) close(std::exchange(master_, -1));
  }

 private:
  static constexpr std::chrono::seconds kPatience{60};  // also on a busy machine

  [[noreturn]] static void become(const std::filesystem::path& folder, const std::string& command,
                                  const Environment& environment) {
    for (int number = 1; number < NSIG; ++number) std::signal(number, SIG_DFL);
    std::filesystem::current_path(folder);
    const std::string path = std::string(LINKSPAN_BIN_DIR) + ":" + getenv("PATH");
    setenv("PATH", path.c_str(), 1);
    for (const char* name : {"TMUX", "STY", "DISPLAY", "WAYLAND_DISPLAY", "BROWSER", "NO_COLOR",
                             "LC_ALL", "LC_CTYPE", "COLUMNS", "LINES", "ESCDELAY", "TERMINFO"}) {
      unsetenv(name);
    }
    for (const auto& [name, value] : environment) setenv(name.c_str(), value.c_str(), 1);
    execl("/bin/sh", "sh", "-c", command.c_str(), nullptr);
    _exit(127);
  }

  termios settings() const {
    termios now{};
    tcgetattr(master_, &now);
    return now;
  }

  // Was there more to read?
  bool read_more(int milliseconds) {
    pollfd waited{master_, POLLIN, 0};
    if (master_ < 0 || poll(&waited, 1, milliseconds) < 0) return false;
    if (waited.revents == 0) return milliseconds > 0;
    char bytes[4096];
    const ssize_t got = read(master_, bytes, sizeof bytes);
    if (got > 0) written_.append(bytes, static_cast<size_t>(got));
    return got > 0;
  }

  int master_ = -1;
  pid_t id_ = -1;
  termios before_{};
  std::string written_;
  size_t seen_ = 0;
};

}  // namespace linkspan::test

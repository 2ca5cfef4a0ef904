// SPDX-License-Identifier: Apache-2.0
// Opener: opens URIs with the programs of pick/browser.h.
//
// A program on the terminal has it for itself: `on_terminal` is called around it. A program in the
// background has its own session, and neither reads nor writes on the terminal; finished() reports
// how it ended. Only URIs that render::is_openable() allows are opened. Guarded by
// tests/command/pick/pick_open_test.cc.
#pragma once

#include <sys/types.h>

#include <functional>
#include <string>
#include <string_view>
#include <vector>

#include "pick/browser.h"

namespace linkspan::command {

class Opener {
 public:
  // `terminal` is open for reading and writing; `on_terminal` calls its argument with the terminal
  // in the state of the shell.
  Opener(int terminal, std::function<void(const std::function<void()>&)> on_terminal);

  // A sentence about an error; empty without one so far.
  std::string open(std::string_view uri);

  // Call it after SIGCHLD: the errors of programs that have ended since, or nothing.
  std::string finished();

 private:
  struct Started {
    pid_t id;
    std::string name;
  };
  struct Ended {
    int start_error = 0;  // errno, if it could not be started
    int status = 0;       // of waitpid
  };
  Ended run_on_terminal(std::vector<std::string>& words);
  int start_apart(std::vector<std::string>& words);

  int terminal_;
  std::function<void(const std::function<void()>&)> on_terminal_;
  std::vector<BrowserCommand> commands_;
  std::vector<Started> started_;
};

}  // namespace linkspan::command

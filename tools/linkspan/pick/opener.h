// SPDX-License-Identifier: Apache-2.0
// Opener: opens URIs with $BROWSER, a list of programs with colons, or xdg-open.
//
//   BROWSER=firefox                        firefox URI
//   BROWSER='w3m -N %s:lynx'               w3m -N URI; where there is no w3m, lynx URI
//   BROWSER='chromium --app=%s &'          chromium --app=URI, without waiting for its end
//
// A place in a file is opened with $VISUAL, $EDITOR or vi, on the terminal:
//
//   EDITOR='emacs -nw'                     emacs -nw +12 -- /home/a/src/a.cc
//
// The convention is that of urlscan, of Python's webbrowser and of xdg-open; `%%` is a percent
// sign. A command is split into words at blanks outside of quotation marks. No shell is used, so no
// character of a URI has a special meaning.
//
// A program on the terminal has it for itself: `on_terminal` is called around it. A program in the
// background has its own session, and neither reads nor writes on the terminal; finished() reports
// how it ended. Only URIs that render::is_openable() allows are opened. Guarded by
// tests/command/pick/browser_test.cc and pick_open_test.cc.
#pragma once

#include <sys/types.h>

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// Where a program runs: on the terminal, which it has for itself until it ends, or in the
// background.
enum class RunsOn : uint8_t { terminal, desktop };

struct BrowserCommand {
  std::vector<std::string> words;  // `%s` stands for the URI; never empty
  RunsOn runs_on = RunsOn::terminal;
};

// `browser`: the value of $BROWSER, or empty. `has_desktop`: is there a display to open windows on?
enum class Desktop : uint8_t { absent, present };
std::vector<BrowserCommand> browser_commands(std::string_view browser, Desktop desktop);

// The words with the URI in place of `%s`, or at the end without a `%s`.
std::vector<std::string> words_with(const BrowserCommand& command, std::string_view uri);

// `editor`: the value of $VISUAL or $EDITOR. A line of 0 is left out; the `--` keeps a path from
// being an option.
std::vector<std::string> editor_words(std::string_view editor, const std::string& path,
                                      uint32_t line);

class Opener {
 public:
  // `terminal` is open for reading and writing; `on_terminal` calls its argument with the terminal
  // in the state of the shell.
  Opener(int terminal, std::function<void(const std::function<void()>&)> on_terminal);

  // A sentence about an error; empty without one so far.
  std::string open(std::string_view uri);
  std::string open_place(const std::string& path, uint32_t line);

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

// Copies text to the clipboard of the user's terminal, also over ssh: OSC 52.
//
//   "a"  →  ESC ]52;c;YQ== BEL        (xterm, ctlseqs: "Manipulate Selection Data")
//
// tmux does not let a program set the clipboard by default, but can do it itself (`tmux load-buffer
// -w`). GNU screen passes on the content of DCS. Guarded by tests/command/pick/clipboard_test.cc.

enum class Multiplexer : uint8_t { none, screen };

// The maximum that terminals accept.
inline constexpr size_t kMostClipboardBytes = 74'994;

std::string clipboard_sequence(std::string_view text, Multiplexer multiplexer);

// Copies the text to the clipboard through `terminal`, or by tmux if it runs in tmux. Returns an
// error, or nothing. Whether the terminal supports it cannot be known.
std::string copy_to_clipboard(std::string_view text, int terminal);

}  // namespace linkspan::command

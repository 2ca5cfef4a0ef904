// SPDX-License-Identifier: Apache-2.0
// PickTerminal: the terminal that `linkspan pick` draws on and takes keys from, /dev/tty.
//
// Standard input may be the text and standard output a pipe, so neither is used. Signals become
// events, in order with keys. The terminal always gets its former state back:
//
//   Ctrl-C, SIGTERM, SIGHUP, SIGQUIT   Event::ended; the caller leaves, and ends the process by
//                                      that signal, for the shell
//   Ctrl-Z, SIGTSTP                    the process stops with the terminal in its former state, and
//                                      draws again when it continues
//   the terminal is closed             as SIGHUP
//
// There is one at a time. Guarded by tests/command/pick/pick_terminal_test.cc.
#pragma once

#include <csignal>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "pick/pick_session.h"

namespace linkspan::command {

struct Event {
  enum class What : uint8_t {
    key,
    links,    // there are more links
    redraw,   // the terminal is not as it was drawn: it was resized, or the process was stopped
    program,  // one that was started has ended
    ended,    // by a signal
  };
  What what = What::redraw;
  Key key;
  int signal = 0;
};

class PickTerminal {
 public:
  // Call it once, before all other functions. Returns a sentence if there is no terminal or it
  // cannot show a full screen, else nothing. Does not change the terminal.
  static std::string prepare();

  // Throws std::runtime_error if the terminal has been closed since.
  PickTerminal();
  ~PickTerminal();
  PickTerminal(const PickTerminal&) = delete;
  PickTerminal& operator=(const PickTerminal&) = delete;

  // Waits for the next event.
  Event next();

  // May be called on any thread after prepare(): an event `links` follows.
  static void wake();

  int descriptor() const { return descriptor_; }
  bool has_colors() const { return has_colors_; }

  // Calls `run` with the terminal in its former state.
  void lend(const std::function<void()>& run);

 private:
  struct Handler {
    int signal;
    struct sigaction before;
  };
  struct Streams;

  void start_screen();
  void handle_signals();
  void stop_process();
  Event event_of_signal(int signal);
  bool read_key(Key& key, Event& event);

  int descriptor_ = -1;
  bool has_colors_ = false;
  std::unique_ptr<Streams> streams_;
  std::vector<Handler> handlers_;
};

// Why a terminal cannot show a full screen, by terminfo(5): a sentence about the terminal that
// $TERM names, or nothing. The descriptor is open on it.
//
//   TERM=xterm-256color   nothing
//   TERM=vt100            nothing: it has no colours, but it has a screen
//   TERM=dumb             a sentence: it cannot move its cursor
//   TERM=nonsense         a sentence: terminfo does not know it
//
// Guarded by tests/command/pick/pick_terminal_test.cc.
std::string terminal_fault(int descriptor);

}  // namespace linkspan::command

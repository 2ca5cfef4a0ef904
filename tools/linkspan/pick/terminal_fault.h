// SPDX-License-Identifier: Apache-2.0
// Why a terminal cannot show a full screen, by terminfo(5).
//
//   TERM=xterm-256color   nothing
//   TERM=vt100            nothing: it has no colours, but it has a screen
//   TERM=dumb             a sentence: it cannot move its cursor
//   TERM=nonsense         a sentence: terminfo does not know it
//
// Separate from pick/terminal.cc because <term.h> has a macro for each capability, with names such
// as `lines` and `tone`. Guarded by tests/command/pick/pick_terminal_test.cc.
#pragma once

#include <string>

namespace linkspan::command {

// A sentence about the terminal that $TERM names, or nothing. The descriptor is open on it.
std::string terminal_fault(int descriptor);

}  // namespace linkspan::command

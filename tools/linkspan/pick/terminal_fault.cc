// SPDX-License-Identifier: Apache-2.0
// Separate from pick/terminal.cc because <term.h> has a macro for each capability, with names such
// as `lines` and `tone`.
#include <cstdlib>

#include "pick/terminal.h"

// After all other headers.
#include <curses.h>
#include <term.h>

namespace linkspan::command {

std::string terminal_fault(int descriptor) {
  const char* const value = std::getenv("TERM");
  const std::string name = value == nullptr ? "" : value;
  const std::string hint = "; 'linkspan scan --to uri' lists the links";
  if (name.empty()) return "$TERM is not set, so it is not known what the terminal can do" + hint;
  int error = 0;
  if (setupterm(nullptr, descriptor, &error) != OK) {
    return "the terminal '" + name + "' ($TERM) is not known here" + hint;
  }
  const bool has_screen = tigetstr("cup") != nullptr && tigetstr("clear") != nullptr;
  del_curterm(cur_term);
  return has_screen ? "" : "the terminal '" + name + "' ($TERM) has no full screen" + hint;
}

}  // namespace linkspan::command

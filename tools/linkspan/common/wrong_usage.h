// SPDX-License-Identifier: Apache-2.0
// WrongUsage: a sentence about an error in the arguments. It is thrown inside of
// parse_command_line() and never leaves it.
#pragma once

#include <string>

namespace linkspan::command {

struct WrongUsage {
  std::string sentence;
};

}  // namespace linkspan::command

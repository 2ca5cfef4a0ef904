// SPDX-License-Identifier: Apache-2.0
// WrongUsage: what is wrong with the arguments, in a sentence. It is thrown inside of
// parse_command_line() and never leaves it.
#pragma once

#include <string>

namespace linkspan::command {

struct WrongUsage {
  std::string sentence;
};

}  // namespace linkspan::command

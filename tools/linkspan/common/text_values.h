// SPDX-License-Identifier: Apache-2.0
// Text in output: as UTF-8, with some of its characters written in another way.
//
// Guarded by the tests of what uses it: tests/command/cli/command_test.cc and
// tests/command/output/command_csv_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::command {

// Appends a character that cannot be written as it is: the code point, and its bytes.
using AppendSpecial = void (*)(std::string& out, char32_t code_point, std::string_view bytes);

// Appends `text` as UTF-8: U+FFFD for ill-formed bytes. `append_special` writes control characters,
// the ASCII characters `one` and `other`, and unprintable characters (base/printable.h).
void append_utf8(std::string& out, std::string_view text, char one, char other,
                 AppendSpecial append_special);

// Does base::printable() not change it?
bool is_printable(std::string_view text);

}  // namespace linkspan::command

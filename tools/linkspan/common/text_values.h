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

// JSON: how a string is written, and what is mended before text is read that other programs wrote.
//
//   append_json_string(out, "a\"b")            "a\"b"
//   replace_lone_surrogates(R"("\uD83Dx")")    "\uFFFDx": half of a pair is not a character
//   replace_lone_surrogates(R"("\uD83D\uDE00")")   itself
//
// Programs that cut text in UTF-16 write such halves, and ill-formed text is not an error.
//
// Guarded by tests/command/output/command_jsonl_test.cc and tests/command/lsp/lsp_parts_test.cc.

// `text` as a JSON string, in quotation marks (RFC 8259, section 7).
void append_json_string(std::string& out, std::string_view text);

// May it hold an escaped surrogate?
bool may_hold_surrogates(std::string_view json);

// \uFFFD in place of each escaped surrogate without its other half; its length in bytes, and in
// units of UTF-16, stays the same.
void replace_lone_surrogates(std::string& json);

// How terminals show single characters, to count columns (pick/text.h, output/shown_text.h).

// Unicode 17, section 9: Hebrew to Arabic Extended-A, presentation forms, and the planes where such
// scripts are.
constexpr bool runs_right_to_left(char32_t c) {
  return (c >= 0x590 && c <= 0x8FF) || (c >= 0xFB1D && c <= 0xFDFF) ||
         (c >= 0xFE70 && c <= 0xFEFC) || (c >= 0x10800 && c <= 0x10FFF) ||
         (c >= 0x1E800 && c <= 0x1EFFF);
}

// Changes the colour of the emoji before it, if the terminal supports it.
constexpr bool is_skin_tone(char32_t c) { return c >= 0x1F3FB && c <= 0x1F3FF; }

}  // namespace linkspan::command

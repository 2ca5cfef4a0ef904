// SPDX-License-Identifier: Apache-2.0
// JSON: how a string is written, and what is mended before text is read that other programs wrote.
//
//   append_json_string(out, "a\"b")            "a\"b"
//   replace_lone_surrogates(R"("\uD83Dx")")    "\uFFFDx": half of a pair is not a character
//   replace_lone_surrogates(R"("\uD83D\uDE00")")   itself
//
// Programs that cut text in UTF-16 write such halves, and ill-formed text is not an error.
//
// Guarded by tests/command/work/command_jsonl_test.cc and tests/command/lsp/lsp_parts_test.cc.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::command {

// `text` as a JSON string, in quotation marks (RFC 8259, section 7).
void append_json_string(std::string& out, std::string_view text);

// May it hold an escaped surrogate?
bool may_hold_surrogates(std::string_view json);

// \uFFFD in place of each escaped surrogate without its other half; its length in bytes, and in
// units of UTF-16, stays the same.
void replace_lone_surrogates(std::string& json);

}  // namespace linkspan::command

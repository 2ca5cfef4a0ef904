// SPDX-License-Identifier: Apache-2.0
// Whether a file is text, by its first bytes.
//
//   "see https://example.org/⏎"           text
//   ELF, zip, SQLite                      binary: a zero byte is among the first ones
//   PDF, PostScript, JPEG, MP3, fonts     binary, also without a zero byte: by their signatures
//   what was encrypted or compressed      binary: many control characters and ill-formed sequences
//   s \0 e \0 e \0 …                      text: UTF-16 or UTF-32 by charset::detect()
//
// grep, git and others use the rule of zero bytes. For compressed files, the decompressed bytes
// count. Mail and mailboxes are always text. Guarded by tests/command/input/command_inputs_test.cc.
#pragma once

#include <string_view>

namespace linkspan::command {

bool is_binary(std::string_view first_bytes);

}  // namespace linkspan::command

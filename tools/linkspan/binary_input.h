// SPDX-License-Identifier: Apache-2.0
// Whether a file is text, by its first bytes.
//
//   "see https://example.org/⏎"           text
//   ELF, PNG, JPEG, PDF, zip, SQLite      binary: a zero byte is among the first ones
//   s \0 e \0 e \0 …                      text: UTF-16, as charset::detect() finds it; UTF-32
//   likewise
//
// grep, git and others use the same rule. Of compressed files the decompressed bytes count. Mail
// and mailboxes are text whatever is in them. Guarded by tests/command_inputs_test.cc.
#pragma once

#include <string_view>

namespace linkspan::command {

bool is_binary(std::string_view first_bytes);

}  // namespace linkspan::command

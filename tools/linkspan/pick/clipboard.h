// SPDX-License-Identifier: Apache-2.0
// Copies text to the clipboard of the user's terminal, also over ssh: OSC 52.
//
//   "a"  →  ESC ]52;c;YQ== BEL        (xterm, ctlseqs: "Manipulate Selection Data")
//
// tmux does not let a program set the clipboard by default, but can do it itself (`tmux load-buffer
// -w`). GNU screen passes on the content of DCS. Guarded by tests/command/pick/clipboard_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::command {

enum class Multiplexer : uint8_t { none, screen };

// The maximum that terminals accept.
inline constexpr size_t kMostClipboardBytes = 74'994;

std::string clipboard_sequence(std::string_view text, Multiplexer multiplexer);

// Copies the text to the clipboard through `terminal`, or by tmux if it runs in tmux. Returns an
// error, or nothing. Whether the terminal supports it cannot be known.
std::string copy_to_clipboard(std::string_view text, int terminal);

}  // namespace linkspan::command

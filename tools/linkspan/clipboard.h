// SPDX-License-Identifier: Apache-2.0
// Text for the clipboard of the terminal that somebody sits at, also over ssh: OSC 52.
//
//   "a"  →  ESC ]52;c;YQ== BEL        (xterm, ctlseqs: "Manipulate Selection Data")
//
// tmux does not let a program set the clipboard, unless it is so configured, but does it itself
// (`tmux load-buffer -w`). GNU screen passes on what is within DCS.
// Guarded by tests/clipboard_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

namespace linkspan::command {

enum class Multiplexer : uint8_t { none, screen };

// More is refused by terminals.
inline constexpr size_t kMostClipboardBytes = 74'994;

std::string clipboard_sequence(std::string_view text, Multiplexer multiplexer);

// Hands the text to the clipboard by `terminal`, or by tmux where it runs in tmux. Returns what
// went wrong, or nothing. Whether the terminal obeys cannot be known.
std::string copy_to_clipboard(std::string_view text, int terminal);

}  // namespace linkspan::command

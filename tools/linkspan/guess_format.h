// What an input is, by its name and its first bytes.
//
//   From mary@example.org Mon Mar  3 10:15:00 2025⏎Return-Path: …     mbox
//   Received: from …⏎Message-ID: <…>⏎                                 mail
//   Date: the 3rd of March⏎It was raining.                            text
//
// A message is known by its header: lines `Name: value` up to an empty line, of which at least two
// have names that every mail program writes; one is enough where the name of the file ends with
// `.eml` or the file lies in `new/` or `cur/` of a maildir. A byte order mark and empty lines
// before it, as editors and pipes add them, say nothing. Guarded by tests/guess_format_test.cc.
#pragma once

#include <cstddef>
#include <optional>
#include <string_view>

#include "settings.h"

namespace linkspan::command {

// So many bytes always say enough.
inline constexpr size_t kGuessBytes = 4096;

// text, mail or mbox. Nothing while more bytes have to be seen. `whole`: there are no more.
enum class FirstBytes : uint8_t { cut, whole };
std::optional<InputFormat> guess_format(std::string_view name, std::string_view bytes,
                                        FirstBytes extent);

// What stands before the header of a message, or before a `From ` line: a byte order mark, and line
// ends. Returns its size.
size_t size_before_header(std::string_view bytes);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// FrameReader: messages out of a stream of bytes (Language Server Protocol 3.17, "Base Protocol").
//
//   Content-Length: 2⏎⏎{}                    the message {}          (⏎ is CR LF)
//   content-length:2⏎Content-Type: x⏎⏎{}     the message {}
//   Content-Length: two⏎⏎                    error: the stream cannot be read any further
//
// A length that is wrong by a few bytes causes an error in the next header. The next message cannot
// be found after that.
//
// Guarded by tests/command/lsp/lsp_parts_test.cc and tests/fuzz/lsp_fuzz.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::command::lsp {

class FrameReader {
 public:
  static constexpr uint64_t kMostBytes = uint64_t{1} << 30;  // of a message

  // The next message, which takes its bytes off the front of `bytes`; nothing when they are used
  // up without completing one, or after an error.
  std::optional<std::string> next(std::string_view& bytes);

  // The error of the stream, as a sentence; empty without an error.
  const std::string& error() const { return error_; }
  // Whether the bytes so far end between two messages.
  bool is_between_messages() const { return !length_ && header_.empty(); }

 private:
  void take_header(std::string_view& bytes);
  void read_header();
  void read_field(std::string_view line);

  std::string header_, content_, error_;
  std::optional<uint64_t> length_;  // of the message, once its header is complete
};

// The header of a message of this size.
std::string header_of(size_t bytes);

}  // namespace linkspan::command::lsp

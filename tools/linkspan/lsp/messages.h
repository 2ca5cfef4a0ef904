// SPDX-License-Identifier: Apache-2.0
// JSON of messages: parsing that never throws, and access to members that may be absent.
//
//   parse(R"({"id":1})")           an object
//   parse(R"({"id":)")             nothing
//   parse(R"({"text":"\uD800"})")  the text is U+FFFD: half of a surrogate pair is not a character
//   parse("{\"text\":\"\xFF\"}")   the text is U+007F: the byte is not UTF-8
//
// Both replacements have the length of the original, in each unit of positions (the half: 1 unit of
// UTF-16, 3 bytes; the byte: 1), so that the positions of the client stay correct. Neither can be
// part of a link. Without this, a document with one such character could not be opened.
//
// No exception of nlohmann-json leaves the files that include this one. Guarded by
// tests/command/lsp/lsp_parts_test.cc and tests/fuzz/lsp_fuzz.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::command::lsp {

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

using Json = nlohmann::json;

// Nothing if the text is not JSON, or nested deeper than 256 levels. Long strings are moved, never
// copied. Ill-formed parts of `text` are changed as described above.
std::optional<Json> parse(std::string& text);
std::optional<Json> parse(std::string&& text);

// Without white space. Bytes that are not UTF-8 are written as U+FFFD.
std::string to_text(const Json& json);

// The member of an object; null if it is absent, or `json` is not an object.
const Json& member(const Json& json, std::string_view name);
// The same through several objects: member_at(json, {"general", "positionEncodings"}).
const Json& member_at(const Json& json, std::initializer_list<std::string_view> path);

// The value if it has this type; else an empty string, `otherwise`, 0.
std::string string_of(const Json& json);
bool is_true(const Json& json);
// A number that is not negative, and fits.
std::optional<uint64_t> number_of(const Json& json);

// Takes the string out of a member, so that a long one is not copied; empty if the member is no
// string.
std::string take_string(Json& json, std::string_view name);

// Whether an array holds this string.
bool has_string(const Json& array, std::string_view value);

}  // namespace linkspan::command::lsp

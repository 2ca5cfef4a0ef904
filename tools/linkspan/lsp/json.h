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

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::command::lsp {

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

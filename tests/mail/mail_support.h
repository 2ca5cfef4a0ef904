// SPDX-License-Identifier: Apache-2.0
// Helpers of the tests of mail, to read messages.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/mail.h"
#include "tests/support/chunks.h"

namespace linkspan::test {

struct ReadPart {
  mail::TextPart declared;
  std::string text;
};

struct ReadMessage {
  std::vector<mail::Header> headers;
  std::vector<ReadPart> parts;
  mail::Summary summary;
};

// Records all calls.
class Collector : public mail::Visitor {
 public:
  void header(const mail::Header& header) override { message.headers.push_back(header); }
  void begin_part(const mail::TextPart& part) override { message.parts.push_back({part, {}}); }
  void block(std::string_view bytes) override { message.parts.back().text += bytes; }

  ReadMessage message;
};

// Reads a copy of exactly the size of the message, so that sanitizers report an overrun.
inline ReadMessage read_with(std::string_view bytes, const mail::ReadOptions& options) {
  const ExactCopy copy(bytes);
  Collector collector;
  collector.message.summary = mail::read_message(copy.view(), options, collector);
  return collector.message;
}

// The default of most tests: plain text, unchanged.
struct PlainText {
  std::vector<std::string> headers = {};
  size_t max_warnings = 100;
};
inline ReadMessage read(std::string_view bytes, const PlainText& wanted = {}) {
  return read_with(bytes, {.headers = wanted.headers,
                           .max_warnings = wanted.max_warnings,
                           .media_types = {"text/plain"},
                           .block_lines = mail::BlockLines::keep,
                           .alternatives = mail::Alternatives::all});
}

// FNV-1a, 64 bits, as in data/make_mail_parts.py.
inline uint64_t fnv1a(std::string_view bytes) {
  uint64_t hash = 0xCBF29CE484222325u;
  for (const char c : bytes) hash = (hash ^ static_cast<unsigned char>(c)) * 0x100000001B3u;
  return hash;
}

}  // namespace linkspan::test

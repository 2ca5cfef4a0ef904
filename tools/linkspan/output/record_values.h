// SPDX-License-Identifier: Apache-2.0
// The values in records: text, numbers and places, in each form of output (output/records.h).
//
// Guarded by tests/command/cli/command_test.cc and tests/command/work/jobs_test.cc.
#pragma once

#include <charconv>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <string>
#include <string_view>

#include "common/counts.h"
#include "common/origin.h"
#include "linkspan/document.h"

namespace linkspan::command {

// A field of a line of tab-separated values: \t \n \r \\ are the escapes of characters that would
// break the line, and bytes such as \x1B those of characters that would control a terminal.
void append_field(std::string& out, std::string_view text);

// `text` as a JSON string, in quotation marks (RFC 8259, section 7).
void append_json_string(std::string& out, std::string_view text);

// A number, or {"line":…,"column":…}. Columns count from the start of their line, and lines do from
// that of the text.
void append_json_position(std::string& out, Position position, Counts* counts);
// A number, or line:column.
void append_plain_position(std::string& out, Position position, Counts* counts);

// "start":…,"end":…, with `prefix` before both names.
void append_range(std::string& out, std::string_view prefix, Position begin, Position end,
                  Counts* counts);
// "raw_start":…,"raw_end":…
void append_raw(std::string& out, uint64_t raw_begin, const Range& range);
// "pieces":[{…},…]
void append_pieces(std::string& out, const Origin& origin, const Link& link, Counts* counts);
// "warnings":["…",…]
void append_warnings(std::string& out, Warnings warnings);

// Does base::printable() not change it?
bool is_printable(std::string_view text);

// The text of a link for people: in one line, and printable. `changed` is the buffer for a text
// that differs.
std::string_view shown_text(const Link& link, std::string& changed);

// The IRI of a link, with unprintable characters percent-encoded: the URI stays the same (RFC 3987,
// section 3.1), and section 4.1 forbids bidi controls in an IRI anyway.
std::string_view shown_iri(const Link& link, std::string& changed);

// The end of a buffer, written in place. PERF: 17 ns less for a record of the list than when each
// number and text was appended by itself.
class Place {
 public:
  // REQUIRES: no more than `most` bytes are put.
  Place(std::string& out, size_t most) : out_(out) {
    const size_t size = out.size();
    out.resize(size + most);
    at_ = out.data() + size;
  }
  ~Place() { out_.resize(offset()); }
  Place(const Place&) = delete;
  Place& operator=(const Place&) = delete;

  void put(char c) { *at_++ = c; }
  void put(std::string_view text) {
    std::memcpy(at_, text.data(), text.size());
    at_ += text.size();
  }
  void put(uint64_t number) { at_ = std::to_chars(at_, at_ + kDigits, number).ptr; }
  void put_count(uint64_t count, Counts* counts) {
    if (counts != nullptr) {
      counts->push_back({offset(), count});
    } else {
      put(count);
    }
  }

  static constexpr size_t kDigits = 20;  // of 2^64

 private:
  size_t offset() const { return static_cast<size_t>(at_ - out_.data()); }

  std::string& out_;
  char* at_ = nullptr;
};

}  // namespace linkspan::command

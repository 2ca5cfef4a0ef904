// SPDX-License-Identifier: Apache-2.0
// Origin: where a document comes from, for people and programs that read the output.
//
//   letter.txt                 a file
//   letter.eml:1.2 part 1.2 of a message (numbers of RFC 3501, section 6.4.5)
//   inbox.mbox:17/1.2          that of the 17th message of a mailbox
//   inbox.mbox:17/Subject      a header field of it
//   a.pdf:page 3               a page of a PDF
//   crawl.warc:http://a.example/   a record of a web archive
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace linkspan::command {

struct Origin {
  std::string source;                      // the name of the input
  uint64_t message = 0;                    // from 1; 0 if the input is not a mailbox
  std::string part;                        // of a message; empty if the input is text
  std::string field;                       // the name of a header field, in place of a part
  std::optional<uint64_t> raw_begin = {};  // where byte 0 of the document is in the input, if every
                                           // byte i of it is at raw_begin + i; else nothing
  // Of a web archive, the URI of a record and where the record is in the archive, decompressed.
  std::string record = {};
  std::optional<uint64_t> record_begin = {};
  uint64_t page = 0;           // of a PDF, from 1
  bool is_continued = false;   // a part of a text, after another one
  bool is_later_form = false;  // mail::TextPart::is_later_form
};

// "17/1.2"; "17" for all of a message of a mailbox, empty for all of an input.
inline std::string place_in_source(const Origin& origin) {
  if (origin.record_begin) return origin.record;
  std::string place = origin.field.empty() ? origin.part : origin.field;
  if (origin.page > 0) place += (place.empty() ? "page " : ":page ") + std::to_string(origin.page);
  if (origin.message == 0) return place;
  const std::string message = std::to_string(origin.message);
  return place.empty() ? message : message + '/' + place;
}

}  // namespace linkspan::command

// One link as a line of output: JSON lines, tab-separated values, or a list for people.
//
//   jsonl
//   {"source":"a.txt","start":4,"end":24,"kind":"url","form":"scheme","text":"https://example.org/",
//           "iri":"https://example.org/","uri":"https://example.org/","ended_by":"hard"}
//   tsv    a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/
//   list   a.txt:1:5: https://example.org/
//
// The keys and their order are a contract (tests/command_test.cc holds it byte by byte). What is
// written is UTF-8 whatever the name of the file is: a byte that is not UTF-8 becomes U+FFFD.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "inputs.h"
#include "linkspan/linkspan.h"
#include "positions.h"

namespace linkspan::command {

struct Record {
  std::string_view source;
  Position start, end;
  const Span& span;
  std::string_view text;
};

void append_jsonl(std::string& out, const Record& record);
void append_tsv(std::string& out, const Record& record);

// With several inputs, a line of the list begins with its source.
void append_list(std::string& out, const Record& record, Count inputs);

// The members of the object of a link from "start" on, without braces. Answers to --from jsonl have
// these and no source.
void append_link_members(std::string& out, const Record& record);

// `text` as a JSON string, in quotation marks (RFC 8259, section 7).
void append_json_string(std::string& out, std::string_view text);

}  // namespace linkspan::command

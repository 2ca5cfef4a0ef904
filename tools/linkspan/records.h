// SPDX-License-Identifier: Apache-2.0
// One link as a line of output: JSON lines, tab-separated values, or a list for people.
//
//   jsonl
//   {"source":"a.txt","start":4,"end":24,"kind":"url","form":"scheme","text":"https://example.org/",
//           "iri":"https://example.org/","uri":"https://example.org/","ended_by":"hard"}
//   tsv    a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/⇥https://example.org/
//   list   a.txt:1:5: https://example.org/
//          a.txt:2:5: https://bank.example@a.example/  ⚠ leads to a.example (userinfo-like-host)
//
// Where there is something to say, "message", "part" or "field" (of a mail), "raw_start" and
// "raw_end" (in the bytes of the file), "pieces", "display" and "warnings" follow. The keys and
// their order are a contract (tests/command_test.cc holds it byte by byte). What is written is
// UTF-8 whatever the name of the file is: a byte that is not UTF-8 becomes U+FFFD.
//
// What is not printable (base/printable.h) is written as its bytes in a list, and is an escape in
// tsv, as are control characters in jsonl: programs read it back, and no terminal obeys it.
#pragma once

#include <string>
#include <string_view>

#include "counts.h"
#include "inputs.h"
#include "linkspan/document.h"
#include "origin.h"
#include "record_values.h"

namespace linkspan::command {

// What the records of one document begin with; with several inputs, a line of the list does with
// its source.
std::string jsonl_head(const Origin& origin);
std::string tsv_head(const Origin& origin);
std::string list_head(const Origin& origin, Count inputs);

// `counts`, where there are any, notes what counts from the start of the text.
void append_jsonl(std::string& out, std::string_view head, const Origin& origin, const Link& link,
                  Counts* counts);
void append_tsv(std::string& out, std::string_view head, const Link& link, Counts* counts);
void append_list(std::string& out, std::string_view head, const Link& link, Counts* counts);

// The same in the colours of grep, with the link to click on (OSC 8) where it is safe to open.
// REQUIRES: the link has its URI.
void append_coloured_list(std::string& out, std::string_view head, const Link& link,
                          Counts* counts);

// The members of the object of a link from "start" on, without braces. Answers to --from jsonl have
// these, with no origin, and no source.
void append_link_members(std::string& out, const Origin& origin, const Link& link, Counts* counts);

}  // namespace linkspan::command

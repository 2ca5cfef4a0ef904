// SPDX-License-Identifier: Apache-2.0
// One link as a line of output: JSON lines, tab-separated values, or a list for people.
//
//   jsonl  {"source":"a.txt","start":4,"end":24,"kind":"url","form":"scheme",
//           "text":"https://example.org/","iri":"https://example.org/",
//           "uri":"https://example.org/","ended_by":"hard"}
//   tsv    a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/⇥https://example.org/
//   list   a.txt:1:5: https://example.org/
//          a.txt:2:5: https://bank.example@a.example/  ⚠ leads to a.example (userinfo-like-host)
//
// Where they apply, "message", "part" or "field" (of a mail), "raw_start" and "raw_end" (in the
// bytes of the file), "pieces", "display" and "warnings" follow. The keys and their order are a
// contract, which tests/command/cli/command_test.cc checks byte by byte. The output is UTF-8: a
// byte of a file name that is not UTF-8 becomes U+FFFD.
//
// Unprintable characters (base/printable.h) are written as their bytes in a list, and as escapes in
// tsv, like control characters in jsonl: programs can decode them, and no terminal executes them.
#pragma once

#include <string>
#include <string_view>

#include "common/counts.h"
#include "common/origin.h"
#include "input/inputs.h"
#include "linkspan/document.h"
#include "output/record_values.h"

namespace linkspan::command {

// The start of the records of one document; with several inputs, a line of the list begins with its
// source.
std::string jsonl_head(const Origin& origin);
std::string tsv_head(const Origin& origin);
std::string list_head(const Origin& origin, Count inputs);

// `counts`, if not null, stores the numbers that count from the start of the text.
void append_jsonl(std::string& out, std::string_view head, const Origin& origin, const Link& link,
                  Counts* counts);
void append_tsv(std::string& out, std::string_view head, const Link& link, Counts* counts);
void append_list(std::string& out, std::string_view head, const Link& link, Counts* counts);

// The same in the colours of grep, with a clickable link (OSC 8) if it is safe to open. REQUIRES:
// the link has its URI.
void append_coloured_list(std::string& out, std::string_view head, const Link& link,
                          Counts* counts);

// The members of the object of a link from "start" on, without braces. Answers to --from jsonl have
// these, without origin and source.
void append_link_members(std::string& out, const Origin& origin, const Link& link, Counts* counts);

}  // namespace linkspan::command

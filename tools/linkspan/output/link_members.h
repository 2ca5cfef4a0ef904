// SPDX-License-Identifier: Apache-2.0
// The members of a link in records: visit_members() is the one list of them, with their names,
// their order and their values. JSON lines write all of them, columns (tsv, csv) some, and --fields
// chooses by their names.
//
//   {"source":"a.txt","start":4,"end":24,"kind":"url","form":"scheme",
//    "text":"https://example.org/","iri":"https://example.org/",
//    "uri":"https://example.org/","ended_by":"hard"}
//
// Where they apply, "target" (with --unwrap), "defanged" (true), "rule", "path", "line" and
// "column" (of a place in a file), "element" and "attribute" (of HTML), "relative" (true),
// "message", "part" or "field" (of a mail), "page" (of a PDF), "record" and "record_start" (of a
// web archive), "raw_start" and "raw_end" (in the bytes of the file), "pieces", "display" and
// "warnings" are there, too; and "host" and "registered_domain" where --fields names them. The
// names and their order are a contract, which tests/command/cli/command_test.cc checks byte by byte
// (target command_tests_scan).
//
// The types of the values are the columns of --to parquet: visit_members_of_piece() has the members
// of a piece, and output/jsonl.cc those of a place.
//
// To add a member, add a line to visit_members(); CONTRIBUTING.md says what else.
// Guarded by tests/command/output/command_fields_test.cc.
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/io.h"
#include "common/origin.h"
#include "linkspan/document.h"
#include "linkspan/site.h"

namespace linkspan::command {

// A link in its place, of which a record is made.
struct LinkRecord {
  const Origin& origin;
  const Link& link;
  // If not null, stores the numbers that count from the start of the text.
  Counts* counts;
};

// The types of values, beside uint64_t, Position and Warnings.
struct AnyText {
  std::string_view text;
};
struct MadeText {  // for this record
  std::string text;
};
struct KnownWord {  // of letters, digits and `-`, `_`
  std::string_view word;
};
struct True {};    // of a member that is there or not
struct PiecesOf {  // of a link with several
  const LinkRecord& record;
};

// The name of a member, as the argument of a template: what is written around it is then made by
// the compiler.
template <size_t size>
struct MemberName {
  // NOLINTNEXTLINE(google-explicit-constructor): member<"start">(…)
  constexpr MemberName(const char (&name)[size]) { std::copy_n(name, size, characters); }
  constexpr std::string_view view() const { return {characters, size - 1}; }
  char characters[size];
};

template <MemberName name, class Visit, class Value>
void member(Visit& visit, Value value) {
  visit.template take<name>(value);
}

inline std::optional<AnyText> text_if_given(std::string_view text) {
  return text.empty() ? std::nullopt : std::optional(AnyText{text});
}

inline std::optional<uint64_t> number_if_given(uint32_t number) {
  return number == 0 ? std::nullopt : std::optional<uint64_t>(number);
}

inline std::optional<MadeText> made_text_if_given(std::string text) {
  return text.empty() ? std::nullopt : std::optional(MadeText{std::move(text)});
}

// Is the member written only if --fields names it?
constexpr bool is_on_request(std::string_view name) {
  return name == "host" || name == "registered_domain";
}

// Calls visit.take<name>(value) for each member in their order. `value` returns the value, or for a
// member that a link may lack, an optional one. PERF: all is inlined; JSON lines take no longer
// than with a function written for them.
template <class Visit>
void visit_members(const LinkRecord& record, Visit& visit) {
  const Origin& origin = record.origin;
  const Link& link = record.link;
  const auto raw = [&](uint64_t offset) {
    return origin.raw_begin ? std::optional(*origin.raw_begin + offset) : std::nullopt;
  };
  member<"source">(visit, [&] { return AnyText{origin.source}; });
  member<"start">(visit, [&] { return link.pieces.front().begin; });
  member<"end">(visit, [&] { return link.pieces.back().end; });
  member<"kind">(visit, [&] { return KnownWord{to_string(link.span.kind)}; });
  member<"form">(visit, [&] { return KnownWord{to_string(link.span.form)}; });
  member<"rule">(visit, [&] { return text_if_given(link.rule); });
  member<"text">(visit, [&] { return AnyText{link.text}; });
  member<"iri">(visit, [&] { return text_if_given(link.iri); });
  member<"uri">(visit, [&] { return text_if_given(link.uri); });
  member<"path">(visit, [&] { return text_if_given(link.place.path); });
  member<"line">(visit, [&] { return number_if_given(link.place.line); });
  member<"column">(visit, [&] { return number_if_given(link.place.column); });
  member<"ended_by">(visit, [&] { return KnownWord{to_string(link.span.ended_by)}; });
  member<"target">(visit, [&] { return text_if_given(link.target); });
  member<"defanged">(visit,
                     [&] { return link.is_defanged ? std::optional(True()) : std::nullopt; });
  member<"element">(visit, [&] { return text_if_given(link.element); });
  member<"attribute">(visit, [&] { return text_if_given(link.attribute); });
  member<"relative">(visit,
                     [&] { return link.is_relative ? std::optional(True()) : std::nullopt; });
  member<"record">(visit, [&] {
    return origin.record_begin ? std::optional(AnyText{origin.record}) : std::nullopt;
  });
  member<"record_start">(visit, [&] { return origin.record_begin; });
  member<"message">(
      visit, [&] { return origin.message != 0 ? std::optional(origin.message) : std::nullopt; });
  member<"part">(visit, [&] {
    return text_if_given(origin.field.empty() ? origin.part : std::string_view());
  });
  member<"page">(visit,
                 [&] { return origin.page != 0 ? std::optional(origin.page) : std::nullopt; });
  member<"field">(visit, [&] { return text_if_given(origin.field); });
  member<"raw_start">(visit, [&] { return raw(link.span.range.begin); });
  member<"raw_end">(visit, [&] { return raw(link.span.range.end); });
  member<"pieces">(visit, [&] {
    return link.pieces.size() > 1 ? std::optional(PiecesOf{record}) : std::nullopt;
  });
  member<"display">(visit, [&] { return text_if_given(link.display); });
  member<"warnings">(
      visit, [&] { return link.warnings.empty() ? std::nullopt : std::optional(link.warnings); });
  member<"host">(visit, [&] { return made_text_if_given(host_of_uri(link.uri)); });
  member<"registered_domain">(
      visit, [&] { return made_text_if_given(registered_domain(host_of_uri(link.uri))); });
}

// The same for a piece of a link.
template <class Visit>
void visit_members_of_piece(const Origin& origin, const Piece& piece, Visit& visit) {
  const auto raw = [&](uint64_t offset) {
    return origin.raw_begin ? std::optional(*origin.raw_begin + offset) : std::nullopt;
  };
  member<"start">(visit, [&] { return piece.begin; });
  member<"end">(visit, [&] { return piece.end; });
  member<"raw_start">(visit, [&] { return raw(piece.bytes.begin); });
  member<"raw_end">(visit, [&] { return raw(piece.bytes.end); });
}

// Calls `use` with the value, if there is one.
template <class T, class Use>
void if_given(const T& value, Use use) {
  use(value);
}
template <class T, class Use>
void if_given(const std::optional<T>& value, Use use) {
  if (value) use(*value);
}

// A number, or line:column.
void append_plain_position(std::string& out, Position position, Counts* counts);

// A member, by its place in the list.
enum class RecordField : uint8_t {};

// In the order of the list.
const std::vector<std::string_view>& member_names();

// Those of a record without --fields.
std::vector<RecordField> usual_fields();

// `list`, such as "uri,start", as it was given. Throws WrongUsage for a name that is not a member,
// is empty, or comes twice.
std::vector<RecordField> parse_record_fields(const std::string& list);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "output/record_fields.h"

#include <algorithm>

#include "common/option_values.h"
#include "linkspan/site.h"
#include "output/record_values.h"

namespace linkspan::command {
namespace {

constexpr Word<RecordField> kRecordFields[] = {
    {"source", RecordField::source},   {"start", RecordField::start},
    {"end", RecordField::end},         {"kind", RecordField::kind},
    {"form", RecordField::form},       {"rule", RecordField::rule},
    {"text", RecordField::text},       {"iri", RecordField::iri},
    {"uri", RecordField::uri},         {"ended_by", RecordField::ended_by},
    {"record", RecordField::record},   {"record_start", RecordField::record_start},
    {"message", RecordField::message}, {"part", RecordField::part},
    {"field", RecordField::field},     {"raw_start", RecordField::raw_start},
    {"raw_end", RecordField::raw_end}, {"pieces", RecordField::pieces},
    {"display", RecordField::display}, {"warnings", RecordField::warnings},
    {"host", RecordField::host},       {"registered_domain", RecordField::registered_domain}};

std::string_view name_of(RecordField field) {
  return kRecordFields[static_cast<size_t>(field)].word;
}

// A link in its place, of which fields are written.
struct Record {
  const Origin& origin;
  const Link& link;
  Counts* counts;
  std::string host = {}, registered_domain = {};  // if they are wanted
};

bool has(const Record& record, RecordField field) {
  const Origin& origin = record.origin;
  switch (field) {
    case RecordField::record:
    case RecordField::record_start:
      return origin.record_begin.has_value();
    case RecordField::message:
      return origin.message != 0;
    case RecordField::part:
      return origin.field.empty() && !origin.part.empty();
    case RecordField::field:
      return !origin.field.empty();
    case RecordField::raw_start:
    case RecordField::raw_end:
      return origin.raw_begin.has_value();
    case RecordField::pieces:
      return record.link.pieces.size() > 1;
    case RecordField::rule:
      return !record.link.rule.empty();
    case RecordField::display:
      return !record.link.display.empty();
    case RecordField::warnings:
      return !record.link.warnings.empty();
    case RecordField::host:
      return !record.host.empty();
    case RecordField::registered_domain:
      return !record.registered_domain.empty();
    default:
      return true;
  }
}

// REQUIRES: is_text(field).
std::string_view text_of(const Record& record, RecordField field) {
  switch (field) {
    case RecordField::source:
      return record.origin.source;
    case RecordField::kind:
      return to_string(record.link.span.kind);
    case RecordField::form:
      return to_string(record.link.span.form);
    case RecordField::rule:
      return record.link.rule;
    case RecordField::text:
      return record.link.text;
    case RecordField::iri:
      return record.link.iri;
    case RecordField::uri:
      return record.link.uri;
    case RecordField::display:
      return record.link.display;
    case RecordField::ended_by:
      return to_string(record.link.span.ended_by);
    case RecordField::record:
      return record.origin.record;
    case RecordField::part:
      return record.origin.part;
    case RecordField::host:
      return record.host;
    case RecordField::registered_domain:
      return record.registered_domain;
    default:
      return record.origin.field;
  }
}

// REQUIRES: it has the field.
uint64_t number_of(const Record& record, RecordField field) {
  if (field == RecordField::message) return record.origin.message;
  if (field == RecordField::record_start) return *record.origin.record_begin;
  const Range& range = record.link.span.range;
  return *record.origin.raw_begin + (field == RecordField::raw_start ? range.begin : range.end);
}

Position position_of(const Link& link, RecordField field) {
  return field == RecordField::start ? link.pieces.front().begin : link.pieces.back().end;
}

// The member, with its name.
void append_member(std::string& out, const Record& record, RecordField field) {
  // These write their name.
  if (field == RecordField::pieces) {
    return append_pieces(out, record.origin, record.link, record.counts);
  }
  if (field == RecordField::warnings) return append_warnings(out, record.link.warnings);
  ((out += '"') += name_of(field)) += "\":";
  switch (field) {
    case RecordField::start:
    case RecordField::end:
      return append_json_position(out, position_of(record.link, field), record.counts);
    case RecordField::record_start:
    case RecordField::message:
    case RecordField::raw_start:
    case RecordField::raw_end:
      return append_number(out, number_of(record, field));
    default:
      return append_json_string(out, text_of(record, field));
  }
}

// 4-24,30-40
void append_plain_pieces(std::string& out, const Record& record) {
  std::string_view separator;
  for (const Piece& piece : record.link.pieces) {
    append_plain_position(out += separator, piece.begin, record.counts);
    append_plain_position(out += '-', piece.end, record.counts);
    separator = ",";
  }
}

void append_plain_warnings(std::string& out, Warnings warnings) {
  std::string_view separator;
  for (const Warning warning : warnings) {
    (out += separator) += to_string(warning);
    separator = ",";
  }
}

void append_column(std::string& out, const Record& record, RecordField field) {
  switch (field) {
    case RecordField::start:
    case RecordField::end:
      return append_plain_position(out, position_of(record.link, field), record.counts);
    case RecordField::record_start:
    case RecordField::message:
    case RecordField::raw_start:
    case RecordField::raw_end:
      return append_number(out, number_of(record, field));
    case RecordField::pieces:
      return append_plain_pieces(out, record);
    case RecordField::warnings:
      return append_plain_warnings(out, record.link.warnings);
    default:
      return append_field(out, text_of(record, field));
  }
}

}  // namespace

namespace {

Record record_of(const std::vector<RecordField>& fields, const Origin& origin, const Link& link,
                 Counts* counts) {
  Record record{origin, link, counts};
  if (std::any_of(fields.begin(), fields.end(),
                  [](RecordField field) { return field >= RecordField::host; })) {
    record.host = host_of_uri(link.uri);
    record.registered_domain = registered_domain(record.host);
  }
  return record;
}

}  // namespace

std::vector<RecordField> parse_record_fields(const std::string& list) {
  std::vector<RecordField> fields;
  for (const std::string& word : split_list("--fields", list, "uri,start")) {
    const RecordField field = choose("--fields", word, kRecordFields, RecordField::source);
    if (std::find(fields.begin(), fields.end(), field) != fields.end()) {
      throw WrongUsage{fmt::format("--fields names {} twice; once is enough", word)};
    }
    fields.push_back(field);
  }
  return fields;
}

void append_jsonl_fields(std::string& out, const std::vector<RecordField>& fields,
                         const Origin& origin, const Link& link, Counts* counts) {
  const Record record = record_of(fields, origin, link, counts);
  out += '{';
  std::string_view separator;
  for (const RecordField field : fields) {
    if (!has(record, field)) continue;
    append_member(out += separator, record, field);
    separator = ",";
  }
  out += "}\n";
}

void append_tsv_fields(std::string& out, const std::vector<RecordField>& fields,
                       const Origin& origin, const Link& link, Counts* counts) {
  const Record record = record_of(fields, origin, link, counts);
  std::string_view separator;
  for (const RecordField field : fields) {
    out += separator;
    if (has(record, field)) append_column(out, record, field);
    separator = "\t";
  }
  out += '\n';
}

}  // namespace linkspan::command

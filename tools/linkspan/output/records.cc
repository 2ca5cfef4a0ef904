// SPDX-License-Identifier: Apache-2.0
#include "output/records.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/printable.h"
#include "linkspan/render.h"
#include "output/record_values.h"

namespace linkspan::command {
namespace {

// "record" and "record_start"; "message", and "part" or "field".
void append_place(std::string& out, const Origin& origin) {
  if (origin.record_begin) {
    append_json_string(out += ",\"record\":", origin.record);
    append_number(out += ",\"record_start\":", *origin.record_begin);
  }
  if (origin.message != 0) append_number(out += ",\"message\":", origin.message);
  const bool is_field = !origin.field.empty();
  if (!is_field && origin.part.empty()) return;
  out += is_field ? ",\"field\":" : ",\"part\":";
  append_json_string(out, is_field ? origin.field : origin.part);
}

// The members that every link has.
void append_common_members(std::string& out, const Link& link, Counts* counts) {
  append_range(out, "", link.pieces.front().begin, link.pieces.back().end, counts);
  (out += R"(,"kind":")") += to_string(link.span.kind);
  (out += R"(","form":")") += to_string(link.span.form);
  out += '"';
  if (!link.rule.empty()) append_json_string(out += ",\"rule\":", link.rule);
  out += ",\"text\":";
  const size_t text = out.size();
  append_json_string(out, link.text);
  const size_t text_size = out.size() - text;
  // For most links, text, IRI and URI are the same.
  out += ",\"iri\":";
  const size_t iri = out.size();
  if (link.iri == link.text) {
    out.append(out, text, text_size);
  } else {
    append_json_string(out, link.iri);
  }
  const size_t iri_size = out.size() - iri;
  out += ",\"uri\":";
  if (link.uri == link.iri) {
    out.append(out, iri, iri_size);
  } else {
    append_json_string(out, link.uri);
  }
  (out += R"(,"ended_by":")") += to_string(link.span.ended_by);
  out += '"';
}

}  // namespace

std::string place_in_source(const Origin& origin) {
  if (origin.record_begin) return origin.record;
  const std::string& place = origin.field.empty() ? origin.part : origin.field;
  if (origin.message == 0) return place;
  return fmt::format("{}{}{}", origin.message, place.empty() ? "" : "/", place);
}

void append_link_members(std::string& out, const Origin& origin, const Link& link, Counts* counts) {
  append_common_members(out, link, counts);
  append_place(out, origin);
  if (origin.raw_begin) {
    out += ',';
    append_raw(out, *origin.raw_begin, link.span.range);
  }
  if (link.pieces.size() > 1) append_pieces(out += ',', origin, link, counts);
  if (!link.display.empty()) append_json_string(out += ",\"display\":", link.display);
  if (!link.warnings.empty()) append_warnings(out += ',', link.warnings);
}

std::string jsonl_head(const Origin& origin) {
  std::string head = "{\"source\":";
  append_json_string(head, origin.source);
  head += ',';
  return head;
}

void append_jsonl(std::string& out, std::string_view head, const Origin& origin, const Link& link,
                  Counts* counts) {
  out += head;
  append_link_members(out, origin, link, counts);
  out += "}\n";
}

std::string tsv_head(const Origin& origin) {
  std::string head;
  append_field(head, origin.source);
  const std::string place = place_in_source(origin);
  if (!place.empty()) append_field(head += ':', place);
  head += '\t';
  return head;
}

void append_tsv(std::string& out, std::string_view head, const Link& link, Counts* counts) {
  out += head;
  append_plain_position(out, link.pieces.front().begin, counts);
  out += '\t';
  append_plain_position(out, link.pieces.back().end, counts);
  for (const std::string_view word :
       {to_string(link.span.kind), to_string(link.span.form), to_string(link.span.ended_by)}) {
    (out += '\t') += word;
  }
  append_field(out += '\t', link.text);
  append_field(out += '\t', link.uri);
  out += '\n';
}

std::string list_head(const Origin& origin, Count inputs) {
  std::string head;
  if (inputs == Count::several) head += base::printable(origin.source) + ':';
  const std::string place = place_in_source(origin);
  if (!place.empty()) head += base::printable(place) + ':';
  return head;
}

namespace {

constexpr std::string_view kBeforeSign = "  ";

// A list shows the destination of such a link, as its text may be "here".
std::string_view text_in_list(const Link& link, std::string& changed) {
  return link.span.form == Form::href ? shown_iri(link, changed) : shown_text(link, changed);
}

}  // namespace

void append_list(std::string& out, std::string_view head, const Link& link, Counts* counts) {
  constexpr size_t kMarks = 4;  // "1:5: " without numbers, and the line feed
  std::string changed;
  const std::string_view text = text_in_list(link, changed);
  const std::string sign = link.warnings.empty() ? std::string() : render::warning_sign(link);
  Place place(out, head.size() + 2 * Place::kDigits + kMarks + text.size() + kBeforeSign.size() +
                       sign.size());
  place.put(head);
  const Position begin = link.pieces.front().begin;
  place.put_count(begin.line > 0 ? begin.line : begin.offset, counts);
  if (begin.line > 0) {
    place.put(':');
    place.put(begin.offset);
  }
  place.put(':');
  place.put(' ');
  place.put(text);
  if (!sign.empty()) {
    place.put(kBeforeSign);
    place.put(sign);
  }
  place.put('\n');
}

void append_coloured_list(std::string& out, std::string_view head, const Link& link,
                          Counts* counts) {
  // ECMA-48, section 8.3.117 (SGR), and the sequence that terminals know for hyperlinks.
  constexpr std::string_view kName = "\x1B[35m", kPlace = "\x1B[32m", kAlarm = "\x1B[31m",
                             kNoColour = "\x1B[m";
  constexpr std::string_view kBeginLink = "\x1B]8;;", kEndSequence = "\x1B\\";
  std::string changed;
  if (!head.empty()) ((out += kName) += head) += kNoColour;
  append_plain_position(out += kPlace, link.pieces.front().begin, counts);
  (out += kNoColour) += ": ";
  const bool opens = render::is_openable(link.uri);
  if (opens) ((out += kBeginLink) += link.uri) += kEndSequence;
  out += text_in_list(link, changed);
  if (opens) (out += kBeginLink) += kEndSequence;
  const std::string sign = render::warning_sign(link);
  if (!sign.empty()) (((out += kBeforeSign) += kAlarm) += sign) += kNoColour;
  out += '\n';
}

}  // namespace linkspan::command

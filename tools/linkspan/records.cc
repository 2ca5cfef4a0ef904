#include "records.h"

#include <fmt/format.h>

#include <algorithm>
#include <cstdint>
#include <iterator>
#include <vector>

#include "base/utf8.h"
#include "document/visible.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

bool is_ascii_text(char c) { return static_cast<int8_t>(c) >= ' '; }

// Appends `text` as UTF-8: what is ASCII and `is_plain` as it is, in one go, and other ASCII as
// `append_special` writes it.
template <class IsPlain, class AppendSpecial>
void append_utf8(std::string& out, std::string_view text, IsPlain is_plain,
                 AppendSpecial append_special) {
  const auto* const end = text.data() + text.size();
  for (const char* at = text.data(); at != end;) {
    const char* const special = std::find_if_not(at, end, is_plain);
    out.append(at, special);
    if (special == end) return;
    const auto* const bytes = reinterpret_cast<const uint8_t*>(special);
    const base::CodePoint found =
        base::decode(bytes, bytes + (end - special), base::Text::complete);
    if (found.value < 0x80) {
      append_special(*special);
    } else if (found.value == base::kIllFormed) {
      out += kReplacement;
    } else {
      out.append(special, found.length);
    }
    at = special + found.length;
  }
}

// A field of a line of tab-separated values: \t \n \r \\ stand for what would break the line up.
void append_field(std::string& out, std::string_view text) {
  const auto is_plain = [](char c) { return is_ascii_text(c) && c != '\\'; };
  append_utf8(out, text, is_plain, [&out](char c) {
    switch (c) {
      case '\t':
        out += "\\t";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\\':
        out += "\\\\";
        break;
      default:
        out += c;
    }
  });
}

void append_count(std::string& out, uint64_t count, Counts* counts) {
  if (counts != nullptr) counts->note(out.size());
  append_number(out, count);
}

// Columns count from the begin of their line, and lines do from that of the text.
void append_json_position(std::string& out, Position position, Counts* counts) {
  if (position.line == 0) {
    append_count(out, position.offset, counts);
    return;
  }
  append_count(out += "{\"line\":", position.line, counts);
  append_number(out += ",\"column\":", position.offset);
  out += '}';
}

void append_plain_position(std::string& out, Position position, Counts* counts) {
  if (position.line == 0) {
    append_count(out, position.offset, counts);
    return;
  }
  append_count(out, position.line, counts);
  out += ':';
  append_number(out, position.offset);
}

// "start":…,"end":…
void append_range(std::string& out, std::string_view prefix, Position begin, Position end,
                  Counts* counts) {
  ((out += '"') += prefix) += "start\":";
  append_json_position(out, begin, counts);
  ((out += ",\"") += prefix) += "end\":";
  append_json_position(out, end, counts);
}

void append_raw(std::string& out, uint64_t raw_begin, const Range& range) {
  append_range(out, "raw_", {0, raw_begin + range.begin}, {0, raw_begin + range.end}, nullptr);
}

void append_pieces(std::string& out, const Origin& origin, const Link& link, Counts* counts) {
  std::string_view separator = ",\"pieces\":[{";
  for (const Piece& piece : link.pieces) {
    out += separator;
    append_range(out, "", piece.begin, piece.end, counts);
    if (origin.raw_begin) {
      out += ',';
      append_raw(out, *origin.raw_begin, piece.bytes);
    }
    separator = "},{";
  }
  out += "}]";
}

void append_warnings(std::string& out, Warnings warnings) {
  std::string_view separator = ",\"warnings\":[\"";
  for (const Warning warning : kAllWarnings) {
    if (!warnings.has(warning)) continue;
    out += separator;
    out += name(warning);
    separator = "\",\"";
  }
  out += "\"]";
}

// "message", and "part" or "field".
void append_place(std::string& out, const Origin& origin) {
  if (origin.message != 0) append_number(out += ",\"message\":", origin.message);
  const bool is_field = !origin.field.empty();
  if (!is_field && origin.part.empty()) return;
  out += is_field ? ",\"field\":" : ",\"part\":";
  append_json_string(out, is_field ? origin.field : origin.part);
}

// The text without the line breaks that are in a link in angle brackets.
void append_visible_text(std::string& out, const Link& link) {
  if (link.span.form != Form::delimited) {
    out += link.text;
    return;
  }
  std::vector<Range> visible;
  document::append_visible(link.text, 0, visible);
  for (const Range& range : visible) out += link.text.substr(range.begin, range.size());
}

}  // namespace

std::string place_in_source(const Origin& origin) {
  const std::string& place = origin.field.empty() ? origin.part : origin.field;
  return origin.message == 0 ? place : fmt::format("{}/{}", origin.message, place);
}

void append_json_string(std::string& out, std::string_view text) {
  const auto is_plain = [](char c) { return is_ascii_text(c) && c != '"' && c != '\\'; };
  out += '"';
  append_utf8(out, text, is_plain, [&out](char c) {
    switch (c) {
      case '"':
        out += "\\\"";
        break;
      case '\\':
        out += "\\\\";
        break;
      case '\n':
        out += "\\n";
        break;
      case '\r':
        out += "\\r";
        break;
      case '\t':
        out += "\\t";
        break;
      default:
        if (c >= 0x20) {
          out += c;
        } else {
          fmt::format_to(std::back_inserter(out), "\\u{:04x}", static_cast<unsigned>(c));
        }
    }
  });
  out += '"';
}

void append_link_members(std::string& out, const Link& link, Counts* counts) {
  append_range(out, "", link.pieces.front().begin, link.pieces.back().end, counts);
  (out += R"(,"kind":")") += name(link.span.kind);
  (out += R"(","form":")") += name(link.span.form);
  out += R"(","text":)";
  append_json_string(out, link.text);
  out += ",\"iri\":";
  append_json_string(out, link.iri);
  out += ",\"uri\":";
  append_json_string(out, link.uri);
  (out += R"(,"ended_by":")") += name(link.span.ended_by);
  out += '"';
}

void append_jsonl(std::string& out, const Origin& origin, const Link& link, Counts* counts) {
  out += "{\"source\":";
  append_json_string(out, origin.source);
  out += ',';
  append_link_members(out, link, counts);
  append_place(out, origin);
  if (origin.raw_begin) {
    out += ',';
    append_raw(out, *origin.raw_begin, link.span.range);
  }
  if (link.pieces.size() > 1) append_pieces(out, origin, link, counts);
  if (!link.warnings.empty()) append_warnings(out, link.warnings);
  out += "}\n";
}

void append_tsv(std::string& out, const Origin& origin, const Link& link, Counts* counts) {
  append_field(out, origin.source);
  const std::string place = place_in_source(origin);
  if (!place.empty()) append_field(out += ':', place);
  out += '\t';
  append_plain_position(out, link.pieces.front().begin, counts);
  out += '\t';
  append_plain_position(out, link.pieces.back().end, counts);
  for (const std::string_view word :
       {name(link.span.kind), name(link.span.form), name(link.span.ended_by)}) {
    (out += '\t') += word;
  }
  out += '\t';
  append_field(out, link.text);
  out += '\n';
}

void append_list(std::string& out, const Origin& origin, const Link& link, Count inputs,
                 Counts* counts) {
  if (inputs == Count::several) {
    out += origin.source;  // as grep does: the name of the file, byte by byte
    out += ':';
  }
  const std::string place = place_in_source(origin);
  if (!place.empty()) out += place + ':';
  append_plain_position(out, link.pieces.front().begin, counts);
  out += ": ";
  append_visible_text(out, link);
  out += '\n';
}

}  // namespace linkspan::command

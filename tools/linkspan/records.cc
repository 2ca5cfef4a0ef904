#include "records.h"

#include <fmt/format.h>

#include <iterator>
#include <vector>

#include "base/utf8.h"
#include "document/visible.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kReplacement = "\xEF\xBF\xBD";  // U+FFFD

// Appends `text` as UTF-8, each ASCII character as `append_ascii` writes it.
template <class AppendAscii>
void append_utf8(std::string& out, std::string_view text, AppendAscii append_ascii) {
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value < 0x80) {
      append_ascii(static_cast<char>(found.value));
    } else if (found.value == base::kIllFormed) {
      out += kReplacement;
    } else {
      out.append(reinterpret_cast<const char*>(at), found.length);
    }
    at += found.length;
  }
}

// A field of a line of tab-separated values: \t \n \r \\ stand for what would break the line up.
void append_field(std::string& out, std::string_view text) {
  append_utf8(out, text, [&out](char c) {
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

void append_json_position(std::string& out, Position position) {
  if (position.line == 0) {
    fmt::format_to(std::back_inserter(out), "{}", position.offset);
  } else {
    fmt::format_to(std::back_inserter(out), R"({{"line":{},"column":{}}})", position.line,
                   position.offset);
  }
}

void append_plain_position(std::string& out, Position position) {
  if (position.line != 0) fmt::format_to(std::back_inserter(out), "{}:", position.line);
  fmt::format_to(std::back_inserter(out), "{}", position.offset);
}

// "start":…,"end":…
void append_range(std::string& out, std::string_view begin_name, Position begin,
                  std::string_view end_name, Position end) {
  fmt::format_to(std::back_inserter(out), "\"{}\":", begin_name);
  append_json_position(out, begin);
  fmt::format_to(std::back_inserter(out), ",\"{}\":", end_name);
  append_json_position(out, end);
}

void append_raw(std::string& out, uint64_t raw_begin, const Range& range) {
  append_range(out, "raw_start", {0, raw_begin + range.begin}, "raw_end",
               {0, raw_begin + range.end});
}

void append_pieces(std::string& out, const Origin& origin, const Link& link) {
  std::string_view separator = ",\"pieces\":[{";
  for (const Piece& piece : link.pieces) {
    out += separator;
    append_range(out, "start", piece.begin, "end", piece.end);
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
  if (origin.message != 0) {
    fmt::format_to(std::back_inserter(out), ",\"message\":{}", origin.message);
  }
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
  out += '"';
  append_utf8(out, text, [&out](char c) {
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

void append_link_members(std::string& out, const Link& link) {
  append_range(out, "start", link.pieces.front().begin, "end", link.pieces.back().end);
  fmt::format_to(std::back_inserter(out), R"(,"kind":"{}","form":"{}","text":)",
                 name(link.span.kind), name(link.span.form));
  append_json_string(out, link.text);
  out += ",\"iri\":";
  append_json_string(out, link.iri);
  out += ",\"uri\":";
  append_json_string(out, link.uri);
  fmt::format_to(std::back_inserter(out), R"(,"ended_by":"{}")", name(link.span.ended_by));
}

void append_jsonl(std::string& out, const Origin& origin, const Link& link) {
  out += "{\"source\":";
  append_json_string(out, origin.source);
  out += ',';
  append_link_members(out, link);
  append_place(out, origin);
  if (origin.raw_begin) {
    out += ',';
    append_raw(out, *origin.raw_begin, link.span.range);
  }
  if (link.pieces.size() > 1) append_pieces(out, origin, link);
  if (!link.warnings.empty()) append_warnings(out, link.warnings);
  out += "}\n";
}

void append_tsv(std::string& out, const Origin& origin, const Link& link) {
  append_field(out, origin.source);
  const std::string place = place_in_source(origin);
  if (!place.empty()) append_field(out += ':', place);
  out += '\t';
  append_plain_position(out, link.pieces.front().begin);
  out += '\t';
  append_plain_position(out, link.pieces.back().end);
  fmt::format_to(std::back_inserter(out), "\t{}\t{}\t{}\t", name(link.span.kind),
                 name(link.span.form), name(link.span.ended_by));
  append_field(out, link.text);
  out += '\n';
}

void append_list(std::string& out, const Origin& origin, const Link& link, Count inputs) {
  if (inputs == Count::several) {
    out += origin.source;  // as grep does: the name of the file, byte by byte
    out += ':';
  }
  const std::string place = place_in_source(origin);
  if (!place.empty()) out += place + ':';
  append_plain_position(out, link.pieces.front().begin);
  out += ": ";
  append_visible_text(out, link);
  out += '\n';
}

}  // namespace linkspan::command

#include "records.h"

#include <fmt/format.h>

#include <iterator>

#include "base/utf8.h"
#include "iri/map.h"

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

}  // namespace

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

void append_link_members(std::string& out, const Record& record) {
  const std::string iri = iri::iri_of(record.text, record.span);
  out += "\"start\":";
  append_json_position(out, record.start);
  out += ",\"end\":";
  append_json_position(out, record.end);
  fmt::format_to(std::back_inserter(out), R"(,"kind":"{}","form":"{}","text":)",
                 name(record.span.kind), name(record.span.form));
  append_json_string(out, record.text);
  out += ",\"iri\":";
  append_json_string(out, iri);
  out += ",\"uri\":";
  append_json_string(out, iri::uri_of(iri));
  fmt::format_to(std::back_inserter(out), R"(,"ended_by":"{}")", name(record.span.ended_by));
}

void append_jsonl(std::string& out, const Record& record) {
  out += "{\"source\":";
  append_json_string(out, record.source);
  out += ',';
  append_link_members(out, record);
  out += "}\n";
}

void append_tsv(std::string& out, const Record& record) {
  append_field(out, record.source);
  out += '\t';
  append_plain_position(out, record.start);
  out += '\t';
  append_plain_position(out, record.end);
  fmt::format_to(std::back_inserter(out), "\t{}\t{}\t{}\t", name(record.span.kind),
                 name(record.span.form), name(record.span.ended_by));
  append_field(out, record.text);
  out += '\n';
}

void append_list(std::string& out, const Record& record, Count inputs) {
  if (inputs == Count::several) {
    out += record.source;  // as grep does: the name of the file, byte by byte
    out += ':';
  }
  append_plain_position(out, record.start);
  out += ": ";
  out += record.span.form == Form::delimited ? iri::without_white_space(record.text) : record.text;
  out += '\n';
}

}  // namespace linkspan::command

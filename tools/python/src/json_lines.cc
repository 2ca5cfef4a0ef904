// SPDX-License-Identifier: Apache-2.0
// Writes links as lines of JSON (RFC 8259) for linkspan.corpus, without a Python dict for each
// link:
//
//   json_lines([link], b'{"source":"a.txt"', 0)
//   → [b'{"source":"a.txt","start":4,"end":25,"kind":"url","form":"scheme","text":…}']
//
// Every line starts with the second argument and a comma. The lines are those of json.dumps for the
// records of records_of() in _records.py, with ensure_ascii=False and without spaces.
//
// PERF: see lines_of() in _records.py.
//
// Guarded by tests/python/test_corpus.py, test_lines_are_those_of_records.
#include <array>
#include <charconv>
#include <string>
#include <string_view>

#include "link_data.h"
#include "module.h"

namespace linkspan_python {
namespace {

// The short escapes of JSON. Like Python's json, this escapes only the quotation mark, the
// backslash and control characters.
std::string_view short_escape(char c) {
  switch (c) {
    case '"':
      return "\\\"";
    case '\\':
      return "\\\\";
    case '\n':
      return "\\n";
    case '\r':
      return "\\r";
    case '\t':
      return "\\t";
    case '\f':
      return "\\f";
    case '\b':
      return "\\b";
    default:
      return {};
  }
}

void append_escaped(std::string& line, char c) {
  constexpr char kDigits[] = "0123456789abcdef";
  if (const std::string_view escape = short_escape(c); !escape.empty()) {
    line += escape;
    return;
  }
  line += "\\u00";
  line += kDigits[(c >> 4) & 0xF];
  line += kDigits[c & 0xF];
}

constexpr bool is_escaped(char c) {
  return c == '"' || c == '\\' || static_cast<unsigned char>(c) < 0x20;
}

void append_string(std::string& line, std::string_view name, std::string_view value) {
  line += name;
  line += '"';
  for (const char c : value) {
    if (is_escaped(c)) {
      append_escaped(line, c);
    } else {
      line += c;
    }
  }
  line += '"';
}

void append_number(std::string& line, std::string_view name, uint64_t value) {
  std::array<char, 20> digits;
  const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), value).ptr;
  line += name;
  line.append(digits.data(), end);
}

void append_link(std::string& line, const LinkData& link, uint64_t offset) {
  append_number(line, ",\"start\":", offset + link.start);
  append_number(line, ",\"end\":", offset + link.end);
  append_string(line, ",\"kind\":", to_string(link.kind));
  append_string(line, ",\"form\":", to_string(link.form));
  append_string(line, ",\"text\":", link.text);
  if (link.parts.host.present()) {
    append_string(line, ",\"host\":", link.parts.host.text(link.with_parts()));
  } else {
    line += ",\"host\":null";
  }
  append_string(line, ",\"uri\":", link.uri);
  if (!link.rule.empty()) append_string(line, ",\"rule\":", link.rule);
}

py::list json_lines(const py::list& links, const py::bytes& head, uint64_t offset) {
  const std::string_view begin = head;
  py::list lines(links.size());
  std::string line;
  for (size_t i = 0; i < links.size(); ++i) {
    line = begin;
    append_link(line, links[i].cast<const LinkData&>(), offset);
    line += '}';
    lines[i] = py::bytes(line);
  }
  return lines;
}

}  // namespace

void bind_json_lines(py::module_& module) { module.def("json_lines", &json_lines); }

}  // namespace linkspan_python

// SPDX-License-Identifier: Apache-2.0
// Comma-separated values, with a line of names: --to csv (RFC 4180).
//
//   source,start,end,kind,form,ended_by,text,uri
//   a.txt,4,24,url,scheme,hard,https://example.org/,https://example.org/
//   a.txt,30,52,url,scheme,hard,"https://example.org/a,b","https://example.org/a,b"
//
// Records end with CR LF. A value with a comma, a quotation mark or a line break is in quotation
// marks, where a quotation mark is written twice, and all else as it is, as csv has no escapes. But
// control characters, which no terminal should see, are written as their bytes: \x1B.
//
// Guarded by tests/command/output/command_csv_test.cc.
#include "base/printable.h"
#include "common/text_values.h"
#include "output/columns.h"
#include "output/forms.h"

namespace linkspan::command {
namespace {

void append_csv_special(std::string& out, char32_t code_point, std::string_view bytes) {
  if (code_point == '"') out += '"';
  const bool is_text = code_point == '\t' || code_point == '\n' || code_point == '\r' ||
                       code_point == '"' || !base::is_control(code_point);
  if (is_text) {
    out += bytes;
  } else {
    out += base::printable(bytes);
  }
}

class Csv final : public Columns {
 public:
  Csv() : Columns({',', "\"", "\r\n"}) {}

 private:
  void append_text(std::string& out, std::string_view text) const override {
    const bool is_quoted = text.find_first_of(",\"\r\n") != std::string_view::npos;
    if (is_quoted) out += '"';
    append_utf8(out, text, '"', '"', append_csv_special);
    if (is_quoted) out += '"';
  }
  void count(std::string& out, uint64_t links, std::string_view line) const override {
    append_number(out, links);
    append_text(out += ',', line);
    out += "\r\n";
  }
  std::string title(const std::vector<RecordField>& fields) const override {
    return names_of(fields);
  }
  std::string title_of_counts() const override { return "count,uri\r\n"; }
  // A line feed in quotation marks is part of a value.
  size_t size_of_record(std::string_view records, char end) const override {
    bool is_quoted = false;
    for (size_t i = 0; i < records.size(); ++i) {
      if (records[i] == '"') is_quoted = !is_quoted;
      if (records[i] == end && !is_quoted) return i + 1;
    }
    return records.size();
  }
  uint64_t count_records(std::string_view records, char end) const override {
    uint64_t count = 0;
    for (; !records.empty(); ++count) records.remove_prefix(size_of_record(records, end));
    return count;
  }
  std::string_view extension() const override { return "csv"; }
  std::string_view reason_against_nul() const override {
    return "whose values with line feeds are in quotation marks";
  }
};

}  // namespace

const OutputForm& csv_form() {
  static const Csv form;
  return form;
}

}  // namespace linkspan::command

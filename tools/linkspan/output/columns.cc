// SPDX-License-Identifier: Apache-2.0
#include "output/columns.h"

#include "base/printable.h"
#include "common/text_values.h"
#include "output/form.h"
#include "output/link_members.h"

namespace linkspan::command {

// Appends values as cells.
class Cell {
 public:
  Cell(std::string& out, Counts* counts, const Columns& columns)
      : out_(out), counts_(counts), columns_(columns) {}

  void put(AnyText given) { columns_.append_text(out_, given.text); }
  void put(const MadeText& given) { columns_.append_text(out_, given.text); }
  void put(KnownWord given) { out_ += given.word; }
  void put(True /*given*/) { out_ += "true"; }
  void put(uint64_t number) { append_number(out_, number); }
  void put(Position position) { append_plain_position(out_, position, counts_); }
  // 4-24,30-40
  void put(PiecesOf given) {
    std::string_view separator = columns_.signs_.quote;
    for (const Piece& piece : given.record.link.pieces) {
      append_plain_position(out_ += separator, piece.begin, counts_);
      append_plain_position(out_ += '-', piece.end, counts_);
      separator = ",";
    }
    out_ += columns_.signs_.quote;
  }
  void put(const Warnings& warnings) {
    auto second = warnings.begin();
    const bool is_one = ++second == warnings.end();
    const std::string_view quote = is_one ? std::string_view() : columns_.signs_.quote;
    std::string_view separator = quote;
    for (const Warning warning : warnings) {
      (out_ += separator) += to_string(warning);
      separator = ",";
    }
    out_ += quote;
  }

 private:
  std::string& out_;
  Counts* counts_;
  const Columns& columns_;
};

namespace {

// The value of the member with this name.
template <MemberName wanted>
struct NamedMember {
  Cell& cell;
  template <MemberName name, class Value>
  void take(const Value& value) {
    if constexpr (name.view() == wanted.view()) {
      if_given(value(), [this](const auto& given) { cell.put(given); });
    }
  }
};

// The value of the member at this place.
struct MemberAt {
  Cell& cell;
  unsigned left;
  template <MemberName name, class Value>
  void take(const Value& value) {
    if (left-- == 0) if_given(value(), [this](const auto& given) { cell.put(given); });
  }
};

// The columns after the source.
template <MemberName... names>
struct NamedColumns {
  static void append(std::string& out, char separator, const LinkRecord& record, Cell& cell) {
    const auto append_column = [&](auto member) {
      visit_members(record, member);
      out += separator;
    };
    (append_column(NamedMember<names>{cell}), ...);
    out.pop_back();
  }
  static std::vector<std::string_view> list() { return {names.view()...}; }
};
using UsualColumns = NamedColumns<"start", "end", "kind", "form", "ended_by", "text", "uri">;

}  // namespace

std::string Columns::head(const Origin& origin, const Naming& /*naming*/) const {
  std::string source = origin.source;
  const std::string place = place_in_source(origin);
  if (!place.empty()) (source += ':') += place;
  std::string head;
  append_text(head, source);
  head += signs_.separator;
  return head;
}

void Columns::record(std::string& out, std::string_view head, const LinkRecord& record) const {
  out += head;
  Cell cell(out, record.counts, *this);
  UsualColumns::append(out, signs_.separator, record, cell);
  out += signs_.line_end;
}

void Columns::fields(std::string& out, const std::vector<RecordField>& fields,
                     const LinkRecord& record) const {
  Cell cell(out, record.counts, *this);
  for (const RecordField field : fields) {
    MemberAt member{cell, static_cast<unsigned>(field)};
    visit_members(record, member);
    out += signs_.separator;
  }
  out.pop_back();
  out += signs_.line_end;
}

std::string Columns::names_of(const std::vector<RecordField>& fields) const {
  std::vector<std::string_view> names;
  names.reserve(fields.size());
  for (const RecordField field : fields)
    names.push_back(member_names()[static_cast<size_t>(field)]);
  if (fields.empty()) {
    names = UsualColumns::list();
    names.insert(names.begin(), "source");
  }
  std::string row;
  for (const std::string_view name : names) (row += name) += signs_.separator;
  row.pop_back();
  return row += signs_.line_end;
}

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

// Tab-separated values, without a line of names: --to tsv.
//
//   a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/⇥https://example.org/
//
// \t \n \r \\ are the escapes of characters that would break the line, and bytes such as \x1B those
// of unprintable characters.

namespace {

void append_tsv_special(std::string& out, char32_t code_point, std::string_view bytes) {
  switch (code_point) {
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
      out += base::printable(bytes);
  }
}

class Tsv final : public Columns {
 public:
  Tsv() : Columns({'\t', "", "\n"}) {}

 private:
  void append_text(std::string& out, std::string_view text) const override {
    append_utf8(out, text, '\\', '\x7F', append_tsv_special);
  }
  void count(std::string& out, uint64_t links, std::string_view line) const override {
    append_number(out, links);
    ((out += '\t') += line) += '\n';
  }
  std::string_view extension() const override { return "tsv"; }
};

}  // namespace

const OutputForm& tsv_form() {
  static const Tsv form;
  return form;
}

}  // namespace linkspan::command

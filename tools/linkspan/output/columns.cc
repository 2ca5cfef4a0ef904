// SPDX-License-Identifier: Apache-2.0
#include "output/columns.h"

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

}  // namespace linkspan::command

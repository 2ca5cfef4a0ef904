// SPDX-License-Identifier: Apache-2.0
// JSON lines: --to jsonl, and the answers to --from jsonl. The members are those of
// output/link_members.h, in that order. --to parquet gives such lines, with the types of their
// members, to the Python package.

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <iterator>

#include "common/text_values.h"
#include "output/form.h"
#include "output/link_members.h"
#include "output/statistics.h"

namespace linkspan::command {
namespace {

// A number, or {"line":…,"column":…}. Columns count from the start of their line, and lines do from
// that of the text.
void append_json_position(std::string& out, Position position, Counts* counts) {
  if (position.line == 0) {
    append_count(out, position.offset, counts);
    return;
  }
  append_count(out += "{\"line\":", position.line, counts);
  append_number(out += ",\"column\":", position.offset);
  out += '}';
}

// ,"start":
template <MemberName name>
constexpr auto key_of() {
  constexpr size_t kSize = sizeof(name.characters) - 1;
  std::array<char, kSize + 4> key{};
  key[0] = ',';
  key[1] = key[kSize + 2] = '"';
  key[kSize + 3] = ':';
  std::copy_n(name.characters, kSize, key.begin() + 2);
  return key;
}

// Appends each member as `,"name":value`: visit_members(). The first comma is for the caller.
class JsonMembers {
 public:
  JsonMembers(std::string& out, Counts* counts) : out_(out), counts_(counts) {}

  template <MemberName name, class Value>
  void take(const Value& value) {
    if_given(value(), [this](const auto& given) {
      static constexpr auto kKey = key_of<name>();
      out_.append(kKey.data(), kKey.size());
      put(given);
    });
  }

 private:
  // PERF: for most links, text, IRI and URI are the same.
  void put(AnyText given) {
    if (given.text == last_ && last_size_ > 0) {
      out_.append(out_, last_at_, last_size_);
      return;
    }
    last_ = given.text;
    last_at_ = out_.size();
    append_json_string(out_, given.text);
    last_size_ = out_.size() - last_at_;
  }
  void put(const MadeText& given) { append_json_string(out_, given.text); }
  void put(KnownWord given) {
    out_ += '"';
    out_ += given.word;
    out_ += '"';
  }
  void put(True /*given*/) { out_ += "true"; }
  void put(uint64_t number) { append_number(out_, number); }
  void put(Position position) { append_json_position(out_, position, counts_); }
  // [{"start":…,"end":…},…]
  void put(PiecesOf given) {
    char before = '[';
    for (const Piece& piece : given.record.link.pieces) {
      out_ += before;
      const size_t begin = out_.size();
      JsonMembers members(out_, counts_);
      visit_members_of_piece(given.record.origin, piece, members);
      out_[begin] = '{';
      out_ += '}';
      before = ',';
    }
    out_ += ']';
  }
  void put(const Warnings& warnings) {
    std::string_view separator = "[\"";
    for (const Warning warning : warnings) {
      (out_ += separator) += to_string(warning);
      separator = "\",\"";
    }
    out_ += "\"]";
  }

  std::string& out_;
  Counts* counts_;
  std::string_view last_;  // text, and where its value is
  size_t last_at_ = 0, last_size_ = 0;
};

// Appends the type of each member as `,"name":type`, as linkspan.parquet reads it: a word, [type]
// of several, or {"name":type,…}.
class MemberTypes {
 public:
  MemberTypes(std::string& out, OffsetUnit unit)
      : out_(out),
        has_lines_(unit == OffsetUnit::lines || unit == OffsetUnit::lines_utf16 ||
                   unit == OffsetUnit::lines_bytes) {}

  template <MemberName name, class Value>
  void take(const Value& /*value*/) {
    static constexpr auto kKey = key_of<name>();
    out_.append(kKey.data(), kKey.size());
    put(static_cast<std::invoke_result_t<Value>*>(nullptr));
  }

 private:
  template <class T>
  void put(std::optional<T>* /*type*/) {
    put(static_cast<T*>(nullptr));
  }
  void put(AnyText* /*type*/) { out_ += "\"text\""; }
  void put(MadeText* /*type*/) { out_ += "\"text\""; }
  void put(KnownWord* /*type*/) { out_ += "\"text\""; }
  void put(True* /*type*/) { out_ += "\"truth\""; }
  void put(uint64_t* /*type*/) { out_ += "\"number\""; }
  void put(Position* /*type*/) {
    out_ += has_lines_ ? R"({"line":"number","column":"number"})" : R"("number")";
  }
  void put(Warnings* /*type*/) { out_ += R"(["text"])"; }
  void put(PiecesOf* /*type*/) {
    static const Origin origin;
    out_ += '[';
    const size_t begin = out_.size();
    visit_members_of_piece(origin, Piece(), *this);
    out_[begin] = '{';
    out_ += "}]";
  }

  std::string& out_;
  const bool has_lines_;
};

// All but the source.
class MembersInDocument {
 public:
  MembersInDocument(std::string& out, Counts* counts) : all_(out, counts) {}
  template <MemberName name, class Value>
  void take(const Value& value) {
    if constexpr (name.view() != "source" && !is_on_request(name.view())) all_.take<name>(value);
  }

 private:
  JsonMembers all_;
};

// Those of a set of fields.
template <class Members>
class ChosenMembers {
 public:
  ChosenMembers(Members all, const std::vector<RecordField>& fields) : all_(all) {
    for (const RecordField field : fields) chosen_ |= uint64_t{1} << static_cast<unsigned>(field);
  }
  template <MemberName name, class Value>
  void take(const Value& value) {
    if ((chosen_ & 1) != 0) all_.template take<name>(value);
    chosen_ >>= 1;
  }

 private:
  Members all_;
  uint64_t chosen_ = 0;  // a bit for each member
};

class JsonLines : public OutputForm {
  std::string head(const Origin& origin, const Naming& /*naming*/) const override {
    std::string head = "{\"source\":";
    append_json_string(head, origin.source);
    return head;
  }

  void record(std::string& out, std::string_view head, const LinkRecord& record) const override {
    out += head;
    MembersInDocument members(out, record.counts);
    visit_members(record, members);
    out += "}\n";
  }

  void fields(std::string& out, const std::vector<RecordField>& fields,
              const LinkRecord& record) const override {
    const size_t begin = out.size();
    ChosenMembers members(JsonMembers(out, record.counts), fields);
    visit_members(record, members);
    if (begin == out.size()) {
      out += '{';
    } else {
      out[begin] = '{';
    }
    out += "}\n";
  }

  void count(std::string& out, uint64_t links, std::string_view line) const override {
    append_number(out += "{\"count\":", links);
    append_json_string(out += ",\"uri\":", line);
    out += "}\n";
  }

  void statistics(std::string& out, const LinkStatistics& statistics, uint32_t top) const override {
    statistics.append_json(out, top);
  }

  // The order of the members is a contract, so that a reader of whole records needs no other one.
  void arrange(std::vector<RecordField>& fields) const override {
    std::sort(fields.begin(), fields.end());
  }

  std::string_view extension() const override { return "jsonl"; }
  bool has_answers() const override { return true; }
  bool has_fields() const override { return true; }
  std::string_view reason_against_nul() const override {
    return "whose records hold no line feeds";
  }
  bool has_statistics() const override { return true; }
};

// Whole files alone.
class ParquetFiles final : public JsonLines {
  std::string_view extension() const override { return "parquet"; }
  bool is_packed() const override { return true; }
  std::string types_of(const std::vector<RecordField>& fields, OffsetUnit unit) const override {
    std::string types;
    ChosenMembers members(MemberTypes(types, unit), fields.empty() ? usual_fields() : fields);
    visit_members({Origin(), Link(), nullptr}, members);
    types[0] = '{';
    return types += '}';
  }
  bool has_counts() const override { return false; }
  bool has_statistics() const override { return false; }
  bool has_answers() const override { return false; }
};

}  // namespace

void append_link_object(std::string& out, const Link& link) {
  static const Origin origin;
  const size_t begin = out.size();
  MembersInDocument members(out, nullptr);
  visit_members({origin, link, nullptr}, members);
  out[begin] = '{';
  out += '}';
}

const OutputForm& jsonl_form() {
  static const JsonLines form;
  return form;
}

const OutputForm& parquet_form() {
  static const ParquetFiles form;
  return form;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// JSON lines: --to jsonl, and the answers to --from jsonl. The members are those of
// output/link_members.h, in that order.

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

// [{"start":…,"end":…},…], with "raw_start" and "raw_end" if they are known.
void append_pieces(std::string& out, const LinkRecord& record) {
  std::string_view separator = "[{\"start\":";
  for (const Piece& piece : record.link.pieces) {
    append_json_position(out += separator, piece.begin, record.counts);
    append_json_position(out += ",\"end\":", piece.end, record.counts);
    if (record.origin.raw_begin) {
      append_number(out += ",\"raw_start\":", *record.origin.raw_begin + piece.bytes.begin);
      append_number(out += ",\"raw_end\":", *record.origin.raw_begin + piece.bytes.end);
    }
    separator = "},{\"start\":";
  }
  out += "}]";
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
  // ,"start":
  template <MemberName name>
  static constexpr auto key_of() {
    constexpr size_t kSize = sizeof(name.characters) - 1;
    std::array<char, kSize + 4> key{};
    key[0] = ',';
    key[1] = key[kSize + 2] = '"';
    key[kSize + 3] = ':';
    std::copy_n(name.characters, kSize, key.begin() + 2);
    return key;
  }

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
  void put(PiecesOf given) { append_pieces(out_, given.record); }
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
class ChosenMembers {
 public:
  ChosenMembers(std::string& out, Counts* counts, const std::vector<RecordField>& fields)
      : all_(out, counts) {
    for (const RecordField field : fields) chosen_ |= uint64_t{1} << static_cast<unsigned>(field);
  }
  template <MemberName name, class Value>
  void take(const Value& value) {
    if ((chosen_ & 1) != 0) all_.take<name>(value);
    chosen_ >>= 1;
  }

 private:
  JsonMembers all_;
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
    ChosenMembers members(out, record.counts, fields);
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

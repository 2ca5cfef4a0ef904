// SPDX-License-Identifier: Apache-2.0
// The links of many texts as columns: an array for each attribute, without an object for each link.
//
//   texts[0] "see https://a.example/x"        row    0        1
//   texts[1] "lena@b.example"                 start  4        0
//                                             end    23       14
//                                             kind   0 (url)  1 (email)
//                                             host   offsets 0 9 18, bytes "a.exampleb.example"
//
// Strings have the layout of Arrow's large_utf8: the concatenated bytes, the offset of each string,
// and a bit for each that is present. NumPy and Arrow read these arrays without a copy.
//
// Guarded by tests/python/test_columns.py and tests/python/test_arrow.py.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan_python {

// The strings of a column. An absent string has the length 0.
class StringColumn {
 public:
  StringColumn() = default;
  // REQUIRES: the parts are those of another one.
  StringColumn(std::vector<int64_t> offsets, std::string bytes, std::vector<uint8_t> present,
               size_t absent)
      : offsets_(std::move(offsets)),
        bytes_(std::move(bytes)),
        present_(std::move(present)),
        absent_(absent) {}

  void add(std::string_view text);
  void add_absent();
  void append(const StringColumn& other);

  size_t size() const { return offsets_.size() - 1; }
  size_t absent() const { return absent_; }
  bool has(size_t index) const { return (present_[index / 8] >> (index % 8) & 1) != 0; }
  std::string_view at(size_t index) const {
    return std::string_view(bytes_).substr(offsets_[index], offsets_[index + 1] - offsets_[index]);
  }

  const std::vector<int64_t>& offsets() const { return offsets_; }
  const std::string& bytes() const { return bytes_; }
  const std::vector<uint8_t>& present() const { return present_; }  // bit i % 8 of byte i / 8

 private:
  void end_string(bool is_present);

  std::vector<int64_t> offsets_ = {0};
  std::string bytes_;
  std::vector<uint8_t> present_;
  size_t absent_ = 0;
};

// The columns of text, in the order of TEXTS in linkspan/_columns.py.
enum class TextColumn : uint8_t {
  host,
  scheme,
  userinfo,
  port,
  path,
  query,
  fragment,
  text,
  iri,
  uri,
  display,
  rule,
  registered_domain,
};
inline constexpr std::array kTextColumnNames = {"host",
                                                "scheme",
                                                "userinfo",
                                                "port",
                                                "path",
                                                "query",
                                                "fragment",
                                                "text",
                                                "iri",
                                                "uri",
                                                "display",
                                                "rule",
                                                "registered_domain"};

// The columns in addition to row, start, end, kind, form and ended_by.
struct Wanted {
  uint32_t texts = 0;  // bit i for the i-th TextColumn
  bool warnings = false;

  bool has(TextColumn column) const { return (texts >> static_cast<unsigned>(column) & 1) != 0; }
  void add(TextColumn column) { texts |= uint32_t{1} << static_cast<unsigned>(column); }

  // Whether a column needs more than the span of a link.
  bool needs_links() const {
    return warnings || has(TextColumn::iri) || has(TextColumn::uri) || has(TextColumn::display) ||
           has(TextColumn::registered_domain);
  }
};

class Columns {
 public:
  explicit Columns(Wanted chosen) : wanted(chosen) {}

  struct Place {
    int64_t row;
    uint64_t start, end;
  };
  // `text` is that of the link. REQUIRES: !wanted.needs_links().
  void add(Place place, const linkspan::Span& span, std::string_view text);
  void add(Place place, const linkspan::Link& link);

  void append(const Columns& other);
  size_t size() const { return row.size(); }
  StringColumn& of(TextColumn column) { return texts[static_cast<size_t>(column)]; }
  const StringColumn& of(TextColumn column) const { return texts[static_cast<size_t>(column)]; }

  Wanted wanted;
  std::vector<int64_t> row, start, end;
  std::vector<uint8_t> kind, form, ended_by;                // values of the enumerations
  std::vector<uint32_t> warnings;                           // bits of linkspan::Warning
  std::array<StringColumn, kTextColumnNames.size()> texts;  // unwanted columns are empty

 private:
  void add_span(Place place, const linkspan::Span& span, std::string_view with_parts);
  void add_parts(const linkspan::Parts& parts, std::string_view text);
};

}  // namespace linkspan_python

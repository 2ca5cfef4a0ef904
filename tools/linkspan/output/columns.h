// SPDX-License-Identifier: Apache-2.0
// Records as rows of columns: what --to tsv and --to csv have in common. A form of columns says how
// a cell with any text is written, and what is between cells.
//
// Without --fields the columns are those of kUsualColumns; the first, the source, has the place in
// it, too (place_in_source()). --fields gives others, in its order, which are empty if a link has
// no such value.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "output/form.h"

namespace linkspan::command {

class Columns : public OutputForm {
 public:
  std::string head(const Origin& origin, const Naming& naming) const override;
  void record(std::string& out, std::string_view head, const LinkRecord& record) const override;
  void fields(std::string& out, const std::vector<RecordField>& fields,
              const LinkRecord& record) const override;
  bool has_fields() const override { return true; }

 protected:
  struct Signs {
    char separator;
    std::string_view quote;     // around a value with commas
    std::string_view line_end;  // ends with a line feed
  };
  explicit Columns(const Signs& signs) : signs_(signs) {}

  // The names of columns as a row.
  std::string names_of(const std::vector<RecordField>& fields) const;

 private:
  friend class Cell;
  virtual void append_text(std::string& out, std::string_view text) const = 0;

  Signs signs_;
};

}  // namespace linkspan::command

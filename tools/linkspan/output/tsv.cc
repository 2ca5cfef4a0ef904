// SPDX-License-Identifier: Apache-2.0
// Tab-separated values, without a line of names: --to tsv.
//
//   a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/⇥https://example.org/
//
// \t \n \r \\ are the escapes of characters that would break the line, and bytes such as \x1B those
// of unprintable characters.
#include "base/printable.h"
#include "common/text_values.h"
#include "output/columns.h"
#include "output/forms.h"

namespace linkspan::command {
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

// SPDX-License-Identifier: Apache-2.0
// A link a line, and nothing else: --to uri, iri and text. The line is printable, and has no line
// break.
#include "output/forms.h"
#include "output/shown_link.h"

namespace linkspan::command {
namespace {

class UriLines : public OutputForm {
 public:
  std::string head(const Origin& origin, const Naming& naming) const override {
    if (naming.file_names != FileNames::always) return {};
    return name_in_line(origin.source, naming.line_end) + ':';
  }
  void record(std::string& out, std::string_view head, const LinkRecord& record) const override {
    std::string changed;
    out += head;
    out += line(record.link, changed);
    out += '\n';
  }
  std::optional<OffsetUnit> offsets() const override { return std::nullopt; }
  bool has_names() const override { return true; }
};

class IriLines final : public UriLines {
  std::string_view line(const Link& link, std::string& changed) const override {
    return shown_iri(link, changed);
  }
};

class TextLines final : public UriLines {
  Wants wants() const override { return Wants::begins; }
  std::string_view line(const Link& link, std::string& changed) const override {
    return shown_text(link, changed);
  }
};

}  // namespace

const OutputForm& uri_form() {
  static const UriLines form;
  return form;
}

const OutputForm& iri_form() {
  static const IriLines form;
  return form;
}

const OutputForm& text_form() {
  static const TextLines form;
  return form;
}

}  // namespace linkspan::command

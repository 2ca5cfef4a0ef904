// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/labels.h"

#include <optional>

#include "base/ascii.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

constexpr std::string_view kAcePrefix = "xn--";  // RFC 5890, section 2.3.2.1

Label label_of(const std::vector<Character>& characters, size_t begin, size_t end) {
  Label label = {{}, LabelForm::written, {}, {}};
  label.characters.assign(characters.begin() + static_cast<ptrdiff_t>(begin),
                          characters.begin() + static_cast<ptrdiff_t>(end));
  label.range = {label.characters.front().range.begin, label.characters.back().range.end};
  const std::string written = utf8_of(characters, begin, end);
  label.unicode = base::to_ascii_lower(written);
  if (base::is_all_ascii(written) && !label.unicode.starts_with(kAcePrefix)) return label;
  if (const std::optional<std::string> mapped = host_to_unicode(written)) {
    if (label.unicode.starts_with(kAcePrefix)) label.form = LabelForm::a_label;
    label.unicode = *mapped;
  }
  return label;
}

}  // namespace

std::vector<Label> labels_of(std::string_view text, Range host) {
  const std::vector<Character> characters = characters_of(text, host);
  std::vector<Label> labels;
  for (size_t begin = 0; begin < characters.size();) {
    size_t end = begin;
    while (end < characters.size() && !is_label_separator(characters[end].value)) ++end;
    if (end > begin) labels.push_back(label_of(characters, begin, end));
    begin = end + 1;
  }
  return labels;
}

}  // namespace linkspan::iri

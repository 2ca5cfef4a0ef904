// SPDX-License-Identifier: Apache-2.0
#include "output/shown_link.h"

#include <fmt/format.h>

#include <cstdint>
#include <iterator>

#include "base/printable.h"
#include "base/utf8.h"
#include "common/text_values.h"

namespace linkspan::command {

std::string_view shown_text(const Link& link, std::string& changed) {
  std::string_view text = link.text;
  if (link.span.form == Form::delimited) text = changed = visible_text(link);
  if (!is_printable(text)) text = changed = base::printable(text);
  return text;
}

std::string_view shown_iri(const Link& link, std::string& changed) {
  if (is_printable(link.iri)) return link.iri;
  changed.clear();
  const auto* at = reinterpret_cast<const uint8_t*>(link.iri.data());
  for (const uint8_t* const end = at + link.iri.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const uint8_t* const after = at + found.length;
    if (base::is_printable(found.value)) {
      changed.append(reinterpret_cast<const char*>(at), found.length);
      at = after;
    }
    for (; at != after; ++at) fmt::format_to(std::back_inserter(changed), "%{:02X}", *at);
  }
  return changed;
}

}  // namespace linkspan::command

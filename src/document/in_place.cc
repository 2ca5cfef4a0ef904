// SPDX-License-Identifier: Apache-2.0
#include "document/in_place.h"

#include "base/printable.h"

namespace linkspan::document {

Result<html::TagSet> fixed_elements(const std::vector<std::string>& never_in) {
  using html::Tag;
  html::TagSet fixed;
  for (const Tag tag :
       {Tag::a, Tag::button, Tag::datalist, Tag::iframe, Tag::label, Tag::noembed, Tag::noframes,
        Tag::noscript, Tag::optgroup, Tag::option, Tag::plaintext, Tag::script, Tag::select,
        Tag::style, Tag::template_, Tag::textarea, Tag::title, Tag::xmp}) {
    fixed.add(tag);
  }
  for (size_t i = 0; i < never_in.size(); ++i) {
    const Tag tag = html::known_tag(never_in[i]);
    if (tag == Tag::kKnown) {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + base::printable(never_in[i]) + "' is no element of HTML"};
    }
    fixed.add(tag);
  }
  return fixed;
}

}  // namespace linkspan::document

// SPDX-License-Identifier: Apache-2.0
#include "xml/declared_charset.h"

#include <algorithm>

#include "base/ascii.h"

namespace linkspan::xml {

std::string declared_charset(std::string_view bytes) {
  constexpr std::string_view kSpace = "\t\n\r ";
  bytes.remove_prefix(std::min(bytes.find_first_not_of(kSpace), bytes.size()));
  if (!bytes.starts_with("<?xml")) return {};
  std::string_view declaration = bytes.substr(0, bytes.substr(0, 1024).find('>'));
  const size_t name = declaration.find("encoding");
  if (name == declaration.npos) return {};
  declaration.remove_prefix(name + 8);
  const size_t begin = declaration.find_first_not_of("\t\n\r =\"'");
  if (begin == declaration.npos) return {};
  const size_t end = declaration.find_first_of("\t\n\r \"'?", begin);
  const std::string label = base::to_ascii_lower(declaration.substr(begin, end - begin));
  return label.starts_with("utf-16") ? "utf-8" : label;
}

}  // namespace linkspan::xml

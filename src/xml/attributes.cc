// SPDX-License-Identifier: Apache-2.0
#include "xml/attributes.h"

#include <algorithm>
#include <string>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "xml/tokenizer.h"

namespace linkspan::xml {
namespace {

constexpr std::string_view kDestinations[] = {"src", "about", "resource"};
constexpr std::string_view kKinds[] = {"algorithm", "arcrole",  "datatype", "ns",   "prefix",
                                       "profile",   "property", "rel",      "role", "scheme",
                                       "type",      "uri",      "vocab",    "xmlns"};

}  // namespace

std::string_view local_name(std::string_view name) {
  return name.substr(name.rfind(':') + 1);  // npos + 1 is 0
}

Use use_of(std::string_view attribute_name) {
  constexpr size_t kLongest = 64;  // longer names are not known
  const std::string name = base::to_ascii_lower(attribute_name.substr(0, kLongest));
  if (name.starts_with("xmlns:")) return Use::name;
  if (name == "xml:base") return Use::base;
  const std::string_view local = local_name(name);
  if (local == "href" || local.ends_with("url")) return Use::anchor;
  if (base::is_one_of(local, kDestinations)) return Use::destination;
  if (local == "target") return Use::target;
  if (name == "table:formula") return Use::text;  // of ODF: of:=HYPERLINK("https://…";"x")
  const bool has_prefix = local.size() < name.size();
  const bool is_name = has_prefix || base::is_one_of(local, kKinds) ||
                       local.ends_with("namespace") || local.ends_with("schemalocation");
  return is_name ? Use::name : Use::text;
}

std::string declared_charset(std::string_view bytes) {
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

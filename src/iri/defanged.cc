// SPDX-License-Identifier: Apache-2.0
// iri::refang() and iri::defang(): addresses that are written so that nobody opens them.
//
//   defang("https://a.example/b.c")       hxxps[:]//a[.]example/b.c
//   defang("mailto:joe@a.example?cc=x")   mailto:joe[at]a[.]example?cc=x
//   refang("hxxp://a(dot)example")        http://a.example, as scan --defanged reads it
//
// The forms are those of base/defanged.h. Guarded by tests/document/defanged_test.cc.
#include "base/defanged.h"

#include <array>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

struct OfScheme {
  std::string_view open, defanged;
};
constexpr OfScheme kOpenSchemes[] = {{"https://", "hxxps[:]//"},
                                     {"http://", "hxxp[:]//"},
                                     {"ftps://", "fxps[:]//"},
                                     {"ftp://", "fxp[:]//"}};

// The length of the authority, or of the address: where dots are defanged.
size_t size_of_site(std::string_view text) {
  return std::min(text.find_first_of("/?#"), text.size());
}

}  // namespace

std::string refang(std::string_view text) {
  base::DefangedReader reader;
  std::string meant;
  meant.reserve(text.size());
  while (!text.empty()) {
    const base::DefangedReader::Token token = reader.next(text, base::Text::complete);
    const bool is_copied = token.is == base::DefangedReader::Token::Is::copied;
    meant += is_copied ? text.substr(0, token.size) : token.meant;
    text.remove_prefix(token.size);
  }
  return meant;
}

std::string defang(std::string_view uri) {
  std::string made;
  for (const OfScheme& scheme : kOpenSchemes) {
    if (base::to_ascii_lower(uri.substr(0, scheme.open.size())) != scheme.open) continue;
    made = scheme.defanged;
    uri.remove_prefix(scheme.open.size());
    break;
  }
  if (made.empty() && uri.find("://") != uri.npos) {
    made = uri.substr(0, uri.find("://") + 3);
    uri.remove_prefix(made.size());
  }
  const size_t site = size_of_site(uri);
  const bool is_address = made.empty();
  for (const char c : uri.substr(0, site)) {
    if (c == '.') {
      made += "[.]";
    } else if (c == '@' && is_address) {
      made += "[at]";
    } else {
      made += c;
    }
  }
  return made.append(uri.substr(site));
}

}  // namespace linkspan::iri

// SPDX-License-Identifier: Apache-2.0
// Guarded by tests/html/xml_test.cc.
#include <utility>

#include "html/href.h"
#include "html/page.h"
#include "linkspan/document.h"
#include "xml/tokenizer.h"

namespace linkspan {

Relationships read_relationships(std::string_view source) {
  Relationships relationships;
  if (source.size() > html::kMaxSource) return relationships;
  xml::Tokenizer tokenizer(source, xml::Extent::whole);
  xml::Token token;
  do {
    tokenizer.next(token);
    if (token.kind != xml::Token::Kind::start_tag) continue;
    std::string id, target, mode;
    for (const xml::Attribute& attribute : token.attributes) {
      if (attribute.name == "Id") id = tokenizer.decoded(tokenizer.text(attribute.value));
      if (attribute.name == "Target") target = tokenizer.decoded(tokenizer.text(attribute.value));
      if (attribute.name == "TargetMode") mode = tokenizer.text(attribute.value);
    }
    if (mode != "External" || id.empty()) continue;
    // Once for all of its uses.
    if (std::string href = html::absolute_href(target, {}); !href.empty()) {
      relationships.targets.emplace(id, std::move(href));
    }
  } while (token.kind != xml::Token::Kind::end);
  return relationships;
}

}  // namespace linkspan

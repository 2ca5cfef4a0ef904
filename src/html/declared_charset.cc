// SPDX-License-Identifier: Apache-2.0
#include "html/declared_charset.h"

#include <algorithm>

#include "base/ascii.h"
#include "html/tokenizer.h"

namespace linkspan::html {
namespace {

// After `charset=` in a text such as "text/html; charset=koi8-r".
std::string label_in(std::string_view content) {
  constexpr std::string_view kSpace = "\t\n\f\r ";
  const std::string lower = base::to_ascii_lower(content);
  for (size_t at = lower.find("charset"); at != lower.npos; at = lower.find("charset", at)) {
    at = lower.find_first_not_of(kSpace, at + 7);
    if (at == lower.npos) return {};
    if (lower[at] != '=') continue;
    const size_t begin = lower.find_first_not_of("\t\n\f\r \"'", at + 1);
    if (begin == lower.npos) return {};
    return lower.substr(begin, lower.find_first_of("\t\n\f\r ;\"'", begin) - begin);
  }
  return {};
}

}  // namespace

std::string declared_charset(std::string_view bytes) {
  const std::string_view head = bytes.substr(0, kDeclarationBytes);
  Tokenizer tokenizer(head);
  Token token;
  do {
    tokenizer.next(token, Tokenizer::Cdata::is_comment);
    if (token.kind != Token::Kind::start_tag || token.tag != Tag::meta) continue;
    const Attributes& meta = token.attributes;
    std::string label =
        base::to_ascii_lower(base::attribute_value(tokenizer.text(meta.charset.value)));
    if (label.empty()) label = label_in(base::attribute_value(tokenizer.text(meta.content.value)));
    if (label.empty()) continue;
    return label.starts_with("utf-16") ? "utf-8" : label;
  } while (token.kind != Token::Kind::end);
  return {};
}

}  // namespace linkspan::html

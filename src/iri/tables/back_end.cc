// SPDX-License-Identifier: Apache-2.0
// back_end.h and nfc.h by the tables.
#include "iri/back_end.h"

#include "iri/nfc.h"
#include "iri/tables/tables.h"

namespace linkspan::iri {
namespace back_end {

Direction direction(char32_t c) { return tables::direction(c); }
Decomposition decomposition(char32_t c) { return tables::decomposition(c); }
uint8_t combining_class(char32_t c) { return tables::combining_class(c); }
bool is_enclosing_mark(char32_t c) { return tables::is_enclosing_mark(c); }
bool is_pictographic(char32_t c) { return tables::is_pictographic(c); }
bool is_small(char32_t c) { return tables::is_small(c); }
bool is_capital(char32_t c) { return tables::is_capital(c); }
char32_t capital(char32_t c) { return tables::capital(c); }
std::string character_name(char32_t c) { return tables::character_name(c); }

Usage usage(unicode::Script script) { return tables::usage(script); }
bool is_right_to_left(unicode::Script script) { return tables::is_right_to_left(script); }
std::optional<std::vector<unicode::Script>> scripts_of_code(std::string_view code) {
  return tables::scripts_of_code(code);
}
bool is_used_in(char32_t c, unicode::Script script) { return tables::is_used_in(c, script); }

std::optional<std::string> idna_fault() { return std::nullopt; }
std::optional<std::string> to_ascii(std::string_view name) { return tables::to_ascii(name); }
std::optional<std::string> to_unicode(std::string_view name) { return tables::to_unicode(name); }

std::string skeleton(std::string_view label) { return tables::skeleton(label); }
bool is_highly_restrictive(std::string_view label) { return tables::is_highly_restrictive(label); }
bool is_recommended(char32_t c) { return tables::is_recommended(c); }

void add_country(std::string_view country, Languages& languages) {
  tables::add_country(country, languages);
}

std::optional<std::u32string> decoded(std::string_view bytes, std::string_view charset) {
  return tables::decoded(bytes, charset);
}

}  // namespace back_end

std::string nfc(std::string_view utf8) { return tables::nfc_of(utf8); }

}  // namespace linkspan::iri

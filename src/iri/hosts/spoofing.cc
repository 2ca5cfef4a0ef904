// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/spoofing.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "iri/characters.h"
#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::Script;

constexpr std::string_view kLongNames[] = {
#define LINKSPAN_LONG_NAME(name, long_name) long_name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};

bool is_script(Script script) {
  return script != Script::common && script != Script::inherited && script != Script::unknown;
}

// The scripts of the label's letters, in order, each once.
std::vector<Script> scripts_in(std::string_view label) {
  std::vector<Script> scripts;
  if (label.size() > kLongestLabel) return scripts;
  for (const Character& character : characters_of(label, {0, label.size()})) {
    const Script script = unicode::script(character.value);
    if (is_script(script) && std::find(scripts.begin(), scripts.end(), script) == scripts.end())
      scripts.push_back(script);
  }
  return scripts;
}

bool is_ascii_with_letter(std::string_view text) {
  return base::is_all_ascii(text) && std::any_of(text.begin(), text.end(), [](char c) {
           return base::is_ascii_letter(static_cast<uint8_t>(c));
         });
}

bool all_have_usage(const std::vector<Script>& scripts, tables::Usage usage) {
  return std::all_of(scripts.begin(), scripts.end(),
                     [usage](Script script) { return tables::usage(script) == usage; });
}

}  // namespace

const Spoofing& Spoofing::instance() {
  static const Spoofing only;
  return only;
}

bool Spoofing::mixes_scripts(std::string_view label) const {
  return label.size() <= kLongestLabel && !base::is_all_ascii(label) &&
         !tables::is_highly_restrictive(label);
}

std::string Spoofing::skeleton(std::string_view label) const {
  return label.size() <= kLongestLabel ? tables::skeleton(label) : std::string(label);
}

// Browsers show labels of rare scripts as A-labels. One letter like those of ASCII is enough where
// the script is historic (UAX #31, table 4), half of them where it is little used (table 7).
bool Spoofing::looks_latin_in_part(std::string_view label,
                                   const std::vector<Script>& scripts) const {
  const bool is_historic = all_have_usage(scripts, tables::Usage::excluded);
  if (!is_historic && !all_have_usage(scripts, tables::Usage::limited)) return false;
  const std::vector<Character> characters = characters_of(label, {0, label.size()});
  const auto count = std::count_if(
      characters.begin(), characters.end(),
      [&](const Character& each) { return is_ascii_with_letter(skeleton(utf8_of({each}, 0, 1))); });
  const size_t least = is_historic ? 1 : (characters.size() + 1) / 2;
  return static_cast<size_t>(count) >= least;
}

// The skeleton as a word: it is the same for what looks alike, and not always what people read.
//
// DEVIATION: UTS #39 has `i` for U+04CF, which is a stroke without a dot, and `rn` for `m`.
std::string Spoofing::as_read(std::string_view label) const {
  constexpr char32_t kPalochka = 0x4CF;
  std::string word;
  for (const Character& each : characters_of(label, {0, label.size()})) {
    const std::string seen = each.value == kPalochka ? "l" : skeleton(utf8_of({each}, 0, 1));
    word += seen == "rn" ? "m" : seen;
  }
  return word;
}

std::optional<std::string> Spoofing::looks_latin(std::string_view label) const {
  if (label.size() > kLongestLabel || base::is_all_ascii(label)) return std::nullopt;
  const std::vector<Script> scripts = scripts_in(label);
  if (scripts.empty() || scripts == std::vector{Script::latin}) return std::nullopt;
  // Right-to-left text does not look like the left-to-right text of its skeleton.
  if (std::any_of(scripts.begin(), scripts.end(), tables::is_right_to_left)) return std::nullopt;
  const bool looks_so =
      is_ascii_with_letter(skeleton(label)) || looks_latin_in_part(label, scripts);
  return looks_so ? std::optional(as_read(label)) : std::nullopt;
}

bool is_written_in(std::string_view label, const HomeLanguages& home) {
  const std::vector<Script> scripts = scripts_in(label);
  return !scripts.empty() && std::all_of(scripts.begin(), scripts.end(),
                                         [&](Script script) { return home.writes_in(script); });
}

std::string capitals(std::string_view label) {
  std::vector<Character> characters = characters_of(label, {0, label.size()});
  for (Character& each : characters) {
    if (each.value <= unicode::kMaxCodePoint) each.value = tables::capital(each.value);
  }
  return utf8_of(characters, 0, characters.size());
}

std::string scripts_of(std::string_view label) {
  std::string names;
  const std::vector<Script> scripts = scripts_in(label);
  for (size_t i = 0; i < scripts.size(); ++i) {
    if (i > 0) names += i + 1 == scripts.size() ? " and " : ", ";
    names += kLongNames[static_cast<size_t>(scripts[i])];
  }
  return names;
}

}  // namespace linkspan::iri

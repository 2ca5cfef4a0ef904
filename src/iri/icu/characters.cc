// SPDX-License-Identifier: Apache-2.0
// Properties of characters and scripts by ICU.
#include <unicode/uchar.h>
#include <unicode/uscript.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>

#include "iri/back_end.h"
#include "iri/icu/scripts.h"

namespace linkspan::iri::back_end {
namespace {

using unicode::Script;

constexpr const char* kLongNames[] = {
#define LINKSPAN_LONG_NAME(name, long_name) long_name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_LONG_NAME)
#undef LINKSPAN_LONG_NAME
};

UChar32 icu_value(char32_t c) { return static_cast<UChar32>(c); }

struct Composite {
  int32_t code;
  std::array<Script, 3> parts;
};

// Codes of ISO 15924 that stand for several scripts of Unicode (UAX #24, section 3.3).
constexpr std::array kComposites = {
    Composite{USCRIPT_SIMPLIFIED_HAN, {Script::han, Script::han, Script::han}},
    Composite{USCRIPT_TRADITIONAL_HAN, {Script::han, Script::han, Script::han}},
    Composite{USCRIPT_JAPANESE, {Script::han, Script::hiragana, Script::katakana}},
    Composite{USCRIPT_KOREAN, {Script::han, Script::hangul, Script::hangul}}};

}  // namespace

// The tables of src/unicode may be newer than ICU: their scripts that ICU lacks are
// USCRIPT_UNKNOWN.
UScriptCode icu_script(Script script) {
  static const std::array codes = [] {
    std::array<UScriptCode, std::size(kLongNames)> all = {};
    std::transform(std::begin(kLongNames), std::end(kLongNames), all.begin(), [](const char* name) {
      const int32_t code = u_getPropertyValueEnum(UCHAR_SCRIPT, name);
      return code == UCHAR_INVALID_CODE ? USCRIPT_UNKNOWN : static_cast<UScriptCode>(code);
    });
    return all;
  }();
  return codes[static_cast<size_t>(script)];
}

std::optional<Script> script_of_icu(UScriptCode code) {
  for (size_t i = 0; i < std::size(kLongNames); ++i) {
    const auto script = static_cast<Script>(i);
    if (icu_script(script) == code && (code != USCRIPT_UNKNOWN || script == Script::unknown))
      return script;
  }
  return std::nullopt;
}

Direction direction(char32_t c) {
  switch (u_charDirection(icu_value(c))) {
    case U_LEFT_TO_RIGHT:
      return Direction::left_to_right;
    case U_RIGHT_TO_LEFT:
    case U_RIGHT_TO_LEFT_ARABIC:
      return Direction::right_to_left;
    case U_DIR_NON_SPACING_MARK:
      return Direction::mark;
    default:
      return Direction::neither;
  }
}

Decomposition decomposition(char32_t c) {
  switch (u_getIntPropertyValue(icu_value(c), UCHAR_DECOMPOSITION_TYPE)) {
    case U_DT_NONE:
      return Decomposition::none;
    case U_DT_CANONICAL:
      return Decomposition::canonical;
    case U_DT_WIDE:
    case U_DT_NARROW:
      return Decomposition::wide;
    case U_DT_SQUARE:
      return Decomposition::square;
    case U_DT_COMPAT:
      return Decomposition::compat;
    default:
      return Decomposition::other;
  }
}

uint8_t combining_class(char32_t c) { return u_getCombiningClass(icu_value(c)); }

bool is_enclosing_mark(char32_t c) { return u_charType(icu_value(c)) == U_ENCLOSING_MARK; }

bool is_pictographic(char32_t c) {
  return u_hasBinaryProperty(icu_value(c), UCHAR_EXTENDED_PICTOGRAPHIC) != 0;
}

bool is_small(char32_t c) { return u_charType(icu_value(c)) == U_LOWERCASE_LETTER; }

bool is_capital(char32_t c) { return u_charType(icu_value(c)) == U_UPPERCASE_LETTER; }

char32_t capital(char32_t c) { return static_cast<char32_t>(u_toupper(icu_value(c))); }

std::string character_name(char32_t c) {
  std::array<char, 128> name = {};
  UErrorCode status = U_ZERO_ERROR;
  u_charName(icu_value(c), U_UNICODE_CHAR_NAME, name.data(), static_cast<int32_t>(name.size()),
             &status);
  return U_SUCCESS(status) ? name.data() : "";
}

Usage usage(Script script) {
  switch (uscript_getUsage(icu_script(script))) {
    case USCRIPT_USAGE_EXCLUDED:
      return Usage::excluded;
    case USCRIPT_USAGE_LIMITED_USE:
      return Usage::limited;
    case USCRIPT_USAGE_RECOMMENDED:
      return Usage::recommended;
    default:
      return Usage::none;
  }
}

bool is_right_to_left(Script script) { return uscript_isRightToLeft(icu_script(script)) != 0; }

std::optional<std::vector<Script>> scripts_of_code(std::string_view code) {
  const int32_t value = u_getPropertyValueEnum(UCHAR_SCRIPT, std::string(code).c_str());
  if (value == UCHAR_INVALID_CODE) return std::nullopt;
  const auto found =
      std::find_if(kComposites.begin(), kComposites.end(),
                   [value](const Composite& composite) { return composite.code == value; });
  if (found != kComposites.end()) return std::vector(found->parts.begin(), found->parts.end());
  const std::optional<Script> script = script_of_icu(static_cast<UScriptCode>(value));
  return script ? std::vector{*script} : std::vector<Script>();
}

bool is_used_in(char32_t c, Script script) {
  return uscript_hasScript(icu_value(c), icu_script(script)) != 0;
}

}  // namespace linkspan::iri::back_end

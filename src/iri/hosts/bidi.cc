// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/bidi.h"

#include <algorithm>

#include "base/ascii.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

constexpr std::string_view kLri = "\u2066";
constexpr std::string_view kPdi = "\u2069";
constexpr std::string_view kLre = "\u202A";
constexpr std::string_view kPdf = "\u202C";
constexpr std::string_view kLrm = "\u200E";

// reserved = gen-delims / sub-delims (RFC 3986, section 2.2), with the percent sign, as in RFC
// 2396, section 2.4.3, on which the draft is based.
constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=%";

using tables::Direction;

Direction direction(const Character& character) {
  if (character.value > unicode::kMaxCodePoint) return Direction::neither;
  return tables::direction(character.value);
}

void check_component(const Subject& subject, Range range, Findings& findings) {
  const std::string_view component = subject.at(range);
  if (base::is_all_ascii(component)) return;
  const Structure structure = structure_of(component);
  if (structure == Structure::one_direction) return;
  findings.add(Warning::bidi_structure, range, [&] {
    return quoted(component) + (structure == Structure::both_directions
                                    ? " has characters of both directions"
                                    : " does not start and end with right-to-left characters");
  });
}

// Each piece of the component between `delimiters`.
void check_pieces(const Subject& subject, Part part, std::string_view delimiters,
                  Findings& findings) {
  if (!part.present()) return;
  for (size_t begin = part.begin; begin <= part.end;) {
    const size_t end = std::min<size_t>(subject.text.find_first_of(delimiters, begin), part.end);
    check_component(subject, {begin, end}, findings);
    begin = end + 1;
  }
}

}  // namespace

Structure structure_of(std::string_view component) {
  bool left = false;
  bool right = false;
  Direction first = Direction::mark;
  Direction last = Direction::mark;
  for (const Character& character : plain_characters_of(component)) {
    const Direction found = direction(character);
    left |= found == Direction::left_to_right;
    right |= found == Direction::right_to_left;
    if (found == Direction::mark) continue;
    if (first == Direction::mark) first = found;
    last = found;
  }
  if (!right) return Structure::one_direction;
  if (left) return Structure::both_directions;
  const bool ends_inside = first == Direction::right_to_left && last == Direction::right_to_left;
  return ends_inside ? Structure::one_direction : Structure::ends_outside;
}

std::string embedded(std::string_view text, BidiForm form) {
  std::string out;
  switch (form) {
    case BidiForm::none:
      return std::string(text);
    case BidiForm::isolate:
      return out.append(kLri).append(text).append(kPdi);
    case BidiForm::embedding:
      return out.append(kLre).append(text).append(kPdf);
    case BidiForm::marks:
      break;
  }
  out += kLre;
  for (const char c : text) {
    const bool reserved = kReserved.find(c) != std::string_view::npos;
    if (reserved) out += kLrm;
    out += c;
    if (reserved) out += kLrm;
  }
  return out.append(kPdf);
}

void check_bidi(const Subject& subject, Findings& findings) {
  if (base::is_all_ascii(subject.text)) return;
  const Parts& parts = subject.parts;
  check_pieces(subject, parts.userinfo, ":", findings);
  check_pieces(subject, parts.host, ".", findings);
  check_pieces(subject, parts.path, "/.", findings);
  check_pieces(subject, parts.query, "&=;", findings);
  check_pieces(subject, parts.fragment, "", findings);
}

}  // namespace linkspan::iri

// SPDX-License-Identifier: Apache-2.0
// The place where a text stops being an IRI, and a sentence about it: the character, the rule of
// the RFC, and what is expected.
//
//   http://a/{b}    `{` cannot be in the path (`isegment`, RFC 3987, section 2.2):
//                   percent-encode it as %7B
//   http://[::1/    `/` cannot be in the IP literal (`IP-literal`, RFC 3986, section 3.2.2):
//                   expected a hexadecimal digit, `:`, `.` or `]`
//
// The place is where the automaton leaves the states from which a match can be reached, and the
// expected characters are those that would have led to such a state. The delimiters before the
// place are only used to name the component.
//
// Guarded by tests/iri/iri_parse_errors_test.cc.
#include <algorithm>
#include <array>
#include <bitset>
#include <string>
#include <vector>

#include "automata/iri_grammars.h"
#include "base/ascii.h"
#include "base/dfa.h"
#include "base/printable.h"
#include "base/utf8.h"
#include "iri/parse.h"
#include "iri/percent.h"

namespace linkspan::iri {
namespace {

// ---- Which texts can still become a match

constexpr const base::Dfa& kDfa = automata::kIriGrammars;
constexpr size_t kStateCount = automata::kIriGrammars.state_count;

// For each state the grammars that a longer text can match, as bits.
using Reachable = std::array<uint8_t, kStateCount>;

// The grammars that a state accepts, and those that later states can reach, to a fixed point.
Reachable find_reachable() {
  Reachable reachable{};
  std::copy_n(kDfa.accepts, kStateCount, reachable.begin());
  for (bool is_new = true; is_new;) {
    is_new = false;
    for (size_t state = kStateCount; state-- > 0;) {
      uint8_t grammars = reachable[state];
      const uint16_t* const row = kDfa.next + state * kDfa.class_count;
      for (size_t i = 0; i < kDfa.class_count; ++i) grammars |= reachable[row[i]];
      is_new = is_new || grammars != reachable[state];
      reachable[state] = grammars;
    }
  }
  return reachable;
}

constexpr bool has(uint8_t grammars, Grammar grammar) {
  return (grammars >> static_cast<unsigned>(grammar) & 1) != 0;
}

bool is_viable(base::Dfa::State state, Grammar grammar) {
  static const Reachable reachable = find_reachable();
  return has(reachable[state], grammar);
}

struct Progress {
  size_t length = 0;  // of the longest prefix of the text that can still become a match
  base::Dfa::State state = base::Dfa::start();
};

Progress read_viable(std::string_view text, Grammar grammar) {
  Progress progress;
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = begin + text.size();
  for (const uint8_t* at = begin; at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) break;
    base::Dfa::State state = progress.state;
    for (const uint8_t* const after = at + found.length; at != after; ++at) {
      state = kDfa.step(state, *at);
    }
    if (!is_viable(state, grammar)) break;
    progress = {static_cast<size_t>(at - begin), state};
  }
  return progress;
}

// ---- What is expected

using AsciiBytes = std::bitset<128>;

AsciiBytes expected_bytes(base::Dfa::State state, Grammar grammar) {
  AsciiBytes expected;
  for (size_t byte = 0; byte < expected.size(); ++byte) {
    expected[byte] = is_viable(kDfa.step(state, static_cast<uint8_t>(byte)), grammar);
  }
  return expected;
}

struct CharacterClass {
  std::string_view name;
  std::string_view members;
};

// In the order in which they are taken out of a set.
constexpr CharacterClass kClasses[] = {
    {"one of `!$&'()*+,;=`", "!$&'()*+,;="},
    {"an ASCII letter", "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"},
    {"a hexadecimal digit", "0123456789ABCDEFabcdef"},
    {"a digit", "0123456789"},
};

// Removes the class from the set if the set contains all of it.
bool take(AsciiBytes& set, const CharacterClass& characters) {
  AsciiBytes members;
  for (const char c : characters.members) members.set(static_cast<uint8_t>(c));
  if ((set & members) != members) return false;
  set &= ~members;
  return true;
}

std::string quoted(std::string_view text) { return "`" + base::printable(text) + "`"; }

// Names of classes, and the other characters one by one.
std::vector<std::string> names_of(AsciiBytes set) {
  std::vector<std::string> names;
  for (const CharacterClass& characters : kClasses) {
    if (take(set, characters)) names.emplace_back(characters.name);
  }
  for (size_t byte = 0; byte < set.size(); ++byte) {
    if (set[byte]) names.push_back(quoted(std::string(1, static_cast<char>(byte))));
  }
  return names;
}

// "a, b or c"
std::string joined(const std::vector<std::string>& names) {
  std::string all;
  for (size_t i = 0; i < names.size(); ++i) {
    if (i > 0) all += i + 1 == names.size() ? " or " : ", ";
    all += names[i];
  }
  return all;
}

// ---- Which rule

enum class Place : uint8_t {
  scheme,
  first_segment,  // of a path without a scheme
  path,
  query,
  fragment,
  host,
  ip_literal,
  after_ip_literal,
  port,
  percent_encoded,
  absolute,  // a fragment, which the grammar does not have
};

struct Rule {
  std::string_view place;
  std::string_view in_iri;  // with its section; also for rules that the RFCs have in common
  std::string_view in_uri;
};

// In the order of Place.
constexpr Rule kRules[] = {
    {"in the scheme", "`scheme`, RFC 3986, section 3.1", "`scheme`, RFC 3986, section 3.1"},
    {"in the first segment of a path without a scheme", "`isegment-nz-nc`, RFC 3987, section 2.2",
     "`segment-nz-nc`, RFC 3986, section 3.3"},
    {"in the path", "`isegment`, RFC 3987, section 2.2", "`segment`, RFC 3986, section 3.3"},
    {"in the query", "`iquery`, RFC 3987, section 2.2", "`query`, RFC 3986, section 3.4"},
    {"in the fragment", "`ifragment`, RFC 3987, section 2.2", "`fragment`, RFC 3986, section 3.5"},
    {"in the host", "`ireg-name`, RFC 3987, section 2.2", "`reg-name`, RFC 3986, section 3.2.2"},
    {"in the host", "`IP-literal`, RFC 3986, section 3.2.2",
     "`IP-literal`, RFC 3986, section 3.2.2"},
    {"after the IP literal", "`iauthority`, RFC 3987, section 2.2",
     "`authority`, RFC 3986, section 3.2"},
    {"in the port", "`port`, RFC 3986, section 3.2.3", "`port`, RFC 3986, section 3.2.3"},
    {"after the percent sign", "`pct-encoded`, RFC 3986, section 2.1",
     "`pct-encoded`, RFC 3986, section 2.1"},
    {"where a fragment is not allowed", "`absolute-IRI`, RFC 3987, section 2.2",
     "`absolute-URI`, RFC 3986, section 4.3"},
};

bool is_uri(Grammar grammar) { return grammar >= Grammar::uri_reference; }

bool needs_scheme(Grammar grammar) {
  return grammar != Grammar::iri_reference && grammar != Grammar::uri_reference;
}

bool ends_in_percent_encoding(std::string_view before) {
  return before.ends_with('%') || (before.size() >= 2 && before[before.size() - 2] == '%');
}

// Within an authority, of which `before` has been read.
Place place_in_authority(std::string_view before) {
  const size_t at = before.rfind('@');
  const std::string_view host = before.substr(at == before.npos ? 0 : at + 1);
  const bool is_literal = host.starts_with('[');
  const size_t bracket = host.find(']');
  if (is_literal && bracket == host.npos) return Place::ip_literal;
  const size_t colon = host.find(':', is_literal ? bracket : 0);
  if (colon != host.npos) return Place::port;
  return is_literal ? Place::after_ip_literal : Place::host;
}

// The component in which `before`, the prefix of a match, ends.
Place place_after(std::string_view before, Grammar grammar) {
  if (ends_in_percent_encoding(before)) return Place::percent_encoded;
  if (before.find('#') != before.npos) return Place::fragment;
  if (before.find('?') != before.npos) return Place::query;
  const size_t delimiter = before.find_first_of(":/");
  const bool has_scheme = delimiter != before.npos && before[delimiter] == ':';
  const std::string_view rest = before.substr(has_scheme ? delimiter + 1 : 0);
  if (rest.starts_with("//") && rest.find('/', 2) == rest.npos) {
    return place_in_authority(rest.substr(2));
  }
  if (has_scheme || delimiter != before.npos) return Place::path;
  return needs_scheme(grammar) ? Place::scheme : Place::first_segment;
}

// ---- The sentence

// The unexpected code point; empty at the end.
struct Found {
  std::string_view text;
  char32_t value = 0;

  bool is_end() const { return text.empty(); }
};

Found found_at(std::string_view text, size_t offset) {
  if (offset == text.size()) return {};
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const base::CodePoint found =
      base::decode(begin + offset, begin + text.size(), base::Text::complete);
  return {text.substr(offset, found.length), found.value};
}

// "`{`", "`é` (U+00E9)" or "U+0020": a character that cannot be shown is named by its number.
std::string name_of(const Found& found) {
  if (found.value == base::kIllFormed) return "the byte " + base::printable(found.text);
  const bool is_shown = base::is_printable(found.value) && found.value != ' ' && found.value != '`';
  if (is_shown && found.value < 0x80) return quoted(found.text);
  const std::string number = base::code_of(found.value);
  return is_shown ? quoted(found.text) + " (" + number + ")" : number;
}

std::string percent_encoded(std::string_view text) {
  std::string encoded;
  for (const char c : text) append_percent_encoded(encoded, static_cast<uint8_t>(c));
  return encoded;
}

// Text after the colon of a host, which is not a port, may be the rest of user information.
bool is_unfinished_userinfo(Place place, const AsciiBytes& expected) {
  return place == Place::port && expected['@'];
}

std::string advice(const Found& found, Place place, Grammar grammar, const Progress& progress) {
  if (found.value == base::kIllFormed) return "the text has to be UTF-8";
  if (place == Place::absolute) return "leave the fragment out";
  const AsciiBytes expected = expected_bytes(progress.state, grammar);
  if (is_unfinished_userinfo(place, expected)) {
    return "expected digits only after the colon, or `@` after user information";
  }
  if (place == Place::first_segment && found.value == ':') {
    return "write `./` before the path, as no `scheme` (RFC 3986, section 3.1) precedes the colon";
  }
  if (!found.is_end() && expected['%']) {
    return "percent-encode it as " + percent_encoded(found.text);
  }
  std::vector<std::string> names = names_of(expected);
  if (has(kDfa.accepts[progress.state], grammar)) names.emplace_back("the end");
  return "expected " + joined(names);
}

// A `#` that would be right if the grammar had fragments.
bool begins_fragment(const Found& found, base::Dfa::State state, Place place) {
  return found.value == '#' && place != Place::scheme &&
         is_viable(kDfa.step(state, '#'), Grammar::iri_reference);
}

std::string sentence(std::string_view text, Grammar grammar, const Progress& progress) {
  const Found found = found_at(text, progress.length);
  Place place = place_after(text.substr(0, progress.length), grammar);
  if (begins_fragment(found, progress.state, place)) place = Place::absolute;
  const Rule& rule = kRules[static_cast<size_t>(place)];
  std::string all = found.is_end() ? "the text cannot end " : name_of(found) + " cannot be ";
  all.append(rule.place).append(" (").append(is_uri(grammar) ? rule.in_uri : rule.in_iri);
  return all.append("): ") + advice(found, place, grammar, progress);
}

}  // namespace

size_t viable_length(std::string_view text, Grammar grammar) {
  return read_viable(text, grammar).length;
}

Error parse_error(std::string_view text, Grammar grammar) {
  const Progress progress = read_viable(text, grammar);
  return {ErrorCode::syntax, progress.length, sentence(text, grammar, progress)};
}

}  // namespace linkspan::iri

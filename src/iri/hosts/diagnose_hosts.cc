// SPDX-License-Identifier: Apache-2.0
// The checks of the labels of hosts: look-alikes, IDNA, and IPv4 addresses.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "iri/diagnose.h"
#include "iri/hosts/home_languages.h"
#include "iri/hosts/idna2008.h"
#include "iri/hosts/labels.h"
#include "iri/hosts/odd_letters.h"
#include "iri/hosts/spoofing.h"
#include "scan/syntax/tlds.h"

namespace linkspan::iri {
namespace {

std::string shown(const Label& label) {
  return quoted(label.unicode) + (label.form == LabelForm::a_label ? " (an A-label)" : "");
}

// ---- Spoofing ----

// A label is not suspicious if people who read its top-level domain read it as well: it is in the
// script of that domain (оса.рф), or of a language of its country (оса.ru). Registries there do not
// register two names that look alike.
bool is_at_home(const Label& label, const Label& top_level) {
  const std::string scripts = scripts_of(label.unicode);
  return scripts == scripts_of(top_level.unicode) ||
         is_written_in(label.unicode, home_languages(top_level.unicode));
}

void check_mixed_scripts(const Label& label, Findings& findings) {
  findings.add(Warning::mixed_scripts, label.range, [&] {
    const std::string scripts = scripts_of(label.unicode);
    return shown(label) + " mixes " +
           (scripts.find(' ') == std::string::npos
                ? "letters, digits or marks of scripts that are not written together"
                : scripts);
  });
}

// As it is written, also in capitals, or as it is mapped.
std::optional<std::string> looks_latin(const Label& label) {
  const Spoofing& spoofing = Spoofing::instance();
  std::optional<std::string> seen = spoofing.looks_latin(label.unicode);
  if (!seen && label.form == LabelForm::written)
    seen = spoofing.looks_latin(utf8_of(label.characters, 0, label.characters.size()));
  return seen;
}

// `сом`, in Cyrillic letters, looks like a top-level domain and is not one.
bool is_false_top_level(const Label& label) {
  if (scan::is_top_level_domain(label.unicode)) return false;
  const Spoofing& spoofing = Spoofing::instance();
  const std::string small = spoofing.skeleton(label.unicode);
  const std::string capital = base::to_ascii_lower(spoofing.skeleton(capitals(label.unicode)));
  return scan::is_top_level_domain(small) || scan::is_top_level_domain(capital);
}

void check_script(const Label& label, const Label& top_level, Findings& findings) {
  if (Spoofing::instance().mixes_scripts(label.unicode))
    return check_mixed_scripts(label, findings);
  const bool is_last = &label == &top_level;
  const std::optional<std::string> latin =
      is_last ? std::optional<std::string>() : looks_latin(label);
  if (is_last ? is_false_top_level(label) : latin && !is_at_home(label, top_level)) {
    return findings.add(Warning::confusable_host, label.range, [&] {
      return shown(label) + " is " + scripts_of(label.unicode) + " and looks like " +
             (is_last ? "another top-level domain" : quoted(*latin));
    });
  }
  const std::optional<std::string> odd = odd_letter(label, home_languages(top_level.unicode));
  if (!odd) return;
  findings.add(Warning::confusable_host, label.range, [&] {
    return quoted(*odd) + " in " + shown(label) + " looks like a letter or a hyphen of ASCII";
  });
}

void check_spoofing(const Label& label, const std::vector<Label>& labels, Findings& findings) {
  if (base::is_all_ascii(label.unicode)) return;
  // A host of one label is not a top-level domain.
  if (labels.size() > 1) return check_script(label, labels.back(), findings);
  const Label none = {{}, LabelForm::written, {}, {}};
  check_script(label, none, findings);
}

// ---- IDNA ----

// Deviation characters of UTS #46, section 7: ß ς ZWNJ ZWJ.
bool is_deviation(char32_t c) { return c == 0xDF || c == 0x3C2 || c == 0x200C || c == 0x200D; }

void check_deviations(const Label& label, Findings& findings) {
  for (const Character& character : label.characters) {
    if (!is_deviation(character.value)) continue;
    findings.add(Warning::deviation, character.range, [&] {
      return name_of(character.value) + " is another character, or none, by IDNA2003";
    });
  }
}

void check_idna2008(const Label& label, Findings& findings) {
  const std::optional<std::string> fault = idna2008_fault(label.unicode);
  if (!fault) return;
  findings.add(Warning::not_idna2008, label.range,
               [&] { return shown(label) + " is not allowed by IDNA2008: " + *fault; });
}

void check_idna(const Subject& subject, const Label& label, Findings& findings) {
  const bool is_domain = subject.scheme.host_is_domain || subject.scheme.carries_address ||
                         !subject.parts.scheme.present();
  const bool is_ascii = label.form == LabelForm::written && base::is_all_ascii(label.unicode) &&
                        !label.unicode.starts_with("xn--");
  if (is_domain && !is_ascii &&
      !host_to_ascii(utf8_of(label.characters, 0, label.characters.size()))) {
    findings.add(Warning::host_not_idna, label.range, [&] {
      return quoted(label.unicode) + " cannot be a label of a domain name (UTS #46)";
    });
  } else if (!is_ascii) {
    check_idna2008(label, findings);
  }
  check_deviations(label, findings);
}

// ---- IPv4 ----

// The number of one part by the WHATWG URL Standard: decimal, octal after 0, hexadecimal after 0x.
// Nothing if it is not a number; the maximum if it is too large.
std::optional<uint64_t> ipv4_number(std::string_view part) {
  uint64_t base = 10;
  if (part.starts_with("0x")) {
    base = 16;
    part.remove_prefix(2);
  } else if (part.size() > 1 && part[0] == '0') {
    base = 8;
  } else if (part.empty()) {
    return std::nullopt;
  }
  constexpr uint64_t kTooLarge = uint64_t{1} << 40;
  uint64_t number = 0;
  for (const char c : part) {
    const bool digit = base::is_ascii_digit(static_cast<uint8_t>(c));
    if (!digit && (base != 16 || !base::is_ascii_hex_digit(static_cast<uint8_t>(c))))
      return std::nullopt;
    const auto value = static_cast<uint64_t>(digit ? c - '0' : c - 'a' + 10);
    if (value >= base) return std::nullopt;
    number = std::min(number * base + value, kTooLarge);
  }
  return number;
}

// The address, if browsers read these labels as one: up to four numbers, the last of which fills
// the remaining bytes.
std::optional<uint32_t> ipv4_address(const std::vector<Label>& labels) {
  constexpr size_t kParts = 4;
  constexpr uint64_t kByte = 256;
  if (labels.empty() || labels.size() > kParts) return std::nullopt;
  uint64_t address = 0;
  for (size_t i = 0; i < labels.size(); ++i) {
    const std::optional<uint64_t> number = ipv4_number(labels[i].unicode);
    const size_t bytes = i + 1 < labels.size() ? 1 : kParts - i;
    uint64_t limit = 1;
    for (size_t k = 0; k < bytes; ++k) limit *= kByte;
    if (!number || *number >= limit) return std::nullopt;
    address = address * limit + *number;
  }
  return static_cast<uint32_t>(address);
}

std::string dotted(uint32_t address) {
  std::string text;
  for (unsigned shift = 32; shift > 0;) {
    shift -= 8;
    text += std::to_string(address >> shift & 0xFF);
    if (shift > 0) text += '.';
  }
  return text;
}

// Is there no empty label but one at the end?
bool is_gapless(const Subject& subject, Range host, const std::vector<Label>& labels) {
  uint64_t at = host.begin;
  for (const Label& label : labels) {
    const Range gap = {at, label.range.begin};
    if (characters_of(subject.text, gap).size() != (at == host.begin ? 0 : 1)) return false;
    at = label.range.end;
  }
  return characters_of(subject.text, {at, host.end}).size() <= 1;
}

// A text without scheme and `//` may be a number.
bool has_authority(const Subject& subject) {
  return subject.parts.scheme.present() || subject.text.starts_with("//");
}

void check_ipv4(const Subject& subject, Range host, const std::vector<Label>& labels,
                Findings& findings) {
  if (!has_authority(subject)) return;
  const std::optional<uint32_t> address =
      is_gapless(subject, host, labels) ? ipv4_address(labels) : std::optional<uint32_t>();
  if (!address || subject.at(host) == dotted(*address)) return;
  findings.add(Warning::odd_ipv4, host,
               [&] { return quoted(subject.at(host)) + " is the address " + dotted(*address); });
}

}  // namespace

void check_hosts(const Subject& subject, Findings& findings) {
  for (const Range host : subject.hosts) {
    const std::vector<Label> labels = labels_of(subject.text, host);
    for (const Label& label : labels) {
      check_spoofing(label, labels, findings);
      check_idna(subject, label, findings);
    }
    check_ipv4(subject, host, labels, findings);
  }
}

}  // namespace linkspan::iri

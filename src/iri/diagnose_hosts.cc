// SPDX-License-Identifier: Apache-2.0
// The checks of the labels of hosts: look-alikes, IDNA, and IPv4 addresses.
#include <algorithm>
#include <cstdint>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "iri/diagnose.h"
#include "iri/idna.h"
#include "iri/idna2008.h"
#include "iri/labels.h"
#include "iri/spoofing.h"

namespace linkspan::iri {
namespace {

std::string shown(const Label& label) {
  return quoted(label.unicode) + (label.form == LabelForm::a_label ? " (an A-label)" : "");
}

// ---- Spoofing ----

// Labels in the script of their top-level domain are not suspicious (оса.рф), as registries do not
// register two that look alike. Latin letters always are, because those that look like others
// belong to no orthography.
bool is_at_home(const Label& label, const Label& top_level) {
  if (&label == &top_level) return true;
  const std::string scripts = scripts_of(label.unicode);
  return scripts != "Latin" && scripts == scripts_of(top_level.unicode);
}

void check_spoofing(const Label& label, const std::vector<Label>& labels, Findings& findings) {
  const Spoofing& spoofing = Spoofing::instance();
  if (spoofing.mixes_scripts(label.unicode)) {
    findings.add(Warning::mixed_scripts, label.range, [&] {
      const std::string scripts = scripts_of(label.unicode);
      return shown(label) + " mixes " +
             (scripts.find(' ') == std::string::npos
                  ? "letters, digits or marks of scripts that are not written together"
                  : scripts);
    });
    return;
  }
  const std::optional<std::string> latin = spoofing.looks_latin(label.unicode);
  if (!latin || (labels.size() > 1 && is_at_home(label, labels.back()))) return;
  findings.add(Warning::confusable_host, label.range, [&] {
    return shown(label) + " is " + scripts_of(label.unicode) + " and looks like " + quoted(*latin);
  });
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
  const Result<Idna>& idna = Idna::shared();
  if (is_domain && !is_ascii && idna.ok() &&
      !idna->to_ascii(utf8_of(label.characters, 0, label.characters.size()))) {
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

// SPDX-License-Identifier: Apache-2.0
// The form of an IRI for people to read (RFC 3987, sections 4.1 and 7.6).
//
//   https://xn--bcher-kva.example/%C3%BC    → https://bücher.example/ü, in isolates
//   https://пример.example/é, {"Latn"}      → https://xn--e1afmkfd.example/é
//
// It is that of to_iri(), which decodes the characters that may be shown; unencoded characters of
// the text that may not be shown are encoded here. Guarded by tests/iri/iri_bidi_test.cc.
#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/hosts/bidi.h"
#include "iri/hosts/labels.h"
#include "iri/percent.h"
#include "iri/tables/tables.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

// The scripts that a display can show. ASCII and characters of no script can always be shown.
class Scripts {
 public:
  // REQUIRES: every code is known.
  explicit Scripts(const std::vector<std::string>& codes) : all_(codes.empty()) {
    for (const std::string& code : codes) {
      const std::vector<unicode::Script> scripts = tables::scripts_of_code(code).value();
      scripts_.insert(scripts_.end(), scripts.begin(), scripts.end());
    }
  }

  bool shows(char32_t c) const {
    if (all_ || c < 0x80 || c > unicode::kMaxCodePoint) return true;
    const unicode::Script own = unicode::script(c);
    if (own == unicode::Script::common || own == unicode::Script::inherited) return true;
    return std::any_of(scripts_.begin(), scripts_.end(),
                       [c](unicode::Script script) { return tables::is_used_in(c, script); });
  }

 private:
  bool all_;
  std::vector<unicode::Script> scripts_;
};

std::optional<Error> unknown_script(const std::vector<std::string>& codes) {
  for (size_t i = 0; i < codes.size(); ++i) {
    if (tables::scripts_of_code(codes[i])) continue;
    return Error{ErrorCode::invalid_argument, i,
                 '"' + codes[i] + "\" is not a script of ISO 15924, such as \"Latn\" or \"Jpan\""};
  }
  return std::nullopt;
}

bool can_be_shown(const std::vector<Character>& characters, size_t index, const Scripts& scripts) {
  const Character& character = characters[index];
  if (character.written == Written::escaped) return true;
  return scripts.shows(character.value) && unseen(characters, index) == Unseen::no &&
         !is_private_use(character.value) && !is_unassigned(character.value);
}

void append_shown(std::string& out, std::string_view text, Range range, const Scripts& scripts) {
  const std::vector<Character> characters = characters_of(text, range);
  for (size_t i = 0; i < characters.size(); ++i) {
    const Range each = characters[i].range;
    const std::string_view bytes = each.text(text);
    if (can_be_shown(characters, i, scripts)) {
      out += bytes;
    } else {
      append_percent_encoded(out, bytes);
    }
  }
}

// A label that cannot be shown is an A-label, or percent-encoded where it has none.
void append_host(std::string& out, const Subject& subject, Range host, const Scripts& scripts) {
  uint64_t at = host.begin;
  for (const Label& label : labels_of(subject.text, host)) {
    out += subject.at({at, label.range.begin});
    at = label.range.end;
    bool shown = true;
    for (size_t i = 0; i < label.characters.size(); ++i)
      shown = shown && can_be_shown(label.characters, i, scripts);
    const std::optional<std::string> ascii =
        shown ? std::nullopt : host_to_ascii(subject.at(label.range));
    if (ascii) {
      out += *ascii;
    } else {
      append_shown(out, subject.text, label.range, scripts);
    }
  }
  out += subject.at({at, host.end});
}

}  // namespace

Result<std::string> display(std::string_view iri, const DisplayOptions& options) {
  if (std::optional<Error> error = unknown_script(options.scripts)) return *std::move(error);
  Result<std::string> readable = to_iri(iri);
  if (!readable) return readable;
  if (!base::is_all_ascii(*readable)) {
    const Subject subject = subject_of(*readable);
    const Scripts scripts(options.scripts);
    std::string out;
    uint64_t at = 0;
    for (const Range host : subject.hosts) {
      append_shown(out, subject.text, {at, host.begin}, scripts);
      append_host(out, subject, host, scripts);
      at = host.end;
    }
    append_shown(out, subject.text, {at, subject.text.size()}, scripts);
    readable = std::move(out);
  }
  return embedded(*readable, options.bidi);
}

}  // namespace linkspan::iri

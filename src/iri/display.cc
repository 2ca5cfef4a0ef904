// SPDX-License-Identifier: Apache-2.0
// The form of an IRI for people to read (RFC 3987, sections 4.1 and 7.6).
//
//   https://xn--bcher-kva.example/%C3%BC    → https://bücher.example/ü, in isolates
//   https://пример.example/é, {"Latn"}      → https://xn--e1afmkfd.example/é
//
// It is that of to_iri(), which decodes the characters that may be shown; unencoded characters of
// the text that may not be shown are encoded here. Guarded by tests/iri/iri_bidi_test.cc.
#include <unicode/uchar.h>
#include <unicode/uscript.h>

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "iri/bidi.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/idna.h"
#include "iri/labels.h"
#include "iri/percent.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

struct Composite {
  int32_t code;
  std::array<UScriptCode, 3> parts;
};

// Codes of ISO 15924 that stand for several scripts of Unicode (UAX #24, section 3.3).
constexpr std::array kComposites = {
    Composite{USCRIPT_SIMPLIFIED_HAN, {USCRIPT_HAN, USCRIPT_HAN, USCRIPT_HAN}},
    Composite{USCRIPT_TRADITIONAL_HAN, {USCRIPT_HAN, USCRIPT_HAN, USCRIPT_HAN}},
    Composite{USCRIPT_JAPANESE, {USCRIPT_HAN, USCRIPT_HIRAGANA, USCRIPT_KATAKANA}},
    Composite{USCRIPT_KOREAN, {USCRIPT_HAN, USCRIPT_HANGUL, USCRIPT_HANGUL}}};

// The scripts that a display can show. ASCII and characters of no script can always be shown.
class Scripts {
 public:
  // REQUIRES: every code is known.
  explicit Scripts(const std::vector<std::string>& codes) : all_(codes.empty()) {
    for (const std::string& code : codes) add(u_getPropertyValueEnum(UCHAR_SCRIPT, code.c_str()));
  }

  bool shows(char32_t c) const {
    if (all_ || c < 0x80) return true;
    UErrorCode status = U_ZERO_ERROR;
    const UScriptCode own = uscript_getScript(static_cast<UChar32>(c), &status);
    if (own == USCRIPT_COMMON || own == USCRIPT_INHERITED) return true;
    return std::any_of(scripts_.begin(), scripts_.end(), [c](UScriptCode script) {
      return uscript_hasScript(static_cast<UChar32>(c), script) != 0;
    });
  }

 private:
  void add(int32_t code) {
    const auto found = std::find_if(kComposites.begin(), kComposites.end(),
                                    [code](const Composite& c) { return c.code == code; });
    if (found == kComposites.end()) {
      scripts_.push_back(static_cast<UScriptCode>(code));
    } else {
      scripts_.insert(scripts_.end(), found->parts.begin(), found->parts.end());
    }
  }

  bool all_;
  std::vector<UScriptCode> scripts_;
};

std::optional<Error> unknown_script(const std::vector<std::string>& codes) {
  for (size_t i = 0; i < codes.size(); ++i) {
    if (u_getPropertyValueEnum(UCHAR_SCRIPT, codes[i].c_str()) != UCHAR_INVALID_CODE) continue;
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
    const Result<Idna>& idna = Idna::shared();
    const std::optional<std::string> ascii = shown || !idna.ok()
                                                 ? std::optional<std::string>()
                                                 : idna->to_ascii(subject.at(label.range));
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

// SPDX-License-Identifier: Apache-2.0
// The checks of single characters: invisible, reordering, for private use, unassigned, not
// normalized.
#include <algorithm>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/nfc.h"
#include "iri/tables/tables.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

// …/សួស្តី⟨U+200B⟩កម្ពុជា: Khmer, Lao, Thai and Burmese divide words by a zero-width space.
bool divides_words(const std::vector<Character>& characters, size_t index) {
  constexpr char32_t kZeroWidthSpace = 0x200B;
  if (characters[index].value != kZeroWidthSpace || index == 0) return false;
  const unicode::Script script = unicode::script(characters[index - 1].value);
  return script == unicode::Script::khmer || script == unicode::Script::lao ||
         script == unicode::Script::thai || script == unicode::Script::myanmar;
}

void check_unseen(const Subject& subject, const std::vector<Character>& characters, size_t index,
                  Findings& findings) {
  const Character& character = characters[index];
  const bool is_in_path = character.range.begin >= subject.parts.path.begin;
  if (is_in_path && divides_words(characters, index)) return;
  const auto sentence = [&](std::string_view what) {
    return name_of(character.value) + std::string(what) +
           (character.written == Written::escaped ? ", percent-encoded" : "");
  };
  switch (unseen(characters, index)) {
    case Unseen::no:
      return;
    case Unseen::reorders:
      return findings.add(Warning::bidi_control, character.range,
                          [&] { return sentence(" changes the order in which text is shown"); });
    case Unseen::invisible:
      return findings.add(Warning::invisible, character.range,
                          [&] { return sentence(" is not visible"); });
  }
}

void check_assigned(const Character& character, Findings& findings) {
  if (is_private_use(character.value)) {
    findings.add(Warning::private_use, character.range,
                 [&] { return name_of(character.value) + " is for private use"; });
  } else if (is_unassigned(character.value)) {
    findings.add(Warning::unassigned, character.range, [&] {
      return name_of(character.value) + " is not a character of Unicode " +
             std::string(unicode::kUnicodeVersion);
    });
  }
}

// In Enclosed Alphanumeric Supplement: 🄱. Squares before are words and units of East Asia: ㌔, ㎏
constexpr char32_t kFirstSquaredLetter = 0x1F100;

// Has the character a compatibility decomposition and is not ordinary in text? Wide and narrow
// forms of East Asia are ordinary, and so are composed letters of scripts other than Latin (U+0E33
// of Thai).
bool is_odd_form(char32_t c) {
  using tables::Decomposition;
  if (c > unicode::kMaxCodePoint) return false;
  const Decomposition type = tables::decomposition(c);
  if (type == Decomposition::none || type == Decomposition::canonical) return false;
  if (type == Decomposition::wide) return false;
  if (type == Decomposition::square) return c >= kFirstSquaredLetter;
  const unicode::Script script = unicode::script(c);
  return type != Decomposition::compat || script == unicode::Script::latin ||
         script == unicode::Script::common;
}

// Wide letters are ordinary in text, and in a host they open the same one as narrow letters.
bool is_wide_in_host(const Subject& subject, const Character& character) {
  return std::any_of(subject.hosts.begin(), subject.hosts.end(),
                     [&](Range host) {
                       return host.begin <= character.range.begin &&
                              character.range.end <= host.end;
                     }) &&
         character.value >= U'Ａ' && character.value <= U'ｚ';
}

void check_form(const Subject& subject, const Character& character, Findings& findings) {
  const char32_t c = character.value;
  if (character.written == Written::escaped || c < 0x80) return;
  if (!is_odd_form(c) && !is_wide_in_host(subject, character)) return;
  findings.add(Warning::not_nfkc, character.range,
               [&] { return name_of(c) + " becomes other characters in NFKC"; });
}

// The first place where the text and its NFC differ, from the start of a character.
void check_nfc(std::string_view text, Findings& findings) {
  const std::string normal = nfc(text);
  if (normal == text) return;
  const auto [at, other] = std::mismatch(text.begin(), text.end(), normal.begin(), normal.end());
  size_t begin = static_cast<size_t>(at - text.begin());
  begin = std::min(begin, text.size() - 1);
  while (begin > 0 && (static_cast<uint8_t>(text[begin]) & 0xC0u) == 0x80u) --begin;
  const std::vector<Character> rest = characters_of(text, {begin, text.size()});
  size_t count = 1;
  while (count < rest.size() && unicode::properties(rest[count].value).is_mark()) ++count;
  findings.add(Warning::not_nfc, {begin, rest[count - 1].range.end}, [&] {
    std::string names = name_of(rest[0].value);
    for (size_t i = 1; i < count; ++i) names += ", " + name_of(rest[i].value);
    return names + (count == 1 ? " is" : " are") + " written in another way in NFC";
  });
}

}  // namespace

void check_characters(const Subject& subject, Findings& findings) {
  const std::string_view text = subject.text;
  const std::vector<Character> characters = characters_of(text, {0, text.size()});
  for (size_t i = 0; i < characters.size(); ++i) {
    check_unseen(subject, characters, i, findings);
    if (characters[i].value < 0x80) continue;
    check_assigned(characters[i], findings);
    check_form(subject, characters[i], findings);
  }
  if (!base::is_all_ascii(text)) check_nfc(text, findings);
}

}  // namespace linkspan::iri

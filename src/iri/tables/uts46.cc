// SPDX-License-Identifier: Apache-2.0
// UTS #46, section 4: mapping, normalization, and the validity criteria of labels (section 4.1)
// with CheckBidi and CheckJoiners; nontransitional.
#include <algorithm>

#include "base/ascii.h"
#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

constexpr std::u32string_view kPrefix = U"xn--";
constexpr char32_t kZwnj = 0x200C;
constexpr char32_t kZwj = 0x200D;
constexpr uint8_t kVirama = 9;  // Canonical_Combining_Class

// ---- Section 5, IdnaMappingTable.txt

bool is_valid(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return c < 0x80 || (properties.is_host() && !properties.is_host_ignored());
}

// PERF: `idn` of iri_benchmark takes twice as long if each character is looked up in the map.
TextMap::Text long_mapping(char32_t c) {
  if (decomposition(c) == Decomposition::none) return {nullptr, nullptr};
  return kLongMapping.find(c);
}

// False if the character is disallowed.
bool append_mapped(std::u32string& out, char32_t c) {
  if (c < 0x80) {
    out += unicode::host_fold(c);
    return true;
  }
  if (const char32_t folded = unicode::host_fold(c); folded != c) {
    out += folded;
  } else if (const TextMap::Text mapped = long_mapping(c); !mapped.empty()) {
    append_code_points(out, mapped);
  } else if (!unicode::properties(c).is_host_ignored()) {
    out += c;
    return is_valid(c);
  }
  return true;
}

// Status valid or deviation.
bool is_unmapped(char32_t c) {
  if (c < 0x80) return c < U'A' || c > U'Z';
  return is_valid(c) && unicode::host_fold(c) == c && long_mapping(c).empty();
}

// ---- RFC 5893, section 2

constexpr unsigned bit(BidiClass value) { return 1u << static_cast<unsigned>(value); }
constexpr unsigned kRightToLeft = bit(BidiClass::r) | bit(BidiClass::al);
constexpr unsigned kOfRightToLeft = kRightToLeft | bit(BidiClass::an);
constexpr unsigned kNeutral = bit(BidiClass::en) | bit(BidiClass::es) | bit(BidiClass::cs) |
                              bit(BidiClass::et) | bit(BidiClass::on) | bit(BidiClass::bn) |
                              bit(BidiClass::nsm);
constexpr unsigned kDigits = bit(BidiClass::en) | bit(BidiClass::an);

// The labels of a name: is one of them right-to-left, and do all satisfy the Bidi rule?
class BidiRule {
 public:
  void add(std::u32string_view label) {
    unsigned all = 0;
    unsigned last = 0;  // that is not a nonspacing mark
    const unsigned first = bit(class_of(label[0]).bidi);
    for (const char32_t c : label) {
      const unsigned own = bit(class_of(c).bidi);
      all |= own;
      if (own != bit(BidiClass::nsm) || last == 0) last = own;
    }
    has_right_to_left_ |= (all & kOfRightToLeft) != 0;
    holds_ = holds_ && (first == bit(BidiClass::l) ? is_left_to_right(all, last)
                                                   : is_right_to_left_label(first, all, last));
  }

  bool is_satisfied() const { return !has_right_to_left_ || holds_; }

 private:
  static bool is_left_to_right(unsigned all, unsigned last) {
    return (last & ~(bit(BidiClass::l) | bit(BidiClass::en))) == 0 &&
           (all & ~(bit(BidiClass::l) | kNeutral)) == 0;
  }
  static bool is_right_to_left_label(unsigned first, unsigned all, unsigned last) {
    return (first & ~kRightToLeft) == 0 && (last & ~(kRightToLeft | kDigits)) == 0 &&
           (all & ~(kOfRightToLeft | kNeutral)) == 0 && (all & kDigits) != kDigits;
  }

  bool has_right_to_left_ = false;
  bool holds_ = true;
};

// ---- RFC 5892, appendix A.1 and A.2

// Do letters before and after ZWNJ join across it?
bool joins_across(std::u32string_view label, size_t index) {
  size_t before = index;
  do {
    if (before-- == 0) return false;
  } while (class_of(label[before]).joining == JoiningType::transparent);
  size_t after = index;
  do {
    if (++after == label.size()) return false;
  } while (class_of(label[after]).joining == JoiningType::transparent);
  const JoiningType left = class_of(label[before]).joining;
  const JoiningType right = class_of(label[after]).joining;
  return (left == JoiningType::left || left == JoiningType::dual) &&
         (right == JoiningType::right || right == JoiningType::dual);
}

bool are_joiners_in_context(std::u32string_view label) {
  for (size_t i = 0; i < label.size(); ++i) {
    if (label[i] != kZwnj && label[i] != kZwj) continue;
    if (i == 0) return false;
    if (combining_class(label[i - 1]) == kVirama) continue;
    if (label[i] == kZwj || !joins_across(label, i)) return false;
  }
  return true;
}

// ---- Section 4

// The U-label of an A-label; nothing if it is not one.
std::optional<std::u32string> decoded_label(std::u32string_view a_label) {
  const std::u32string_view code = a_label.substr(kPrefix.size());
  // Of nothing, or of ASCII: another form of an ASCII label.
  if (code.empty() || (code.size() > 1 && code.back() == U'-')) return std::nullopt;
  std::optional<std::u32string> label = from_punycode(code);
  if (!label || label->starts_with(kPrefix) ||
      !std::all_of(label->begin(), label->end(), is_unmapped))
    return std::nullopt;
  if (!is_nfc_if_each_is(*label) && nfc(*label) != *label) return std::nullopt;
  return label;
}

enum class Form : uint8_t { ascii, unicode };

// Appends the label in its form. `label` is mapped and normalized. False if it is not valid.
bool append_label(std::string& out, std::u32string_view label, Form form, BidiRule& bidi) {
  std::optional<std::u32string> decoded;
  std::u32string_view shown = label;
  if (label.starts_with(kPrefix)) {
    decoded = decoded_label(label);
    if (!decoded) return false;
    shown = *decoded;
  }
  if (shown.empty()) return true;
  if (unicode::properties(shown[0]).is_mark() || !are_joiners_in_context(shown)) return false;
  bidi.add(shown);
  const bool is_ascii =
      std::all_of(label.begin(), label.end(), [](char32_t c) { return c < 0x80; });
  if (form == Form::unicode) {
    append_utf8(out, shown);
  } else if (is_ascii) {
    append_utf8(out, label);
  } else {
    append_utf8(out, kPrefix);
    append_punycode(out, label);
  }
  return true;
}

// Nothing if the name is not UTF-8 or holds a disallowed character.
std::optional<std::u32string> mapped(std::string_view name) {
  std::optional<std::u32string> text = code_points_of(name);
  if (!text) return std::nullopt;
  std::u32string out;
  out.reserve(text->size());
  for (const char32_t c : *text) {
    if (!append_mapped(out, c)) return std::nullopt;
  }
  return is_nfc_if_each_is(out) ? out : nfc(out);  // each is, as UTS #46 maps to NFKC
}

std::optional<std::string> processed(std::string_view name, Form form) {
  const bool is_plain = base::is_all_ascii(name) && name.find("--") == name.npos;
  if (is_plain) return base::to_ascii_lower(name);
  const std::optional<std::u32string> text = mapped(name);
  if (!text) return std::nullopt;
  std::string out;
  BidiRule bidi;
  std::u32string_view rest = *text;
  for (;;) {
    const size_t end = std::min(rest.find(U'.'), rest.size());
    if (!append_label(out, rest.substr(0, end), form, bidi)) return std::nullopt;
    if (end == rest.size()) break;
    out += '.';
    rest.remove_prefix(end + 1);
  }
  if (!bidi.is_satisfied()) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> to_ascii(std::string_view name) { return processed(name, Form::ascii); }

std::optional<std::string> to_unicode(std::string_view name) {
  return processed(name, Form::unicode);
}

}  // namespace linkspan::iri::tables

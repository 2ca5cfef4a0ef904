// SPDX-License-Identifier: Apache-2.0
// Normalization forms D and C (Unicode 17, section 3.11; UAX #15).
#include <algorithm>

#include "base/utf8.h"
#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

// Hangul syllables (section 3.12).
constexpr char32_t kSBase = 0xAC00;
constexpr char32_t kLBase = 0x1100;
constexpr char32_t kVBase = 0x1161;
constexpr char32_t kTBase = 0x11A7;
constexpr char32_t kLCount = 19;
constexpr char32_t kVCount = 21;
constexpr char32_t kTCount = 28;
constexpr char32_t kSCount = kLCount * kVCount * kTCount;

// No character below has a decomposition or a combining class.
constexpr char32_t kFirstDecomposed = 0xC0;
// No character below depends on the one before it.
constexpr char32_t kFirstMark = 0x300;

void append_decomposed(std::u32string& out, char32_t c) {
  const char32_t syllable = c - kSBase;
  if (syllable < kSCount) {
    out += kLBase + syllable / (kVCount * kTCount);
    out += kVBase + syllable / kTCount % kVCount;
    if (syllable % kTCount != 0) out += kTBase + syllable % kTCount;
    return;
  }
  if (c < kFirstDecomposed || decomposition(c) != Decomposition::canonical) {
    out += c;
    return;
  }
  // A decomposition is in the table as the character has it, so its parts may have another one.
  std::u32string pair;
  append_code_points(pair, kCanonical.find(c));
  for (const char32_t part : pair) append_decomposed(out, part);
}

// The canonical ordering algorithm (D109): a run of marks, sorted by their class; those of one
// class stay in their order. There are less than 60 classes, so each is collected by itself.
void order_run(std::u32string::iterator begin, std::u32string::iterator end) {
  const std::u32string marks(begin, end);
  for (int last = 0; begin != end;) {
    int next = 256;
    for (const char32_t mark : marks) {
      const int own = combining_class(mark);
      if (own > last) next = std::min(next, own);
    }
    begin = std::copy_if(marks.begin(), marks.end(), begin,
                         [next](char32_t mark) { return combining_class(mark) == next; });
    last = next;
  }
}

void order_marks(std::u32string& text) {
  const auto is_mark = [](char32_t c) { return c >= kFirstDecomposed && combining_class(c) != 0; };
  for (auto at = text.begin(); at != text.end();) {
    at = std::find_if(at, text.end(), is_mark);
    const auto end = std::find_if_not(at, text.end(), is_mark);
    if (end - at > 1) order_run(at, end);
    at = end;
  }
}

// The primary composite of two characters; 0 if there is none.
char32_t composed(char32_t first, char32_t second) {
  if (first - kLBase < kLCount && second - kVBase < kVCount)
    return kSBase + ((first - kLBase) * kVCount + (second - kVBase)) * kTCount;
  const bool takes_final = first - kSBase < kSCount && (first - kSBase) % kTCount == 0;
  if (takes_final && second > kTBase && second - kTBase < kTCount) return first + second - kTBase;
  return composition(first, second);
}

// The canonical composition algorithm (D117). `text` is in NFD.
void compose(std::u32string& text) {
  size_t starter = text.npos;  // the last one
  int last_class = -1;         // of the last character kept after it; -1: none
  size_t out = 0;
  for (const char32_t c : text) {
    const int own_class = c < kFirstDecomposed ? 0 : combining_class(c);
    if (starter != text.npos && last_class < own_class) {
      if (const char32_t both = composed(text[starter], c); both != 0) {
        text[starter] = both;
        continue;
      }
    }
    if (own_class == 0) {
      starter = out;
      last_class = -1;
    } else {
      last_class = own_class;
    }
    text[out++] = c;
  }
  text.resize(out);
}

// Not a mark, and composed with nothing before it.
bool stands_alone(char32_t c, const CharacterClass& own) {
  const bool is_jamo = c >= kLBase && c < kLBase + 0x100;
  return own.combining == 0 && !is_jamo && !composes_with_previous(c);
}

// The text is in NFC, too, if all are.
bool is_plain(char32_t c) {
  if (c < kFirstDecomposed) return true;
  const CharacterClass own = class_of(c);
  return own.decomposition != Decomposition::canonical && stands_alone(c, own);
}

}  // namespace

std::u32string nfd(std::u32string_view text) {
  std::u32string out;
  for (const char32_t c : text) append_decomposed(out, c);
  order_marks(out);
  return out;
}

bool is_nfc_if_each_is(std::u32string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char32_t c) { return c < kFirstMark || stands_alone(c, class_of(c)); });
}

std::u32string nfc(std::u32string_view text) {
  if (std::all_of(text.begin(), text.end(), is_plain)) return std::u32string(text);
  std::u32string out = nfd(text);
  compose(out);
  return out;
}

std::optional<std::u32string> code_points_of(std::string_view utf8) {
  std::u32string text;
  text.reserve(utf8.size());
  const auto* at = reinterpret_cast<const uint8_t*>(utf8.data());
  for (const auto* const end = at + utf8.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) return std::nullopt;
    text += found.value;
    at += found.length;
  }
  return text;
}

void append_utf8(std::string& out, std::u32string_view text) {
  for (const char32_t c : text) {
    if (c < 0x80) {
      out += static_cast<char>(c);
      continue;
    }
    char bytes[4];  // NOLINT: written before it is read
    out.append(bytes, base::write_utf8(c, bytes));
  }
}

std::string utf8_of(std::u32string_view text) {
  std::string out;
  out.reserve(text.size());
  append_utf8(out, text);
  return out;
}

}  // namespace linkspan::iri::tables

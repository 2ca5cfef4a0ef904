// SPDX-License-Identifier: Apache-2.0
// Skeletons (UTS #39, section 4) and restriction levels (section 5).
#include <algorithm>
#include <array>
#include <iterator>

#include "base/utf8.h"
#include "iri/tables/tables.h"

namespace linkspan::iri::tables {
namespace {

using unicode::Script;

constexpr char32_t kReplacement = 0xFFFD;

constexpr Script kAllScripts[] = {
#define LINKSPAN_VALUE(name, long_name) Script::name,
    LINKSPAN_UNICODE_SCRIPTS(LINKSPAN_VALUE)
#undef LINKSPAN_VALUE
};

// Scripts that are written together (section 5.1).
enum class Together : uint16_t {
  han_with_bopomofo = std::size(kAllScripts),
  japanese,
  korean,
  after_last
};

// A set of scripts, augmented by those that are written together.
class ScriptSet {
 public:
  static ScriptSet all() {
    ScriptSet set;
    set.words_.fill(~uint64_t{0});
    return set;
  }

  // Section 5.1: of one character.
  static ScriptSet of(char32_t c) {
    ScriptSet set;
    const TextMap::Text extensions = kScriptExtensions.find(c);
    for (const uint16_t number : extensions) set.add(static_cast<Script>(number));
    if (extensions.empty()) set.add(unicode::script(c));
    const bool is_common = set.has(static_cast<size_t>(Script::common)) ||
                           set.has(static_cast<size_t>(Script::inherited));
    return is_common ? all() : set;
  }

  bool has(size_t number) const { return (words_[number / 64] >> number % 64 & 1) != 0; }
  bool has(Script script) const { return has(static_cast<size_t>(script)); }
  bool has(Together scripts) const { return has(static_cast<size_t>(scripts)); }
  bool empty() const { return words_ == decltype(words_){}; }

  void intersect(const ScriptSet& other) {
    std::transform(words_.begin(), words_.end(), other.words_.begin(), words_.begin(),
                   [](uint64_t left, uint64_t right) { return left & right; });
  }

 private:
  void set(size_t number) { words_[number / 64] |= uint64_t{1} << number % 64; }
  void set(Together scripts) { set(static_cast<size_t>(scripts)); }

  void add(Script script) {
    set(static_cast<size_t>(script));
    const bool is_han = script == Script::han;
    if (is_han || script == Script::bopomofo) set(Together::han_with_bopomofo);
    if (is_han || script == Script::hiragana || script == Script::katakana) set(Together::japanese);
    if (is_han || script == Script::hangul) set(Together::korean);
  }

  std::array<uint64_t, (static_cast<size_t>(Together::after_last) + 63) / 64> words_ = {};
};

// Not assigned, which has another warning. Private use is a script of its own.
bool is_unassigned(char32_t c) {
  const bool is_private_use =
      (c >= 0xE000 && c <= 0xF8FF) || (c >= 0xF0000 && (c & 0xFFFF) <= 0xFFFD);
  return unicode::script(c) == Script::unknown && !is_private_use;
}

// The code points of a label; U+FFFD for bytes that are not UTF-8.
std::u32string code_points_of_label(std::string_view label) {
  std::u32string text;
  const auto* at = reinterpret_cast<const uint8_t*>(label.data());
  for (const auto* const end = at + label.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    text += found.value == base::kIllFormed ? kReplacement : found.value;
    at += found.length;
  }
  return text;
}

}  // namespace

std::string skeleton(std::string_view label) {
  std::u32string seen;
  for (const char32_t c : nfd(code_points_of_label(label))) {
    const TextMap::Text prototype = kConfusable.find(c);
    if (prototype.empty()) {
      seen += c;
    } else {
      append_code_points(seen, prototype);
    }
  }
  return utf8_of(nfd(seen));
}

bool is_highly_restrictive(std::string_view label) {
  ScriptSet resolved = ScriptSet::all();
  ScriptSet without_latin = ScriptSet::all();
  for (const char32_t c : code_points_of_label(label)) {
    if (is_unassigned(c)) continue;
    const ScriptSet own = ScriptSet::of(c);
    resolved.intersect(own);
    if (!own.has(Script::latin)) without_latin.intersect(own);
  }
  return !resolved.empty() || without_latin.has(Together::han_with_bopomofo) ||
         without_latin.has(Together::japanese) || without_latin.has(Together::korean);
}

}  // namespace linkspan::iri::tables

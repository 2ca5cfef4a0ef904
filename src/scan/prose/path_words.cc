// SPDX-License-Identifier: Apache-2.0
#include "scan/prose/path_words.h"

#include <algorithm>
#include <cstddef>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/prose/bare_domain_features.h"

namespace linkspan::scan {
namespace {

bool is_lower_or_digit(char c) {
  return (c >= 'a' && c <= 'z') || base::is_ascii_digit(static_cast<uint8_t>(c));
}

bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }

bool are_same(std::string_view a, std::string_view b) {  // ignoring ASCII case
  return std::equal(a.begin(), a.end(), b.begin(), b.end(), [](char one, char other) {
    return base::to_ascii_lower(one) == base::to_ascii_lower(other);
  });
}

// The text after the dot: `md` of README.md; empty without one.
std::string_view ending_of(std::string_view name) {
  const size_t dot = name.rfind('.');
  return dot == name.npos || dot == 0 ? std::string_view() : name.substr(dot + 1);
}

std::string_view stem_of(std::string_view name) { return name.substr(0, name.find('.')); }

// Pages of sites have these endings, and files that belong to another do not: html, php5, aspx
bool is_of_page(std::string_view ending) { return base::begins_with_one_of(ending, lists::kPages); }

// The text after the slash, if it may be a word or a path of words: no query, no escape.
class WordAfterSlash {
 public:
  explicit WordAfterSlash(const BareHost& host) : host_(host) {
    const std::string_view after = host.text_after();
    if (!after.starts_with('/') || host.places.run_end != host.places.end) return;
    static constexpr base::AsciiSet kEnds(" \t\r,;:()[]{}<>\"'`|*");
    static constexpr base::AsciiSet kOfPath("=&%~@+\\$^");
    constexpr uint8_t kFirstOfOtherScripts = 0xE0;  // leads U+0800 and above
    size_t end = 1;
    for (; end < after.size(); ++end) {
      const auto byte = static_cast<uint8_t>(after[end]);
      if (byte >= kFirstOfOtherScripts || (byte < 0x80 && kEnds.contains(byte))) break;
      const bool begins_query = (byte == '?' || byte == '#') && end + 1 < after.size() &&
                                base::is_ascii_alphanumeric(static_cast<uint8_t>(after[end + 1]));
      if (begins_query || (byte < 0x80 && kOfPath.contains(byte))) return;
      if (byte == '#') break;  // C#
    }
    base::count_steps(end);
    if (!text_ends_word(host.window, host.places.run_end + end,
                        host.places.run_end + after.size())) {
      return;
    }
    text_ = after.substr(1, end - 1);
    while (!text_.empty() && (text_.back() == '.' || text_.back() == '!' || text_.back() == '?')) {
      text_.remove_suffix(1);
    }
  }

  bool empty() const { return text_.empty(); }
  bool has_slash() const { return text_.find('/') != text_.npos; }
  std::string_view text() const { return text_; }
  std::string_view first_segment() const { return text_.substr(0, text_.find('/')); }
  std::string_view last_segment() const { return text_.substr(text_.rfind('/') + 1); }

  bool begins_upper() const { return host_.begins_upper(label_of(text_)); }
  bool has_letters_only() const { return std::all_of(text_.begin(), text_.end(), is_letter); }

  // `.cf` in mailer.mc/.cf
  bool is_ending() const {
    constexpr size_t kLongest = 5;
    return text_.size() > 1 && text_.size() <= kLongest + 1 && text_[0] == '.' &&
           std::all_of(text_.begin() + 1, text_.end(), is_lower_or_digit);
  }
  bool has_ending_of_host() const { return are_same(ending_of(last_segment()), name(host_.tld)); }
  // README.md/README.rst, Leser.in/Leser; but redis.example/redis.html
  bool has_name_of_host() const {
    return are_same(stem_of(first_segment()), name(host_.first)) &&
           !is_of_page(ending_of(first_segment()));
  }
  // Is it the suffix of files of some kind?
  bool is_suffix(std::string_view ending) const {
    const Label label = label_of(ending);
    return host_.code_words(label).has(CodeWord::suffix) || traits(ending).has(TldTrait::suffix);
  }
  bool is_name_of_file() const { return host_.code_words(label_of(text_)).has(CodeWord::file); }
  TldTraits traits(std::string_view part) const { return {host_.window, label_of(part)}; }

 private:
  std::string_view name(const Label& label) const {
    return host_.window.slice(label.begin, label.end);
  }
  Label label_of(std::string_view part) const {
    const std::string_view after = host_.text_after();
    const uint64_t begin = host_.places.run_end + static_cast<uint64_t>(part.data() - after.data());
    return {host_.window, begin, begin + part.size()};
  }

  const BareHost& host_;
  std::string_view text_;  // of the line
};

// Is the top-level domain a word that short names of sites seldom have?
bool is_below_word(const BareHost& host) {
  return host.tld_is(TldTrait::word) && !host.tld_is(TldList::word_of_sites);
}

// Kund.in/Kunde: the path begins with the name, and some letters follow.
bool is_longer_form(const BareHost& host, std::string_view word) {
  constexpr size_t kShortestName = 4;
  constexpr size_t kMostLetters = 3;
  const std::string_view name = host.window.slice(host.first.begin, host.first.end);
  return host.begins_upper(host.first) && name.size() >= kShortestName && word.starts_with(name) &&
         word.size() <= name.size() + kMostLetters &&
         std::all_of(word.begin() + static_cast<ptrdiff_t>(name.size()), word.end(), is_letter);
}

// input.in/output.out, script.pl/module.pm: a suffix that sites have as often as files, and a file
// whose name shares letters with it, or whose suffix is mostly one of files.
bool are_files(const BareHost& host, const WordAfterSlash& word) {
  constexpr size_t kShared = 3;
  const std::string_view ending = ending_of(word.text());
  if (!host.tld_is(TldList::suffix_in_use) || ending.empty() || is_of_page(ending)) return false;
  if (ending.size() == 2 && word.traits(ending).has(TldTrait::suffix) && !host.tld_is({"ai"})) {
    return true;  // but get.ai/install.sh
  }
  const std::string_view a = host.window.slice(host.first.begin, host.first.end);
  const std::string_view b = stem_of(word.text());
  if (a.size() < kShared || b.size() < kShared) return false;
  return are_same(a.substr(0, kShared), b.substr(0, kShared)) ||
         are_same(a.substr(a.size() - kShared), b.substr(b.size() - kShared));
}

// Ph.no/Mobile.no, cu.in/sq.in: abbreviations or other words, and not two sites in a row or the
// name of a site below another: linktr.ee/anna.ee
bool are_words_with_ending(const BareHost& host, const WordAfterSlash& word) {
  constexpr size_t kLongestInRow = 3;
  const bool is_row = host.evidence == Evidence::none;
  const bool are_short =
      std::max<uint64_t>(host.first.bytes(), stem_of(word.text()).size()) <= kLongestInRow;
  if (host.begins_upper(host.first) && word.begins_upper()) return !is_row || are_short;
  if (!is_below_word(host)) return false;
  return !is_row || (are_short && !host.tld_is(TldTrait::function));
}

}  // namespace

bool is_pair_of_words(const BareHost& host) {
  const WordAfterSlash word(host);
  const bool is_popular = host.tld_is(TldList::popular);
  if (word.is_ending()) return !is_popular || word.is_suffix(word.text().substr(1));
  if (word.empty() || is_popular) return false;
  if (word.has_slash()) {  // logo.ai/logo.eps/logo.pdf
    return word.has_name_of_host() && word.first_segment().find('.') != std::string_view::npos;
  }
  if (word.has_ending_of_host()) return are_words_with_ending(host, word);
  return (word.has_name_of_host() && !is_known_site(host)) || is_longer_form(host, word.text()) ||
         are_files(host, word);
}

namespace {

bool is_letter(const BareHost& host) {
  constexpr uint64_t kLongestCharacter = 4;
  if (host.first.bytes() > kLongestCharacter) return false;
  const Letters letters = host.letters_of(host.first);
  return letters.length == 1 && letters.digits == 0;
}

// Rs.in/month, sr.no/name, etc.in/out, 9.am/noon, paper.ps/pdf, setup.sh/README: one word, without
// an ending.
bool is_one_word(const BareHost& host, const WordAfterSlash& word) {
  const TldTraits traits = word.traits(word.text());
  const Abbreviation abbreviation = host.abbreviation(host.first);
  const bool is_short = abbreviation != Abbreviation::none || is_letter(host);
  if (is_short && traits.has(TldTrait::member)) return true;
  const bool is_number =
      host.tld_is(TldTrait::word) && base::is_ascii_digit(host.window.byte(host.first.end - 1));
  const bool may_be_abbreviation =
      abbreviation == Abbreviation::reply ||
      (abbreviation == Abbreviation::abbreviation && host.begins_upper(host.first));
  if ((is_number || may_be_abbreviation) && word.has_letters_only()) return true;
  return traits.has(TldTrait::word) || word.is_suffix(word.text()) || word.is_name_of_file();
}

}  // namespace

bool is_before_word_after_slash(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const WordAfterSlash word(host);
  if (word.empty()) return false;
  if (word.is_ending() || word.has_ending_of_host() || word.has_name_of_host()) return true;
  const bool may_be_name =  // T.me/Anna, but S.no/Item
      is_letter(host) && host.of_tld.upper == 0 && !is_below_word(host);
  if (!may_be_name && host.begins_upper(host.first) && word.begins_upper()) return true;
  const std::string_view ending = ending_of(word.last_segment());
  if (word.has_slash()) {
    return !host.tld_is_of_country() && !ending.empty() && word.is_suffix(ending);
  }
  if (!ending.empty()) {
    return !is_of_page(ending) && (!may_be_name || host.tld_is(TldTrait::suffix));
  }
  return !may_be_name && is_one_word(host, word);
}

}  // namespace linkspan::scan

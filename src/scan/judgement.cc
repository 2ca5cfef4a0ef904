#include "scan/judgement.h"

#include <algorithm>
#include <string_view>

#include "automata/clauses.h"
#include "automata/known_sites.h"
#include "automata/tlds.h"
#include "automata/words_before_hosts.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/bare_host.h"
#include "scan/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// ---------------------------------------------------------------------------------------------------
// How it is written

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// What registries have below a country: co.uk, gov.au, or.jp
bool is_below_countries(const Label& label) {
  return label.is_one_of(
      {"ac", "co", "com", "ed", "edu", "go", "gov", "gv", "in", "ne", "net", "or", "org"});
}

// `Example.Com,`: each label as a name, and what follows begins no sentence.
bool is_in_title_case(const BareHost& host) {
  const DomainPlaces& places = host.places;
  const bool is_capitalised =
      host.of_tld.upper == 1 && host.begins_upper(host.tld) && host.begins_upper(host.first);
  if (!is_capitalised || places.run_end != places.end) return false;
  if (host.first.bytes() == 1) return false;  // B.Com
  const bool is_behind_registry = places.labels == 3 && is_below_countries(host.second_level());
  const bool begins_none = !host.window.has(places.run_end, ' ');
  return is_behind_registry || (begins_none && host.tld_is({"com", "org"}));
}

// `Госуслуги.РФ`, `Mail.RU`: as names of sites are written in Russian and its neighbours. REQUIRES:
// a top-level domain in capitals.
bool is_cyrillic_domain_in_capitals(const BareHost& host) {
  if (host.places.labels != 2 || !host.begins_upper(host.first)) return false;
  if (host.tld_is({"ru"})) return true;
  const char32_t letter = host.window.code_point(host.tld.begin).value;
  const bool may_be_country =
      host.window.has(host.places.run_end, ' ');  // …заявил Лавров.РФ не намерена
  return unicode::script(letter) == unicode::Script::cyrillic && !may_be_country;
}

// `gewartet.Es`, `System.IO`: a top-level domain is written in lower case, or all of the host in
// upper.
bool is_written_as_top_level_domain(const BareHost& host) {
  if (host.of_tld.upper == 0) return true;
  if (host.of_tld.upper != host.of_tld.length) return is_in_title_case(host);
  if (is_cyrillic_domain_in_capitals(host)) return true;
  return host.letters_of({host.window, host.places.begin, host.places.last_label}).lower == 0;
}

// `didn't.It`: the first label is what a contraction leaves behind its apostrophe. (d’example.fr is
// an elision before a name.)
bool ends_a_contraction(const BareHost& host) {
  constexpr unsigned kLongest = 2;
  const Window& window = host.window;
  const uint64_t begin = host.first.begin;
  const uint64_t floor = window.back_to(begin, 0, 8);
  if (begin == floor) return false;
  const uint8_t last = window.byte(begin - 1);
  if ((last < 0x80 && last != '\'') || host.first.bytes() > kLongest * 4) return false;
  const char32_t before = base::decode_before(window.at(floor), window.at(begin)).value;
  const bool is_apostrophe = before == '\'' || before == U'’';
  return is_apostrophe && host.letters_of(host.first).length <= kLongest;
}

// ---------------------------------------------------------------------------------------------------
// Abbreviations and numbers

// Does one letter make a word? The syllables and signs of East Asia do, the consonants of Southeast
// Asia do not.
bool may_be_word(char32_t letter) {
  switch (unicode::script(letter)) {
    case unicode::Script::thai:
    case unicode::Script::lao:
    case unicode::Script::khmer:
    case unicode::Script::myanmar:
      return false;
    default:
      return writing_of(letter) == Writing::unspaced;
  }
}

// news.24.kg; but art.12.la
bool is_behind_name_of_section(const BareHost& host) {
  if (host.places.labels < 3) return false;
  const Letters letters = host.letters_of(host.first);
  return letters.lower == letters.length && letters.length >= 3 &&
         host.abbreviation(host.first) == Abbreviation::none;
}

// One letter (of a script that has words of several), or a number: `m.in.`, `1.er`, `0700.HK`.
bool is_behind_letter_or_number(const BareHost& host) {
  const Label second = host.second_level();
  const uint8_t lead = host.window.byte(second.begin);
  const bool may_be_number = base::is_ascii_digit(lead) || lead >= 0x80;
  if (second.bytes() > 4 && !may_be_number) return false;
  const Letters letters = host.letters_of(second);
  if (letters.digits == letters.length) {
    const bool is_unit = host.tld_is({"cm", "gr", "kg", "km", "mg", "ml", "mm"});
    if (letters.length > 2) return is_unit || host.of_tld.upper == host.of_tld.length;
    const bool is_site =
        letters.length == 2 && host.of_tld.upper == 0 && host.tld_is(TldTrait::number);
    return !is_site && !is_behind_name_of_section(host);
  }
  const bool is_letter = letters.length == 1 && letters.lower + letters.upper == 1;
  if (is_letter && host.tld_is({"ai", "co"}) && host.of_tld.upper + letters.upper == 0) {
    return false;  // x.ai
  }
  return is_letter && !may_be_word(host.window.code_point(second.begin).value);
}

// 2025.117.tr: numbers of documents and the like.
bool is_behind_numbers(const BareHost& host) {
  if (!base::is_ascii_digit(host.window.byte(host.places.begin))) return false;
  const std::string_view labels = host.labels_before_tld();
  base::count_steps(labels.size());
  return std::all_of(labels.begin(), labels.end(), [](char c) {
    return c == '.' || base::is_ascii_digit(static_cast<uint8_t>(c));
  });
}

bool is_roman_number(std::string_view text) {
  return !text.empty() && text.size() <= 4 && text.find_first_not_of("IVX") == text.npos;
}

// 30.09.br.na adres, dn.12.IX.br.: a day, a month, and what is abbreviated around them.
bool is_behind_date(const BareHost& host) {
  constexpr uint64_t kLongestBefore = 3;
  std::string_view labels = host.labels_before_tld();
  const bool begins_with_word = !base::is_ascii_digit(static_cast<uint8_t>(labels[0]));
  if (begins_with_word && host.first.bytes() <= kLongestBefore) {
    labels.remove_prefix(host.first.bytes() + 1);
  }
  const size_t day_end = labels.find_first_not_of("0123456789");
  const bool has_day = day_end == 1 || day_end == 2;
  if (!has_day || labels[day_end] != '.') return false;
  const size_t month_end = labels.find('.', day_end + 1);
  if (month_end == labels.npos) return false;
  const std::string_view month = labels.substr(day_end + 1, month_end - day_end - 1);
  const bool is_last = month_end + 1 == labels.size();
  if (is_last || is_roman_number(month)) return is_roman_number(month);
  constexpr size_t kLongest = 2;  // tr., br., cr.: of this year
  return month.size() == 2 && month.find_first_not_of("0123456789") == month.npos &&
         labels.size() - month_end - 2 <= kLongest && host.tld_is(TldTrait::function);
}

// CE.0123.pt: the number of a thing in a collection.
bool is_inventory_number(const BareHost& host) {
  constexpr uint64_t kLongest = 3;
  if (host.places.labels != 3 || host.first.bytes() > kLongest) return false;
  const Letters prefix = host.letters_of(host.first);
  const Letters number = host.letters_of(host.second_level());
  return prefix.upper == prefix.length && number.digits == number.length;
}

// The text behind the host, as far as it is looked at: no further than its line, and so that the
// code point behind it is known.
std::string_view text_behind(const BareHost& host) {
  constexpr uint64_t kLongest = kLookedAtBehindDomain - 4;
  const uint64_t begin = host.places.run_end;
  const std::string_view text =
      host.window.slice(begin, std::min(host.window.end, begin + kLongest));
  return text.substr(0, text.find('\n'));
}

// And the text before it.
std::string_view text_before(const BareHost& host) {
  constexpr uint64_t kReach = 96;
  const uint64_t begin = host.places.begin;
  std::string_view text = host.window.slice(host.window.back_to(begin, 0, kReach), begin);
  text.remove_prefix(text.rfind('\n') + 1);  // 0 if there is none
  while (!text.empty() && (text.front() & 0xC0) == 0x80) text.remove_prefix(1);  // in a character
  return text;
}

bool is_ascii_digit_at(std::string_view text, size_t at) {
  return at < text.size() && base::is_ascii_digit(static_cast<uint8_t>(text[at]));
}

// cel.no. 0918, fax.no: 8123; gepr.am 3.4., gez.am 12. März
bool is_before_number(const BareHost& host) {
  const std::string_view behind = text_behind(host);
  const size_t number = behind.find_first_not_of(".: ");
  if (number == behind.npos || number == 0 || behind[number - 1] != ' ') return false;
  if (host.tld_is({"no"})) {
    return is_ascii_digit_at(behind, number) &&
           host.abbreviation(host.first) == Abbreviation::abbreviation;
  }
  const size_t number_end = behind.find_first_not_of("0123456789", number);
  return host.tld_is({"am"}) && number == 1 && number_end != behind.npos && number_end > number &&
         number_end <= number + 2 && behind[number_end] == '.';
}

// `hl.st., `: no sentence ends there.
bool is_before_comma(const BareHost& host) {
  const uint64_t run_end = host.places.run_end;
  return run_end == host.places.end + 1 &&
         (host.window.has(run_end, ',') || host.window.has(run_end, ';'));
}

// `8.am/8.pm`, `10.am-6.pm`
bool is_time_of_day(const BareHost& host) {
  constexpr uint64_t kLongest = 16;
  const std::string_view labels = host.labels_before_tld();
  if (!host.tld_is({"am", "pm"}) || labels.size() > kLongest) return false;
  if (host.places.labels == 2) return labels.find_first_not_of("0123456789.") == labels.npos;
  return labels.find_first_not_of("0123456789.-apmAPM") == labels.npos &&
         base::is_ascii_digit(static_cast<uint8_t>(labels[0])) &&
         base::is_ascii_digit(static_cast<uint8_t>(labels[labels.size() - 2]));
}

constexpr unsigned kMostLabelsOfAbbreviations = 5;

// p.ej.la, d.m.th.sa: letters, and the rest of an abbreviation behind them.
bool is_behind_parts(const BareHost& host) {
  if (host.places.labels > kMostLabelsOfAbbreviations) return false;
  if (host.first.bytes() != 1 || !host.tld_is(TldTrait::function)) return false;
  return host.abbreviation(host.second_level()) == Abbreviation::part;
}

// İnş.San.ve, Yön.Kur.Bşk.ve: short words with capitals, and the next one.
bool is_behind_short_titles(const BareHost& host) {
  constexpr unsigned kLongest = 4;
  if (host.places.labels > kMostLabelsOfAbbreviations || !host.tld_is_of_country()) return false;
  if (!host.begins_upper(host.first)) return false;
  const auto is_short_title = [&](const Label& label) {
    const Letters letters = host.letters_of(label);
    return host.begins_upper(label) && letters.upper == 1 && letters.length <= kLongest;
  };
  return is_short_title(host.first) && is_short_title(host.second_level());
}

// `Cad.No:12/A`: what looks like a port is a number.
bool is_numbered(const BareHost& host) {
  return host.tld_is({"no"}) && host.window.has(host.places.run_end, ':') &&
         (host.places.labels == 2 || host.begins_upper(host.tld));
}

// B.Com./B.Sc., B.COM/B.SC; of the domains with one letter, registries gave out these alone.
bool is_degree(const BareHost& host) {
  return host.places.labels == 2 && host.first.bytes() == 1 && host.tld_is({"com"}) &&
         host.begins_upper(host.tld) && !host.first.is_one_of({"q", "x", "z"});
}

bool reads_as_abbreviation(const BareHost& host) {
  if (is_behind_letter_or_number(host) || is_before_comma(host)) return true;
  if (host.places.labels >= 3) {
    return is_behind_numbers(host) || is_behind_date(host) || is_inventory_number(host) ||
           is_time_of_day(host) || is_behind_parts(host) || is_behind_short_titles(host);
  }
  return is_time_of_day(host) || is_before_number(host);
}

// The word behind the host and a space; empty if there is none, or it is long.
std::string_view word_behind(const BareHost& host) {
  const std::string_view text = text_behind(host);
  if (text.size() < 2 || text[0] != ' ') return {};
  size_t end = 1;
  while (end < text.size() && (static_cast<uint8_t>(text[end]) >= 0x80 ||
                               base::is_ascii_letter(static_cast<uint8_t>(text[end])))) {
    ++end;
  }
  constexpr size_t kLongest = 16;
  return end <= kLongest ? text.substr(1, end - 1) : std::string_view();
}

// In lower case, or a number: the sentence goes on.
bool is_before_word(const BareHost& host) {
  const std::string_view text = text_behind(host);
  const bool is_number = text.starts_with(' ') && is_ascii_digit_at(text, 1);
  const std::string_view word = word_behind(host);
  return is_number || (!word.empty() && !base::is_ascii_upper(static_cast<uint8_t>(word[0])));
}

// Is each label but the last one an abbreviation, or a word that a sentence breaks off with, and
// the last one a word? prof.dr.ing, Ntra.Sra.de, ok.be there, 8 hod.na
bool is_behind_abbreviations(const BareHost& host) {
  const DomainPlaces& places = host.places;
  const bool is_word = host.tld_is(TldTrait::word) || host.tld_is_beyond_ascii();
  const bool may_follow_reply =
      host.tld_is(TldTrait::function) && places.labels == 2 && is_before_word(host);
  if (places.labels > kMostLabelsOfAbbreviations || !(is_word || may_follow_reply)) return false;
  Label label = host.first;
  while (true) {
    const Abbreviation here = host.abbreviation(label);
    const bool may_stand = here == Abbreviation::reply
                               ? may_follow_reply || host.tld_is_beyond_ascii()
                               : here == Abbreviation::abbreviation && is_word;
    if (!may_stand) return false;
    const uint64_t next = label.end + 1;
    if (next >= places.last_label) return true;
    const size_t size = host.window.slice(next, places.last_label).find('.');
    if (size == std::string_view::npos) return false;
    label = {host.window, next, next + size};
  }
}

// ---------------------------------------------------------------------------------------------------
// Names in programs, and of files

// `os.path(x)`, `a.b=1`; but in example.cn(官网) and example.org(1) a remark follows.
bool is_called(const BareHost& host) {
  const Window& window = host.window;
  const uint64_t end = host.places.run_end;
  if (window.has(end, '=')) return true;
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  return inside < 0x80 && !(base::is_ascii_digit(inside) && host.tld_is({"com", "org"}));
}

// order.id === 0, a.is != null, x.in := 5
bool is_operand(const BareHost& host) {
  constexpr std::string_view kOperators[] = {" ==", " !=", " :=", " +=", " &&"};
  constexpr std::string_view kBefore[] = {"== ", "!= ", "&& ", "typeof "};
  constexpr uint64_t kReach = 8;
  const uint64_t begin = host.places.begin;
  const std::string_view before = host.window.slice(host.window.back_to(begin, 0, kReach), begin);
  const std::string_view behind = text_behind(host);
  return std::any_of(std::begin(kOperators), std::end(kOperators),
                     [&](std::string_view one) { return behind.starts_with(one); }) ||
         std::any_of(std::begin(kBefore), std::end(kBefore),
                     [&](std::string_view one) { return before.ends_with(one); });
}

// `.ai`, `.pl`: suffixes of files as much as domains of countries. Of lexer.ml beside lexer.mli
// both are files; of fly.io beside fly.toml, one.
enum class MayBeFile : uint8_t { no, yes };
bool is_suffix_in_use(const BareHost& host) {
  return host.tld_is({"ai", "gl", "in", "ml", "pl", "ps", "sc", "st"});
}

// Is it known that a word ends at `at`, in a text that is looked at up to `end`?
bool text_ends_word(const Window& window, uint64_t at, uint64_t end) {
  return at < end || (at < window.end ? window.byte(at) == '\n' : window.complete());
}

// Is what stands in the text at `begin`, behind the first label and a dot, no top-level domain, or
// called? One person has several, anna.codes and anna.photos; but `.name` is a member.
bool is_member(const Window& window, uint64_t begin, uint64_t text_end, MayBeFile may_be_file) {
  constexpr uint64_t kLongest = 24;
  uint64_t end = begin;
  while (end < text_end && base::is_ascii_alphanumeric(window.byte(end))) ++end;
  base::count_steps(end - begin);
  if (end == begin || !text_ends_word(window, end, text_end) || end - begin > kLongest)
    return false;
  if (window.has(end, '(')) return true;
  if (window.has(end, '.') || window.has(end, '-')) return false;
  if (end < text_end && window.byte(end) >= 0x80) return false;
  const Label member(window, begin, end);
  if (member.is_one_of({"name"})) return true;
  if (find_by_steps<automata::kTlds>(window, member) != 0) return false;
  return may_be_file == MayBeFile::yes || !CodeWords(window, member).has(CodeWord::suffix);
}

// Does the first label, with its dot, stand once more in [begin, end), before a member?
bool has_member_in(const BareHost& host, uint64_t begin, uint64_t end) {
  const Window& window = host.window;
  const std::string_view name = window.slice(host.first.begin, host.first.end + 1);
  const std::string_view text = window.slice(begin, end);
  base::count_steps(text.size());
  const size_t found = text.find(name);
  if (found == text.npos) return false;
  constexpr AsciiSet kPartOfAnother("/@\\");
  const uint8_t before = found > 0 ? static_cast<uint8_t>(text[found - 1]) : uint8_t{' '};
  const bool is_whole =
      before < 0x80 && !may_stand_in_plain_run(before) && !kPartOfAnother.contains(before);
  const MayBeFile may_be_file = is_suffix_in_use(host) ? MayBeFile::yes : MayBeFile::no;
  return is_whole && is_member(window, begin + found + name.size(), end, may_be_file);
}

// kunde.name and kunde.id, main.ml and main.mli: what the first label has behind it elsewhere is no
// top-level domain.
bool is_beside_member(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const uint64_t begin = host.places.begin;
  const uint64_t behind = host.places.run_end;
  return has_member_in(host, begin - text_before(host).size(), begin) ||
         has_member_in(host, behind, behind + text_behind(host).size());
}

// print(item.info)
bool is_argument(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  if (begin < host.window.begin + 2 || host.window.byte(begin - 1) != '(') return false;
  const uint8_t function = host.window.byte(begin - 2);
  return host.window.has(host.places.run_end, ')') &&
         ((function >= 'a' && function <= 'z') || function == '_');
}

// /users/{user.id}, {{ order.id }}; but \url{example.io}
bool is_placeholder(const BareHost& host) {
  constexpr std::string_view kOfTemplate = "{{ ";
  const uint64_t begin = host.places.begin;
  const std::string_view before =
      host.window.slice(host.window.back_to(begin, 0, kOfTemplate.size()), begin);
  if (before == kOfTemplate) return true;
  if (!before.ends_with('{') || !host.window.has(host.places.run_end, '}')) return false;
  return before.size() == 1 ||
         !base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2]));
}

bool is_used_in_code(const BareHost& host) {
  const bool is_of_country = host.tld_is_of_country();
  if (is_of_country && !host.tld_is(TldTrait::code)) return false;
  return is_placeholder(host) || is_operand(host) || is_beside_member(host) ||
         (!is_of_country && is_argument(host));
}

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const BareHost& host) {
  if (host.tld_is({"com"}) || host.tld_is(TldTrait::institution)) return false;
  const CodeWords word = host.code_words(host.first);
  const bool is_file = word.has(CodeWord::file);
  if (!is_file && !word.has(CodeWord::object)) return false;
  const bool is_site = host.tld_is_of_country() && !host.tld_is(TldTrait::code);
  if (!is_file && is_site) return false;
  return host.places.labels == 2 ? is_file || !host.tld_is({"org"}) : !host.tld_is_popular();
}

// libfoo.la
bool is_library(const BareHost& host) {
  return host.places.labels == 2 && host.tld_is({"la"}) &&
         host.labels_before_tld().starts_with("lib");
}

// `VB.NET`, `ML.NET`: in capitals it is a product, not the top-level domain.
bool is_dot_net(const BareHost& host) {
  return host.places.labels == 2 && host.of_tld.upper == host.of_tld.length && host.tld_is({"net"});
}

// jp.co.example.app: what registries have below a country, behind the country.
bool is_reversed_below_country(const BareHost& host) {
  if (host.places.labels < 4 || host.first.bytes() != 2) return false;
  const uint64_t begin = host.first.end + 1;
  const size_t size = host.window.slice(begin, host.places.last_label).find('.');
  return size != std::string_view::npos && is_below_countries({host.window, begin, begin + size});
}

// com.example.shop, org.apache.commons.io; but de.wikipedia.org
bool is_reversed_name(const BareHost& host) {
  if (host.places.labels < 3) return false;
  if (host.tld_is({"com", "org"}) || host.tld_is(TldTrait::institution)) return false;
  if (is_reversed_below_country(host) || host.first.is_one_of({"com", "org"})) return true;
  return host.tld_is_word_for_sites() && host.first.is_one_of({"net", "edu", "gov", "io", "de"});
}

// libfoo.pc.in: what a file is made from.
bool is_template(const BareHost& host) {
  if (host.places.labels < 3 || !host.tld_is({"in"})) return false;
  const Label second = host.second_level();
  const unsigned traits = WordList<automata::kTldTraits>::find(host.window, second);
  return (traits >> static_cast<unsigned>(TldTrait::suffix) & 1) != 0 ||
         host.code_words(second).has(CodeWord::suffix);
}

// lilypond-2.11.28-1.sh: one of its labels is a number.
bool has_version(const BareHost& host) {
  const std::string_view labels = host.labels_before_tld();
  base::count_steps(labels.size());
  bool is_number = false;  // the label at hand
  for (size_t at = 0; at < labels.size(); ++at) {
    const bool is_digit = base::is_ascii_digit(static_cast<uint8_t>(labels[at]));
    if (labels[at] == '.' && is_number) return true;
    is_number = is_digit && (is_number || at == 0 || labels[at - 1] == '.');
  }
  return false;
}

// README.es.md: two letters, but none of those that registries have below a country.
bool is_language(const Label& label) { return label.bytes() == 2 && !is_below_countries(label); }

// docs.example.md, but not README.es.md
bool is_behind_name(const BareHost& host) {
  if (host.places.labels < 3) return false;
  const Label second = host.second_level();
  const bool is_ascii_of_several =
      second.bytes() > 1 && host.letters_of(second).length == second.bytes();
  return is_ascii_of_several && !is_language(second) && !has_version(host);
}

// ---------------------------------------------------------------------------------------------------
// What stands around it

// In the order of VALUES in src/CMakeLists.txt.
enum class WordBefore : uint8_t { none, file, plural, romanian, slavic, site };

// The last word of a text, with white space, quotes or a bracket behind it.
std::string_view last_word(std::string_view text) {
  const size_t word_end = text.find_last_not_of(" \"'(:") + 1;  // 0: there is none
  if (word_end == text.size()) return {};
  const size_t gap = text.substr(0, word_end).find_last_of(" \n(\"-");
  return text.substr(gap + 1, word_end - gap - 1);
}

WordBefore meaning_of(std::string_view word) {
  if (word.empty()) return WordBefore::none;
  const auto first = static_cast<uint8_t>(base::to_ascii_lower(word[0]));
  const int state = automata::kWordsBeforeHosts.step(0, first);
  if (state == base::WordDfa::kNone) return WordBefore::none;
  base::count_steps(word.size());
  return static_cast<WordBefore>(automata::kWordsBeforeHosts.find(word.substr(1), state));
}

bool ends_in_cyrillic(std::string_view word) {
  if (word.empty()) return false;
  const auto* const bytes = reinterpret_cast<const uint8_t*>(word.data());
  const char32_t last = base::decode_before(bytes, bytes + word.size()).value;
  return unicode::script(last) == unicode::Script::cyrillic;
}

// The file logo.ai, das Skript start.pl; but the file: example.io
bool is_behind_word_for_file(const BareHost& host) {
  if (host.places.labels != 2 || !is_suffix_in_use(host)) return false;
  const std::string_view text = text_before(host);
  const bool is_right_behind = text.size() >= 2 && text.ends_with(' ') &&
                               (static_cast<uint8_t>(text[text.size() - 2]) >= 0x80 ||
                                base::is_ascii_letter(static_cast<uint8_t>(text[text.size() - 2])));
  return is_right_behind && meaning_of(last_word(text)) == WordBefore::file;
}

// Leaves off another host with the same top-level domain, and what joins the two, at the end of a
// text; false if there is none: blic.rs, danas.rs i
bool drop_host_in_list(std::string_view& text, std::string_view tld) {
  constexpr std::string_view kJoints[] = {", ",    " i ",  " a ",   " ili ", " и ",
                                          " или ", " și ", " sau ", " & "};
  const auto* const joint = std::find_if(std::begin(kJoints), std::end(kJoints),
                                         [&](std::string_view one) { return text.ends_with(one); });
  if (joint == std::end(kJoints)) return false;
  std::string_view rest = text.substr(0, text.size() - joint->size());
  if (!rest.ends_with(tld)) return false;
  rest.remove_suffix(tld.size());
  const size_t name = rest.find_last_of(" \"'(:") + 1;  // 0: all of it
  if (!rest.ends_with('.') || name + 1 >= rest.size()) return false;
  text = text.substr(0, name);
  return true;
}

// Does the text before say that a site is meant: website lobste.rs, or in a language of the
// country, na politika.rs, sajt nova.rs, pe point.md? It may say so of a list: na blic.rs i
// danas.rs
bool is_behind_word_for_site(const BareHost& host) {
  constexpr int kMostInList = 4;
  if (host.places.labels != 2) return false;
  const bool is_romanian = host.tld_is({"md"});
  const bool is_slavic = host.tld_is({"mk", "rs"});
  std::string_view text = text_before(host);
  for (int i = 0; i < kMostInList; ++i) {
    const std::string_view word = last_word(text);
    const WordBefore meaning = meaning_of(word);
    if (meaning == WordBefore::site || (is_romanian && meaning == WordBefore::romanian))
      return true;
    if (is_slavic && (meaning == WordBefore::slavic || ends_in_cyrillic(word))) return true;
    if (!drop_host_in_list(text, host.window.slice(host.tld.begin, host.tld.end))) return false;
  }
  return false;
}

// N1info.rs-a, danas.rs-om: one of Serbian or Macedonian behind a hyphen.
bool has_slavic_ending(const BareHost& host) {
  constexpr std::string_view kEndings[] = {"a", "e", "em", "i", "im", "om", "ov", "ova", "u"};
  constexpr uint64_t kLongest = 3;
  const Window& window = host.window;
  const uint64_t hyphen = host.places.end;
  if (!host.tld_is({"mk", "rs"}) || !window.has(hyphen, '-')) return false;
  uint64_t end = hyphen + 1;
  while (end < window.end && end <= hyphen + 1 + kLongest &&
         base::is_ascii_letter(window.byte(end))) {
    ++end;
  }
  return std::find(std::begin(kEndings), std::end(kEndings), window.slice(hyphen + 1, end)) !=
         std::end(kEndings);
}

// Nutzer.in, invité.es, les étudiant.es: forms for more than one gender. (Of names in French and
// German; domains as these are hardly ever written so.)
bool is_form_of_word(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const std::string_view word = host.window.slice(host.first.begin, host.first.end);
  if (host.tld_is({"in"})) return host.begins_upper(host.first) && word.ends_with("er");
  return host.tld_is({"es"}) &&
         (word.ends_with("é") || meaning_of(last_word(text_before(host))) == WordBefore::plural);
}

// 18h30.si tu, 3km.to jest, 2-0.is: a time, a measure or a score ends a sentence.
bool is_behind_measure(const BareHost& host) {
  const uint64_t begin = host.first.begin;
  uint64_t unit = begin;
  while (unit < host.first.end && base::is_ascii_digit(host.window.byte(unit))) ++unit;
  if (host.places.labels != 2 || unit == begin || unit == host.first.end) return false;
  base::count_steps(unit - begin);
  const Label rest(host.window, unit, host.first.end);
  if (rest.is_one_of({"am", "cm", "eur", "euro", "kg", "km", "min", "pm", "std", "uhr", "zl"})) {
    return true;
  }
  const uint8_t joint = host.window.byte(unit);
  const std::string_view number = host.window.slice(unit + 1, host.first.end);
  if (number.empty() || number.find_first_not_of("0123456789") != number.npos) return false;
  const bool is_score = joint == '-' && unit == begin + 1 && number.size() == 1;  // but 24-7.it
  return is_score || (joint == 'h' && number.size() == 2);
}

// there.it was raining.no idea: a space is missing between two sentences, and the second begins
// with the top-level domain and the word behind it.
bool begins_next_clause(const BareHost& host) {
  if (!host.tld_is_of_country() || host.places.run_end != host.places.end) return false;
  if (!is_before_word(host)) return false;
  if (host.tld_is(TldTrait::function) && is_behind_measure(host)) return true;
  const std::string_view word = word_behind(host);
  int state = 0;
  for (uint64_t at = host.tld.begin; at < host.tld.end && state != base::WordDfa::kNone; ++at) {
    const char lower = base::to_ascii_lower(static_cast<char>(host.window.byte(at)));
    state = automata::kClauses.step(state, static_cast<uint8_t>(lower));
  }
  if (state != base::WordDfa::kNone) state = automata::kClauses.step(state, '_');
  base::count_steps(word.size());
  return state != base::WordDfa::kNone && automata::kClauses.find(word, state) != 0;
}

// Are two words of this script joined by a full stop in [begin, end), of which the second is no
// top-level domain?
bool has_glued_words_in(const Window& window, uint64_t begin, uint64_t end,
                        unicode::Script script) {
  const auto is_of_script = [&](char32_t c) {
    const unicode::Properties properties = unicode::properties(c);
    return properties.is_mark() || (properties.is_letter() && unicode::script(c) == script);
  };
  for (uint64_t at = begin; at < end; ++at) {
    base::count_step();
    if (window.byte(at) != '.' || at == begin || at + 1 == end) continue;
    const char32_t before = base::decode_before(window.at(begin), window.at(at)).value;
    const bool is_behind_text = is_of_script(before) || base::is_ascii_digit(before);
    uint64_t word_end = at + 1;
    while (word_end < end) {
      const base::CodePoint here = window.code_point(word_end);
      const bool is_within = here.length != 0 && word_end + here.length <= end;
      if (!is_within || !is_of_script(here.value)) break;
      base::count_step();
      word_end += here.length;
    }
    const bool is_word =
        word_end > at + 1 && text_ends_word(window, word_end, end) &&
        !(window.has(word_end, '.') && word_end + 1 < end && window.byte(word_end + 1) >= 0x80);
    if (!is_behind_text || !is_word) continue;
    if (find_by_steps<automata::kTlds>(window, {window, at + 1, word_end}) == 0) return true;
  }
  return false;
}

// רגע.ישראל ניצחה 2:1.זהו: who leaves out the space behind a full stop does so again. Of writing
// without capitals, which would tell.
bool is_beside_glued_words(const BareHost& host) {
  if (host.places.labels != 2 || !host.tld_is_beyond_ascii()) return false;
  const char32_t letter = host.window.code_point(host.tld.begin).value;
  const unicode::Script script = unicode::script(letter);
  const bool has_no_capitals =
      writing_of(letter) == Writing::spaced && script != unicode::Script::cyrillic &&
      script != unicode::Script::greek && script != unicode::Script::armenian;
  const bool is_hangul = script == unicode::Script::hangul;
  if (!has_no_capitals && !is_hangul) return false;
  const Window& window = host.window;
  const uint64_t begin = host.places.begin;
  const uint64_t behind = host.places.run_end;
  return has_glued_words_in(window, begin - text_before(host).size(), begin, script) ||
         has_glued_words_in(window, behind, behind + text_behind(host).size(), script);
}

// .cn域名, .jpドメイン
bool tells_of_top_level_domain(const Window& window, uint64_t end) {
  constexpr std::string_view kWords[] = {"域名", "網域",     "网域",  "后缀",
                                         "後綴", "ドメイン", "도메인"};
  return end < window.end && window.byte(end) >= 0x80 &&
         std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return window.holds(end, word) == Answer::yes; });
}

// 什么是.cn域名, 日本の.jp, 아니다.한국: a word that no name ends with, or that tells of a
// top-level domain itself.
bool reads_as_text(const BareHost& host) {
  const Label& first = host.first;
  if (host.places.labels != 2 || host.window.byte(first.end - 1) < 0x80) return false;
  const std::string_view word = host.window.slice(first.begin, first.end);
  const auto ends_with_one_of = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return word.ends_with(ending); });
  };
  if (!host.tld_is_beyond_ascii()) {
    return ends_with_one_of(
               {"是", "嘅", "は", "が", "の", "を", "和", "了", "把", "或", "หรือ", "ใส่", "ด้วย"}) ||
           tells_of_top_level_domain(host.window, host.places.end);
  }
  return ends_with_one_of({"니다", "이다", "했다", "었다", "았다", "졌다", "갔다", "왔다", "어요",
                           "아요", "해요", "에요", "예요", "세요"});
}

// ---------------------------------------------------------------------------------------------------
// All together

// docs.rs, ptt.cc, 24.kg
bool is_known_site(const BareHost& host) {
  return find_by_steps<automata::kKnownSites>(
             host.window, {host.window, host.places.begin, host.places.end}) != 0;
}

// What a path does not settle: com.example.app/.MainActivity, Dosya.No:2024/55
Rejected doubt_before_path(const BareHost& host) {
  const bool is_of_package = host.places.labels >= 3 && host.first.is_one_of({"com", "org"}) &&
                             host.tld_is_word_for_sites();
  if (is_of_package) return Rejected::reads_as_reversed_name;
  const bool is_of_number = is_numbered(host) || is_time_of_day(host) || is_degree(host);
  return is_of_number ? Rejected::reads_as_abbreviation : Rejected::no;
}

// `.md`, `.name`, `.app`: the suffix of a file, a member, the end of a name.
Rejected doubt_of_last_label(const BareHost& host, Evidence evidence) {
  const bool has_port = evidence == Evidence::port;
  if (host.tld_is(TldTrait::suffix)) {
    if (has_port) return Rejected::reads_as_file_suffix;  // the line of a file: Main.java:17
    if (is_behind_name(host)) return Rejected::no;
    const bool is_stem = host.code_words(host.second_level()).has(CodeWord::stem);
    const bool is_site = is_behind_word_for_site(host) || has_slavic_ending(host);
    return is_site && !is_stem ? Rejected::no : Rejected::reads_as_file_suffix;
  }
  if (has_port) return Rejected::no;
  if (host.tld_is(TldTrait::member)) {
    return is_behind_word_for_site(host) ? Rejected::no : Rejected::reads_as_member;
  }
  const bool is_name = host.tld_is(TldTrait::capital) && host.begins_upper(host.second_level());
  return is_name ? Rejected::reads_as_capital : Rejected::no;
}

}  // namespace

Rejected doubt_of_domain(const Window& window, const DomainPlaces& domain, Evidence evidence) {
  if (is_www(window, domain)) return Rejected::no;
  const BareHost host(window, domain);
  if (evidence == Evidence::path) return doubt_before_path(host);
  if (is_called(host)) return Rejected::reads_as_call;
  if (evidence == Evidence::port && is_numbered(host)) return Rejected::reads_as_abbreviation;
  if (ends_a_contraction(host)) return Rejected::reads_as_contraction;
  if (!is_written_as_top_level_domain(host)) return Rejected::reads_as_next_sentence;
  if (!host.tld_is_popular()) {
    if (evidence == Evidence::none && is_known_site(host)) return Rejected::no;
    if (reads_as_abbreviation(host)) return Rejected::reads_as_abbreviation;
    if (is_used_in_code(host)) return Rejected::reads_as_call;
  }
  if (is_of_code_or_file(host) || is_library(host) || is_dot_net(host) ||
      is_behind_word_for_file(host)) {
    return Rejected::reads_as_code_or_file;
  }
  if (is_reversed_name(host)) return Rejected::reads_as_reversed_name;
  if (is_form_of_word(host)) return Rejected::reads_as_abbreviation;
  if (is_template(host)) return Rejected::reads_as_file_suffix;
  if (reads_as_text(host) || begins_next_clause(host) || is_beside_glued_words(host))
    return Rejected::reads_as_next_sentence;
  if (is_behind_abbreviations(host)) return Rejected::reads_as_abbreviation;
  return doubt_of_last_label(host, evidence);
}

Rejected doubt_of_domain_in_code(const Window& window, const DomainPlaces& domain,
                                 Evidence evidence) {
  const Rejected doubt = doubt_of_domain(window, domain, evidence);
  if (doubt != Rejected::no || is_www(window, domain)) return doubt;
  return evidence == Evidence::none ? Rejected::code_needs_evidence : Rejected::no;
}

}  // namespace linkspan::scan

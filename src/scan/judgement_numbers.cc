// Abbreviations, numbers, measures and dates that look like domains.

#include <algorithm>
#include <string_view>

#include "base/ascii.h"
#include "base/steps.h"
#include "scan/judgement_questions.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

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

// a 2011. évi CXII.tv: the number of a law in Hungarian.
bool is_number_of_law(const BareHost& host) {
  const std::string_view number = host.window.slice(host.first.begin, host.first.end);
  return host.places.labels == 2 && host.tld_is({"tv"}) &&
         number.find_first_not_of("CDILMVX") == number.npos && host.text_before().ends_with("évi ");
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

bool is_ascii_digit_at(std::string_view text, size_t at) {
  return at < text.size() && base::is_ascii_digit(static_cast<uint8_t>(text[at]));
}

// cel.no. 0918, fax.no: 8123; gepr.am 3.4., gez.am 12. März
bool is_before_number(const BareHost& host) {
  const std::string_view behind = host.text_behind();
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

// `hl.st., `, `st.dev.: `: no sentence ends there.
bool is_before_comma(const BareHost& host) {
  const uint64_t run_end = host.places.run_end;
  if (run_end != host.places.end + 1) return false;
  constexpr uint64_t kLongestBeforeColon = 4;
  return host.window.has(run_end, ',') || host.window.has(run_end, ';') ||
         (host.first.bytes() <= kLongestBeforeColon && host.text_behind().starts_with(": "));
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

}  // namespace

bool reads_as_abbreviation(const BareHost& host) {
  if (is_behind_letter_or_number(host) || is_before_comma(host)) return true;
  if (is_pattern(host)) return true;
  if (host.places.labels >= 3) {
    return is_behind_numbers(host) || is_behind_date(host) || is_inventory_number(host) ||
           is_time_of_day(host) || is_behind_parts(host) || is_behind_short_titles(host);
  }
  return is_time_of_day(host) || is_before_number(host) || is_number_of_law(host);
}

// Is each label but the last one an abbreviation, or a word that a sentence breaks off with, and
// the last one a word? prof.dr.ing, Ntra.Sra.de, ok.be there, 8 hod.na
bool is_behind_abbreviations(const BareHost& host) {
  const DomainPlaces& places = host.places;
  const bool is_word = host.tld_is(TldTrait::word) || host.tld_is_beyond_ascii();
  const bool may_follow_reply =
      host.tld_is(TldTrait::function) && places.labels == 2 && host.is_before_word();
  if (places.labels > kMostLabelsOfAbbreviations || !(is_word || may_follow_reply)) return false;
  if (places.labels > 2 && is_below_countries(host.second_level())) return false;  // med.com.au
  constexpr uint64_t kLongestUnit = 3;
  Label label = host.first;
  while (true) {
    const Abbreviation here = host.abbreviation(label);
    const bool is_abbreviation =  // kg.cm, but euro.de
        here == Abbreviation::abbreviation ||
        (here == Abbreviation::unit && label.bytes() <= kLongestUnit);
    const bool may_stand = here == Abbreviation::reply
                               ? may_follow_reply || host.tld_is_beyond_ascii()
                               : is_word && is_abbreviation;
    if (!may_stand) return false;
    const uint64_t next = label.end + 1;
    if (next >= places.last_label) return true;
    const size_t size = host.window.slice(next, places.last_label).find('.');
    if (size == std::string_view::npos) return false;
    label = {host.window, next, next + size};
  }
}

// tt.mm.ss, xxx.xxx.xxx.xxx: one letter in each label, for a number that may stand there.
bool is_pattern(const BareHost& host) {
  if (host.places.labels < 3) return false;
  const std::string_view labels = host.window.slice(host.places.begin, host.places.end);
  base::count_steps(labels.size());
  for (size_t at = 0; at < labels.size(); ++at) {
    if (labels[at] == '.') continue;
    if (!base::is_ascii_letter(static_cast<uint8_t>(labels[at]))) return false;
    const bool goes_on = at > 0 && labels[at - 1] != '.';
    if (goes_on && labels[at] != labels[at - 1]) return false;
  }
  return true;
}

// `Cad.No:12/A`: what looks like a port is a number.
bool is_numbered(const BareHost& host) {
  return host.tld_is({"no"}) && host.window.has(host.places.run_end, ':') &&
         (host.places.labels == 2 || host.begins_upper(host.tld));
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

// B.Com./B.Sc., B.COM/B.SC; of the domains with one letter, registries gave out these alone.
bool is_degree(const BareHost& host) {
  return host.places.labels == 2 && host.first.bytes() == 1 && host.tld_is({"com"}) &&
         host.begins_upper(host.tld) && !host.first.is_one_of({"q", "x", "z"});
}

}  // namespace linkspan::scan

#include "scan/judgement.h"

#include <algorithm>
#include <string_view>

#include "automata/abbreviations.h"
#include "automata/code_words.h"
#include "automata/doubtful_tlds.h"
#include "base/ascii.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/roles.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of VALUES in src/CMakeLists.txt.
enum class Doubt : uint8_t { none, suffix, member, capital, word };
enum class CodeWord : uint8_t { none, file, object };
enum class Abbreviation : uint8_t { none, abbreviation, reply, part };

// A stretch of the host.
struct Label {
  uint64_t begin;
  uint64_t end;
  base::PackedWord word;  // all of a short one, the begin of a longer one

  Label(const Window& window, uint64_t begin_of_label, uint64_t end_of_label)
      : begin(begin_of_label), end(end_of_label) {
    if (begin >= end) return;
    const uint64_t size = std::min(bytes(), base::kLongestShortWord);
    word = base::PackedWord(window.at(begin), size, window.end_of_bytes());
  }
  uint64_t bytes() const { return end - begin; }
  bool is_short() const { return bytes() <= base::kLongestShortWord; }
  // In any case.
  bool is_one_of(std::initializer_list<base::KnownWord> words) const {
    return is_short() && base::is_one_of(word, words);
  }
};

// What characters a label is made of.
struct Letters {
  unsigned length = 0;  // in code points
  unsigned upper = 0;   // upper-case letters
  unsigned lower = 0;   // other letters
  unsigned digits = 0;

  Letters(const Window& window, const Label& label) {
    for (uint64_t at = label.begin; at < label.end; ++length) {
      base::count_step();
      const uint8_t byte = window.byte(at);
      at += byte < 0x80 ? add_ascii(byte) : add(window.code_point(at));
    }
  }

 private:
  uint8_t add_ascii(uint8_t byte) {
    const bool upper_here = base::is_ascii_upper(byte);
    upper += upper_here ? 1 : 0;
    lower += !upper_here && base::is_ascii_letter(byte) ? 1 : 0;
    digits += base::is_ascii_digit(byte) ? 1 : 0;
    return 1;
  }
  uint8_t add(base::CodePoint code_point) {
    const unicode::Properties properties = unicode::properties(code_point.value);
    const bool upper_here = is_upper_case(code_point.value);
    upper += upper_here ? 1 : 0;
    lower += !upper_here && properties.is_letter() ? 1 : 0;
    digits += properties.is_digit() ? 1 : 0;
    return code_point.length;
  }
};

// How many letters of a label are in upper case, of how many characters.
struct Capitals {
  unsigned length = 0;
  unsigned upper = 0;

  Capitals(const Window& window, const Label& label) {
    if (label.is_short() && label.word.is_ascii()) {
      length = static_cast<unsigned>(label.bytes());
      upper = label.word.capitals();
    } else {
      const Letters letters(window, label);
      length = letters.length;
      upper = letters.upper;
    }
  }
};

bool begins_upper(const Window& window, const Label& label) {
  return is_upper_case(window.code_point(label.begin).value);
}

// The value of a label in a list of words, in any case of ASCII; 0 if it is not there.
template <const base::WordDfa& kWords>
uint8_t find_by_steps(const Window& window, const Label& label) {
  int state = 0;
  for (uint64_t at = label.begin; at < label.end && state != base::WordDfa::kNone; ++at) {
    base::count_step();
    const char lower = base::to_ascii_lower(static_cast<char>(window.byte(at)));
    state = kWords.step(state, static_cast<uint8_t>(lower));
  }
  return state == base::WordDfa::kNone ? 0 : kWords.value[state];
}

// The same for a list of words of ASCII.
template <const base::WordDfa& kWords>
struct WordList {
  static constexpr auto kShort = base::short_words<kWords>();
  static constexpr base::LongWords<kWords, 256> kLong{};

  static uint8_t find(const Window& window, const Label& label) {
    if (label.bytes() <= base::kLongestShortWord) return kShort.find(label.word);
    return kLong.may_contain(label.word) ? find_by_steps<kWords>(window, label) : uint8_t{0};
  }
};
using CodeWords = WordList<automata::kCodeWords>;
using DoubtfulTlds = WordList<automata::kDoubtfulTlds>;

// The label before the last one. REQUIRES: two labels.
Label second_level(const Window& window, const DomainPlaces& domain) {
  const bool is_ascii_dot = window.byte(domain.last_label - 1) == '.';
  const uint64_t label_end =
      domain.last_label - (is_ascii_dot ? 1 : 3);  // a wide dot has three bytes
  uint64_t begin = label_end;
  while (begin > domain.begin) {
    base::count_step();
    const uint8_t last = window.byte(begin - 1);
    if (last == '.') break;
    if (last >= 0x80) {
      const base::CodePoint before = base::decode_before(window.at(domain.begin), window.at(begin));
      if (is_label_dot(before.value)) break;
      begin -= before.length;
    } else {
      --begin;
    }
  }
  return {window, begin, label_end};
}

// `Example.Com,`: each label as a name, and what follows begins no sentence.
bool is_in_title_case(const Window& window, const DomainPlaces& domain, const Label& tld,
                      const Capitals& letters) {
  const bool is_capitalised = letters.upper == 1 && begins_upper(window, tld) &&
                              begins_upper(window, {window, domain.begin, domain.first_label_end});
  if (!is_capitalised || domain.run_end != domain.end) return false;
  if (domain.first_label_end == domain.begin + 1) return false;  // B.Com
  const bool is_behind_registry =
      domain.labels == 3 &&
      second_level(window, domain).is_one_of({"ac", "co", "com", "gov", "org"});
  const bool begins_none = !window.has(domain.run_end, ' ');
  return is_behind_registry || (begins_none && tld.is_one_of({"com", "org"}));
}

// `Госуслуги.РФ`, `Mail.RU`: as names of sites are written in Russian and its neighbours. REQUIRES:
// a top-level domain in capitals.
bool is_cyrillic_domain_in_capitals(const Window& window, const DomainPlaces& domain,
                                    const Label& tld) {
  if (domain.labels != 2 || !begins_upper(window, {window, domain.begin, domain.first_label_end})) {
    return false;
  }
  if (tld.is_one_of({"ru"})) return true;
  const char32_t first = window.code_point(tld.begin).value;
  const bool may_be_country = window.has(domain.run_end, ' ');  // …заявил Лавров.РФ не намерена
  return unicode::script(first) == unicode::Script::cyrillic && !may_be_country;
}

// `gewartet.Es`, `System.IO`: a top-level domain is written in lower case, or all of the host in
// upper.
bool is_written_as_top_level_domain(const Window& window, const DomainPlaces& domain,
                                    const Label& tld, const Capitals& letters) {
  if (letters.upper == 0) return true;
  if (letters.upper != letters.length) return is_in_title_case(window, domain, tld, letters);
  if (is_cyrillic_domain_in_capitals(window, domain, tld)) return true;
  return Letters(window, {window, domain.begin, domain.last_label}).lower == 0;
}

// `didn't.It`: the first label is what a contraction leaves behind its apostrophe. (d’example.fr is
// an elision before a name.)
bool ends_a_contraction(const Window& window, const Label& first) {
  constexpr unsigned kLongest = 2;
  const uint64_t floor = window.back_to(first.begin, 0, 8);
  if (first.begin == floor) return false;
  const uint8_t last = window.byte(first.begin - 1);
  if ((last < 0x80 && last != '\'') || first.bytes() > kLongest * 4) return false;
  const char32_t before = base::decode_before(window.at(floor), window.at(first.begin)).value;
  const bool is_apostrophe = before == '\'' || before == U'’';
  return is_apostrophe && Letters(window, first).length <= kLongest;
}

// `VB.NET`, `ML.NET`: in capitals it is a product, not the top-level domain.
bool is_dot_net(const DomainPlaces& domain, const Label& tld, const Capitals& letters) {
  return domain.labels == 2 && letters.upper == letters.length && tld.is_one_of({"net"});
}

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

// 24.hu: no word or unit that stands behind a number.
bool follows_no_number(const Label& tld) {
  return tld.is_one_of({"bg", "ca", "cn", "cz", "hk", "hu", "jp", "kr", "kz", "nl", "ro", "ru",
                        "sk", "tj", "tw", "ua"});
}

// One letter (of a script that has words of several), or a number: `m.in.`, `1.er`, `0700.HK`.
bool is_of_an_abbreviation(const Window& window, const Label& second, const Label& tld,
                           const Capitals& of_tld) {
  const uint8_t lead = window.byte(second.begin);
  const bool may_be_number = base::is_ascii_digit(lead) || lead >= 0x80;
  if (second.bytes() > 4 && !may_be_number) return false;
  const Letters letters(window, second);
  if (letters.digits == letters.length) {
    if (letters.length == 2 && of_tld.upper == 0 && follows_no_number(tld)) return false;
    if (letters.length <= 2) return true;
    return of_tld.upper == of_tld.length;
  }
  const bool is_letter = letters.length == 1 && letters.lower + letters.upper == 1;
  if (is_letter && tld.is_one_of({"ai", "co"}) && of_tld.upper + letters.upper == 0) return false;
  return is_letter && !may_be_word(window.code_point(second.begin).value);
}

// `Cad.No:12/A`: what looks like a port is a number.
bool is_numbered(const Window& window, const DomainPlaces& domain, const Label& tld) {
  return tld.is_one_of({"no"}) && window.has(domain.run_end, ':') &&
         (domain.labels == 2 || begins_upper(window, tld));
}

// `8.am/8.pm`, `10.am-6.pm`
bool is_time_of_day(const Window& window, const DomainPlaces& domain, const Label& tld) {
  constexpr uint64_t kLongest = 16;
  if (!tld.is_one_of({"am", "pm"}) || domain.last_label - domain.begin > kLongest) return false;
  const std::string_view labels = window.slice(domain.begin, domain.last_label);
  if (domain.labels == 2) return labels.find_first_not_of("0123456789.") == labels.npos;
  return labels.find_first_not_of("0123456789.-apmAPM") == labels.npos &&
         base::is_ascii_digit(static_cast<uint8_t>(labels[0])) &&
         base::is_ascii_digit(static_cast<uint8_t>(labels[labels.size() - 2]));
}

// `hl.st., `: no sentence ends there.
bool is_before_comma(const Window& window, const DomainPlaces& domain) {
  if (domain.run_end != domain.end + 1) return false;
  return window.has(domain.run_end, ',') || window.has(domain.run_end, ';');
}

// 2025.117.tr: numbers of documents and the like.
bool is_number(const Window& window, const DomainPlaces& domain) {
  if (domain.labels < 3 || !base::is_ascii_digit(window.byte(domain.begin))) return false;
  const std::string_view labels = window.slice(domain.begin, domain.last_label);
  base::count_steps(labels.size());
  return std::all_of(labels.begin(), labels.end(), [](char c) {
    return c == '.' || base::is_ascii_digit(static_cast<uint8_t>(c));
  });
}

// Those that are words which the text goes on with: ok.be there, p.ej.la
bool is_function_word(const Label& tld) {
  return tld.is_one_of({"al", "am", "as", "at", "be", "de", "do", "es", "im", "in", "is", "it",
                        "je", "la", "me", "na", "no", "sa", "se", "si", "so", "to", "za"});
}

Abbreviation find_abbreviation(const Window& window, const Label& label) {
  return static_cast<Abbreviation>(find_by_steps<automata::kAbbreviations>(window, label));
}

// p.ej.la, d.m.th.sa: letters, and the rest of an abbreviation behind them.
bool is_of_parts(const Window& window, const DomainPlaces& domain, const Label& tld) {
  constexpr unsigned kMostLabels = 5;
  if (domain.labels < 3 || domain.labels > kMostLabels) return false;
  if (domain.first_label_end != domain.begin + 1 || !is_function_word(tld)) return false;
  return find_abbreviation(window, second_level(window, domain)) == Abbreviation::part;
}

// İnş.San.ve, Yön.Kur.Bşk.ve: short words with capitals, and the next one.
bool is_chain_of_abbreviations(const Window& window, const DomainPlaces& domain) {
  constexpr unsigned kMostLabels = 5;
  constexpr unsigned kLongest = 4;
  if (domain.labels < 3 || domain.labels > kMostLabels) return false;
  const Label first(window, domain.begin, domain.first_label_end);
  if (!begins_upper(window, first)) return false;
  const Label second = second_level(window, domain);
  const auto is_short_title = [&](const Label& label) {
    const Letters letters(window, label);
    return begins_upper(window, label) && letters.upper == 1 && letters.length <= kLongest;
  };
  return is_short_title(first) && is_short_title(second);
}

// ok.be there, 8 hod.na; but gut.de is a site.
bool is_behind_reply(const Window& window, const DomainPlaces& domain, const Label& first,
                     const Label& tld) {
  return domain.labels == 2 && is_function_word(tld) && !tld.is_one_of({"de"}) &&
         find_abbreviation(window, first) == Abbreviation::reply;
}

// Is each label but the last one an abbreviation, or a word that a sentence breaks off with?
// prof.dr.ing, Ntra.Sra.de
bool is_behind_abbreviations(const Window& window, const DomainPlaces& domain) {
  constexpr unsigned kMostLabels = 5;
  if (domain.labels > kMostLabels) return false;
  uint64_t begin = domain.begin;
  for (uint64_t end = domain.first_label_end; begin < domain.last_label; begin = end + 1) {
    if (begin > domain.begin) {
      const size_t size = window.slice(begin, domain.last_label).find('.');
      if (size == std::string_view::npos) return false;
      end = begin + size;
    }
    const Abbreviation here = find_abbreviation(window, {window, begin, end});
    if (here == Abbreviation::none || here == Abbreviation::part) return false;
  }
  return true;
}

// Does a French word that makes a plural stand before it? les étudiant.es
bool is_behind_plural(const Window& window, uint64_t begin) {
  constexpr std::string_view kPlurals[] = {"aux", "ces",   "certain.es", "cher.es",  "chères",
                                           "des", "deux",  "elles",      "eux",      "les",
                                           "mes", "nos",   "nous",       "ses",      "tes",
                                           "vos", "leurs", "quelques",   "plusieurs"};
  constexpr uint64_t kReach = 16;
  const std::string_view text = window.slice(window.back_to(begin, 0, kReach), begin);
  if (!text.ends_with(' ')) return false;
  const std::string_view before = text.substr(0, text.size() - 1);
  const size_t gap = before.find_last_of(" \n(-");
  const std::string_view word = gap == before.npos ? before : before.substr(gap + 1);
  return std::any_of(std::begin(kPlurals), std::end(kPlurals), [&](std::string_view plural) {
    return word.size() == plural.size() && (word[0] | 0x20) == plural[0] &&
           word.substr(1) == plural.substr(1);
  });
}

// Nutzer.in, invité.es, les étudiant.es: forms for more than one gender. (Of names in French and
// German; domains as these are hardly ever written so.)
bool is_form_of_word(const Window& window, const DomainPlaces& domain, const Label& first,
                     const Label& tld) {
  if (domain.labels != 2) return false;
  const std::string_view word = window.slice(first.begin, first.end);
  if (tld.is_one_of({"in"})) return begins_upper(window, first) && word.ends_with("er");
  return tld.is_one_of({"es"}) && (word.ends_with("é") || is_behind_plural(window, first.begin));
}

// Those that name sites and nothing else.
bool is_popular(const Label& tld) { return tld.is_one_of({"com", "net", "org"}); }
bool is_of_institutions(const Label& tld) { return tld.is_one_of({"edu", "gov", "int", "mil"}); }

// Is the domain of a country also what members of objects and suffixes of files are called?
bool may_be_member(const Label& tld) {
  return tld.is_one_of({"ai", "as", "at", "be", "by", "cc", "do", "gl", "id", "in", "io",
                        "is", "it", "li", "me", "ml", "ms", "my", "no", "pl", "sc", "sh",
                        "so", "st", "td", "th", "to", "tr", "tv", "us", "ws"});
}

// Neither those nor the domain of a country, but a word.
bool is_word_for_sites(const Label& tld, const Capitals& of_tld) {
  return of_tld.length > 2 && !is_popular(tld) && !is_of_institutions(tld);
}

// jp.co.example.app: what registries have below a country, behind the country.
bool is_reversed_below_country(const Window& window, const DomainPlaces& domain,
                               const Label& first) {
  if (domain.labels < 4 || first.bytes() != 2) return false;
  const uint64_t begin = first.end + 1;
  const std::string_view rest = window.slice(begin, domain.last_label);
  const size_t size = rest.find('.');
  if (size == rest.npos) return false;
  const Label second(window, begin, begin + size);
  return second.is_one_of({"ac", "co", "com", "edu", "go", "gov", "ne", "net", "or", "org"});
}

// com.example.shop, org.apache.commons.io; but de.wikipedia.org
bool is_reversed_name(const Window& window, const DomainPlaces& domain, const Label& first,
                      const Label& tld, const Capitals& of_tld) {
  if (domain.labels < 3) return false;
  const bool is_of_sites = tld.is_one_of({"com", "org"}) || is_of_institutions(tld);
  if (is_of_sites) return false;
  if (is_reversed_below_country(window, domain, first)) return true;
  if (first.is_one_of({"com", "org"})) return true;
  return is_word_for_sites(tld, of_tld) && first.is_one_of({"net", "edu", "gov", "io", "de"});
}

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const Window& window, const DomainPlaces& domain, const Label& first,
                        const Label& tld, const Capitals& of_tld) {
  const bool is_library = domain.labels == 2 && window.has(domain.begin, 'l') &&
                          tld.is_one_of({"la"}) &&
                          window.holds(domain.begin, "lib") == Answer::yes;  // libfoo.la
  if (is_library) return true;
  const auto word = static_cast<CodeWord>(CodeWords::find(window, first));
  if (word == CodeWord::none) return false;
  if (tld.is_one_of({"com"}) || is_of_institutions(tld)) return false;
  const bool is_of_country = of_tld.length == 2 && !may_be_member(tld);
  if (word == CodeWord::object && is_of_country) return false;
  return domain.labels == 2 ? word == CodeWord::file || !tld.is_one_of({"org"}) : !is_popular(tld);
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
bool reads_as_text(const Window& window, const DomainPlaces& domain, const Label& first,
                   const Label& tld) {
  if (domain.labels != 2 || window.byte(first.end - 1) < 0x80) return false;
  const std::string_view word = window.slice(first.begin, first.end);
  const auto ends_with_one_of = [&](std::initializer_list<std::string_view> endings) {
    return std::any_of(endings.begin(), endings.end(),
                       [&](std::string_view ending) { return word.ends_with(ending); });
  };
  if (window.byte(tld.begin) < 0x80) {
    return ends_with_one_of({"是", "嘅"}) || tells_of_top_level_domain(window, domain.end);
  }
  return ends_with_one_of({"니다", "이다", "했다", "었다", "았다", "졌다", "갔다", "왔다", "어요",
                           "아요", "해요", "에요", "예요", "세요"});
}

bool is_ascii_of_several(const Window& window, const Label& label) {
  return label.bytes() > 1 && Letters(window, label).length == label.bytes();
}

// README.es.md: two letters, but none of those that registries have below a country.
bool is_language(const Label& label) {
  return label.bytes() == 2 && !label.is_one_of({"ac", "co", "ed", "go", "gv", "in", "ne", "or"});
}

// libfoo.pc.in: what a file is made from.
bool is_template(const Window& window, const DomainPlaces& domain, const Label& tld) {
  if (domain.labels < 3 || !tld.is_one_of({"in"})) return false;
  const Label second = second_level(window, domain);
  return static_cast<Doubt>(DoubtfulTlds::find(window, second)) == Doubt::suffix ||
         second.is_one_of({"c", "cmake", "conf", "desktop", "el", "h", "html", "json", "m", "map",
                           "pc", "py", "service", "sgml", "spec", "texi", "txt", "xml", "yaml"});
}

// lilypond-2.11.28-1.sh: one of its labels is a number.
bool has_version(const Window& window, const DomainPlaces& domain) {
  const std::string_view labels = window.slice(domain.begin, domain.last_label);
  base::count_steps(labels.size());
  bool is_number = false;  // the label at hand
  for (size_t at = 0; at < labels.size(); ++at) {
    const bool is_digit = base::is_ascii_digit(static_cast<uint8_t>(labels[at]));
    if (labels[at] == '.' && is_number) return true;
    is_number = is_digit && (is_number || at == 0 || labels[at - 1] == '.');
  }
  return false;
}

// Does the text before say that a site is meant, in a language of the country? на politika.rs, sajt
// nova.rs, pe point.md. (In Serbian a file is opened "u", and in Romanian "în".)
bool is_behind_word_for_site(const Window& window, const DomainPlaces& domain, const Label& tld) {
  if (domain.labels != 2 || !tld.is_one_of({"md", "mk", "rs"})) return false;
  constexpr uint64_t kReach = 24;
  const uint64_t begin = window.back_to(domain.begin, 0, kReach);
  const std::string_view text = window.slice(begin, domain.begin);
  const size_t word_end = text.find_last_not_of(" \"'(:") + 1;  // behind the word
  if (word_end == 0 || word_end == text.size()) return false;
  const bool is_cyrillic =
      unicode::script(base::decode_before(window.at(begin), window.at(begin + word_end)).value) ==
      unicode::Script::cyrillic;
  if (is_cyrillic && !tld.is_one_of({"md"})) return true;
  const size_t gap = text.substr(0, word_end).find_last_of(" \n(\"");
  const std::string_view word = text.substr(gap + 1, word_end - gap - 1);
  const auto is_one_of = [&](std::initializer_list<std::string_view> words) {
    return std::find(words.begin(), words.end(), word) != words.end();
  };
  if (tld.is_one_of({"md"})) {
    return is_one_of({"pe", "Pe", "site", "site-ul", "sursa", "Sursa", "portalul", "сайт"});
  }
  return is_one_of({"na", "Na", "sa", "Sa", "sajt", "sajtu", "sajta", "portal", "portalu",
                    "portala", "pisanju", "Izvor", "izvor"});
}

// N1info.rs-a, danas.rs-om: one of Serbian or Macedonian behind a hyphen.
bool has_slavic_ending(const Window& window, const DomainPlaces& domain, const Label& tld) {
  if (!tld.is_one_of({"mk", "rs"}) || !window.has(domain.end, '-')) return false;
  constexpr std::string_view kEndings[] = {"a", "e", "em", "i", "im", "om", "ov", "ova", "u"};
  constexpr uint64_t kLongest = 3;
  uint64_t end = domain.end + 1;
  while (end < window.end && end <= domain.end + 1 + kLongest &&
         base::is_ascii_letter(window.byte(end))) {
    ++end;
  }
  return std::find(std::begin(kEndings), std::end(kEndings), window.slice(domain.end + 1, end)) !=
         std::end(kEndings);
}

// Names of files that come with these suffixes in every project.
bool is_name_of_file(const Label& first) {
  return first.is_one_of({"main", "lib", "mod", "build", "utils", "util", "tests", "test", "parser",
                          "rules", "index", "notes", "config", "types", "error", "macros"});
}

Rejected doubt_of_last_label(const Window& window, Doubt doubt, const DomainPlaces& domain,
                             const Label& tld, Evidence evidence) {
  const bool has_port = evidence == Evidence::port;
  const Label second = second_level(window, domain);
  switch (doubt) {
    case Doubt::none:
    case Doubt::word:  // depends on the first label
      break;
    case Doubt::suffix:
      if (domain.labels >= 3 && !has_port && is_ascii_of_several(window, second) &&
          !is_language(second) && !has_version(window, domain)) {
        break;
      }
      if (!has_port && !is_name_of_file(second) &&
          (is_behind_word_for_site(window, domain, tld) ||
           has_slavic_ending(window, domain, tld))) {
        break;
      }
      return Rejected::reads_as_file_suffix;  // a port is the line of a file: Main.java:17
    case Doubt::member:
      return has_port ? Rejected::no : Rejected::reads_as_member;
    case Doubt::capital:
      return has_port || !begins_upper(window, second) ? Rejected::no : Rejected::reads_as_capital;
  }
  return Rejected::no;
}

// `os.path(x)`, `a.b=1`; but in example.cn(官网) and example.org(1) a remark follows.
bool is_called(const Window& window, uint64_t end, const Label& tld) {
  if (window.has(end, '=')) return true;
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  return inside < 0x80 && !(base::is_ascii_digit(inside) && tld.is_one_of({"com", "org"}));
}

// print(item.info)
bool is_argument(const Window& window, const DomainPlaces& domain) {
  const uint64_t begin = domain.begin;
  if (begin < window.begin + 2 || window.byte(begin - 1) != '(') return false;
  const uint8_t function = window.byte(begin - 2);
  return window.has(domain.run_end, ')') &&
         ((function >= 'a' && function <= 'z') || function == '_');
}

// /users/{user.id}, {{ order.id }}; but \url{example.io}
bool is_placeholder(const Window& window, const DomainPlaces& domain) {
  constexpr std::string_view kOfTemplate = "{{ ";
  const uint64_t floor = window.back_to(domain.begin, 0, kOfTemplate.size());
  const std::string_view before = window.slice(floor, domain.begin);
  if (before == kOfTemplate) return true;
  if (!before.ends_with('{') || !window.has(domain.run_end, '}')) return false;
  return before.size() == 1 ||
         !base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2]));
}

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// B.Com./B.Sc., B.COM/B.SC; of the domains with one letter, registries gave out these alone.
bool is_degree(const Window& window, const DomainPlaces& domain, const Label& first,
               const Label& tld) {
  return domain.labels == 2 && first.bytes() == 1 && tld.is_one_of({"com"}) &&
         begins_upper(window, tld) && !first.is_one_of({"q", "x", "z"});
}

// What a path does not settle: com.example.app/.MainActivity, Dosya.No:2024/55
Rejected doubt_before_path(const Window& window, const DomainPlaces& domain, const Label& first,
                           const Label& tld) {
  const bool is_of_package = domain.labels >= 3 && first.is_one_of({"com", "org"}) &&
                             is_word_for_sites(tld, Capitals(window, tld));
  if (is_of_package) return Rejected::reads_as_reversed_name;
  const bool is_of_number = is_numbered(window, domain, tld) ||
                            is_time_of_day(window, domain, tld) ||
                            is_degree(window, domain, first, tld);
  return is_of_number ? Rejected::reads_as_abbreviation : Rejected::no;
}

}  // namespace

Rejected doubt_of_domain(const Window& window, const DomainPlaces& domain, Evidence evidence) {
  if (is_www(window, domain)) return Rejected::no;
  const Label tld(window, domain.last_label, domain.end);
  const Label first(window, domain.begin, domain.first_label_end);
  if (evidence == Evidence::path) return doubt_before_path(window, domain, first, tld);
  if (is_called(window, domain.run_end, tld)) return Rejected::reads_as_call;
  if (evidence == Evidence::port && is_numbered(window, domain, tld)) {
    return Rejected::reads_as_abbreviation;
  }
  if (ends_a_contraction(window, first)) return Rejected::reads_as_contraction;
  const Capitals of_tld(window, tld);
  if (!is_written_as_top_level_domain(window, domain, tld, of_tld))
    return Rejected::reads_as_next_sentence;
  const bool is_popular_here = is_popular(tld);
  const bool is_abbreviation =
      !is_popular_here &&
      (is_of_an_abbreviation(window, second_level(window, domain), tld, of_tld) ||
       is_number(window, domain) || is_before_comma(window, domain) ||
       is_time_of_day(window, domain, tld) || is_of_parts(window, domain, tld) ||
       (of_tld.length == 2 && is_chain_of_abbreviations(window, domain)) ||
       is_behind_reply(window, domain, first, tld));
  if (is_abbreviation) return Rejected::reads_as_abbreviation;
  const bool is_of_country = of_tld.length == 2;
  const bool is_in_code = is_of_country
                              ? may_be_member(tld) && is_placeholder(window, domain)
                              : is_argument(window, domain) || is_placeholder(window, domain);
  if (!is_popular_here && is_in_code) return Rejected::reads_as_call;
  if (is_of_code_or_file(window, domain, first, tld, of_tld) || is_dot_net(domain, tld, of_tld)) {
    return Rejected::reads_as_code_or_file;
  }
  if (is_reversed_name(window, domain, first, tld, of_tld)) return Rejected::reads_as_reversed_name;
  if (is_form_of_word(window, domain, first, tld)) return Rejected::reads_as_abbreviation;
  if (is_template(window, domain, tld)) return Rejected::reads_as_file_suffix;
  if (reads_as_text(window, domain, first, tld)) return Rejected::reads_as_next_sentence;
  const auto doubt = static_cast<Doubt>(DoubtfulTlds::find(window, tld));
  const bool is_beyond_ascii = window.byte(tld.begin) >= 0x80;
  if (doubt == Doubt::none && !is_beyond_ascii) return Rejected::no;
  if (doubt != Doubt::word && !is_beyond_ascii)
    return doubt_of_last_label(window, doubt, domain, tld, evidence);
  return is_behind_abbreviations(window, domain) ? Rejected::reads_as_abbreviation : Rejected::no;
}

Rejected doubt_of_domain_in_code(const Window& window, const DomainPlaces& domain,
                                 Evidence evidence) {
  const Rejected doubt = doubt_of_domain(window, domain, evidence);
  if (doubt != Rejected::no || is_www(window, domain)) return doubt;
  return evidence == Evidence::none ? Rejected::code_needs_evidence : Rejected::no;
}

}  // namespace linkspan::scan

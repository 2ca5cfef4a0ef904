#include "scan/judgement.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "automata/abbreviations.h"
#include "automata/at_words.h"
#include "automata/code_words.h"
#include "automata/doubtful_tlds.h"
#include "base/ascii.h"
#include "base/short_words.h"
#include "base/steps.h"
#include "scan/ascii_set.h"
#include "scan/scanner_shared.h"
#include "scan/schemes.h"
#include "scan/shortcuts.h"
#include "scan/trim.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

// In the order of VALUES in src/CMakeLists.txt.
enum class Doubt : uint8_t { none, suffix, member, capital, word };

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
    return is_short() && std::any_of(words.begin(), words.end(), [this](base::KnownWord known) {
             return known.lower == word.lower;
           });
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

// A list of words of ASCII.
template <const base::WordDfa& kWords>
struct WordList {
  static constexpr auto kShort = base::short_words<kWords>();
  static constexpr base::LongWords<kWords, 256> kLong{};

  // The value of a label in the list, in any case; 0 if it is not there.
  static uint8_t find(const Window& window, const Label& label) {
    if (label.bytes() <= base::kLongestShortWord) return kShort.find(label.word);
    return kLong.may_contain(label.word) ? find_long(window, label) : uint8_t{0};
  }

 private:
  static uint8_t find_long(const Window& window, const Label& label) {
    int state = 0;
    for (uint64_t at = label.begin; at < label.end && state != base::WordDfa::kNone; ++at) {
      base::count_step();
      const char lower = base::to_ascii_lower(static_cast<char>(window.byte(at)));
      state = kWords.step(state, static_cast<uint8_t>(lower));
    }
    return state == base::WordDfa::kNone ? 0 : kWords.value[state];
  }
};
using Abbreviations = WordList<automata::kAbbreviations>;
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

// `gewartet.Es`, `System.IO`: a top-level domain is written in lower case, or all of the host in
// upper.
bool is_written_as_top_level_domain(const Window& window, const DomainPlaces& domain,
                                    const Capitals& letters) {
  if (letters.upper == 0) return true;
  if (letters.upper != letters.length) return false;
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

// One letter (of a script that has words of several), or a number: `m.in.`, `1.er`, `0700.HK`.
bool is_of_an_abbreviation(const Window& window, const Label& second, const Capitals& of_tld) {
  const uint8_t lead = window.byte(second.begin);
  const bool may_be_number = base::is_ascii_digit(lead) || lead >= 0x80;
  if (second.bytes() > 4 && !may_be_number) return false;
  const Letters letters(window, second);
  if (letters.digits == letters.length) {
    if (letters.length <= 2) return true;
    return of_tld.upper == of_tld.length;
  }
  const bool is_letter = letters.length == 1 && letters.lower + letters.upper == 1;
  return is_letter && !may_be_word(window.code_point(second.begin).value);
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

// Is each label but the last one an abbreviation? prof.dr.ing, Ntra.Sra.de
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
    if (Abbreviations::find(window, {window, begin, end}) == 0) return false;
  }
  return true;
}

// Nutzer.in, invité.es: forms for more than one gender. (Of names in French and German; domains as
// these are hardly ever written so.)
bool is_form_of_word(const Window& window, const DomainPlaces& domain, const Label& first,
                     const Label& tld) {
  if (domain.labels != 2) return false;
  const std::string_view word = window.slice(first.begin, first.end);
  if (tld.is_one_of({"in"})) return begins_upper(window, first) && word.ends_with("er");
  return tld.is_one_of({"es"}) && word.ends_with("é");
}

bool is_reversed_name(const DomainPlaces& domain, const Label& first, const Capitals& of_tld) {
  if (domain.labels < 3 || of_tld.length == 2) return false;
  return first.is_one_of({"com", "org", "net", "edu", "gov", "io", "de"});
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

Rejected doubt_of_last_label(const Window& window, Doubt doubt, const DomainPlaces& domain,
                             Evidence evidence) {
  const bool has_port = evidence == Evidence::port;
  const Label second = second_level(window, domain);
  switch (doubt) {
    case Doubt::none:
    case Doubt::word:  // depends on the first label
      break;
    case Doubt::suffix:
      if (domain.labels >= 3 && !has_port && is_ascii_of_several(window, second) &&
          !is_language(second)) {
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

bool ends_with_top_level_domain(const Window& window, uint64_t begin, uint64_t end,
                                const TopLevelDomains& tlds) {
  uint64_t label = end;
  while (label > begin && window.byte(label - 1) != '.') --label;
  return label > begin && tlds.contains(window, label, end);
}

// Is [begin, end) the name of what stands behind it, up to an `=` or an `@` at `value_end`? `user`
// and `mail_from` are, and `smtp.mailfrom` and `x-sender` unless a domain follows. But
// `bounces-anna=example.org@…`, `list-name=anna=example.org@…` and `prvs=0123=anna@…` (Bounce
// Address Tag Validation) are what mailers have made of an address.
bool is_key(const Window& window, uint64_t begin, uint64_t end, uint64_t value_end,
            const TopLevelDomains& tlds) {
  bool is_joined = false;
  bool has_dot = false;
  if (begin == end || !base::is_ascii_letter(window.byte(begin))) return false;
  for (uint64_t at = begin; at < end; ++at) {
    const uint8_t byte = window.byte(at);
    const bool joins = byte == '.' || byte == '-';
    if (!joins && byte != '_' && !base::is_ascii_letter(byte)) return false;
    is_joined |= joins;
    has_dot |= byte == '.';
  }
  if (is_joined) {
    // Of words with hyphens, only what Received-SPF has (RFC 7208, section 9.1).
    const bool may_stand_before_these = has_dot || window.slice(begin, end) == "envelope-from";
    if (window.byte(value_end) == '=' && !may_stand_before_these) return false;
    return !ends_with_top_level_domain(window, end + 1, value_end, tlds);
  }
  return !Label(window, begin, end).is_one_of({"prvs"});
}

// --contact-email=anna@…: where the value begins; `begin` if it is no option of a command.
uint64_t begin_behind_option(const Window& window, uint64_t begin, uint64_t at) {
  const std::string_view text = window.slice(begin, at);
  const size_t equals_sign = text.find('=');
  if (!text.starts_with('-') || equals_sign == text.npos) return begin;
  const std::string_view name = text.substr(0, equals_sign);
  const bool is_name = std::all_of(name.begin(), name.end(), [](char c) {
    return c == '-' || c == '_' || base::is_ascii_alphanumeric(static_cast<uint8_t>(c));
  });
  return is_name ? begin + equals_sign + 1 : begin;
}

// `user=alice@…`, `smtp.mailfrom=alice@…`, `/account?q=x&mail=alice@…`: where the value begins;
// `begin` if there is no key. In angle brackets an address is all that there is (RFC 5322, section
// 3.4).
uint64_t begin_behind_key(const Window& window, uint64_t begin, uint64_t at,
                          const TopLevelDomains& tlds) {
  if (begin > window.begin && window.byte(begin - 1) == '<') return begin;
  const std::string_view text = window.slice(begin, at);
  const size_t last = text.rfind('=');
  if (last == text.npos) return begin;
  const size_t parameter = text.find_last_of("?&", last) + 1;  // 0: it is no query
  const size_t equals_sign = text.find('=', parameter);
  const size_t value_end = std::min(text.find('=', equals_sign + 1), text.size());
  const bool has_key =
      is_key(window, begin + parameter, begin + equals_sign, begin + value_end, tlds);
  return has_key ? begin + equals_sign + 1 : begin;
}

// l'accueil@example.fr, all'ufficio@example.it: an article before the address.
uint64_t begin_behind_elision(const Window& window, uint64_t begin, uint64_t at) {
  constexpr std::string_view kElided[] = {"l", "qu", "all", "dall", "dell", "nell", "sull", "un"};
  const std::string_view local = window.slice(begin, at);
  const size_t apostrophe = local.find('\'');
  if (apostrophe == local.npos || apostrophe + 2 >= local.size()) return begin;
  const bool is_elided = std::find(std::begin(kElided), std::end(kElided),
                                   local.substr(0, apostrophe)) != std::end(kElided);
  return is_elided ? begin + apostrophe + 1 : begin;
}

// `os.path(x)`, `a.b=1`; but in example.cn(官网) a remark follows.
bool is_called(const Window& window, uint64_t end) {
  if (window.has(end, '=')) return true;
  return window.has(end, '(') && !(end + 1 < window.end && window.byte(end + 1) >= 0x80);
}

// print(item.info)
bool is_argument(const Window& window, const DomainPlaces& domain) {
  const uint64_t begin = domain.begin;
  if (begin < window.begin + 2 || window.byte(begin - 1) != '(') return false;
  const uint8_t function = window.byte(begin - 2);
  return window.has(domain.run_end, ')') &&
         ((function >= 'a' && function <= 'z') || function == '_');
}

// `"Mail:\nanna@example.org"`: a line feed, as it is written in strings.
uint64_t begin_behind_escape(const Window& window, uint64_t begin, uint64_t at) {
  constexpr AsciiSet kWhiteSpace("nrt");
  const bool is_escape = begin > window.begin && window.byte(begin - 1) == '\\' && begin + 1 < at &&
                         kWhiteSpace.contains(window.byte(begin));
  return is_escape ? begin + 1 : begin;
}

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// What may stand between the `?` of a query and the `=` before its value.
constexpr auto kGoesOnBackToQuery = [] {
  std::array<bool, 256> goes_on{};
  for (unsigned byte = 0; byte < 256; ++byte) {
    constexpr std::string_view kEnds = "\"(<?";
    goes_on[byte] = byte > ' ' && kEnds.find(static_cast<char>(byte)) == kEnds.npos;
  }
  return goes_on;
}();

// Dots that somebody has made harmless, in brackets: example[.]com, example(dot)com
constexpr std::string_view kHarmlessDots[] = {".", "dot"};

constexpr uint8_t closing_bracket(uint8_t opening) {
  switch (opening) {
    case '(':
      return ')';
    case '[':
      return ']';
    case '{':
      return '}';
    default:
      return 0;
  }
}

constexpr AsciiSet kClosingBrackets(")]}");

// Does the bracket at `opening` close at `at`?
Answer closes_bracket(const Window& window, uint64_t opening, uint64_t at) {
  if (at >= window.end) return window.complete() ? Answer::no : Answer::unknown;
  return window.byte(at) == closing_bracket(window.byte(opening)) ? Answer::yes : Answer::no;
}

// In lower case.
constexpr size_t kLongestAtWord = 24;
uint8_t find_at_word(std::string_view word) {
  std::array<char, kLongestAtWord> lower;
  if (word.empty() || word.size() > lower.size()) return 0;
  std::transform(word.begin(), word.end(), lower.begin(),
                 [](char c) { return base::to_ascii_lower(c); });
  return automata::kAtWords.find({lower.data(), word.size()});
}

// In the order of VALUES in src/CMakeLists.txt.
constexpr uint8_t kGluedAtWord = 2;

// Does a dot or an `@` that was made harmless end at `end`? anna[at]example[dot]org,
// anna (at) example.org
enum class Spaces : uint8_t { none, around };
bool is_hidden_sign(const Window& window, uint64_t floor, uint64_t end, Spaces spaces) {
  const std::string_view text = window.slice(floor, end);
  const size_t opening = text.find_last_of("([{");
  base::count_steps(kLongestAtWord);
  if (opening == text.npos || closes_bracket(window, floor + opening, end - 1) != Answer::yes) {
    return false;
  }
  const std::string_view sign = text.substr(opening + 1, text.size() - opening - 2);
  const uint8_t at_word = find_at_word(sign);
  if (spaces == Spaces::none) {
    return at_word != 0 || std::find(std::begin(kHarmlessDots), std::end(kHarmlessDots), sign) !=
                               std::end(kHarmlessDots);
  }
  const size_t word_end = text.substr(0, opening).find_last_not_of(' ') + 1;
  const auto last = static_cast<uint8_t>(word_end == 0 ? 0 : text[word_end - 1]);
  const bool is_behind_word = last >= 0x80 || base::is_ascii_alphanumeric(last);
  return is_behind_word && at_word != 0 && at_word != kGluedAtWord;
}

// Anna <anna at example.org>
bool is_in_spelled_address(const Window& window, uint64_t floor, uint64_t begin) {
  constexpr std::string_view kAt = " at ";
  const std::string_view text = window.slice(floor, begin);
  if (!text.ends_with(kAt)) return false;
  const std::string_view before = text.substr(0, text.size() - kAt.size());
  const size_t opening = before.rfind('<');
  if (opening == before.npos || opening + 1 == before.size()) return false;
  base::count_steps(before.size());
  return std::all_of(
      before.begin() + static_cast<ptrdiff_t>(opening) + 1, before.end(),
      [](char c) { return c != '/' && kLocalPart.contains(static_cast<uint8_t>(c)); });
}

// Is the `=` at `equals_sign` one of a query? ?mail=example.org
bool is_value_of_query(const Window& window, uint64_t floor, uint64_t equals_sign) {
  uint64_t at = equals_sign;
  while (at > floor && kGoesOnBackToQuery[window.byte(at - 1)]) --at;
  base::count_steps(equals_sign - at);
  return at > floor && window.byte(at - 1) == '?';
}

// item->info.id
bool is_member(const Window& window, uint64_t floor, uint64_t begin) {
  if (begin < floor + 3 || window.byte(begin - 2) != '-') return false;
  const uint8_t object = window.byte(begin - 3);
  return base::is_ascii_alphanumeric(object) || object == ')' || object == ']' || object == '_';
}

// What the local part of a Matrix identifier is made of.
constexpr AsciiSet kOfMatrixName = [] {
  AsciiSet set("-._=/+");
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (base::is_ascii_alphanumeric(c)) set.add(c);
  }
  return set;
}();

// Is what stands behind the colon no host? file:notes.org, @anna:matrix.example.org
bool names_a_part(const Window& window, uint64_t floor, uint64_t colon) {
  constexpr std::string_view kFile = "file";
  constexpr AsciiSet kSigils("@!#");  // of users, rooms and their aliases (Matrix, appendix 4.3)
  uint64_t at = colon;
  while (at > floor && kOfMatrixName.contains(window.byte(at - 1))) --at;
  base::count_steps(colon - at);
  if (window.slice(at, colon) == kFile) return true;
  return at > floor && at < colon && kSigils.contains(window.byte(at - 1)) &&
         (at - 1 == floor || !base::is_ascii_alphanumeric(window.byte(at - 2)));
}

}  // namespace

Rejected doubt_of_domain(const Window& window, const DomainPlaces& domain, Evidence evidence) {
  if (evidence == Evidence::path || is_www(window, domain)) return Rejected::no;
  if (is_called(window, domain.run_end)) return Rejected::reads_as_call;
  const Label tld(window, domain.last_label, domain.end);
  const Label first(window, domain.begin, domain.first_label_end);
  if (ends_a_contraction(window, first)) return Rejected::reads_as_contraction;
  const Capitals of_tld(window, tld);
  if (!is_written_as_top_level_domain(window, domain, of_tld))
    return Rejected::reads_as_next_sentence;
  const bool is_popular = tld.is_one_of({"com", "net", "org"});
  if (!is_popular && is_of_an_abbreviation(window, second_level(window, domain), of_tld)) {
    return Rejected::reads_as_abbreviation;
  }
  if (!is_popular && is_number(window, domain)) return Rejected::reads_as_abbreviation;
  const bool is_of_country = of_tld.length == 2;
  if (!is_popular && !is_of_country && is_argument(window, domain)) return Rejected::reads_as_call;
  const bool is_code_word = CodeWords::find(window, first) != 0;
  if (is_code_word || is_dot_net(domain, tld, of_tld)) return Rejected::reads_as_code_or_file;
  if (is_reversed_name(domain, first, of_tld)) return Rejected::reads_as_reversed_name;
  if (is_form_of_word(window, domain, first, tld)) return Rejected::reads_as_abbreviation;
  if (is_template(window, domain, tld)) return Rejected::reads_as_file_suffix;
  const auto doubt = static_cast<Doubt>(DoubtfulTlds::find(window, tld));
  if (doubt == Doubt::none) return Rejected::no;
  if (doubt != Doubt::word) return doubt_of_last_label(window, doubt, domain, evidence);
  return is_behind_abbreviations(window, domain) ? Rejected::reads_as_abbreviation : Rejected::no;
}

Rejected doubt_of_domain_in_code(const Window& window, const DomainPlaces& domain,
                                 Evidence evidence) {
  const Rejected doubt = doubt_of_domain(window, domain, evidence);
  if (doubt != Rejected::no || is_www(window, domain)) return doubt;
  return evidence == Evidence::none ? Rejected::code_needs_evidence : Rejected::no;
}

bool continues_something(const Window& window, uint64_t begin) {
  constexpr uint64_t kReach = 64;
  const uint64_t floor = window.back_to(begin, 0, kReach);
  if (begin == floor) return false;
  const uint8_t last = window.byte(begin - 1);
  switch (last) {
    case ')':
    case ']':
    case '}':
      return is_hidden_sign(window, floor, begin, Spaces::none);
    case ' ':
      return begin - 1 > floor && (kClosingBrackets.contains(window.byte(begin - 2))
                                       ? is_hidden_sign(window, floor, begin - 1, Spaces::around)
                                       : is_in_spelled_address(window, floor, begin));
    case '>':
      return is_member(window, floor, begin);
    case '=':
      return is_value_of_query(window, floor, begin - 1);
    case ':':
      return names_a_part(window, floor, begin - 1);
    default:
      return last >= 0x80 && window.slice(floor, begin).ends_with("＠");
  }
}

uint64_t local_part_begin_in_prose(const Window& window, uint64_t from, uint64_t at,
                                   const TopLevelDomains& tlds) {
  Writing writing = Writing::neutral;
  uint64_t begin = at;
  while (begin > from) {
    base::count_step();
    const base::CodePoint before = base::decode_before(window.at(from), window.at(begin));
    if (before.value < 0x80 && kAroundAddresses.contains(static_cast<uint8_t>(before.value))) break;
    const Writing here = writing_of(before.value);
    if (writing == Writing::latin && here != Writing::latin && here != Writing::neutral) break;
    if (writing == Writing::neutral) writing = here;
    begin -= before.length;
  }
  begin = begin_behind_option(window, begin, at);
  begin = begin_behind_key(window, begin, at, tlds);
  begin = begin_behind_escape(window, begin, at);
  begin = begin_behind_elision(window, begin, at);
  return skip_what_begins_none(window, begin, at);
}

bool local_part_is_sound(const Window& window, uint64_t begin, uint64_t at) {
  if (begin == at || at - begin > kMaxLocalPartBytes) return false;
  if (window.byte(begin) == '.' || window.byte(at - 1) == '.') return false;
  for (uint64_t offset = begin + 1; offset < at; ++offset) {
    if (window.byte(offset) == '.' && window.byte(offset - 1) == '.') return false;
  }
  return true;
}

bool is_rest_of_something(const Window& window, uint64_t from, uint64_t begin) {
  if (begin == from) return false;
  const std::string_view before = window.slice(from, begin - 1);
  const uint8_t last = window.byte(begin - 1);
  if (last == '/') return before.find('/') != before.npos;
  const size_t shown = before.find_last_not_of('*');
  return last == '*' && before.ends_with('*') && shown != before.npos &&
         base::is_ascii_alphanumeric(static_cast<uint8_t>(before[shown]));
}

Answer harmless_dot_follows(const Window& window, uint64_t end) {
  if (end >= window.end || closing_bracket(window.byte(end)) == 0) return Answer::no;
  Answer follows = Answer::no;
  for (const std::string_view dot : kHarmlessDots) {
    const Answer here = window.holds(end + 1, dot);
    if (here == Answer::no) continue;
    const Answer closed =
        here == Answer::yes ? closes_bracket(window, end, end + 1 + dot.size()) : here;
    if (closed == Answer::yes) return closed;
    if (closed == Answer::unknown) follows = closed;
  }
  return follows;
}

Answer password_follows(const Window& window, uint64_t begin, uint64_t& at) {
  constexpr AsciiSet kEnds("\"' \t\r\n");
  constexpr uint64_t kLongest = 128;
  const uint64_t limit = std::min(begin + kLongest, window.end);
  at = begin;
  while (at < limit && window.byte(at) != '@' && !kEnds.contains(window.byte(at))) ++at;
  base::count_steps(at - begin);
  if (at == window.end && at < begin + kLongest && !window.complete()) return Answer::unknown;
  return at > begin && at < limit && window.byte(at) == '@' ? Answer::yes : Answer::no;
}

uint64_t skip_what_begins_none(const Window& window, uint64_t begin, uint64_t at) {
  while (begin < at) {
    const base::CodePoint first = window.code_point(begin);
    const bool may_begin_one = first.value < 0x80
                                   ? base::is_ascii_alphanumeric(first.value) || first.value == '.'
                                   : !is_symbol(first.value);
    if (may_begin_one) break;
    begin += first.length;
  }
  return begin;
}

namespace {

// [root@web1.example.org ~]#
Answer prompt_follows(const Window& window, uint64_t begin) {
  constexpr uint64_t kLongest = 64;
  if (begin < window.end && window.byte(begin) != '~' && window.byte(begin) != '/') {
    return Answer::no;
  }
  const uint64_t limit = std::min(begin + kLongest, window.end);
  uint64_t at = begin;
  while (at < limit && window.byte(at) > ' ' && window.byte(at) != ']') ++at;
  base::count_steps(at - begin);
  if (at + 1 >= window.end && at < begin + kLongest && !window.complete()) return Answer::unknown;
  const bool is_prompt =
      window.has(at, ']') && (window.has(at + 1, '#') || window.has(at + 1, '$'));
  return is_prompt ? Answer::yes : Answer::no;
}

}  // namespace

Answer path_follows_address(const Window& window, uint64_t end) {
  if (window.has(end, ' ')) return prompt_follows(window, end + 1);
  if (!window.has(end, ':')) return Answer::no;
  const Peek next = window.peek(end + 1);
  if (next.unknown()) return Answer::unknown;
  if (next.state == Peek::State::end_of_text) return Answer::no;
  const char32_t code_point = next.code_point.value;
  const unicode::Properties properties = unicode::properties(code_point);
  const bool is_path = properties.is_letter() || code_point == '/' || code_point == '~' ||
                       code_point == '_' || code_point == '.' || code_point == '$';
  if (!is_path) return Answer::no;
  const Answer is_ending = case_ending_follows(window, end);
  if (is_ending == Answer::unknown) return Answer::unknown;
  return is_ending == Answer::yes ? Answer::no : Answer::yes;
}

bool is_value_of_uid(const Window& window, uint64_t begin) {
  constexpr std::string_view kName = "UID:";
  const uint64_t floor = window.back_to(begin, 0, kName.size() + 1);
  if (!window.slice(floor, begin).ends_with(kName)) return false;
  return begin - floor == kName.size() || window.byte(floor) == '\n';
}

bool opens_message_id(const Window& window, uint64_t begin) {
  constexpr std::string_view kFields[] = {"message-id", "in-reply-to", "references", "content-id",
                                          "resent-message-id"};
  const uint64_t floor = window.back_to(begin, 0, 64);
  if (begin == floor || window.byte(begin - 1) != '<') return false;
  constexpr AsciiSet kPassed("\"' \t\r\n");
  uint64_t colon = begin - 1;
  while (colon > floor && kPassed.contains(window.byte(colon - 1))) --colon;
  if (colon == floor || (window.byte(colon - 1) != ':' && window.byte(colon - 1) != '='))
    return false;
  --colon;
  while (colon > floor && kPassed.contains(window.byte(colon - 1))) --colon;
  // PERF: nearly all addresses in angle brackets stand behind the name of another field.
  if (colon - floor < base::kLongestShortWord) return false;
  const Label ending(window, colon - base::kLongestShortWord, colon);
  if (!ending.is_one_of({"ssage-id", "reply-to", "ferences", "ntent-id"})) return false;
  return std::any_of(std::begin(kFields), std::end(kFields), [&](std::string_view field) {
    return colon - floor >= field.size() &&
           window.holds(colon - field.size(), field) == Answer::yes;
  });
}

}  // namespace linkspan::scan

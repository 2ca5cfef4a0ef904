// SPDX-License-Identifier: Apache-2.0
// The features of a domain without a scheme: of its labels, of their entries in the lists of
// grammars/, and of the line around it. The rules in grammars/prose_rules.txt use them.

#include "scan/prose/bare_domain_features.h"

#include <algorithm>
#include <string_view>

#include "automata/clauses.h"
#include "automata/known_sites.h"
#include "automata/words_before_hosts.h"
#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"
#include "scan/text/code_point_set.h"
#include "scan/text/folded_text.h"
#include "unicode/properties.h"

namespace linkspan::scan {

// ---------------------------------------------------------------------------------------------------
// Upper and lower case

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

// `gewartet.Es`, `System.IO` are not: a top-level domain is in lower case. It is in upper case if
// the whole host is, after a name with a capital (Lenta.RU, rz.RWTH-Aachen.DE), and in an old way
// to write hosts (Example.COM, Example.Com).
bool is_written_as_top_level_domain(const BareHost& host) {
  constexpr unsigned kShortestName = 4;
  if (host.of_tld.upper == 0) return true;
  if (host.window.holds(host.places.last_label, "xn--") == Answer::yes) return true;
  const bool is_usual = host.tld_is_popular() || host.tld_is(TldTrait::institution);
  const Letters name = host.letters_of(host.second_level());
  const bool has_capital =  // X.Org, but B.Com
      host.begins_upper(host.second_level()) && (name.length > 1 || host.tld_is({"org"}));
  if (host.of_tld.upper != host.of_tld.length) {
    return host.of_tld.upper == 1 && host.begins_upper(host.tld) && has_capital && is_usual;
  }
  if (is_usual) return true;
  const bool is_country =
      (host.tld_is_of_country() || host.tld_is_not_ascii()) && !host.tld_is(TldTrait::code);
  if (is_country && has_capital && name.length >= kShortestName) return true;
  return host.letters_of({host.window, host.places.begin, host.places.last_label}).lower == 0;
}

// docs.rs, ptt.cc, 24.kg
bool is_known_site(const BareHost& host) {
  return find_by_steps<automata::kKnownSites>(
             host.window, {host.window, host.places.begin, host.places.end}) != 0;
}

// ---------------------------------------------------------------------------------------------------
// Letters, numbers and abbreviations

// One letter (of a script whose words have several), or a number: `m.in.`, `1.er`, `0700.HK`.
bool is_after_letter_or_number(const BareHost& host) {
  const Label second = host.second_level();
  const uint8_t lead = host.window.byte(second.begin);
  const bool may_be_number = base::is_ascii_digit(lead) || lead >= 0x80;
  if (second.bytes() > 4 && !may_be_number) return false;
  const Letters letters = host.letters_of(second);
  if (letters.digits == letters.length) {
    const bool is_unit = host.tld_is({"cm", "gr", "kg", "km", "mg", "ml", "mm"});
    if (letters.length > 2) return is_unit || host.of_tld.upper == host.of_tld.length;
    return letters.length == 1 || host.of_tld.upper > 0 || !host.tld_is(TldTrait::number);
  }
  const bool is_letter = letters.length == 1 && letters.lower + letters.upper == 1;
  if (is_letter && host.tld_is({"ai", "co"}) && host.of_tld.upper + letters.upper == 0) {
    return false;  // x.ai
  }
  return is_letter && !host.tld_is({"org"});  // X.Org
}

// Is each label but the last one an abbreviation, or a word that often ends a sentence, and the
// last one a word? prof.dr.ing, Ntra.Sra.de, ok.be there, 8 hod.na
bool is_after_abbreviations(const BareHost& host) {
  constexpr unsigned kMostLabelsOfAbbreviations = 5;
  const DomainPlaces& places = host.places;
  const bool is_word = host.tld_is(TldTrait::word) || host.tld_is_not_ascii();
  const bool may_follow_reply =
      host.tld_is(TldTrait::function) && places.labels == 2 && host.is_before_word();
  if (places.labels > kMostLabelsOfAbbreviations || !(is_word || may_follow_reply)) return false;
  if (places.labels > 2 && is_below_countries(host.second_level())) return false;  // med.com.au
  Label label = host.first;
  while (true) {
    const Abbreviation here = host.abbreviation(label);
    const bool may_stand = here == Abbreviation::reply ? may_follow_reply || host.tld_is_not_ascii()
                                                       : is_word && here != Abbreviation::none;
    if (!may_stand) return false;
    const uint64_t next = label.end + 1;
    if (next >= places.last_label) return true;
    const size_t size = host.window.slice(next, places.last_label).find('.');
    if (size == std::string_view::npos) return false;
    label = {host.window, next, next + size};
  }
}

// ---------------------------------------------------------------------------------------------------
// Program code

namespace {

std::string_view without_indent(std::string_view line) {
  return line.substr(std::min(line.find_first_not_of(" \t"), line.size()));
}

// SELECT * FROM shop.team: a table and its schema, in a line with a verb of SQL in capitals.
bool is_table(const BareHost& host) {
  constexpr std::string_view kVerbs[] = {"SELECT ", "INSERT ", "UPDATE ",   "DELETE ", "CREATE ",
                                         "ALTER ",  "DROP ",   "TRUNCATE ", "GRANT ",  "REVOKE "};
  return host.places.labels == 2 && host.letters_of(host.first).upper == 0 &&
         base::contains_one_of(host.text_before(), kVerbs);
}

// import shop.page as p, return router.page; if (router.page) {, let user.info = 5
bool is_in_statement(std::string_view before, std::string_view after) {
  constexpr std::string_view kStatements[] = {
      "await ",  "case ",   "const ", "delete ",  "export ", "from ",
      "if (",    "import ", "let ",   "local ",   "new ",    "package ",
      "return ", "set ",    "throw ", "switch (", "var ",    "while ("};
  constexpr std::string_view kGoesOn[] = {";", ",", ":", ")", " as ", " import ", " = "};
  const std::string_view line = without_indent(before);
  const bool is_first = line.empty() || base::is_one_of(line, kStatements);
  if (after.starts_with(" = ")) return is_first;
  const bool is_value = before.ends_with("= ") && base::begins_with_one_of(line, kStatements);
  return (is_value || (is_first && !line.empty())) &&
         (after.empty() || base::begins_with_one_of(after, kGoesOn));
}

// /users/{user.id}, {{ order.id }}, $(EXIF.DAY); but \url{example.io}
bool is_placeholder(const BareHost& host, std::string_view before) {
  if (before.ends_with("{{ ") || before.ends_with("{{")) return true;
  if (before.ends_with("$(")) return host.window.has(host.places.run_end, ')');
  if (!before.ends_with('{') || !host.window.has(host.places.run_end, '}')) return false;
  return before.size() == 1 ||
         !base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2]));
}

}  // namespace

// `os.path(x)`, `a.b=1`; not example.cn(官网) and example.org(1), which a remark follows.
bool is_called(const BareHost& host) {
  const Window& window = host.window;
  const uint64_t end = host.places.run_end;
  if (window.has(end, '=')) return true;
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  return inside < 0x80 && !(base::is_ascii_digit(inside) && host.tld_is({"com", "org"}));
}

bool is_part_of_statement(const BareHost& host) {
  if (host.tld_is_of_country() && !host.tld_is(TldTrait::code)) return false;
  const std::string_view before = host.text_before();
  const std::string_view after = host.text_after();
  base::count_steps(before.size() + after.size());
  return is_placeholder(host, before) || is_table(host) || is_in_statement(before, after);
}

// ---------------------------------------------------------------------------------------------------
// Files, packages and products

namespace {

// README.es.md: two letters that are not a registry's domain below a country.
bool is_language(const Label& label) { return label.bytes() == 2 && !is_below_countries(label); }

}  // namespace

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const BareHost& host) {
  if (host.tld_is({"com"}) || host.tld_is(TldTrait::institution)) return false;
  if (host.first.is_one_of({"tar"}) && host.tld_is({"bz"})) return true;
  const CodeWords word = host.code_words(host.first);
  if (word.has(CodeWord::anywhere) && !host.tld_is_popular()) return true;  // this.ua, self.pk
  const bool is_stem =                                                      // main.pl
      host.places.labels == 2 && word.has(CodeWord::stem) && host.tld_is({"ml", "pl", "pt"});
  const bool is_file = is_stem || word.has(CodeWord::file);
  if (!is_file && !word.has(CodeWord::object)) return false;
  const bool is_site = host.tld_is_of_country() && !host.tld_is(TldTrait::code);
  if (!is_file && is_site) return false;
  return host.places.labels == 2 ? is_file || !host.tld_is({"org"}) : !host.tld_is_popular();
}

// “<tab>* gmp-h.in: …”, “  * zgrep.in …”, “- runtest.pl: …”: an entry of a ChangeLog. It is
// indented, begins with a star, or has a colon right after the names of the changed files.
bool is_in_change_log(const BareHost& host) {
  if (!is_suffix_in_use(host) && !host.tld_is({"am"})) return false;
  if (is_below_countries(host.second_level())) return false;
  const std::string_view before = host.text_before();
  base::count_steps(before.size());
  const std::string_view line = without_indent(before);
  const std::string_view after = host.text_after();
  const bool ends_names = after.starts_with(": ") || after == ":" ||
                          (line == "* " && (after.starts_with(" (") || after.starts_with(", ")));
  const bool begins_entry =
      ends_names && !host.begins_upper(host.first) &&
      (line.empty() || line == "- " || line.starts_with("* ") || line == "+ ");
  return before.starts_with('\t') || begins_entry;
}

// libfoo.la
bool is_library(const BareHost& host) {
  return host.places.labels == 2 && host.tld_is({"la"}) &&
         host.labels_before_tld().starts_with("lib");
}

// `VB.NET`, `ML.NET`: in capitals this is a product, not the top-level domain.
bool is_dot_net(const BareHost& host) {
  if (host.of_tld.upper != host.of_tld.length || !host.tld_is({"net"})) return false;
  return host.places.labels == 2 || host.letters_of(host.first).lower > 0;
}

// com.example.shop, org.apache.commons.io; but de.wikipedia.org
bool is_reversed_name(const BareHost& host) {
  if (host.places.labels < 3) return false;
  if (host.tld_is({"com", "org"}) || host.tld_is(TldTrait::institution)) return false;
  if (host.first.is_one_of({"com", "org"})) return true;
  return host.tld_is_word_for_sites() && host.first.is_one_of({"net", "edu", "gov", "io", "de"});
}

// libfoo.pc.in: the source of a generated file.
bool is_template(const BareHost& host) {
  if (host.places.labels < 3 || !host.tld_is({"in"})) return false;
  const Label second = host.second_level();
  return TldTraits(host.window, second).has(TldTrait::suffix) ||
         host.code_words(second).has(CodeWord::suffix);
}

// docs.example.md, but not README.es.md
bool is_after_several_labels(const BareHost& host) {
  if (host.places.labels < 3) return false;
  const Label second = host.second_level();
  const bool is_ascii_of_several =
      second.bytes() > 1 && host.letters_of(second).length == second.bytes();
  return is_ascii_of_several && !is_language(second);
}

// ---------------------------------------------------------------------------------------------------
// Words around the host

namespace {

// In the order of VALUES in src/CMakeLists.txt.
enum class WordBefore : uint8_t { none, file, romanian, slavic, site };

base::CodePoint last_character(std::string_view text) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(text.data());
  return base::decode_before(bytes, bytes + text.size());
}

// May it be between a word and the name that the word announces? Белый сайт — «example.md»
bool stands_before_name(char32_t character) {
  constexpr CodePointSet kMarks(U"\u00A0–—„“”«»‘’‚‹›");
  return character < 0x80 ? std::string_view(" \"'([:-").find(static_cast<char>(character)) !=
                                std::string_view::npos
                          : kMarks.contains(character);
}

// The last word of a text before white space and perhaps quotes, a bracket, a colon or a dash.
std::string_view last_word(std::string_view text) {
  constexpr unsigned kMostMarks = 8;
  std::string_view rest = text;
  for (unsigned marks = 0; marks < kMostMarks && !rest.empty(); ++marks) {
    const base::CodePoint last = last_character(rest);
    if (!stands_before_name(last.value)) break;
    base::count_step();
    rest.remove_suffix(last.length);
  }
  if (rest.size() == text.size()) return {};
  const size_t gap = rest.find_last_of(" \n(\"-");
  return rest.substr(gap + 1);
}

WordBefore meaning_of(std::string_view word) {
  constexpr size_t kLongest = 32;
  FoldedText<kLongest> folded;
  if (word.empty() || !folded.append(word)) return WordBefore::none;
  return static_cast<WordBefore>(automata::kWordsBeforeHosts.find(folded.view()));
}

// For top-level domains that are also suffixes of files: is the word before the host in the script
// of the country? сообщает novosti.rs, بحسب example.ps
bool ends_in_script_of_country(std::string_view word, const BareHost& host) {
  if (word.empty()) return false;
  const unicode::Script script = unicode::script(last_character(word).value);
  if (host.tld_is({"ps"})) return script == unicode::Script::arabic;
  return host.tld_is({"mk", "rs"}) && script == unicode::Script::cyrillic;
}

}  // namespace

// The file logo.ai, das Skript: „start.pl“
bool is_beside_word_for_file(const BareHost& host) {
  const bool may_be_file = is_suffix_in_use(host) || host.tld_is({"info"});  // of GNU
  return host.places.labels == 2 && may_be_file &&
         meaning_of(last_word(host.text_before())) == WordBefore::file;
}

// Does the word before the host mean a site (website lobste.rs), or a place in a language of the
// country: na politika.rs, sajt nova.rs, pe point.md?
bool is_after_word_for_site(const BareHost& host) {
  if (host.places.labels != 2) return false;
  const std::string_view word = last_word(host.text_before());
  const WordBefore meaning = meaning_of(word);
  if (meaning == WordBefore::file) return false;  // в файле common.mk
  return meaning == WordBefore::site || (meaning == WordBefore::romanian && host.tld_is({"md"})) ||
         (meaning == WordBefore::slavic && host.tld_is({"mk", "rs"})) ||
         ends_in_script_of_country(word, host);
}

// there.it was raining.no idea: a space between two sentences is missing, and the second begins
// with the top-level domain and the word after it.
bool begins_next_clause(const BareHost& host) {
  if (!host.tld_is_of_country() || host.places.run_end != host.places.end) return false;
  if (!host.is_before_word()) return false;
  const std::string_view word = host.word_after();
  int state = step_label<automata::kClauses>(host.window, host.tld);
  if (state != base::WordDfa::kNone) state = automata::kClauses.step(state, '_');
  base::count_steps(word.size());
  return state != base::WordDfa::kNone && automata::kClauses.find(word, state) != 0;
}

}  // namespace linkspan::scan

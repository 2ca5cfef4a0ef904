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
#include "scan/syntax/tlds.h"
#include "scan/text/code_point_set.h"
#include "scan/text/folded_text.h"
#include "unicode/properties.h"

namespace linkspan::scan {

namespace {

using WordBefore = automata::words_before_hosts::Value;

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

// May the word before the host announce a site? Also a place in a language of its country.
bool announces_site(const BareHost& host) {
  const WordBefore meaning = meaning_of(last_word(host.text_before()));
  return meaning != WordBefore::none && meaning != WordBefore::file;
}

}  // namespace

// ---------------------------------------------------------------------------------------------------
// Upper and lower case

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
}

namespace {

// A SHEEP.MY WIFE: the text is in capitals, and the top-level domain is a word or a code.
bool is_in_capitals(const BareHost& host) {
  const bool may_be_word =
      host.tld_is(TldTrait::word) || host.tld_is(TldTrait::code) || host.tld_is(TldTrait::function);
  const std::string_view next = host.word_after();
  return may_be_word && next.size() > 1 && base::is_ascii_upper(static_cast<uint8_t>(next[0])) &&
         base::is_ascii_upper(static_cast<uint8_t>(next[1]));
}

}  // namespace

// `gewartet.Es`, `System.IO`: a top-level domain is in lower case. It may be in upper case if
// the whole host is, after a name with a capital (Lenta.RU, rz.RWTH-Aachen.DE), and in an old way
// to write hosts (Example.COM, Example.Com).
bool is_in_unusual_case(const BareHost& host) {
  constexpr unsigned kShortestName = 4;
  const bool is_degree = host.places.labels == 2 && host.first.bytes() == 1 &&  // B.com, M.com
                         host.begins_upper(host.first) && host.first.is_one_of({"b", "m"}) &&
                         host.tld_is(TldList::com);
  if (is_degree) return true;
  if (host.of_tld.upper == 0) return false;
  if (host.window.holds(host.places.last_label, "xn--") == Answer::yes) return false;
  const bool is_usual = host.tld_is(TldList::popular) || host.tld_is(TldTrait::institution);
  const Letters name = host.letters_of(host.second_level());
  const bool has_capital =  // X.Org, but B.Com
      host.begins_upper(host.second_level()) && (name.length > 1 || host.tld_is({"org"}));
  if (host.of_tld.upper != host.of_tld.length) {
    return !(host.of_tld.upper == 1 && host.begins_upper(host.tld) && has_capital && is_usual);
  }
  if (is_usual) return false;
  if (is_in_capitals(host)) return true;
  const bool is_country =
      (host.tld_is_of_country() || host.tld_is_not_ascii()) &&
      (!host.tld_is(TldTrait::code) || host.tld_is({"tv", "it", "at", "be", "pl"}));
  const bool is_name =  // Example.TV, shop.DE
      has_capital || (name.lower == name.length && !host.tld_is_not_ascii());
  const bool is_long = name.length >= kShortestName || is_below_countries(host.second_level());
  if (is_country && is_name && is_long) return false;
  return host.letters_of({host.window, host.places.begin, host.places.last_label}).lower != 0;
}

// docs.rs, ptt.cc, 24.kg
bool is_known_site(const BareHost& host) {
  return find_by_steps<automata::kKnownSites>(
             host.window, {host.window, host.places.begin, host.places.end}) != 0;
}

// ---------------------------------------------------------------------------------------------------
// Letters, numbers and abbreviations

namespace {

// YYYYMMDDHHMM.SS: are all letters of the label in rows of the same letter?
bool is_mask(const BareHost& host, const Label& label) {
  const bool is_long = host.of_tld.length > 2;  // xxxx.xxx
  const uint64_t shortest_in_lower_case = is_long ? 2 : 6;
  const std::string_view text = host.window.slice(label.begin, label.end);
  const bool is_upper = base::is_ascii_upper(static_cast<uint8_t>(text[0]));
  if (!is_upper && text.size() < shortest_in_lower_case) return false;
  base::count_steps(text.size());
  for (size_t at = 0; at < text.size();) {
    const size_t row = std::min(text.find_first_not_of(text[at], at), text.size());
    const auto letter = static_cast<uint8_t>(text[at]);
    const bool is_in_case =
        base::is_ascii_letter(letter) && base::is_ascii_upper(letter) == is_upper;
    if (!is_in_case || row - at < 2) return false;
    at = row;
  }
  return true;
}

// TT.TT, YYYYMMDDHHMM.SS: a name of the same letters as the top-level domain, or a mask.
bool is_pattern(const BareHost& host, const Label& second) {
  const std::string_view tld = host.window.slice(host.tld.begin, host.tld.end);
  const std::string_view name = host.window.slice(second.begin, second.end);
  const bool may_be_pattern = name.size() == tld.size() || tld.front() == tld.back();
  if (!may_be_pattern || host.tld_is_not_ascii()) return false;  // PERF: true of most
  const bool are_same =
      std::equal(name.begin(), name.end(), tld.begin(), tld.end(),
                 [](char a, char b) { return base::to_ascii_lower(a) == base::to_ascii_lower(b); });
  return are_same || (tld.find_first_not_of(tld[0]) == tld.npos && is_mask(host, second));
}

bool has_picture(const BareHost& host) {
  if (base::is_all_ascii(host.window.slice(host.places.begin, host.places.end))) return false;
  for (uint64_t at = host.places.begin; at < host.places.end;) {
    const base::CodePoint here = host.window.code_point(at);
    if (here.value >= 0x80 && is_picture(here.value)) return true;
    at += here.length;
    base::count_step();
  }
  return false;
}

}  // namespace

// One letter (of a script whose words have several), or a number: `m.in.`, `1.er`, `0700.HK`; a
// pattern; or a name with an emoji: `🍕.ws`.
bool is_after_letter_or_number(const BareHost& host) {
  const bool is_letter_with_picture = host.places.labels == 2 &&  // i❤️.ws
                                      base::is_ascii_letter(host.window.byte(host.first.begin)) &&
                                      host.window.byte(host.first.begin + 1) >= 0x80;
  if (has_picture(host)) return !is_letter_with_picture;
  const Label second = host.second_level();
  if (is_pattern(host, second)) return true;
  const uint8_t lead = host.window.byte(second.begin);
  const bool may_be_number = base::is_ascii_digit(lead) || lead >= 0x80;
  if (second.bytes() > 4 && !may_be_number) return false;
  const Letters letters = host.letters_of(second);
  if (letters.digits == letters.length) {
    const bool is_unit = host.tld_is(TldList::unit);
    if (letters.length > 2) return is_unit || host.of_tld.upper == host.of_tld.length;
    return letters.length == 1 || host.of_tld.upper > 0 || !host.tld_is(TldTrait::number);
  }
  const bool is_letter = letters.length == 1 && letters.lower + letters.upper == 1;
  if (is_letter && host.tld_is(TldList::after_letters) && host.of_tld.upper + letters.upper == 0) {
    return false;  // x.ai
  }
  return is_letter && !host.tld_is({"org"});  // X.Org
}

namespace {

// Scripts without capitals whose words have several letters. Their top-level domains are words,
// such as the name of the country: ישראל, ไทย, คอม; but not рф and 中国.
bool is_of_words(unicode::Script script) {
  return is_right_to_left(script) || script == unicode::Script::thai ||
         script == unicode::Script::lao;
}

// ตร.ไทย, כל.ישראל: an abbreviation or the end of a sentence, and a word of the same script.
bool is_short_before_word(const BareHost& host) {
  constexpr unsigned kMostLetters = 3;
  if (host.places.labels != 2) return false;
  const char32_t letter = host.window.code_point(host.tld.begin).value;
  const char32_t first = host.window.code_point(host.first.begin).value;
  return is_of_words(unicode::script(letter)) &&
         unicode::script(first) == unicode::script(letter) && host.of_tld.length >= kMostLetters &&
         host.letters_of(host.first).length <= kMostLetters && !is_after_word_for_site(host);
}

}  // namespace

// Is each label but the last one an abbreviation, or a word that often ends a sentence, and the
// last one a word? prof.dr.ing, Ntra.Sra.de, ok.be there, 8 hod.na
bool is_after_abbreviations(const BareHost& host) {
  if (host.tld_is_not_ascii() && is_short_before_word(host)) return true;
  constexpr unsigned kMostLabelsOfAbbreviations = 5;
  const DomainPlaces& places = host.places;
  const bool is_word = host.tld_is(TldTrait::word) || host.tld_is_not_ascii();
  const bool may_follow_reply = host.tld_is(TldTrait::function) && places.labels == 2 &&
                                (host.window.has(places.run_end, '/') || host.is_before_word());
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
  return host.places.labels == 2 && host.letters_of(host.first).upper == 0 &&
         base::contains_one_of(host.text_before(), lists::kVerbsOfSql);
}

// import shop.page as p, return router.page; if (router.page) {, let user.info = 5
bool is_in_statement(std::string_view before, std::string_view after) {
  constexpr std::string_view kGoesOn[] = {";", ",", ":", ")", " as ", " import ", " = "};
  constexpr std::string_view kIsKey[] = {" => ", "' => ", "\" => ", "=>"};  // 'shop.items' => 5
  if (base::begins_with_one_of(after, kIsKey)) return true;
  const std::string_view line = without_indent(before);
  const bool is_first = line.empty() || base::is_one_of(line, lists::kStatements);
  if (after.starts_with(" = ")) return is_first;
  const bool is_value =
      before.ends_with(":= ") ||
      (before.ends_with("= ") && base::begins_with_one_of(line, lists::kStatements));
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

// `os.path(x)`, `a.b=1`, `a.b:=1`, `a.b?.c`; not example.cn(官网) and example.org(1), which a
// remark follows.
bool is_called(const BareHost& host) {
  const Window& window = host.window;
  const uint64_t end = host.places.run_end;
  if (window.has(end, '=')) return true;
  const uint64_t sign = window.has(end, ' ') ? end + 1 : end;
  if (window.has(sign, ':') && window.has(sign + 1, '=')) return true;
  if (window.has(end, '?') && window.has(end + 1, '.')) return true;
  if (!window.has(end, '(')) return false;
  if (end + 1 >= window.end) return true;
  const uint8_t inside = window.byte(end + 1);
  return inside < 0x80 && !(base::is_ascii_digit(inside) && host.tld_is(TldList::before_remarks));
}

namespace {

constexpr base::AsciiSet kInNames = [] {
  base::AsciiSet set("._-");
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (base::is_ascii_alphanumeric(c)) set.add(c);
  }
  return set;
}();

bool is_suffix(const Window& window, std::string_view ending) {
  const auto* const bytes = reinterpret_cast<const uint8_t*>(ending.data());
  const uint64_t begin = window.offset_of(bytes);
  return CodeWords(window, {window, begin, begin + ending.size()}).has(CodeWord::suffix);
}

// Does the text have another name with the first label of the host, that does not end with a
// top-level domain? A file such as fly.toml is one only if the host may be a file.
bool has_other_member(const BareHost& host, std::string_view text) {
  const std::string_view first_label = host.window.slice(host.first.begin, host.first.end);
  for (size_t at = text.find(first_label); at != text.npos;) {
    const size_t end = at + first_label.size();
    const bool begins = at == 0 || !(kInNames.contains(static_cast<uint8_t>(text[at - 1])) ||
                                     text[at - 1] == '/' || text[at - 1] == '@');
    size_t name_end = end;
    while (name_end < text.size() && kInNames.contains(static_cast<uint8_t>(text[name_end])))
      ++name_end;
    base::count_steps(name_end - at);
    const std::string_view rest =
        text.substr(end, text.find_last_not_of(".-", name_end - 1) + 1 - end);
    const size_t dot = rest.rfind('.');
    const bool is_member = begins && rest.starts_with('.') && rest.size() > dot + 2 &&
                           base::is_ascii_letter(static_cast<uint8_t>(rest[dot + 1])) &&
                           !is_top_level_domain(rest.substr(dot + 1));
    if (is_member &&
        (host.tld_is(TldList::suffix_in_use) || !is_suffix(host.window, rest.substr(dot + 1)))) {
      return true;
    }
    at = text.find(first_label, name_end);
  }
  return false;
}

// `adddocs.pl`: are there backticks around the host?
bool is_in_code_span(const BareHost& host) {
  return host.places.begin > host.window.begin && host.window.byte(host.places.begin - 1) == '`' &&
         host.window.has(host.places.run_end, '`');
}

// `model.fit`, `Foo.my`: an identifier in a code span. Names of sites have other endings there.
bool is_identifier(const BareHost& host) {
  if (host.places.labels != 2 || !is_in_code_span(host)) return false;
  const bool is_code = (host.tld_is(TldTrait::code) && host.begins_upper(host.first)) ||
                       (host.of_tld.upper == 0 && host.tld_is({"my"}));
  return is_code || (host.tld_is_word_for_sites() && !host.tld_is({"app", "dev", "info", "xyz"}));
}

// :mod:`test.support`: reStructuredText names the kind of a name.
bool is_in_role(std::string_view before) {
  if (!before.ends_with(":`")) return false;
  const size_t colon = before.rfind(':', before.size() - 3);
  return colon != before.npos && colon + 3 < before.size() &&
         std::all_of(before.begin() + static_cast<ptrdiff_t>(colon) + 1, before.end() - 2,
                     [](char c) { return (c >= 'a' && c <= 'z') || c == '-'; });
}

// len(shop.items): does the bracket of a call enclose the host?
bool is_argument(std::string_view before, std::string_view after) {
  static constexpr base::AsciiSet kAfter("),:+-*[");
  return before.size() > 1 && before.ends_with('(') && !after.empty() &&
         base::is_ascii_letter(static_cast<uint8_t>(before[before.size() - 2])) &&
         kAfter.contains(static_cast<uint8_t>(after[0]));
}

// mapred.job.id beside mapred.task.partition; Box.left, Box.center
bool is_beside_member(const BareHost& host) {
  if (host.first.bytes() < 2 || host.tld_is(TldTrait::institution)) return false;
  const std::string_view after = host.text_after();
  base::count_steps(after.size());
  const uint64_t end = host.places.run_end + after.size();
  const bool is_whole = text_ends_word(host.window, end, end);
  const size_t last_word = std::min(after.find_last_of(" \t,;"), after.size());
  return has_other_member(host, host.text_before()) ||
         has_other_member(host, is_whole ? after : after.substr(0, last_word));
}

}  // namespace

bool is_part_of_statement(const BareHost& host) {
  const bool is_after_quote =
      host.places.begin > host.window.begin && host.window.byte(host.places.begin - 1) == '`';
  if (is_after_quote && is_in_role(host.text_before())) return true;
  if (is_after_quote && is_identifier(host)) return true;
  if (host.tld_is_of_country() && !host.tld_is(TldTrait::code)) return false;
  const std::string_view before = host.text_before();
  const std::string_view after = host.text_after();
  base::count_steps(before.size() + after.size());
  return is_placeholder(host, before) || is_table(host) || is_in_statement(before, after) ||
         is_argument(before, after) || is_beside_member(host);
}

// ---------------------------------------------------------------------------------------------------
// Files, packages and products

namespace {

// README.es.md: two letters that are not a registry's domain below a country.
bool is_language(const Label& label) { return label.bytes() == 2 && !is_below_countries(label); }

}  // namespace

// self.name, README.md, os.path.is; but math.uni-bonn.de
bool is_of_code_or_file(const BareHost& host) {
  if (host.first.is_one_of({"tar"}) && host.tld_is({"bz"})) return true;
  const CodeWords word = host.code_words(host.first);
  if (word.has(CodeWord::anywhere) && !host.tld_is(TldList::popular))
    return true;        // this.ua, self.pk
  const bool is_stem =  // main.pl
      host.places.labels == 2 && word.has(CodeWord::stem) &&
      host.tld_is(TldList::suffix_of_programs);
  const bool is_file = is_stem || word.has(CodeWord::file);
  if (!is_file && !word.has(CodeWord::object)) return false;
  const bool is_site = host.tld_is_of_country() && !host.tld_is(TldTrait::code);
  if (!is_file && is_site) return false;
  return host.places.labels == 2 ? is_file || !host.tld_is({"org"})
                                 : !host.tld_is(TldList::popular);
}

namespace {

// The text of an item, or of a line that is indented: without white space and a bullet.
std::string_view without_bullet(std::string_view line) {
  constexpr std::string_view kBullets[] = {"* ", "- ", "+ ", "o "};
  return base::begins_with_one_of(line, kBullets) ? line.substr(2) : line;
}

// “- Try example.ai for drafts”: these are sites, unless the sentence has another sign of a change.
bool is_of_sites_in_sentences(const BareHost& host, std::string_view sentence) {
  return host.tld_is({"ai"}) ||
         (host.tld_is({"in"}) && sentence.find_first_of(":/(_`") == sentence.npos);
}

// “  - conf: add fix-all.pl to the list”: a file in the sentence of an indented line, in ASCII,
// that has no other link.
bool is_in_indented_sentence(const BareHost& host, std::string_view before) {
  const uint64_t begin = host.places.begin - before.size();
  const bool is_whole_line =
      begin == 0 || (begin > host.window.begin && host.window.byte(begin - 1) == '\n');
  const std::string_view line = without_indent(before);
  const size_t indent = before.size() - line.size();
  const std::string_view sentence = without_bullet(line);
  const bool is_indented = indent > 1 || (indent == 1 && sentence.size() < line.size());
  constexpr std::string_view kOfLinks[] = {"@", "://", "www."};
  const std::string_view after = host.text_after();
  return is_whole_line && is_indented && !sentence.empty() && host.of_tld.upper == 0 &&
         base::is_all_ascii(before) && base::is_all_ascii(after) &&
         !base::contains_one_of(before, kOfLinks) && !base::contains_one_of(after, kOfLinks) &&
         !announces_site(host) && !is_of_sites_in_sentences(host, sentence);
}

}  // namespace

// “<tab>* gmp-h.in: …”, “  * zgrep.in …”, “- runtest.pl: …”: an entry of a ChangeLog. It is
// indented, begins with a star, or has a colon right after the names of the changed files.
bool is_in_change_log(const BareHost& host) {
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
  const bool is_of_one_dot = host.places.labels == 2;  // not \tby mail.example.pl with esmtp
  const bool is_after_tab = before.starts_with('\t') && !host.tld_is({"ai"});
  return begins_entry || (is_after_tab && (is_of_one_dot || line.starts_with("* "))) ||
         (is_of_one_dot && is_in_indented_sentence(host, before));
}

// user.name/email: two keys of settings
bool is_key_of_settings(const BareHost& host) {
  if (host.places.labels != 2 || !host.tld_is(TldTrait::member)) return false;
  if (!host.code_words(host.first).has(CodeWord::object)) return false;
  std::string_view path = host.text_after();
  path = path.substr(0, path.find_first_of(" \"'`,;)"));
  return path.size() > 1 && std::all_of(path.begin() + 1, path.end(), [](char c) {
           return base::is_ascii_letter(static_cast<uint8_t>(c));
         });
}

// `VB.NET`, `ML.NET`, `VB.Net`, `MS.net`: in capitals this is a product, not the top-level domain.
bool is_dot_net(const BareHost& host) {
  constexpr unsigned kLongestOfProduct = 3;
  const bool has_capital = host.of_tld.upper > 0 || host.begins_upper(host.first);
  if (!has_capital) return false;
  const Letters name = host.letters_of(host.first);
  const bool is_product = host.places.labels == 2 && name.upper == name.length && name.length > 1 &&
                          name.length <= kLongestOfProduct &&
                          host.places.run_end == host.places.end;
  if (is_product) return true;
  const bool is_in_row =
      host.of_tld.upper > 0 && name.upper > 1 &&  // MS.Net, VStudio.Net
      (host.text_before().ends_with(".Net, ") || host.text_before().ends_with(".NET, "));
  if (is_in_row) return true;
  if (host.of_tld.upper != host.of_tld.length) return false;
  return host.places.labels == 2 || host.letters_of(host.first).lower > 0;
}

// com.example.shop, org.apache.commons.io, rec.food.recipes of Usenet; but de.wikipedia.org
bool is_reversed_name(const BareHost& host) {
  const uint64_t begin = host.places.begin;
  const bool may_be_in_list =  // PERF: the line is read for few hosts
      begin > host.window.begin + 1 &&
      (host.window.byte(begin - 1) == ',' || host.window.byte(begin - 2) == ':' ||
       host.window.byte(begin - 2) == ',');
  if (may_be_in_list && host.text_before().starts_with("Newsgroups:")) return true;
  if (host.places.labels < 3) return false;
  if (host.tld_is(TldList::begins_reversed) || host.tld_is(TldTrait::institution)) return false;
  if (host.first.is_in<lists::kBeginsReversedName>()) return true;
  if (!host.tld_is_word_for_sites()) return false;
  constexpr std::string_view kLongHierarchies[] = {"humanities.", "talk.politics.",
                                                   "talk.religion."};
  return host.first.is_in<lists::kMayBeginReversed>() ||
         base::begins_with_one_of(host.labels_before_tld(), kLongHierarchies);
}

namespace {

// tool-1.9.7-p3.zip, notes.2024.zip: do two digits have a dot between them, or is the label a
// number?
bool has_version(const BareHost& host, const Label& second) {
  const Letters letters = host.letters_of(second);
  if (letters.digits == letters.length) return true;
  for (uint64_t at = host.first.end; at + 1 < host.tld.begin; ++at) {
    base::count_step();
    const bool is_between = host.window.byte(at) == '.' &&
                            base::is_ascii_digit(host.window.byte(at - 1)) &&
                            base::is_ascii_digit(host.window.byte(at + 1));
    if (is_between) return true;
  }
  return false;
}

// libfoo.la, libfoo.so.12a
bool is_library(const BareHost& host) {
  if ((host.window.byte(host.first.begin) | 0x20) != 'l') return false;  // PERF: true of most
  const bool may_be_library =
      host.places.labels == 2 ? host.tld_is({"la"}) : host.second_level().is_one_of({"so"});
  return may_be_library && host.labels_before_tld().starts_with("lib");
}

// key.pub, host-key.pub, ssh-copy-id -i laptop.pub: a public key of SSH
bool is_public_key(const BareHost& host) {
  if (!host.tld_is(TldList::suffix_of_keys) || host.places.labels != 2) return false;
  const std::string_view name = host.labels_before_tld();
  return name == "key." || name.ends_with("-key.") || name.ends_with("-rsa.") ||
         host.text_before().find("ssh") != std::string_view::npos;
}

}  // namespace

// libfoo.pc.in, help.txt.info, tool-1.9.7-p3.zip: the source of a generated file, or another name
// in which a suffix or the number of a version precedes a suffix.
bool is_template(const BareHost& host) {
  if (is_library(host) || is_public_key(host)) return true;
  if (host.places.labels < 3) return false;
  const bool may_be_suffix =
      host.tld_is(TldTrait::suffix) || host.tld_is(TldList::suffix_in_use) || host.tld_is({"info"});
  if (!may_be_suffix) return false;
  const Label second = host.second_level();
  return host.code_words(second).has(CodeWord::suffix) ||
         (TldTraits(host.window, second).has(TldTrait::suffix) && !is_below_countries(second)) ||
         has_version(host, second);
}

// docs.example.md, but not README.es.md
bool is_after_several_labels(const BareHost& host) {
  const Label second = host.second_level();
  const bool is_ascii_of_several =
      second.bytes() > 1 && host.letters_of(second).length == second.bytes();
  return is_ascii_of_several && !is_language(second);
}

// ---------------------------------------------------------------------------------------------------
// Words around the host

namespace {

// For top-level domains that are also suffixes of files: is the word before the host in the script
// of the country? сообщает novosti.rs, بحسب example.ps
bool ends_in_script_of_country(std::string_view word, const BareHost& host) {
  if (word.empty()) return false;
  const unicode::Script script = unicode::script(last_character(word).value);
  if (host.tld_is({"ps"})) return script == unicode::Script::arabic;
  return host.tld_is(TldList::slavic) && script == unicode::Script::cyrillic;
}

}  // namespace

namespace {

// notes.zip (5120 bytes): does the size of a file follow?
bool has_size(std::string_view after) {
  if (!after.starts_with(" (")) return false;
  const size_t unit = after.find_first_not_of("0123456789.,", 2);
  if (unit == after.npos || unit == 2) return false;
  const std::string_view rest = after.substr(after[unit] == ' ' ? unit + 1 : unit);
  constexpr std::string_view kUnits[] = {"bytes)", "byte)", "B)", "KB)", "kB)", "MB)", "K)", "M)"};
  return base::begins_with_one_of(rest, kUnits);
}

}  // namespace

// The file logo.ai, das Skript: „start.pl“, the start.pl script
bool is_beside_word_for_file(const BareHost& host) {
  if (host.places.labels != 2 && !host.tld_is(TldTrait::suffix)) return false;
  const bool may_have_size =
      host.window.has(host.places.run_end, ' ') && host.window.has(host.places.run_end + 1, '(');
  const bool is_apart = is_in_code_span(host) || (may_have_size && has_size(host.text_after()));
  const bool may_be_file =
      host.tld_is(TldList::suffix_in_use) || host.tld_is(TldList::suffix_of_gnu);  // of GNU
  if (is_apart && (may_be_file || host.tld_is(TldTrait::suffix))) return true;
  if (host.places.labels != 2 && !host.tld_is({"zip"})) return false;
  if (may_be_file && meaning_of(last_word(host.text_before())) == WordBefore::file) return true;
  return (may_be_file || !host.tld_is_of_country()) &&
         meaning_of(host.word_after()) == WordBefore::file;
}

// Does the word before the host mean a site (website lobste.rs), or a place in a language of the
// country: na politika.rs, sajt nova.rs, pe point.md?
bool is_after_word_for_site(const BareHost& host) {
  const std::string_view word = last_word(host.text_before());
  const WordBefore meaning = meaning_of(word);
  if (meaning == WordBefore::file) return false;  // в файле common.mk
  return meaning == WordBefore::site || (meaning == WordBefore::romanian && host.tld_is({"md"})) ||
         (meaning == WordBefore::slavic && host.tld_is(TldList::slavic)) ||
         ends_in_script_of_country(word, host);
}

namespace {

// 재미있다.한국 영화는: a sentence ends with the verb before the name of the country.
bool is_korean_sentence(const BareHost& host) {
  constexpr std::string_view kEndings[] = {"다", "요", "데", "음", "까", "죠"};
  constexpr std::string_view kCountry = "한국";
  if (host.window.slice(host.tld.begin, host.tld.end) != kCountry) return false;
  const std::string_view name = host.labels_before_tld();
  const std::string_view verb = name.substr(0, name.size() - 1);
  return host.text_after().starts_with(' ') &&
         std::any_of(std::begin(kEndings), std::end(kEndings), [&](std::string_view ending) {
           return verb.size() > ending.size() && verb.ends_with(ending);
         });
}

// she tried.to help, alone.it is not: is the name a word of a clause, after its subject or verb, or
// before a verb? Both in lower case, as in chat. Not after a verb of visiting: visit bring.to help
bool is_word_of_clause(const BareHost& host) {
  constexpr unsigned kLongest = 5;
  constexpr uint64_t kShortestBefore = 4;
  if (host.places.labels != 2 || host.of_tld.upper > 0) return false;
  const bool is_my = host.tld_is(TldTrait::code) && host.tld_is({"my"});
  if (!is_my && !host.tld_is(TldTrait::function)) return false;
  const Letters name = host.letters_of(host.first);
  if (is_my && name.lower == name.length && name.length <= kLongest) return true;
  if (!host.tld_is(TldTrait::function)) return false;
  std::string_view before = host.text_before();
  if (name.lower != name.length || !before.ends_with(' ')) return false;
  before.remove_suffix(1);
  const std::string_view word = before.substr(before.find_last_of(" ,.;:!?") + 1);
  base::count_steps(word.size());
  if (base::is_one_of(word, lists::kBeforeVerbs)) return true;
  if (name.length > kLongest || is_after_word_for_site(host)) return false;
  const std::string_view label = host.window.slice(host.first.begin, host.first.end);
  if (base::is_one_of(label, lists::kPronouns)) return true;  // tell them.at noon
  constexpr std::string_view kBeforeAdjectives[] = {"i", "im", "is", "was", "are"};
  if (base::is_one_of(word, kBeforeAdjectives) || base::is_one_of(word, lists::kPronouns)) {
    return true;  // that was hard.it took hours, call me later.it is late
  }
  constexpr std::string_view kVerbs[] = {"is", "was", "has", "will"};
  const bool is_subject = host.tld_is({"it"}) && base::is_one_of(host.word_after(), kVerbs);
  return is_subject && word.size() >= kShortestBefore &&
         std::all_of(word.begin(), word.end(), [](char c) { return c >= 'a' && c <= 'z'; });
}

}  // namespace

// there.it was raining.no idea: a space between two sentences is missing, and the second begins
// with the top-level domain and the word after it.
bool begins_next_clause(const BareHost& host) {
  if (host.tld_is_not_ascii()) return is_korean_sentence(host);
  if (!host.tld_is_of_country() || host.places.run_end != host.places.end) return false;
  if (!host.is_before_word()) return false;
  if (is_word_of_clause(host)) return true;
  const std::string_view word = host.word_after();
  int state = step_label<automata::kClauses>(host.window, host.tld);
  if (state != base::WordDfa::kNone) state = automata::kClauses.step(state, '_');
  base::count_steps(word.size());
  return state != base::WordDfa::kNone && automata::kClauses.find(word, state) != 0;
}

}  // namespace linkspan::scan

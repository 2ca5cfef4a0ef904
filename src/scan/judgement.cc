#include "scan/judgement.h"

#include <algorithm>
#include <string_view>

#include "automata/known_sites.h"
#include "scan/bare_host.h"
#include "scan/judgement_questions.h"
#include "unicode/properties.h"

namespace linkspan::scan {
namespace {

bool is_www(const Window& window, const DomainPlaces& domain) {
  return domain.first_label_end - domain.begin == 3 && domain.labels >= 3 &&
         window.holds(domain.begin, "www") == Answer::yes;
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

// Are there two capitals, one right behind the other?
bool has_capitals_together(std::string_view name) {
  const auto are_capitals = [](char a, char b) {
    return base::is_ascii_upper(static_cast<uint8_t>(a)) &&
           base::is_ascii_upper(static_cast<uint8_t>(b));
  };
  return std::adjacent_find(name.begin(), name.end(), are_capitals) != name.end();
}

// `pucc.Princeton.EDU`, `ue250-1.rz.RWTH-Aachen.DE`, `CVSup.FreeBSD.ORG`: as hosts of institutions
// are written in mail of old. (`Command.COM` is a program, `Level.INFO` a member of an object.)
bool is_institution_in_capitals(const BareHost& host) {
  const Label second = host.second_level();
  if (!host.begins_upper(second)) return false;
  if (host.tld_is({"edu", "gov", "mil"})) return true;
  const std::string_view name = host.window.slice(second.begin, second.end);
  if (host.places.labels == 2 || host.begins_upper(host.first)) {
    return host.tld_is({"com", "org"}) && host.letters_of(second).upper >= 2;
  }
  return host.tld_is({"com", "org"}) ||
         (host.tld_is_of_country() && has_capitals_together(name) && name.find('-') != name.npos);
}

// `gewartet.Es`, `System.IO`: a top-level domain is written in lower case, or all of the host in
// upper.
bool is_written_as_top_level_domain(const BareHost& host) {
  if (host.of_tld.upper == 0) return true;
  if (host.of_tld.upper != host.of_tld.length) return is_in_title_case(host);
  if (is_cyrillic_domain_in_capitals(host) || is_institution_in_capitals(host)) return true;
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
  const char32_t before = window.code_point_before(begin, floor).value;
  const bool is_apostrophe = before == '\'' || before == U'’';
  return is_apostrophe && host.letters_of(host.first).length <= kLongest;
}

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
  const bool is_of_number =
      is_numbered(host) || is_time_of_day(host) || is_degree(host) || is_pattern(host);
  if (is_of_number) return Rejected::reads_as_abbreviation;
  const bool is_of_file =
      is_target_in_markdown(host) || is_list_of_files(host) || is_of_kubernetes(host);
  return is_of_file ? Rejected::reads_as_code_or_file : Rejected::no;
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
  // PERF: nothing else is called so; it is what most domains end with.
  if (host.tld_is({"com"})) {
    return reads_as_text(host) ? Rejected::reads_as_next_sentence : Rejected::no;
  }
  if (!host.tld_is_popular()) {
    if (evidence == Evidence::none && is_known_site(host)) return Rejected::no;
    if (reads_as_abbreviation(host)) return Rejected::reads_as_abbreviation;
    if (is_used_in_code(host)) return Rejected::reads_as_call;
  }
  if (is_of_code_or_file(host) || is_library(host) || is_dot_net(host) ||
      is_beside_word_for_file(host) || is_file_of_command(host) || is_beside_file(host)) {
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

bool ends_before_slash(const Window& window, const DomainPlaces& domain, BehindSite behind_site) {
  const BareHost host(window, domain);
  return is_beside_site(host, is_www(window, domain)) || is_in_row_of_sites(host, behind_site) ||
         is_of_zone(host) || is_before_entry(host);
}

bool ends_before_question(const Window& window, const DomainPlaces& domain) {
  return is_before_question(BareHost(window, domain));
}

Rejected doubt_of_domain_in_code(const Window& window, const DomainPlaces& domain,
                                 Evidence evidence) {
  const Rejected doubt = doubt_of_domain(window, domain, evidence);
  if (doubt != Rejected::no || is_www(window, domain)) return doubt;
  return evidence == Evidence::none ? Rejected::code_needs_evidence : Rejected::no;
}

}  // namespace linkspan::scan

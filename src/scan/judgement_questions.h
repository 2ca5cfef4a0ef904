// Questions about a dotted word that judgement.cc asks, in an order; the answer yes is mostly a
// doubt. Each is explained where it is answered.
//
// Guarded by tests/explain_test.cc and the corpus.
#pragma once

#include "scan/bare_host.h"
#include "scan/judgement.h"

namespace linkspan::scan {

// judgement_numbers.cc
bool reads_as_abbreviation(const BareHost& host);    // m.in., 1.er, 2025.117.tr, 8.am
bool is_behind_abbreviations(const BareHost& host);  // prof.dr.ing, ok.be there
bool is_pattern(const BareHost& host);               // tt.mm.ss, xxx.xxx.xxx.xxx
bool is_numbered(const BareHost& host);              // Cad.No:12
bool is_time_of_day(const BareHost& host);           // 10.am-6.pm
bool is_degree(const BareHost& host);                // B.Com./B.Sc.

// judgement_code.cc
bool is_called(const BareHost& host);        // a.it(x), a.b=1
bool is_used_in_code(const BareHost& host);  // {post.id}, order.id == 1, kunde.id and kunde.name

// judgement_names.cc
bool is_file_of_command(const BareHost& host);     // vim notes.org
bool is_beside_file(const BareHost& host);         // umowa.docx, logo.ai
bool is_of_code_or_file(const BareHost& host);     // self.name, README.md
bool is_target_in_markdown(const BareHost& host);  // [a page](common.docs/page.md)
bool is_list_of_files(const BareHost& host);       // basic.target/rescue.target
bool is_of_kubernetes(const BareHost& host);       // app.kubernetes.io/name: shop
bool is_library(const BareHost& host);             // libfoo.la
bool is_dot_net(const BareHost& host);             // VB.NET
bool is_reversed_name(const BareHost& host);       // com.example.shop, alt.sex
bool is_template(const BareHost& host);            // libfoo.pc.in
bool is_behind_name(const BareHost& host);         // docs.example.md, not README.es.md

// judgement_behind.cc: what stands behind a slash is no path, or behind a question mark no query.
bool is_beside_site(const BareHost& host, bool is_www);  // www.a.de/www.b.de
bool is_in_row_of_sites(const BareHost& host,
                        BehindSite behind_site);  // a.pl/b.pl, a.com/b.ng/c.de
bool is_of_zone(const BareHost& host);            // zone example.net/IN
bool is_before_entry(const BareHost& host);       // example.jp/電話:…
bool is_before_question(const BareHost& host);    // olx.ba?meni nece

// judgement_text.cc
bool is_conjunction(std::string_view word);          // and, или
bool is_beside_word_for_file(const BareHost& host);  // the script start.pl
bool is_behind_word_for_site(const BareHost& host);  // на politika.rs
bool has_slavic_ending(const BareHost& host);        // danas.rs-om
bool is_form_of_word(const BareHost& host);          // Nutzer.in
bool reads_as_text(const BareHost& host);            // 什么是.cn
bool begins_next_clause(const BareHost& host);       // late.no idea
bool is_beside_glued_words(const BareHost& host);    // רגע.ישראל ניצחה 2:1.זהו

// What registries have below a country: co.uk, gov.au, or.jp
inline bool is_below_countries(const Label& label) {
  return label.is_one_of(
      {"ac", "co", "com", "ed", "edu", "go", "gov", "gv", "in", "ne", "net", "or", "org"});
}

// `.ai`, `.pl`: suffixes of files as much as domains of countries. Of lexer.ml beside lexer.mli
// both are files; of fly.io beside fly.toml, one.
inline bool is_suffix_in_use(const BareHost& host) {
  return host.tld_is({"ai", "cf", "gl", "in", "ml", "pl", "ps", "pt", "sc", "st"});
}

}  // namespace linkspan::scan

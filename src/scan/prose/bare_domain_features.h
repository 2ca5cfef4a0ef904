// SPDX-License-Identifier: Apache-2.0
// Properties of a domain without a scheme: the features of grammars/prose_rules.txt. The comments
// are in bare_domain_features.cc.
//
// Guarded by tests/scan/explain_test.cc and the corpus.
#pragma once

#include "scan/prose/bare_host.h"

namespace linkspan::scan {

// Upper and lower case
bool is_www(const Window& window, const DomainPlaces& domain);  // www.example.name
bool is_in_unusual_case(const BareHost& host);                  // System.IO; not Lenta.RU
bool is_known_site(const BareHost& host);                       // docs.rs

// Letters, numbers and abbreviations
bool is_after_letter_or_number(const BareHost& host);  // m.in., 1.er
bool is_after_abbreviations(const BareHost& host);     // prof.dr.ing, ok.be there

// Program code
bool is_called(const BareHost& host);             // a.it(x), a.b=1
bool is_part_of_statement(const BareHost& host);  // {post.id}, return router.page;

// Files, packages and products
bool is_of_code_or_file(const BareHost& host);       // self.name, README.md
bool is_in_change_log(const BareHost& host);         // <tab>* gmp-h.in:
bool is_dot_net(const BareHost& host);               // VB.NET
bool is_reversed_name(const BareHost& host);         // org.apache.commons.io
bool is_key_of_settings(const BareHost& host);       // user.name/email: two keys
bool is_template(const BareHost& host);              // libfoo.pc.in
bool is_after_several_labels(const BareHost& host);  // docs.example.md, not README.es.md

// Words around the host
bool is_beside_word_for_file(const BareHost& host);  // the script start.pl
bool is_after_word_for_site(const BareHost& host);   // на politika.rs
bool begins_next_clause(const BareHost& host);       // late.no idea

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// The warnings of an IRI: iri::diagnose() with places and sentences, warnings_of() as a set.
//
//   https://www.paypal.com@evil.example/   → userinfo_like_host, 8 to 22
//   https://example.org/a%20b?c=d#e        → none, decided byte by byte, nothing allocated
//
// A text is split by the regular expression of RFC 3986, appendix B, which also splits a text that
// is not an IRI. Each kind of component has its own check, which adds to Findings.
//
// Guarded by tests/iri/iri_diagnose_test.cc, tests/iri/iri_spoofing_test.cc (attacks and ordinary
// links), tests/iri/iri_warnings_test.cc (each warning is found).
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/iri.h"

namespace linkspan::iri {

// The warnings of diagnose() without places and sentences.
Warnings warnings_of(std::string_view iri);

// PREFILTER: may an http link with this host and text name a second site, so that it has the
// warning `second_target`? https://www.paypal.com.a.example/,
// https://example.org/?to=https://a.example/
// REQUIRES: `host` is a part of `text`.
bool may_name_second_site(std::string_view host, std::string_view text);

// The same without the fast path, for tests.
Warnings warnings_by_all_checks(std::string_view iri);

// ---- For the checks ----

// The text and its components. Views live as long as the text.
struct Subject {
  std::string_view text;
  Parts parts;               // the path is always present; a bare host has no scheme
  Range head;                // the host as a reader sees it, with look-alikes of delimiters
  std::vector<Range> hosts;  // of the authority, or after the `@` of each address
  SchemeInfo scheme;         // name is empty for an unknown scheme

  std::string_view at(Range range) const { return range.text(text); }
};

Subject subject_of(std::string_view text);

inline Range range_of(Part part) { return {part.begin, part.end}; }

class Findings {
 public:
  // If `diagnostics` is null, only the set is kept, and no sentence is made.
  explicit Findings(std::vector<Diagnostic>* diagnostics) : diagnostics_(diagnostics) {}

  // `sentence` makes the message, and is called only if that is wanted.
  template <class Sentence>
  void add(Warning warning, Range range, const Sentence& sentence) {
    warnings_.add(warning);
    if (diagnostics_ != nullptr) diagnostics_->push_back({warning, range, sentence()});
  }

  Warnings warnings() const { return warnings_; }

 private:
  std::vector<Diagnostic>* diagnostics_;
  Warnings warnings_;
};

void check_characters(const Subject& subject, Findings& findings);  // diagnose_characters.cc
void check_escapes(const Subject& subject, Findings& findings);     // diagnose_escapes.cc
void check_hosts(const Subject& subject, Findings& findings);       // diagnose_hosts.cc
void check_authority(const Subject& subject, Findings& findings);   // diagnose_authority.cc
void check_bidi(const Subject& subject, Findings& findings);        // bidi.cc

}  // namespace linkspan::iri

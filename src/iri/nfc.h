// SPDX-License-Identifier: Apache-2.0
// Normalization Form C of the text of a link (Unicode 17, section 3.11; UAX #15).
//
//   nfc("e\u0301") → "é"        nfc("\u212B") → "Å"        nfc("é\xFF") → "é\xFF"
//
// Where linkspan is built with libraries, utf8proc decomposes and composes the text whose
// characters it knows, for which it is exact, as normal forms are stable. All other text takes the
// tables (iri/tables), which are newer. The combining marks are sorted here, because utf8proc's own
// loop takes quadratic time. PERF: 60,000 marks in the worst order: 15.7 s by utf8proc_NFC, 5.5 ms
// here.
//
// Guarded by tests/iri/iri_uri_test.cc, which compares with ICU, and tests/iri/iri_tables_test.cc,
// which compares utf8proc with the tables for each code point.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::iri {

// Ill-formed bytes stay in their place and end a composition.
std::string nfc(std::string_view utf8);

// Is text of such characters normalized by utf8proc?
bool is_known_to_utf8proc(char32_t c);

}  // namespace linkspan::iri

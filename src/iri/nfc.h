// SPDX-License-Identifier: Apache-2.0
// Normalization Form C of the text of a link (Unicode 17, section 3.11; UAX #15).
//
//   nfc("e\u0301") → "é"        nfc("\u212B") → "Å"        nfc("é\xFF") → "é\xFF"
//
// utf8proc decomposes and composes code points. The combining marks are sorted here, because
// utf8proc's own loop takes quadratic time. PERF: 60,000 marks in the worst order: 15.7 s by
// utf8proc_NFC, 5.5 ms here.
//
// The version of Unicode is that of utf8proc. Newer characters are not changed, so text that
// contains them may not be in NFC; normal forms of older text are stable. Guarded by
// tests/iri/iri_uri_test.cc, which compares with ICU.
#pragma once

#include <string>
#include <string_view>

namespace linkspan::iri {

// Ill-formed bytes stay in their place and end a composition.
std::string nfc(std::string_view utf8);

}  // namespace linkspan::iri

// SPDX-License-Identifier: Apache-2.0
// The possible charsets of percent-encoded bytes (RFC 3987, sections 3.1 and 7.7).
//
//   82 A0        → Shift_JIS                    FC 62 65 72   → ISO-8859-1
//   C0 AF        → EUC-KR and others, but see diagnose_escapes.cc
//   FF FF 01     → none
//
// A charset is possible if it can decode all bytes and the result consists of letters of the
// scripts that the charset is made for. This is a guess, and short texts have several possible
// charsets.
//
// Guarded by tests/iri/iri_diagnose_test.cc.
#pragma once

#include <string_view>
#include <vector>

namespace linkspan::iri {

// Their IANA names, which live for ever.
std::vector<std::string_view> legacy_charsets(std::string_view bytes);

}  // namespace linkspan::iri

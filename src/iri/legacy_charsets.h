// SPDX-License-Identifier: Apache-2.0
// Charsets that percent-encoded bytes may be text in (RFC 3987, sections 3.1 and 7.7).
//
//   82 A0        → Shift_JIS                    FC 62 65 72   → ISO-8859-1
//   C0 AF        → EUC-KR and others, but see diagnose_escapes.cc
//   FF FF 01     → none
//
// Bytes are text in a charset if it can decode them all and what comes out is letters of the
// scripts that the charset is made for. That is a guess, and short texts have several answers.
//
// Guarded by tests/iri_diagnose_test.cc.
#pragma once

#include <string_view>
#include <vector>

namespace linkspan::iri {

// Their names, as IANA has them. The names live for ever.
std::vector<std::string_view> legacy_charsets(std::string_view bytes);

}  // namespace linkspan::iri

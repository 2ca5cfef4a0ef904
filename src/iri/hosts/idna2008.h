// SPDX-License-Identifier: Apache-2.0
// Checks whether IDNA2008 (RFC 5891, 5892) allows a label that UTS #46 allows.
//
//   "i❤"      a symbol is not a letter, mark or digit
//   "a·b"     U+00B7 is allowed between two l only (appendix A of RFC 5892)
//   "straße"  nothing: ß is allowed
//
// Guarded by tests/iri/iri_diagnose_test.cc, and against ICU by tests/iri/iri_tables_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace linkspan::iri {

// A sentence about the first error, without a full stop. `label` is the result of ToUnicode.
std::optional<std::string> idna2008_fault(std::string_view label);

}  // namespace linkspan::iri

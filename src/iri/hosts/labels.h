// SPDX-License-Identifier: Apache-2.0
// The labels of a host, as displayed and as mapped by UTS #46.
//
//   "www.xn--bcher-kva.example"   → "www"; "bücher" at 4 to 17, an A-label; "example"
//   "%E4%BE%8B。テスト"            → "例" at 0 to 9; "テスト"
//
// Guarded by tests/iri/iri_diagnose_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "iri/characters.h"
#include "linkspan/linkspan.h"

namespace linkspan::iri {

enum class LabelForm : uint8_t { written, a_label };

struct Label {
  Range range;  // bytes of the text
  LabelForm form;
  std::vector<Character> characters;  // as written, percent-encoding decoded
  std::string unicode;                // mapped by UTS #46; the U-label of an A-label
};

// The labels of text[host]. An A-label that cannot be decoded is not changed.
std::vector<Label> labels_of(std::string_view text, Range host);

}  // namespace linkspan::iri

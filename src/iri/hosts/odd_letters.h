// SPDX-License-Identifier: Apache-2.0
// Letters that look like ASCII within a label, although no script is mixed (UTS #39 has no such
// check):
//
//   gıthub, faceɓook, applɛ   Latin letters; ı is ordinary below .tr, ɓ and ɛ below .gh
//   bank−login, bank─login     signs that look like the hyphen
//   g̷oogle, goo̲gle          a line through or below an ASCII letter
//   bank一login, ㄥinkedin     a stroke of Han, Bopomofo, kana or Hangul beside Latin letters only
//
// Guarded by tests/iri/iri_spoofing_test.cc.
#pragma once

#include <optional>
#include <string>

#include "iri/hosts/home_languages.h"
#include "iri/hosts/labels.h"

namespace linkspan::iri {

// The first such letter of the U-label, with the marks on it, in UTF-8; nothing if there is none.
// `home`: the languages of the top-level domain.
std::optional<std::string> odd_letter(const Label& label, const HomeLanguages& home);

}  // namespace linkspan::iri

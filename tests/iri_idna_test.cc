// Promise: Idna turns hosts into A-labels and back, or refuses them, as UTS #46 does.

#include <gtest/gtest.h>

#include <string>

#include "iri/idna.h"

namespace linkspan::test {
namespace {

const iri::Idna& idna() { return *iri::Idna::shared(); }

std::string shown(std::string_view host) { return idna().to_unicode(host).value_or("refused"); }

TEST(IriIdna, ALabelsBecomeULabels) {
  EXPECT_EQ(shown("xn--bcher-kva.example"), "bücher.example");
  EXPECT_EQ(shown("xn--r8jz45g.xn--zckzah"), "例え.テスト");
  EXPECT_EQ(shown("XN--STRAE-OQA.example"), "straße.example");
  EXPECT_EQ(shown("www.example.org"), "www.example.org");
}

TEST(IriIdna, WhatIsNotAnALabelIsRefused) {
  EXPECT_EQ(shown("xn--a.example"), "refused");
  EXPECT_EQ(shown("xn--\xFF"), "refused");
  EXPECT_EQ(shown(std::string(5000, 'a')), "refused");
}

TEST(IriIdna, ToUnicodeUndoesToAscii) {
  for (const char* host : {"müller.example", "пример.рф", "مثال.إختبار", "דוגמה.קום", "a.b"}) {
    EXPECT_EQ(shown(idna().to_ascii(host).value()), host);
  }
}

TEST(IriIdna, IsMadeOnce) { EXPECT_EQ(&iri::Idna::shared(), &iri::Idna::shared()); }

}  // namespace
}  // namespace linkspan::test

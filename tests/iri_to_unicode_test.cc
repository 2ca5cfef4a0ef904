// Promise: ToUnicode turns the A-labels of a host into what people read, or refuses them as UTS #46
// does; it undoes ToAscii.

#include <gtest/gtest.h>

#include <string>

#include "iri/idna.h"
#include "iri/to_unicode.h"

namespace linkspan::test {
namespace {

std::string shown(std::string_view host) {
  static const iri::ToUnicode to_unicode = iri::ToUnicode::create().value();
  return to_unicode(host).value_or("refused");
}

TEST(IriToUnicode, ALabelsBecomeULabels) {
  EXPECT_EQ(shown("xn--bcher-kva.example"), "bücher.example");
  EXPECT_EQ(shown("xn--r8jz45g.xn--zckzah"), "例え.テスト");
  EXPECT_EQ(shown("XN--STRAE-OQA.example"), "straße.example");
  EXPECT_EQ(shown("www.example.org"), "www.example.org");
}

TEST(IriToUnicode, WhatIsNotAnALabelIsRefused) {
  EXPECT_EQ(shown("xn--a.example"), "refused");
  EXPECT_EQ(shown("xn--\xFF"), "refused");
  EXPECT_EQ(shown(std::string(5000, 'a')), "refused");
}

TEST(IriToUnicode, UndoesToAscii) {
  const iri::ToAscii to_ascii = iri::ToAscii::create().value();
  for (const char* host : {"müller.example", "пример.рф", "مثال.إختبار", "דוגמה.קום", "a.b"}) {
    EXPECT_EQ(shown(to_ascii(host).value()), host);
  }
}

}  // namespace
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: components that mix directions are found (RFC 3987, section 4.2), and the display forms
// show an IRI as in section 4.4, also in right-to-left text.

#include <gtest/gtest.h>
#include <unicode/ubidi.h>
#include <unicode/ustring.h>

#include <string>
#include <string_view>
#include <vector>

#include "iri/diagnose.h"
#include "iri/hosts/bidi.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace iri_bidi_test {

// The Bidi Notation of RFC 3987, section 1.4: capital letters become Hebrew letters, from U+05D0.
constexpr char16_t kAlef = 0x05D0;

std::string logical(std::string_view notation) {
  std::string text;
  for (const char c : notation) {
    if (c < 'A' || c > 'Z') {
      text += c;
      continue;
    }
    const unsigned letter = kAlef + static_cast<unsigned>(c - 'A');
    text += {static_cast<char>(0xC0 | letter >> 6), static_cast<char>(0x80 | (letter & 0x3F))};
  }
  return text;
}

// The display order by the Unicode Bidirectional Algorithm in a paragraph of this level, in the
// notation.
std::string visual(const std::string& text, UBiDiLevel paragraph) {
  UErrorCode status = U_ZERO_ERROR;
  std::u16string source(text.size(), u'\0');
  int32_t length = 0;
  u_strFromUTF8(source.data(), static_cast<int32_t>(source.size()), &length, text.data(),
                static_cast<int32_t>(text.size()), &status);
  UBiDi* const bidi = ubidi_open();
  ubidi_setPara(bidi, source.data(), length, paragraph, nullptr, &status);
  std::u16string shown(source.size(), u'\0');
  const int32_t size = ubidi_writeReordered(bidi, shown.data(), static_cast<int32_t>(shown.size()),
                                            UBIDI_REMOVE_BIDI_CONTROLS, &status);
  EXPECT_TRUE(U_SUCCESS(status));
  ubidi_close(bidi);
  std::string notation;
  for (const char16_t c : shown.substr(0, static_cast<size_t>(size)))
    notation += static_cast<char>(c >= kAlef ? 'A' + (c - kAlef) : c);
  return notation;
}

struct Example {
  int number;
  std::string_view logical;
  std::string_view visual;
  bool allowed;
};

// RFC 3987, section 4.4. For example 9 in Hebrew, the RFC shows %31HG/LK/JI%32; by the Unicode
// Bidirectional Algorithm (UAX #9, W4, W5 and N1), the order is this one.
constexpr Example kExamples[] = {
    {1, "http://ab.CDEFGH.ij/kl/mn/op.html", "http://ab.HGFEDC.ij/kl/mn/op.html", true},
    {2, "http://ab.CDE.FGH/ij/kl/mn/op.html", "http://ab.HGF.EDC/ij/kl/mn/op.html", true},
    {3, "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", "http://VU#TS=RQ;PO=NM?LK/JI/HG/FE.DC.BA", true},
    {4, "http://AB.CD.ef/gh/IJ/KL.html", "http://DC.BA.ef/gh/LK/JI.html", true},
    {5, "http://ab.cd.EF/GH/ij/kl.html", "http://ab.cd.HG/FE/ij/kl.html", true},
    {6, "http://ab.CD.EF/GH/IJ/kl.html", "http://ab.JI/HG/FE.DC/kl.html", true},
    {7, "http://ab.CDE123FGH.ij/kl/mn/op.html", "http://ab.HGF123EDC.ij/kl/mn/op.html", true},
    {8, "http://ab.cd.ef/GH1/2IJ/KL.html", "http://ab.cd.ef/LK/JI1/2HG.html", false},
    {9, "http://ab.cd.ef/GH%31/%32IJ/KL.html", "http://ab.cd.ef/LK/JI%32/%31HG.html", false},
    {10, "http://ab.CDEFGH.123/kl/mn/op.html", "http://ab.123.HGFEDC/kl/mn/op.html", true}};

TEST(BidiForms, ShowTheExamplesOfRfc3987Section44) {
  for (const Example& example : kExamples) {
    for (const BidiForm form : {BidiForm::isolate, BidiForm::embedding}) {
      for (const UBiDiLevel paragraph : {UBiDiLevel{0}, UBiDiLevel{1}}) {
        EXPECT_EQ(visual(embedded(logical(example.logical), form), paragraph), example.visual)
            << "example " << example.number;
      }
    }
  }
}

// Without the display forms, the text around an IRI reorders it.
TEST(BidiForms, AreNeededInRightToLeftText) {
  EXPECT_NE(visual(logical(kExamples[0].logical), 1), kExamples[0].visual);
  EXPECT_EQ(visual(logical("A ") + embedded(logical(kExamples[4].logical), BidiForm::isolate) +
                       logical(" B"),
                   1),
            "B " + std::string(kExamples[4].visual) + " A");
}

// The draft of 2000 keeps each component in its place: delimiters never move.
TEST(BidiForms, WithMarksKeepDelimitersInTheirPlace) {
  EXPECT_EQ(embedded("a:/b", BidiForm::marks), "\u202Aa\u200E:\u200E\u200E/\u200Eb\u202C");
  for (const UBiDiLevel paragraph : {UBiDiLevel{0}, UBiDiLevel{1}}) {
    EXPECT_EQ(visual(embedded(logical("http://AB/CD?EF=GH"), BidiForm::marks), paragraph),
              "http://BA/DC?FE=HG");
  }
}

TEST(BidiForms, NoneLeavesTheTextUnchanged) { EXPECT_EQ(embedded("a", BidiForm::none), "a"); }

// --- Section 4.2

TEST(Structure, ClassifiesTheDirectionsOfAComponent) {
  const auto of = [](std::string_view notation) { return structure_of(logical(notation)); };
  EXPECT_EQ(of(""), Structure::one_direction);
  EXPECT_EQ(of("ab-12"), Structure::one_direction);
  EXPECT_EQ(of("ABC"), Structure::one_direction);
  EXPECT_EQ(of("A1B"), Structure::one_direction);
  EXPECT_EQ(of("A-B"), Structure::one_direction);
  EXPECT_EQ(of("123"), Structure::one_direction);
  EXPECT_EQ(of("aB"), Structure::both_directions);
  EXPECT_EQ(of("AbC"), Structure::both_directions);
  EXPECT_EQ(of("A1"), Structure::ends_outside);
  EXPECT_EQ(of("-A"), Structure::ends_outside);
  EXPECT_EQ(of("A%31"), Structure::ends_outside);
  EXPECT_EQ(structure_of("א\u05B8"), Structure::one_direction);      // a mark is part of its letter
  EXPECT_EQ(structure_of("\u0633\u0661"), Structure::ends_outside);  // an Arabic-Indic digit
}

TEST(Structure, CausesAWarningExactlyInTheForbiddenExamples) {
  for (const Example& example : kExamples) {
    EXPECT_EQ(warnings_of(logical(example.logical)).has(Warning::bidi_structure), !example.allowed)
        << "example " << example.number;
  }
}

TEST(Structure, CausesAWarningAtTheComponentThatMixesDirections) {
  const std::string iri = logical("http://ab/cD/EF?g=H&iJ#K1");
  std::vector<std::string> places;
  for (const Diagnostic& each : diagnose(iri)) {
    EXPECT_EQ(each.warning, Warning::bidi_structure);
    places.push_back(iri.substr(each.range.begin, each.range.size()));
  }
  EXPECT_EQ(places, (std::vector<std::string>{logical("cD"), logical("iJ"), logical("K1")}));
}

// --- Section 7.6

TEST(Display, IsIsolated) {
  EXPECT_EQ(display("https://xn--bcher-kva.example/%C3%BC").value(),
            "\u2066https://bücher.example/ü\u2069");
}

std::string plain(std::string_view iri, const std::vector<std::string>& scripts) {
  DisplayOptions options;
  options.bidi = BidiForm::none;
  options.scripts = scripts;
  return display(iri, options).value();
}

TEST(Display, EncodesScriptsThatAreNotListed) {
  EXPECT_EQ(plain("https://пример.example/é/да", {"Latn"}),
            "https://xn--e1afmkfd.example/é/%D0%B4%D0%B0");
  EXPECT_EQ(plain("https://пример.example/é/да", {"Cyrl"}), "https://пример.example/%C3%A9/да");
  EXPECT_EQ(plain("https://例え.example/ひらカタ漢字", {"Jpan"}),
            "https://例え.example/ひらカタ漢字");
  EXPECT_EQ(plain("https://пример.example/", {}), "https://пример.example/");
}

TEST(Display, EncodesInvisibleCharacters) {
  EXPECT_EQ(plain("https://example.org/a\u202Eb", {}), "https://example.org/a%E2%80%AEb");
  EXPECT_EQ(plain("https://example.org/a%E2%80%AEb", {}), "https://example.org/a%E2%80%AEb");
  EXPECT_EQ(plain("https://example.org/a\u200Bb", {}), "https://example.org/a%E2%80%8Bb");
}

TEST(Display, FailsWhereTheTextIsNotAnIri) {
  EXPECT_FALSE(display("https://example.org/a b").ok());
}

}  // namespace iri_bidi_test
}  // namespace linkspan::iri

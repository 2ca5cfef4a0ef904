// SPDX-License-Identifier: Apache-2.0
// Promise: with display(), the Unicode Bidirectional Algorithm shows IRIs as in the examples of RFC
// 3987, section 4.4, and diagnose() warns where an IRI breaks section 4.2.
//
// Examples are in the Bidi Notation of the RFC: capitals are Hebrew or Arabic letters. ICU's
// implementation of UAX #9 determines the display order, in left-to-right and right-to-left
// paragraphs.

#include <gtest/gtest.h>
#include <unicode/ubidi.h>
#include <unicode/unistr.h>

#include <algorithm>
#include <string>
#include <string_view>

#include "linkspan/iri.h"
#include "tests/support/notation.h"

namespace linkspan::test {
namespace rfc3987_bidi_examples_test {

using iri::BidiForm;

enum class Paragraph : UBiDiLevel { left_to_right = 0, right_to_left = 1 };

// The display order of a text, from the left.
std::string visual_order(std::string_view text, Paragraph paragraph) {
  const auto utf16 = icu::UnicodeString::fromUTF8(
      icu::StringPiece(text.data(), static_cast<int32_t>(text.size())));
  UErrorCode status = U_ZERO_ERROR;
  UBiDi* const bidi = ubidi_open();
  ubidi_setPara(bidi, utf16.getBuffer(), utf16.length(), static_cast<UBiDiLevel>(paragraph),
                nullptr, &status);
  icu::UnicodeString visual;
  char16_t* const buffer = visual.getBuffer(utf16.length() + 1);
  const int32_t length =
      ubidi_writeReordered(bidi, buffer, utf16.length() + 1, UBIDI_REMOVE_BIDI_CONTROLS, &status);
  visual.releaseBuffer(length);
  ubidi_close(bidi);
  EXPECT_TRUE(U_SUCCESS(status));
  std::string utf8;
  // ICU 72 removes LRE, PDF and LRM; isolates are left.
  for (int32_t i = 0; i < visual.length(); ++i) {
    if (visual[i] < 0x2066 || visual[i] > 0x2069) {
      icu::UnicodeString(visual[i]).toUTF8String(utf8);
    }
  }
  return utf8;
}

std::string shown(std::string_view iri, BidiForm form) {
  const auto text = iri::display(iri, {.bidi = form});
  return text ? *text : "error: " + text.error().message;
}

bool breaks_section_42(std::string_view iri) {
  const std::vector<iri::Diagnostic> found = iri::diagnose(iri);
  return std::any_of(found.begin(), found.end(), [](const iri::Diagnostic& diagnostic) {
    return diagnostic.warning == Warning::bidi_structure;
  });
}

struct Example {
  int number;
  std::string_view logical, visual;
};

constexpr Example kAllowed[] = {
    {1, "http://ab.CDEFGH.ij/kl/mn/op.html", "http://ab.HGFEDC.ij/kl/mn/op.html"},
    {2, "http://ab.CDE.FGH/ij/kl/mn/op.html", "http://ab.HGF.EDC/ij/kl/mn/op.html"},
    {3, "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", "http://VU#TS=RQ;PO=NM?LK/JI/HG/FE.DC.BA"},
    {4, "http://AB.CD.ef/gh/IJ/KL.html", "http://DC.BA.ef/gh/LK/JI.html"},
    {5, "http://ab.cd.EF/GH/ij/kl.html", "http://ab.cd.HG/FE/ij/kl.html"},
    {6, "http://ab.CD.EF/GH/IJ/kl.html", "http://ab.JI/HG/FE.DC/kl.html"},
    {7, "http://ab.CDE123FGH.ij/kl/mn/op.html", "http://ab.HGF123EDC.ij/kl/mn/op.html"},
    {10, "http://ab.CDEFGH.123/kl/mn/op.html", "http://ab.123.HGFEDC/kl/mn/op.html"},
};

TEST(Rfc3987Section44, AllowedExamplesAreShownAsInTheRfc) {
  for (const Example& example : kAllowed) {
    const std::string logical = in_hebrew(example.logical);
    for (const BidiForm form : {BidiForm::embedding, BidiForm::isolate}) {
      const std::string text = shown(logical, form);
      EXPECT_EQ(visual_order(text, Paragraph::left_to_right), in_hebrew(example.visual))
          << example.number;
      EXPECT_EQ(visual_order(text, Paragraph::right_to_left), in_hebrew(example.visual))
          << example.number;
    }
  }
}

// Without the display forms, a right-to-left paragraph shows some examples differently.
TEST(Rfc3987Section41, WithoutEmbeddingTheParagraphDeterminesTheOrder) {
  const std::string logical = in_hebrew(kAllowed[0].logical);
  const std::string text = shown(logical, BidiForm::none);
  EXPECT_EQ(text, logical);
  EXPECT_EQ(visual_order(text, Paragraph::left_to_right), in_hebrew(kAllowed[0].visual));
  EXPECT_NE(visual_order(text, Paragraph::right_to_left), in_hebrew(kAllowed[0].visual));
}

// The characters that a display form adds around an IRI are not part of it.
TEST(Rfc3987Section41, DisplayFormsAddEmbeddingOrIsolateCharacters) {
  const std::string iri = in_hebrew("http://ab.CD/");
  EXPECT_EQ(shown(iri, BidiForm::embedding), "\u202A" + iri + "\u202C");
  EXPECT_EQ(shown(iri, BidiForm::isolate), "\u2066" + iri + "\u2069");
}

// IRIs must not contain LRM, RLM, LRE, RLE, LRO, RLO, PDF; the isolates came later.
TEST(Rfc3987Section41, FormattingCharactersCauseAWarningAndAreNeverShown) {
  for (const char32_t c :
       {0x200E, 0x200F, 0x202A, 0x202B, 0x202C, 0x202D, 0x202E, 0x2066, 0x2067, 0x2068, 0x2069}) {
    const std::string iri = "http://example.org/a" + utf8_of(c) + "b";
    const std::vector<iri::Diagnostic> found = iri::diagnose(iri);
    EXPECT_TRUE(std::any_of(found.begin(), found.end(),
                            [](const iri::Diagnostic& diagnostic) {
                              return diagnostic.warning == Warning::bidi_control;
                            }))
        << std::hex << static_cast<uint32_t>(c);
    EXPECT_EQ(shown(iri, BidiForm::none).find(utf8_of(c)), std::string::npos);
    EXPECT_EQ(iri::to_iri(*iri::to_uri(iri))->find(utf8_of(c)), std::string::npos);
  }
}

TEST(Rfc3987Section42, AllowedExamplesCauseNoWarning) {
  for (const Example& example : kAllowed) {
    EXPECT_FALSE(breaks_section_42(in_hebrew(example.logical))) << example.number;
    EXPECT_FALSE(breaks_section_42(in_arabic(example.logical))) << example.number;
  }
}

// Examples 8 and 9: digits, or percent-encoded ones, at the start or end of a component.
TEST(Rfc3987Section42, DigitsAtTheEdgeOfAComponentCauseAWarning) {
  EXPECT_TRUE(breaks_section_42(in_hebrew("http://ab.cd.ef/GH1/2IJ/KL.html")));
  EXPECT_TRUE(breaks_section_42(in_hebrew("http://ab.cd.ef/GH%31/%32IJ/KL.html")));
  EXPECT_TRUE(breaks_section_42(in_hebrew("http://ab.cd.ef/GHi/")));
  EXPECT_FALSE(breaks_section_42(in_hebrew("http://ab.cd.ef/GH/IJ/KL.html")));
}

// "The affected component can always be mapped to URI notation", and must be mapped whole.
TEST(Rfc3987Section42, AComponentCanBeMappedToUriNotation) {
  const std::string mapped = *iri::to_uri(in_hebrew("GH1"));
  EXPECT_EQ(mapped, "%D7%96%D7%971");
  EXPECT_FALSE(breaks_section_42("http://ab.cd.ef/" + mapped + in_hebrew("/IJ/KL.html")));
}

// For example 9 the RFC shows another order, in which `/` between two numbers is not right-to-left.
// By rule N1 of UAX #9 it is. This was reported to the author of the RFC in 2007 (docs/rfc3987.md,
// note 19); this is the corrected order.
TEST(Rfc3987Section44, ForbiddenExamplesAreShownInFragments) {
  const auto embedded = [](const std::string& logical) {
    return visual_order("\u202A" + logical + "\u202C", Paragraph::left_to_right);
  };
  EXPECT_EQ(embedded(in_hebrew("http://ab.cd.ef/GH1/2IJ/KL.html")),
            in_hebrew("http://ab.cd.ef/LK/JI1/2HG.html"));
  EXPECT_EQ(embedded(in_hebrew("http://ab.cd.ef/GH%31/%32IJ/KL.html")),
            in_hebrew("http://ab.cd.ef/LK/JI%32/%31HG.html"));
  EXPECT_EQ(embedded(in_arabic("http://ab.cd.ef/GH%31/%32IJ/KL.html")),
            in_arabic("http://ab.cd.ef/LK/JI32%/31%HG.html"));
}

// draft-masinter-url-i18n-05, section 2.4: a directional mark around each reserved character keeps
// components in left-to-right order, where the RFC reverses whole runs. A dot is not reserved.
TEST(Draft2000Section24, MarksKeepComponentsInLeftToRightOrder) {
  constexpr Example kExamples[] = {
      {2, "http://ab.CDE.FGH/ij/kl/mn/op.html", "http://ab.HGF.EDC/ij/kl/mn/op.html"},
      {3, "http://AB.CD.EF/GH/IJ/KL?MN=OP;QR=ST#UV", "http://FE.DC.BA/HG/JI/LK?NM=PO;RQ=TS#VU"},
      {5, "http://ab.cd.EF/GH/ij/kl.html", "http://ab.cd.FE/HG/ij/kl.html"},
  };
  for (const Example& example : kExamples) {
    const std::string text = shown(in_hebrew(example.logical), BidiForm::marks);
    EXPECT_EQ(visual_order(text, Paragraph::left_to_right), in_hebrew(example.visual))
        << example.number;
    EXPECT_EQ(visual_order(text, Paragraph::right_to_left), in_hebrew(example.visual))
        << example.number;
  }
}

}  // namespace rfc3987_bidi_examples_test
}  // namespace linkspan::test

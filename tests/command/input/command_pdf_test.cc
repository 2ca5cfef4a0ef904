// SPDX-License-Identifier: Apache-2.0
// Promise: the text and the links of PDF files are read by poppler, page by page; without it there
// is one message.

#include <gtest/gtest.h>

#include <cstdlib>
#include <string>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_pdf_test {

class CommandPdf : public CommandTest {};

// Two pages: a text, and a link without one. Readers rebuild the table of objects, which is
// missing.
const std::string kPdf =
    "%PDF-1.4\n"
    "1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n"
    "2 0 obj<</Type/Pages/Kids[3 0 R 6 0 R]/Count 2>>endobj\n"
    "3 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Contents 4 0 R"
    "/Resources<</Font<</F 5 0 R>>>>>>endobj\n"
    "4 0 obj<</Length 58>>stream\n"
    "BT /F 12 Tf 20 100 Td (See https://a.example/x here.) Tj ET\n"
    "endstream endobj\n"
    "5 0 obj<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>endobj\n"
    "6 0 obj<</Type/Page/Parent 2 0 R/MediaBox[0 0 400 200]/Annots[7 0 R]>>endobj\n"
    "7 0 obj<</Type/Annot/Subtype/Link/Rect[0 0 9 9]"
    "/A<</S/URI/URI(https://b.example/y)>>>>endobj\n"
    "trailer<</Root 1 0 R>>\n%%EOF\n";

TEST_F(CommandPdf, PagesAreReadByPoppler) {
  if (std::system("command -v pdftotext pdfinfo >/dev/null") != 0) {
    GTEST_SKIP() << "poppler-utils is not installed";
  }
  write("a.pdf", kPdf);
  for (const Arguments& more : {Arguments{}, Arguments{"--jobs", "2"}}) {
    Arguments arguments = {"scan", "--to", "csv", "--fields", "page,uri", "a.pdf"};
    arguments.insert(arguments.end(), more.begin(), more.end());
    EXPECT_EQ(run(arguments).out, "page,uri\r\n1,https://a.example/x\r\n2,https://b.example/y\r\n");
  }
}

TEST_F(CommandPdf, WithoutPopplerThereIsOneMessage) {
  write("a.pdf", kPdf);
  write("b.pdf", kPdf);
  const std::string path = std::getenv("PATH");
  setenv("PATH", "/nonexistent", 1);
  const Outcome outcome = run({"scan", "a.pdf", "b.pdf"});
  setenv("PATH", path.c_str(), 1);
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err,
            "linkspan: 2 PDF files were not read; to have them read, install poppler-utils\n");
}

}  // namespace command_pdf_test
}  // namespace linkspan::test

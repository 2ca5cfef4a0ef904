// SPDX-License-Identifier: Apache-2.0
// Promise: the text and the links of PDF files are read by poppler, page by page; without it there
// is one message. No program and no module of Python is taken from the current folder.

#include <gtest/gtest.h>

#include <cstdlib>
#include <filesystem>
#include <optional>
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

class ProgramsOfTheFolder : public CommandTest {
 protected:
  // A program that leaves a trace.
  void write_program(const std::string& name) {
    write(name, "#!/bin/sh\n: > '" + (files_ / "started").string() + "'\n");
    std::filesystem::permissions(files_ / name, std::filesystem::perms::owner_all);
  }
  Outcome run_with(const char* name, const std::string& value, const Arguments& arguments) {
    const char* const before = std::getenv(name);
    const std::optional<std::string> old =
        before ? std::optional<std::string>(before) : std::nullopt;
    setenv(name, value.c_str(), 1);
    Outcome outcome = run(arguments);
    old ? setenv(name, old->c_str(), 1) : unsetenv(name);
    return outcome;
  }
};

TEST_F(ProgramsOfTheFolder, AreNotStartedByTheirNames) {
  for (const char* const name : {"pdftotext", "pdfinfo", "python3", "make_text"})
    write_program(name);
  write("a.pdf", kPdf);
  write("a.txt", "https://a.example/");
  for (const char* const path : {":/nonexistent", "/nonexistent::", ".", "./:..:", ""}) {
    for (const Arguments& arguments :
         {Arguments{"scan", "a.pdf"}, Arguments{"scan", "--pre", "make_text", "a.txt"},
          Arguments{"scan", "--from", "parquet", "a.txt"},
          Arguments{"scan", "--to", "parquet", "--output", "out", "a.txt"}}) {
      const Outcome outcome = run_with("PATH", path, arguments);
      EXPECT_FALSE(std::filesystem::exists(files_ / "started")) << path << ' ' << arguments[1];
      EXPECT_NE(outcome.err, "") << path << ' ' << arguments[1];
    }
  }
  run_with("PATH", "/nonexistent", {"scan", "--pre", "./make_text", "a.txt"});
  EXPECT_TRUE(std::filesystem::exists(files_ / "started"));
}

TEST_F(ProgramsOfTheFolder, AreNoModulesOfPython) {
  if (std::system("command -v python3 >/dev/null") != 0) GTEST_SKIP() << "there is no python3";
  std::filesystem::create_directories(files_ / "lib/linkspan");
  write("lib/linkspan/__init__.py", "");
  write("lib/linkspan/parquet.py",
        "import argparse, json, re\n"
        "def main():\n  print(json.dumps({'id': 1, 'text': 'https://a.example/'}))\n");
  for (const char* const name : {"json.py", "re.py", "argparse.py", "linkspan.py", "pyarrow.py"}) {
    write(name, "raise SystemExit('a module of the folder')\n");
  }
  write("a.parquet", "");
  const Outcome outcome =
      run_with("PYTHONPATH", (files_ / "lib").string(), {"scan", "--from", "parquet", "a.parquet"});
  EXPECT_EQ(outcome.err, "");
  EXPECT_EQ(Json::parse(outcome.out).at("links").size(), 1u);
}

}  // namespace command_pdf_test
}  // namespace linkspan::test

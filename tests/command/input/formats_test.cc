// SPDX-License-Identifier: Apache-2.0
// Promise: for each row of the table of formats, a file, a pipe, several processes, a member of a
// zip and a part of a mail have the same links.

#include "tools/linkspan/input/formats.h"

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <iterator>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::command {
namespace formats_test {

// A file of a format, and the URIs of its links. Each has something that only its format has.
struct Example {
  std::string_view format, file, bytes;
  std::vector<std::string> uris;
};

const std::vector<Example> kExamples = {
    {"text", "a.txt", "see https://a.example/x\n", {"https://a.example/x"}},
    {"html", "a.html", "<p><a href='https://a.example/x'>here</a>", {"https://a.example/x"}},
    {"mail",
     "a.eml",
     "Received: x; y\nMessage-ID: <a@b>\nContent-Transfer-Encoding: quoted-printable\n\n"
     "https://a.example/=\nx\n",
     {"https://a.example/x"}},
    {"mbox",
     "a.mbox",
     "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://a.example/x\n\n"
     "From a@b Fri Jul  8 12:08:34 2011\nSubject: y\n\nhttps://a.example/y\n",
     {"https://a.example/x", "https://a.example/y"}},
    {"warc",
     "a.warc",
     "WARC/1.0\r\nWARC-Type: resource\r\nWARC-Target-URI: https://b.example/\r\n"
     "Content-Type: text/html\r\nContent-Length: 37\r\n\r\n"
     "<p><a href='https://a.example/x'>a</a\r\n\r\n",
     {"https://a.example/x"}},
    {"xml",
     "a.rss",
     "<rss><link>https://a.example/x?a&amp;b</link></rss>",
     {"https://a.example/x?a&b"}},
    {"markdown", "a.md", "[a](https://a.example/x \"t\")\n", {"https://a.example/x"}},
    {"rst", "a.rst", "see `a <https://a.example/x>`_\n", {"https://a.example/x"}},
    {"calendar",
     "a.ics",
     "BEGIN:VCALENDAR\r\nURL:https://a.example/lo\r\n ng\r\nEND:VCALENDAR\r\n",
     {"https://a.example/long"}},
    {"ldif",
     "a.ldif",
     "dn: cn=a\nlabeledURI: https://a.example/lo\n ng\n",
     {"https://a.example/long"}},
    {"roff", "a.1", ".TH A 1\nhttps://a.\\&example/\\(tijoe\n", {"https://a.example/~joe"}},
    {"po", "a.po", "msgid \"\"\n\"https://a.example/\"\n\"x\"\n", {"https://a.example/x"}},
    {"rtf",
     "a.rtf",
     "{\\rtf1 https://a.example/\\u1087?{\\b x}\\par}",
     {"https://a.example/%D0%BFx"}},
    {"csv",
     "a.csv",
     "a,b\n\"https://a.example/x,y\",https://a.example/z\n",
     {"https://a.example/x,y", "https://a.example/z"}},
    {"tsv", "a.tsv", "a,b\thttps://a.example/x\tb\n", {"https://a.example/x"}},
    {"asciidoc",
     "a.adoc",
     "https://a.example/XML_(W3C)[schema]\n",
     {"https://a.example/XML_(W3C)"}},
};

using test::Arguments;
using test::CommandTest;

class Formats : public CommandTest {
 protected:
  static std::vector<std::string> lines(const std::string& text) { return test::lines_of(text); }

  static std::string zip_of(std::string_view name, std::string_view bytes) {
    std::string zip(bytes.size() + 4096, '\0');
    size_t used = 0;
    archive* const writer = archive_write_new();
    archive_write_set_format_zip(writer);
    archive_write_open_memory(writer, zip.data(), zip.size(), &used);
    archive_entry* const entry = archive_entry_new();
    archive_entry_set_pathname(entry, std::string(name).c_str());
    archive_entry_set_filetype(entry, AE_IFREG);
    archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size()));
    archive_write_header(writer, entry);
    archive_write_data(writer, bytes.data(), bytes.size());
    archive_entry_free(entry);
    archive_write_close(writer);
    archive_write_free(writer);
    zip.resize(used);
    return zip;
  }

  static std::string mail_with(std::string_view name, std::string_view type,
                               std::string_view bytes) {
    return "From: a@b.example\nMIME-Version: 1.0\nContent-Type: " + std::string(type) +
           "; name=\"" + std::string(name) + "\"\nContent-Disposition: attachment\n\n" +
           std::string(bytes);
  }
};

TEST_F(Formats, EachRowHasAnExample) {
  for (const Format& row : kFormats) {
    const bool is_of_others = row.read_as == ReadAs::maildir || row.read_as == ReadAs::requests ||
                              row.read_as == ReadAs::pages_by_program ||
                              row.offered == Offered::never;
    const auto found = std::find_if(kExamples.begin(), kExamples.end(),
                                    [&](const Example& one) { return one.format == row.name; });
    EXPECT_TRUE(is_of_others || found != kExamples.end()) << row.name;
  }
}

TEST_F(Formats, AreTheSameWhereverTheyAre) {
  for (const Example& example : kExamples) {
    SCOPED_TRACE(example.format);
    const std::string file(example.file);
    const std::string format(example.format);
    write(file, example.bytes);
    const Arguments uris = {"scan", "--to", "uri", "--markdown", "--no-email"};
    const auto scanned = [&](const Arguments& more, std::string_view input = {}) {
      Arguments arguments = uris;
      arguments.insert(arguments.end(), more.begin(), more.end());
      return lines(run(arguments, input).out);
    };
    EXPECT_EQ(scanned({file}), example.uris);
    EXPECT_EQ(scanned({"--from", format, file}), example.uris);
    EXPECT_EQ(scanned({"--from", format}, example.bytes), example.uris) << "a pipe";
    EXPECT_EQ(scanned({"--jobs", "2", file}), example.uris);
    EXPECT_EQ(scanned({"--jobs", "2", "--from", format, "-"}, example.bytes), example.uris);
    write(file + ".zip", zip_of(file, example.bytes));
    EXPECT_EQ(scanned({file + ".zip"}), example.uris) << "in a zip";
    write("zip.zip", zip_of("a.zip", zip_of(file, example.bytes)));
    EXPECT_EQ(scanned({"zip.zip"}), example.uris) << "in a zip in a zip";
    write("m.eml", mail_with(file, "application/octet-stream", example.bytes));
    EXPECT_EQ(scanned({"m.eml"}), example.uris) << "in a mail";
  }
}

// Documents that are of no format although their names or first bytes say so.
TEST_F(Formats, NamesAloneAreNotEnoughForSome) {
  write("genes.vcf", "##fileformat=VCFv4.2\n##source=https://a.example/x\n chr1\n");
  write("LGPL-2.1", "see https://a.example/\n");
  write("notes.1", "see https://a.\\&example/\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "genes.vcf"}).out, "https://a.example/x\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "LGPL-2.1"}).out, "https://a.example/\n");
  EXPECT_NE(run({"scan", "--to", "uri", "notes.1"}).out, "https://a.example/\n");
}

TEST_F(Formats, RelativeLinksHaveABase) {
  write("a.html", "<a href='x'>y</a>");
  write("m.eml",
        "MIME-Version: 1.0\nFrom: a@b.example\nContent-Type: text/html\n"
        "Content-Location: https://c.example/d/\n\n<a href='x'>y</a>");
  EXPECT_EQ(run({"scan", "--to", "uri", "a.html"}).out, "");
  EXPECT_EQ(run({"scan", "--to", "uri", "--base", "https://b.example/d/e", "a.html"}).out,
            "https://b.example/d/x\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "m.eml"}).out, "https://c.example/d/x\n");
  EXPECT_EQ(run({"scan", "--base", "d/e", "a.html"}).status, 2);
}

// RFC 2110, section 5, and RFC 2557, section 5.
TEST_F(Formats, APartMayHaveTheBaseOfItsMultipart) {
  const auto mail = [](const std::string& fields, const std::string& fields_of_part) {
    return "MIME-Version: 1.0\nFrom: a@b.example\n" + fields +
           "Content-Type: multipart/related; boundary=B\n\n--B\n" + fields_of_part +
           "Content-Type: text/html\n\n<a href='x'>y</a>\n--B--\n";
  };
  const std::string around = "Content-Location: https://c.example/d/\n";
  const auto uri = [&](const std::string& fields, const std::string& fields_of_part) {
    write("m.eml", mail(fields, fields_of_part));
    return run({"scan", "--to", "uri", "m.eml"}).out;
  };
  EXPECT_EQ(uri(around, ""), "https://c.example/d/x\n");
  EXPECT_EQ(uri(around, "Content-Location: e/f.html\n"), "https://c.example/d/e/x\n");
  EXPECT_EQ(uri(around, "Content-Base: \"https://b.example/\"\nContent-Location: e/f.html\n"),
            "https://b.example/x\n");
  EXPECT_EQ(uri("", "Content-Location: e/f.html\n"), "");
  write("n.eml", "MIME-Version: 1.0\n" + around +
                     "From: a@b.example\nContent-Type: multipart/mixed; boundary=A\n\n--A\n"
                     "Content-Type: message/rfc822\n\n" +
                     mail("", "") + "--A\nContent-Type: text/html\n\n<a href='z'>y</a>\n--A--\n");
  EXPECT_EQ(run({"scan", "--to", "uri", "n.eml"}).out, "https://c.example/d/z\n")
      << "an attached message has its own";
}

// Other programs declare these types for files of any format.
TEST_F(Formats, AnUnhelpfulTypeDoesNotMatter) {
  for (const std::string_view type : {"application/octet-stream", "application/x-download",
                                      "application/msword", "application/vnd.ms-excel"}) {
    write("m.eml", mail_with("a.csv", type, "a,b\n\"https://a.example/x,y\",c\n"));
    EXPECT_EQ(run({"scan", "--to", "uri", "--no-email", "m.eml"}).out, "https://a.example/x,y\n");
  }
}

TEST_F(Formats, PartsThatAreNotReadAreCounted) {
  write("m.eml", mail_with("winmail.dat", "application/ms-tnef", "x\n"));
  write("n.eml", mail_with("a.bin", "application/octet-stream", std::string(1, '\0') + "x\n"));
  EXPECT_EQ(run({"scan", "m.eml", "n.eml"}).err, "");
  EXPECT_EQ(run({"scan", "--verbose", "m.eml"}).err,
            "linkspan: m.eml: 1 part of another type was not read\n");
  EXPECT_EQ(run({"scan", "--verbose", "n.eml"}).err,
            "linkspan: n.eml: 1 part of another type was not read\n");
}

// Public reports (reports/README.md of the test data): documents, and the URIs that are right.
TEST_F(Formats, ReportedDocumentsAreRight) {
  LINKSPAN_SKIP_WITHOUT_DATA("reports/written2/files.jsonl");
  const auto folder = test::data_dir() / "reports/written2";
  // Of these, the text of a link is reported; the corpus has such.
  const std::vector<std::string> of_text = {"at-uri-with-did", "file-unc-backslash",
                                            "bar-in-angle-brackets"};
  for (const std::string& line : lines(test::read_file(folder / "files.jsonl"))) {
    const test::Json report = test::Json::parse(line);
    const std::string kind = report["kind"];
    if (std::find(of_text.begin(), of_text.end(), kind) != of_text.end()) continue;
    const std::string file = report["file"];
    const std::vector<std::string> right = report["right"];
    Arguments arguments = {"scan"};
    std::istringstream words(report["args"].get<std::string>());
    for (std::string word; words >> word;) arguments.push_back(word);
    arguments.push_back((folder / "files" / file).string());
    const std::vector<std::string> found = lines(run(arguments).out);
    const bool may_be_none = report["kind"] == "roff-escape-in-url" && file == "italic.1";
    EXPECT_TRUE(found == right || (may_be_none && found.empty()))
        << file << ": " << testing::PrintToString(found);
  }
}

TEST_F(Formats, HelpListsThem) {
  const std::string help = run({"scan", "--from", "help"}).out;
  const std::string error = run({"scan", "--from", "nothing"}).err;
  for (const Format& row : kFormats) {
    if (row.offered == Offered::never) continue;
    EXPECT_NE(help.find(row.name), std::string::npos) << row.name;
    EXPECT_NE(error.find(row.name), std::string::npos) << row.name;
  }
}

}  // namespace formats_test
}  // namespace linkspan::command

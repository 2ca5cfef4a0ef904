// SPDX-License-Identifier: Apache-2.0
// Promise: the members of zip and tar archives are read like files, by name, with one job or
// several, from a file or a pipe; members that cannot be read are reported.

#include <archive.h>
#include <archive_entry.h>
#include <gtest/gtest.h>

#include <cstdio>
#include <string>
#include <utility>
#include <vector>

#include "tests/support/command.h"

namespace linkspan::test {
namespace command_archives_test {

using Files = std::vector<std::pair<std::string, std::string>>;

class CommandArchives : public CommandTest {
 protected:
  // libarchive selects format and compression by the name. The bytes of each file are written
  // `repeats` times.
  void write_archive(const std::string& name, const Files& files, const char* options = nullptr,
                     size_t repeats = 1) const {
    archive* const writer = archive_write_new();
    ASSERT_EQ(archive_write_set_format_filter_by_ext(writer, name.c_str()), ARCHIVE_OK) << name;
    if (options != nullptr) {
      ASSERT_EQ(archive_write_set_options(writer, options), ARCHIVE_OK);
      archive_write_set_passphrase(writer, "secret");
    }
    ASSERT_EQ(archive_write_open_filename(writer, (files_ / name).c_str()), ARCHIVE_OK);
    for (const auto& [path, bytes] : files) {
      archive_entry* const entry = archive_entry_new();
      archive_entry_set_pathname(entry, path.c_str());
      archive_entry_set_filetype(entry, AE_IFREG);
      archive_entry_set_perm(entry, 0644);
      archive_entry_set_size(entry, static_cast<la_int64_t>(bytes.size() * repeats));
      EXPECT_GE(archive_write_header(writer, entry), ARCHIVE_WARN) << path;  // no UTF-8 locale
      for (size_t i = 0; i < repeats; ++i) archive_write_data(writer, bytes.data(), bytes.size());
      archive_entry_free(entry);
    }
    archive_write_close(writer);
    archive_write_free(writer);
  }

  // The links found, as source and text.
  static Arguments found(const Outcome& outcome) {
    Arguments links;
    for (const std::string& line : lines_of(outcome.out)) {
      const Json link = Json::parse(line);
      links.push_back(link["source"].get<std::string>() + ' ' + link["text"].get<std::string>());
    }
    return links;
  }
};

const Files kFiles = {
    {"a.txt", "see https://a.example/\n"},
    {"dir/m.eml", "Received: x\nMessage-ID: <a@b>\nSubject: x\n\nhttps://b.example/\n"},
    {"dir/box.mbox",
     "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://c.example/\n\n"
     "From a@b Fri Jul  8 12:08:34 2011\nSubject: x\n\nhttps://d.example/\n"},
    {"bin", std::string("\x7F"
                        "ELF\0 https://no.example/",
                        26)},
    {"z.txt", "https://z.example/"}};

Arguments expected_of(const std::string& archive) {
  return {archive + ":a.txt https://a.example/", archive + ":dir/m.eml https://b.example/",
          archive + ":dir/box.mbox https://c.example/",
          archive + ":dir/box.mbox https://d.example/", archive + ":z.txt https://z.example/"};
}

TEST_F(CommandArchives, MembersAreReadLikeFiles) {
  for (const char* name : {"a.zip", "a.tar", "a.tar.gz", "a.tar.xz"}) {
    write_archive(name, kFiles);
    for (const char* jobs : {"1", "2"}) {
      const Outcome outcome = scan({"--jobs", jobs, name});
      EXPECT_EQ(found(outcome), expected_of(name)) << outcome.err;
      EXPECT_EQ(outcome.err, "linkspan: 1 binary file was skipped; --text reads such files\n");
      EXPECT_EQ(outcome.status, 0);
    }
    EXPECT_EQ(found(scan({}, read_file(files_ / name))), expected_of("-")) << name;
  }
}

TEST_F(CommandArchives, AListShowsTheNamesOfTheirMembers) {
  for (const char* name : {"a.zip", "a.tar.gz"}) {
    write_archive(name, {{"b/c.txt", "https://a.example/"}});
    EXPECT_EQ(scan({"--to", "list", name}).out,
              std::string(name) + ":b/c.txt:1:1: https://a.example/\n");
  }
}

TEST_F(CommandArchives, AreFoundInDirectories) {
  write_archive("in.zip", {{"a.txt", "https://a.example/"}});
  write("d/b.txt", "https://b.example/");
  std::filesystem::rename(files_ / "in.zip", files_ / "d/a.docx");
  EXPECT_EQ(found(scan({"d"})),
            (Arguments{"d/a.docx:a.txt https://a.example/", "d/b.txt https://b.example/"}));
}

TEST_F(CommandArchives, InArchivesAreRead) {
  write_archive("inner.zip", {{"a.txt", "https://a.example/"}});
  write_archive("outer.tar",
                {{"inner.zip", read_file(files_ / "inner.zip")}, {"b.txt", "https://b.example/"}});
  const Outcome outcome = scan({"outer.tar"});
  EXPECT_EQ(found(outcome), (Arguments{"outer.tar:inner.zip:a.txt https://a.example/",
                                       "outer.tar:b.txt https://b.example/"}));
  EXPECT_EQ(outcome.err, "");
}

TEST_F(CommandArchives, ThatAreNestedTooDeeplyAreReported) {
  write_archive("0.zip", {{"a.txt", "https://a.example/"}});
  for (int depth = 1; depth <= 5; ++depth) {
    const std::string inner = std::to_string(depth - 1) + ".zip";
    write_archive(std::to_string(depth) + ".zip", {{inner, read_file(files_ / inner)}});
  }
  EXPECT_EQ(found(scan({"4.zip"})),
            Arguments{"4.zip:3.zip:2.zip:1.zip:0.zip:a.txt https://a.example/"});
  const Outcome outcome = scan({"5.zip"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(
      outcome.err,
      "linkspan: 5.zip:4.zip:3.zip:2.zip:1.zip:0.zip: in more than four archives or mails, and "
      "not read\n");
}

TEST_F(CommandArchives, CompressedMembersAreRead) {
  write_archive("a.tar.gz", {{"b.txt", "https://b.example/"}});
  write_archive("outer.zip", {{"a.tar.gz", read_file(files_ / "a.tar.gz")},
                              {"cut.gz", read_file(files_ / "a.tar.gz").substr(0, 30)}});
  const Outcome outcome = scan({"outer.zip"});
  EXPECT_EQ(found(outcome), Arguments{"outer.zip:a.tar.gz:b.txt https://b.example/"});
  EXPECT_NE(outcome.err.find("outer.zip:cut.gz: the gzip data end too early"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(CommandArchives, EncryptedAndDamagedMembersAreReported) {
  write_archive("secret.zip", {{"a.txt", "https://a.example/"}}, "zip:encryption=zipcrypt");
  const Outcome secret = scan({"secret.zip"});
  EXPECT_EQ(secret.out, "");
  EXPECT_EQ(secret.err, "linkspan: secret.zip:a.txt: encrypted, and not read\n");
  write_archive("whole.tar", kFiles);
  write("cut.tar", read_file(files_ / "whole.tar").substr(0, 2000));
  for (const char* jobs : {"1", "2"}) {
    const Outcome cut = scan({"--jobs", jobs, "cut.tar"});
    EXPECT_EQ(found(cut), (Arguments{"cut.tar:a.txt https://a.example/",
                                     "cut.tar:dir/m.eml https://b.example/"}));
    EXPECT_TRUE(cut.err.starts_with("linkspan: cut.tar")) << cut.err;
    EXPECT_EQ(cut.status, 1);
  }
}

// Of a tar, each header has a checksum; that of GNU tar 1.34 says "Skipping to next header" and
// ends with 2. What can be read of the other members is read.
TEST_F(CommandArchives, ADamagedHeaderOfATarIsSaid) {
  write_archive("a.tar", kFiles);
  const std::string whole = read_file(files_ / "a.tar");
  const size_t second = whole.find("dir/m.eml"), last = whole.find("z.txt");
  struct Damage {
    const char* what;
    std::string bytes;
    size_t links;
  };
  const auto flipped = [&](size_t at, char bit) {
    std::string bytes = whole;
    bytes[at] = static_cast<char>(bytes[at] ^ bit);
    return bytes;
  };
  const std::string zeros(512, '\0');
  const Damage kDamages[] = {
      {"a name", flipped(second, 1), 4},
      {"a size", flipped(second + 124 + 8, 1), 4},
      {"the checksum", flipped(second + 148, 1), 4},
      {"the magic of the first header", flipped(257, 4), 0},  // by its name only
      {"the type of the last one", flipped(last + 156, 8), 4},
      {"3 bytes more", std::string(whole).insert(second - 100, "abc"), 1},
      {"a byte less", std::string(whole).erase(second - 100, 1), 1},
      {"a header of zeros", std::string(whole).replace(second, 512, zeros), 4},
  };
  for (const Damage& damage : kDamages) {
    write("a.tar", damage.bytes);
    for (const char* jobs : {"1", "2"}) {
      const Outcome outcome = scan({"--jobs", jobs, "a.tar"});
      EXPECT_EQ(outcome.status, 1) << damage.what;
      EXPECT_EQ(found(outcome).size(), damage.links) << damage.what << outcome.err;
      EXPECT_EQ(outcome.err.find("linkspan: a.tar: "), 0u) << damage.what << outcome.err;
    }
  }
}

// GNU tar reads all of these without a word, but not the members after the first end.
TEST_F(CommandArchives, ATarThatIsNotDamagedIsReadInSilence) {
  write_archive("a.tar", {{"a.txt", "https://a.example/"}});
  const std::string whole = read_file(files_ / "a.tar");
  std::string version_7 = whole;
  version_7.replace(257, 8, 8, '\0');
  unsigned sum = 0;
  for (size_t i = 0; i < 512; ++i) {
    sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(version_7[i]);
  }
  char octal[8];
  std::snprintf(octal, sizeof(octal), "%06o", sum);
  version_7.replace(148, 7, octal, 7);
  const std::pair<std::string, size_t> kTars[] = {
      {whole, 1},
      {whole.substr(0, 1024), 1},  // without an end
      {whole.substr(0, 1536), 1},  // with one block of zeros
      {whole + std::string(10240, '\0'), 1},
      {whole + whole, 2},  // as `cat a.tar b.tar` makes it
      {version_7, 1},
      {std::string(10240, '\0'), 0},
  };
  for (const auto& [bytes, links] : kTars) {
    write("b.tar", bytes);
    const Outcome outcome = scan({"b.tar"});
    EXPECT_EQ(found(outcome).size(), links) << &bytes - &kTars[0].first;
    EXPECT_EQ(outcome.status, 0) << outcome.err;
  }
}

// A wrong checksum is a fault of that member, not of those after it.
TEST_F(CommandArchives, ADamagedMemberIsSaidAndTheOthersAreRead) {
  write_archive("a.zip", kFiles, "zip:compression=store");
  std::string bytes = read_file(files_ / "a.zip");
  const size_t at = bytes.find("see https");
  bytes[at] = 'S';
  write("a.zip", bytes);
  for (const char* jobs : {"1", "2"}) {
    const Outcome outcome = scan({"--jobs", jobs, "a.zip"});
    EXPECT_EQ(found(outcome), expected_of("a.zip"));
    EXPECT_TRUE(outcome.err.starts_with("linkspan: a.zip:a.txt: damaged: ")) << outcome.err;
    EXPECT_EQ(outcome.status, 1);
  }
  EXPECT_EQ(run({"render", "a.zip"}).status, 1);
  EXPECT_EQ(scan({"--output", "parts", "a.zip"}).status, 1);
}

// The checksum of gzip comes after the end of the tar, and after what is not read at all.
TEST_F(CommandArchives, TheCompressionOfATarIsCheckedToItsEnd) {
  write_archive("a.tar.gz", kFiles);
  std::string bytes = read_file(files_ / "a.tar.gz");
  bytes[bytes.size() - 6] ^= 1;
  write("a.tar.gz", bytes);
  write("binary.gz", bytes);
  const Outcome outcome = scan({"a.tar.gz"});
  EXPECT_EQ(found(outcome), expected_of("a.tar.gz"));
  EXPECT_NE(outcome.err.find("a.tar.gz: the gzip data cannot be read after about byte"),
            std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.status, 1);
}

TEST_F(CommandArchives, AFileNamedLikeCompressedDataThatIsNoneIsSaid) {
  const std::string binary("\x1F\x8A\x08\0 https://a.example/", 21);
  for (const char* name : {"a.gz", "a.tgz", "a.bz2", "a.tbz2", "a.xz", "a.zst", "a.zip"}) {
    write(name, binary);
    const Outcome outcome = scan({name});
    EXPECT_EQ(outcome.out, "") << name;
    EXPECT_TRUE(outcome.err.starts_with("linkspan: " + std::string(name) + ": ")) << outcome.err;
    EXPECT_EQ(outcome.status, 1) << name;
    write(name, "see https://a.example/");  // is read as what it is
    for (const char* jobs : {"1", "2"}) {
      const Outcome text = scan({"--jobs", jobs, "--to", "uri", name});
      EXPECT_EQ(text.out, "https://a.example/\n") << name;
      EXPECT_EQ(text.status, 1) << name;
      EXPECT_EQ(lines_of(text.err).size(), 1u) << text.err;
    }
  }
  write("a.gz.txt", binary);
  EXPECT_EQ(scan({"a.gz.txt"}).status, 0);
}

// A "better zip bomb" (D. Fifield, 2019): members that share their bytes. Its contents grow with
// the square of its size.
TEST_F(CommandArchives, MembersThatShareBytesAreNotRead) {
  write_archive("a.zip", {{"a.txt", "https://a.example/"}, {"a.txt", "https://a.example/"}});
  std::string bytes = read_file(files_ / "a.zip");
  const size_t second = bytes.rfind("PK\x01\x02");
  constexpr size_t kOffset = 42;  // of the header of the member
  for (size_t i = 0; i < 4; ++i) bytes[second + kOffset + i] = '\0';
  write("a.zip", bytes);
  const Outcome outcome = scan({"a.zip"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "linkspan: a.zip: two members share the same bytes: not read\n");
  EXPECT_EQ(outcome.status, 1);
}

// By Python's zipfile, as libarchive writes no LZMA. The window of its data may be read in memory.
TEST_F(CommandArchives, MembersThatNeedMuchMemoryAreNotRead) {
  constexpr std::string_view kZip(
      "\x50\x4B\x03\x04\x3F\x00\x02\x00\x0E\x00\x00\x00\x21\x00\xC2\xBC\x87\x26\x26\x00\x00\x00"
      "\x13\x00\x00\x00\x05\x00\x00\x00\x61\x2E\x74\x78\x74\x09\x04\x05\x00\x5D\x00\x00\x80\x00"
      "\x00\x34\x1D\x2C\xE0\x75\x73\xEF\x0C\x9B\xEE\xF1\x9F\xEC\x5C\xF4\x3D\xB0\xB7\x06\x5D\x6D"
      "\xAF\xFF\xFF\xFE\x88\xE0\x00\x50\x4B\x01\x02\x3F\x03\x3F\x00\x02\x00\x0E\x00\x00\x00\x21"
      "\x00\xC2\xBC\x87\x26\x26\x00\x00\x00\x13\x00\x00\x00\x05\x00\x00\x00\x00\x00\x00\x00\x00"
      "\x00\x00\x00\x80\x01\x00\x00\x00\x00\x61\x2E\x74\x78\x74\x50\x4B\x05\x06\x00\x00\x00\x00"
      "\x01\x00\x01\x00\x33\x00\x00\x00\x49\x00\x00\x00\x00\x00",
      146);
  constexpr size_t kWindow = 40;  // 4 bytes
  std::string bytes(kZip);
  write("a.zip", bytes);
  EXPECT_EQ(found(scan({"a.zip"})), Arguments({"a.zip:a.txt https://a.example/"}));
  bytes[kWindow + 3] = '\x10';  // 256 MiB
  write("b.zip", bytes);
  const Outcome outcome = scan({"b.zip"});
  EXPECT_EQ(outcome.out, "");
  EXPECT_EQ(outcome.err, "linkspan: b.zip:a.txt: more than 128 MiB of memory are needed\n");
  EXPECT_EQ(outcome.status, 1);
}

// The output repeats the name for each link.
TEST_F(CommandArchives, LongNamesOfMembersAreCut) {
  std::string text;
  for (int i = 0; i < 500; ++i) text += "t.co ";
  std::string name;
  for (int i = 0; i < 100; ++i) name += std::string(200, 'n') + '/';
  name += "a.txt";
  write_archive("a.tar", {{name, text}});
  const Outcome outcome = scan({"a.tar"});
  EXPECT_EQ(lines_of(outcome.out).size(), 500u);
  EXPECT_LT(outcome.out.size(), 500u * 1400);
  EXPECT_NE(outcome.err.find("a name of more than 1,024 bytes is cut"), std::string::npos)
      << outcome.err;
  EXPECT_EQ(outcome.status, 0);
}

TEST_F(CommandArchives, ControlCharactersInNamesAreEscaped) {
  write_archive("a.tar", {{"x\x1B]0;owned\x07.txt", "https://a.example/"},
                          {"überblick.txt", "https://b.example/"}});
  const Outcome list = scan({"--to", "list", "a.tar"});
  EXPECT_EQ(list.out,
            "a.tar:x\\x1B]0;owned\\x07.txt:1:1: https://a.example/\n"
            "a.tar:überblick.txt:1:1: https://b.example/\n");
}

TEST_F(CommandArchives, OfOfficeProgramsHaveTheirXmlRead) {
  const std::string ns = " xmlns:w='http://ns.example/w' xmlns:r='http://ns.example/r'";
  const std::string target = " Type='http://ns.example/hyperlink' TargetMode='External' Target=";
  const Files files = {
      {"[Content_Types].xml", "<?xml version='1.0'?><Types xmlns='http://ns.example/'/>"},
      {"_rels/.rels", "<Relationships><Relationship Id='rId1' Target='word/document.xml'/></R>"},
      {"word/document.xml",
       "<?xml version='1.0'?><w:document" + ns +
           "><w:p><w:r><w:t>https://exam</w:t></w:r><w:r><w:t>ple.org/a</w:t></w:r></w:p>"
           "<w:p><w:hyperlink r:id='rId1'><w:r><w:t>www.exam</w:t></w:r><w:r><w:t>ple.com</w:t>"
           "</w:r></w:hyperlink></w:p></w:document>"},
      {"word/_rels/document.xml.rels",
       "<?xml version='1.0'?><Relationships xmlns='http://ns.example/'><Relationship Id='rId1'" +
           target + "'https://b.example/?a&amp;b'/><Relationship Id='rId2'" + target +
           "'https://c.example/'/></Relationships>"},
      {"word/media/a.png", std::string("\x89PNG\r\n\0\0", 8)}};
  write_archive("a.zip", files, "zip:compression=deflate");
  const Outcome outcome = scan({"a.zip"});
  EXPECT_EQ(found(outcome), (Arguments{"a.zip:word/document.xml https://example.org/a",
                                       "a.zip:word/document.xml www.example.com",
                                       "a.zip:word/_rels/document.xml.rels https://c.example/"}));
  const Json link = Json::parse(lines_of(outcome.out).at(1));
  EXPECT_EQ(link["uri"], "https://b.example/?a&b");
  EXPECT_EQ(link["warnings"], Json({"text-names-other-host"}));
  EXPECT_EQ(scan({"--jobs", "2", "a.zip"}).out, outcome.out);
  EXPECT_EQ(found(scan({}, read_file(files_ / "a.zip"))).size(), 3u);
  EXPECT_EQ(found(scan({"--html", "off", "--profile", "prose", "a.zip"})).size(), 11u);
}

TEST_F(CommandArchives, AreUnpackedInLittleMemory) {
  write_archive("bomb.zip", {{"a.txt", std::string(999'980, ' ') + " https://a.example/ "}},
                "zip:compression=deflate", 300);
  const Outcome outcome = scan({"bomb.zip"});
  EXPECT_EQ(lines_of(outcome.out).size(), 300u);
  EXPECT_LT(outcome.most_memory_kib, 60 * 1024);
}

}  // namespace command_archives_test
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: no line of a uuencode or yEnc file in a text is read as text; lines that only look like
// such a file, and all text around a file, are read and keep their places.

#include <gtest/gtest.h>

#include <string>
#include <string_view>
#include <vector>

#include "mail/encoded_blocks.h"
#include "tests/mail/mail_support.h"

namespace linkspan::test {
namespace mail_blocks_test {

using mail::BlockLines;

// Feeds the text in chunks of this size, each in a buffer of its exact size.
std::string filtered(std::string_view text, BlockLines lines, size_t chunk) {
  struct Text : mail::Visitor {
    void block(std::string_view bytes) override { text += bytes; }
    std::string text;
  } found;
  mail::EncodedBlocks blocks(lines, found);
  for (size_t at = 0; at < text.size(); at += chunk) {
    const ExactCopy copy(text.substr(at, chunk));
    blocks.block(copy.view());
  }
  blocks.end_part();
  return found.text;
}

// The text without the lines of spaces. It must be the same for every size of chunk.
std::string text_of(std::string_view text) {
  const std::string blank = filtered(text, BlockLines::blank, text.size() + 1);
  EXPECT_EQ(blank.size(), text.size());
  for (const size_t chunk : {size_t{1}, size_t{2}, size_t{7}, size_t{61}}) {
    EXPECT_EQ(filtered(text, BlockLines::blank, chunk), blank) << chunk;
  }
  EXPECT_EQ(filtered(text, BlockLines::keep, 5), text);
  std::string kept;
  for (size_t i = 0; i < text.size(); ++i) {
    EXPECT_TRUE(blank[i] == text[i] || blank[i] == ' ') << i;
  }
  for (size_t begin = 0; begin < blank.size();) {
    const size_t end = std::min(blank.find('\n', begin), blank.size() - 1) + 1;
    const std::string line = blank.substr(begin, end - begin);
    if (line.find_first_not_of(" >|\r\n") != line.npos) kept += line;
    begin = end;
  }
  return kept;
}

constexpr std::string_view kFull =
    "M1TE&.#=A$P`3`*$``/___P```(\"`@,#`P\"P`````$P`3```\"1X2/F<'MSTQ0\n";
const std::string kFile = "begin 644 up.gif\n" + std::string(kFull) + "#0V%T\n`\nend\n";

TEST(MailBlocks, UuencodedFilesAreNotText) {
  EXPECT_EQ(text_of("before\n" + kFile + "after\n"), "before\nafter\n");
  EXPECT_EQ(text_of(kFile), "");
  EXPECT_EQ(text_of(kFile + kFile), "");
  EXPECT_EQ(text_of("begin 0755 a b.exe\n#0V%T\n \n\nend"), "") << "a zero as a space, at the end";
  EXPECT_EQ(text_of("begin 644 x\r\n#0V%T\r\n`\r\nend\r\nafter\r\n"), "after\r\n");
  EXPECT_EQ(text_of("begin 644 x\n#0V%TX\n&0V%T0V%TX\n`\nend\nafter\n"), "after\n") << "checksums";
}

// 45 bytes, of which the last 30 are zero: their spaces at the end of the line were removed.
TEST(MailBlocks, TrailingSpacesMayBeMissing) {
  const std::string line = "M'YV0 4RIJ00 @ ! !\n";
  EXPECT_EQ(text_of("begin 600 x\n" + line + line + "end\nafter\n"), "after\n");
  const std::string no_blanks = "M'YV04RIJ00@!!!\n";
  EXPECT_EQ(text_of("begin 600 x\n" + no_blanks), "begin 600 x\n" + no_blanks);
}

TEST(MailBlocks, ABeginLineWithoutDataIsText) {
  for (const std::string text :
       {"begin 644 steps from the door\nand turn left\nend\n", "begin 644 x\n", "begin 644 x",
        "begin 644 x\nend\n", "begin 64 x\n#0V%T\nend\n", "begin 644\n#0V%T\n",
        "begin 64400 x\n#0V%T\n", "begin 948 x\n#0V%T\n", "we begin 644 x\n#0V%T\nend\n",
        "begin 644 x\nHTTPS://EXAMPLE.ORG/\n", "=ybegin line=128 name=x\n#0V%T\n",
        "=ybegin line=100000 size=1 name=x\n#0V%T\n", "=ybegin line=5 size=5\nabcde\n=yend\n"}) {
    EXPECT_EQ(text_of(text), text);
  }
}

TEST(MailBlocks, ABlockEndsBeforeTheFirstLineThatIsNotData) {
  const std::string begin = "begin 644 x\n" + std::string(kFull);
  EXPECT_EQ(text_of(begin + "And so on\n" + std::string(kFull)),
            "And so on\n" + std::string(kFull));
  EXPECT_EQ(text_of(begin + "HTTPS://EXAMPLE.ORG/\n"), "HTTPS://EXAMPLE.ORG/\n");
  EXPECT_EQ(text_of(begin + "\n#0V%T\n"), "#0V%T\n") << "after an empty line";
  EXPECT_EQ(text_of(begin + std::string(5000, 'x') + "\nafter\n"),
            std::string(5000, 'x') + "\nafter\n");
  EXPECT_EQ(text_of("begin 644 x\n" + std::string(5000, 'x') + "\nafter\n"),
            "begin 644 x\n" + std::string(5000, 'x') + "\nafter\n");
}

TEST(MailBlocks, YencFilesAreNotText) {
  const std::string begin = "=ybegin part=1 line=8 size=20 name=a b.jpg\n=ypart begin=1 end=20\n";
  const std::string end = "=yend size=20 part=1 pcrc32=0\n";
  EXPECT_EQ(text_of("a\n" + begin + "a.com@b.\n..co=\x7Dm\xFF\x01\nx.y\n" + end + "b\n"), "a\nb\n");
  EXPECT_EQ(text_of(begin + "12345678\n" + end + "b\n"), "b\n") << "no short line";
  EXPECT_EQ(text_of(begin + "12345678\n123"), "") << "cut off";
  EXPECT_EQ(text_of(begin + "12345678\n123\nb\n" + end), "123\nb\n" + end) << "short, no end";
  EXPECT_EQ(text_of(begin + "12345678901\nb\n"), "12345678901\nb\n") << "too long";
}

TEST(MailBlocks, QuotedUuencodedFilesAreNotText) {
  EXPECT_EQ(text_of("> begin 644 x\n> #0V%T\n> `\n> end\n> text\n"), "> text\n");
  EXPECT_EQ(text_of("> > begin 644 x\n> > #0V%T\ntext\n"), "text\n");
  EXPECT_EQ(text_of("> begin 644 x\n#0V%T\nend\n"), "> begin 644 x\n#0V%T\nend\n");
}

TEST(MailBlocks, OmittedFilesLeaveTheirBeginAndEndLines) {
  for (const size_t chunk : {size_t{1}, size_t{1000}}) {
    EXPECT_EQ(filtered("a\n" + kFile + "b", BlockLines::leave_out, chunk),
              "a\nbegin 644 up.gif\nend\nb");
  }
}

// --- in messages

ReadMessage read_with_blanks(std::string_view message) {
  mail::ReadOptions options;
  options.block_lines = BlockLines::blank;
  return read_with(message, options);
}

TEST(MailBlocks, FilesInPartsAreBlankedOnRequest) {
  const ReadMessage message = read_with_blanks("Subject: x\n\na\n" + kFile + "b\n");
  ASSERT_EQ(message.parts.size(), 1u);
  EXPECT_EQ(message.parts[0].text.size(), kFile.size() + 4);
  EXPECT_EQ(message.parts[0].text.find("M1TE"), std::string::npos);
  const ReadMessage encoded = read_with_blanks(
      "Content-Transfer-Encoding: quoted-printable\n\n=62egin 644 x\n#0V%T\nend\nafter=2E\n");
  EXPECT_EQ(encoded.parts.at(0).text, "           \n     \n   \nafter.\n");
  EXPECT_EQ(read("Subject: x\n\n" + kFile).parts.at(0).text, kFile) << "unless the option is set";
}

TEST(MailBlocks, EncryptedPartsAreCounted) {
  const std::string armour = "-----BEGIN PGP MESSAGE-----\n\nabcd\n-----END PGP MESSAGE-----\n";
  EXPECT_EQ(read("A: b\n\nSee:\n" + armour + armour).summary.encrypted_parts, 1u);
  EXPECT_EQ(read("A: b\n\nnot " + armour).summary.encrypted_parts, 0u);
  EXPECT_EQ(read("Content-Type: multipart/encrypted; boundary=b; protocol=\"application/"
                 "pgp-encrypted\"\n\n--b\nContent-Type: application/pgp-encrypted\n\nVersion: 1\n"
                 "--b\nContent-Type: application/octet-stream\n\n" +
                 armour + "--b--\n")
                .summary.encrypted_parts,
            1u);
  const auto smime = [](const std::string& parameters) {
    return read("Content-Type: application/pkcs7-mime" + parameters + "\n\nx\n").summary;
  };
  EXPECT_EQ(smime("; smime-type=Enveloped-Data").encrypted_parts, 1u);
  EXPECT_EQ(smime("; name=smime.p7m").encrypted_parts, 1u);
  EXPECT_EQ(smime("; smime-type=certs-only").encrypted_parts, 0u);
}

}  // namespace mail_blocks_test
}  // namespace linkspan::test

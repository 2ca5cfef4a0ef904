// SPDX-License-Identifier: Apache-2.0
// Promise: compressed input is decompressed, other input is read unchanged, and every loss of data
// is reported.
//
// The compressed data are made here, by libarchive's own writer, so no other program is needed.

#include "tools/linkspan/input/decompress.h"

#include <archive.h>
#include <archive_entry.h>
#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <memory>
#include <optional>
#include <ostream>
#include <random>
#include <string>
#include <string_view>
#include <utility>

namespace linkspan::command {
namespace decompress_test {

// --- compressing

struct Format {
  const char* name;
  Compression compression;
  int (*add_filter)(archive*);
  size_t block_bytes;  // the most output bytes that a failure may lose
};

std::ostream& operator<<(std::ostream& out, const Format& format) { return out << format.name; }

// What is in a block of the format cannot be decoded without its end; libarchive, which reads a
// format whose own library is not there, loses 64 to 128 KiB more.
#if defined(LINKSPAN_HAS_BZIP2) && defined(LINKSPAN_HAS_LZMA) && defined(LINKSPAN_HAS_ZSTD)
constexpr size_t kLostByLibarchive = 0;
#else
constexpr size_t kLostByLibarchive = 1 << 17;
#endif
constexpr std::array kFormats = {
    Format{"gzip", Compression::gzip, archive_write_add_filter_gzip, 1 << 10},
    Format{"bzip2", Compression::bzip2, archive_write_add_filter_bzip2,
           900'000 + kLostByLibarchive},
    Format{"xz", Compression::xz, archive_write_add_filter_xz, (1 << 12) + kLostByLibarchive},
    Format{"zstd", Compression::zstd, archive_write_add_filter_zstd, (1 << 17) + kLostByLibarchive},
};

la_ssize_t append(archive*, void* to, const void* bytes, size_t size) {
  static_cast<std::string*>(to)->append(static_cast<const char*>(bytes), size);
  return static_cast<la_ssize_t>(size);
}

// Writes `text` as the only entry of an archive.
std::string archived(std::string_view text, int (*set_format)(archive*),
                     int (*add_filter)(archive*)) {
  std::string written;
  archive* const writer = archive_write_new();
  EXPECT_EQ(set_format(writer), ARCHIVE_OK) << archive_error_string(writer);
  EXPECT_EQ(add_filter(writer), ARCHIVE_OK) << archive_error_string(writer);
  archive_write_set_bytes_in_last_block(writer, 1);
  EXPECT_EQ(archive_write_open(writer, &written, nullptr, append, nullptr), ARCHIVE_OK)
      << archive_error_string(writer);
  archive_entry* const entry = archive_entry_new();
  archive_entry_set_pathname(entry, "text");
  archive_entry_set_filetype(entry, AE_IFREG);
  archive_entry_set_perm(entry, 0644);
  archive_entry_set_size(entry, static_cast<la_int64_t>(text.size()));
  EXPECT_EQ(archive_write_header(writer, entry), ARCHIVE_OK) << archive_error_string(writer);
  EXPECT_EQ(archive_write_data(writer, text.data(), text.size()),
            static_cast<la_ssize_t>(text.size()));
  archive_entry_free(entry);
  EXPECT_EQ(archive_write_close(writer), ARCHIVE_OK) << archive_error_string(writer);
  archive_write_free(writer);
  return written;
}

std::string compressed(std::string_view text, const Format& format) {
  return archived(text, archive_write_set_format_raw, format.add_filter);
}

// Text that compresses a little.
std::string some_text(size_t size) {
  std::mt19937 random(20);
  std::string text;
  text.reserve(size + 40);
  while (text.size() < size) {
    text += "see https://example.com/" + std::to_string(random()) + " and\n";
  }
  text.resize(size);
  return text;
}

// --- reading

// A file with these bytes, opened at its start.
class TemporaryFile {
 public:
  explicit TemporaryFile(std::string_view bytes) : file_(std::tmpfile()) {
    EXPECT_EQ(std::fwrite(bytes.data(), 1, bytes.size(), file_), bytes.size());
    std::rewind(file_);
  }
  ~TemporaryFile() { std::fclose(file_); }
  TemporaryFile(const TemporaryFile&) = delete;
  TemporaryFile& operator=(const TemporaryFile&) = delete;
  int descriptor() const { return fileno(file_); }

 private:
  FILE* file_;
};

struct Outcome {
  std::string text;
  std::string failure;  // empty: none
  Compression compression = Compression::none;
  uint64_t bytes_taken = 0;
};

// Reads to the end, `piece` bytes at a time, each time into memory of exactly that size.
Outcome read_all(DecompressingReader& reader, size_t piece = 1 << 16) {
  Outcome outcome;
  const std::unique_ptr<char[]> into(new char[piece]);
  for (;;) {
    const ssize_t got = reader.read(into.get(), piece);
    if (got <= 0) {
      EXPECT_EQ(got < 0, !reader.failure().empty());
      EXPECT_EQ(reader.read(into.get(), piece), got) << "no bytes after the end";
      break;
    }
    EXPECT_LE(static_cast<size_t>(got), piece);
    outcome.text.append(into.get(), static_cast<size_t>(got));
  }
  outcome.failure = reader.failure();
  outcome.compression = reader.compression();
  outcome.bytes_taken = reader.bytes_taken();
  return outcome;
}

// The first `already` bytes have been read before, as for guessing the charset.
Outcome read_bytes(std::string_view bytes, size_t piece = 1 << 16, size_t already = 0) {
  const TemporaryFile file(bytes);
  std::string first(std::min(already, bytes.size()), '\0');
  EXPECT_EQ(read(file.descriptor(), first.data(), first.size()),
            static_cast<ssize_t>(first.size()));
  DecompressingReader reader(file.descriptor(), std::move(first));
  return read_all(reader, piece);
}

// --- input that is not compressed

TEST(Plain, BytesAreReturnedUnchanged) {
  std::string all_bytes;
  for (int i = 0; i < 100'000; ++i) all_bytes += static_cast<char>(i * 7 + i / 256);
  for (const size_t already : {0, 1, 15, 16, 17, 1000, 99'999, 100'000}) {
    for (const size_t piece : {1, 10, 4096, 1 << 20}) {
      const Outcome outcome = read_bytes(all_bytes, piece, already);
      EXPECT_EQ(outcome.text, all_bytes);
      EXPECT_EQ(outcome.failure, "");
      EXPECT_EQ(outcome.compression, Compression::none);
      EXPECT_EQ(outcome.bytes_taken, all_bytes.size());
    }
  }
}

TEST(Plain, AnEmptyInputIsEmpty) {
  const Outcome outcome = read_bytes("");
  EXPECT_EQ(outcome.text, "");
  EXPECT_EQ(outcome.failure, "");
  EXPECT_EQ(outcome.compression, Compression::none);
}

TEST(Plain, AnIncompleteMagicNumberIsText) {
  using namespace std::string_view_literals;
  for (const std::string_view text :
       {"BZh"sv, "BZh9"sv, "BZh9 is how a bzip2 file begins"sv, "BZh0\x31\x41\x59\x26\x53\x59"sv,
        "BZh91AY&S"sv, "\x1F"sv, "\x1F\x8B"sv, "\x1F\x8B\x07"sv, "\xFD\x37zXZ"sv,
        "\xFD\x37zXZ\x01"sv, "\x28\xB5\x2F"sv, "(see above)"sv, "P*M"sv, "PM"sv,
        "\x50\x2A\x4D\x18\x04\0\0\0abcdefgh"sv}) {
    for (size_t already = 0; already <= text.size(); ++already) {
      const Outcome outcome = read_bytes(text, 7, already);
      EXPECT_EQ(outcome.text, text);
      EXPECT_EQ(outcome.failure, "");
      EXPECT_EQ(outcome.compression, Compression::none);
    }
  }
}

TEST(Plain, AReadReturnsTheAvailableBytesWithoutWaiting) {
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  DecompressingReader reader(ends[0], "");
  std::array<char, 100> into{};
  ASSERT_EQ(write(ends[1], "hi\n", 3), 3);
  EXPECT_EQ(reader.read(into.data(), into.size()), 3);  // another read would block
  ASSERT_EQ(write(ends[1], "there", 5), 5);
  EXPECT_EQ(reader.read(into.data(), into.size()), 5);
  close(ends[1]);
  EXPECT_EQ(reader.read(into.data(), into.size()), 0);
  close(ends[0]);
}

TEST(Plain, AReadErrorHasTheMessageOfTheSystem) {
  const int directory = open("/", O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  ASSERT_GE(directory, 0);
  DecompressingReader reader(directory, "what was read before");
  const Outcome outcome = read_all(reader);
  EXPECT_EQ(outcome.text, "what was read before");
  EXPECT_EQ(outcome.failure, "Is a directory");
  close(directory);
}

// --- compressed input

class Compressed : public testing::TestWithParam<Format> {};
INSTANTIATE_TEST_SUITE_P(Formats, Compressed, testing::ValuesIn(kFormats),
                         [](const auto& format) { return std::string(format.param.name); });

TEST_P(Compressed, IsDecompressed) {
  for (const size_t size : {0, 1, 1000, 65'536, 1'000'000}) {
    const std::string text = some_text(size);
    const std::string bytes = compressed(text, GetParam());
    for (const size_t already : {0, 1, 9, 16, 40, 1 << 30}) {
      const Outcome outcome = read_bytes(bytes, 10'007, already);
      EXPECT_EQ(outcome.text, text);
      EXPECT_EQ(outcome.failure, "");
      EXPECT_EQ(outcome.compression, GetParam().compression);
      EXPECT_EQ(outcome.bytes_taken, bytes.size());
    }
  }
}

TEST_P(Compressed, IsTheSameInPiecesOfAnySize) {
  const std::string text = some_text(20'000);
  const std::string bytes = compressed(text, GetParam());
  for (const size_t piece : {1, 2, 3, 4096, 65'536, 1 << 22}) {
    EXPECT_EQ(read_bytes(bytes, piece).text, text);
  }
}

TEST_P(Compressed, IsTheSameFromAPipe) {
  const std::string text = some_text(3000);
  const std::string bytes = compressed(text, GetParam());
  std::array<int, 2> ends{};
  ASSERT_EQ(pipe(ends.data()), 0);
  ASSERT_LT(bytes.size(), 4096u);  // fits into any pipe
  ASSERT_EQ(write(ends[1], bytes.data(), 1), 1);
  DecompressingReader reader(ends[0], "");
  ASSERT_EQ(write(ends[1], bytes.data() + 1, bytes.size() - 1),
            static_cast<ssize_t>(bytes.size() - 1));
  close(ends[1]);
  EXPECT_EQ(read_all(reader).text, text);
  close(ends[0]);
}

TEST_P(Compressed, ConsecutiveMembersAreOneText) {
  const std::string first = some_text(70'000);
  const std::string second = "and more";
  const std::string bytes =
      compressed(first, GetParam()) + compressed("", GetParam()) + compressed(second, GetParam());
  const Outcome outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.text, first + second);
  EXPECT_EQ(outcome.failure, "");
}

TEST_P(Compressed, OnlyOneLayerIsRemoved) {
  const std::string inside = compressed(some_text(1000), kFormats.front());
  const Outcome outcome = read_bytes(compressed(inside, GetParam()));
  EXPECT_EQ(outcome.text, inside);
  EXPECT_EQ(outcome.failure, "");
}

TEST_P(Compressed, AnArchiveIsNotUnpacked) {
  const std::string text = some_text(1000);
  const auto ustar = archive_write_set_format_ustar;
  const Outcome outcome = read_bytes(archived(text, ustar, GetParam().add_filter));
  EXPECT_EQ(outcome.text, archived(text, ustar, archive_write_add_filter_none));
  EXPECT_EQ(outcome.failure, "");
}

// --- damaged input

// The first bytes are a complete magic number, the last ones are missing.
TEST_P(Compressed, TruncationIsReportedAndTheTextBeforeItIsCorrect) {
  const std::string text = some_text(2000);
  const std::string bytes = compressed(text, GetParam());
  size_t length = 0;
  while (guess_compression(bytes.substr(0, length)) != GetParam().compression) ++length;
  for (; length < bytes.size(); ++length) {
    const Outcome outcome = read_bytes(bytes.substr(0, length));
    EXPECT_NE(outcome.failure, "") << length << " of " << bytes.size();
    EXPECT_TRUE(text.starts_with(outcome.text)) << length;
    EXPECT_EQ(outcome.bytes_taken, length);
  }
}

TEST_P(Compressed, TruncationIsReportedWithTheFormatAndThePlace) {
  const std::string bytes = compressed(some_text(2000), GetParam());
  const std::string name = GetParam().name;
  for (const size_t length : {size_t{200}, bytes.size() - 8, bytes.size() - 1}) {
    EXPECT_EQ(read_bytes(bytes.substr(0, length)).failure,
              "the " + name + " data end too early, at byte " + std::to_string(length));
  }
}

TEST_P(Compressed, TruncationLosesAtMostTwoBlocks) {
  const std::string text = some_text(6'000'000);
  const std::string bytes = compressed(text, GetParam());
  const Outcome outcome = read_bytes(bytes.substr(0, bytes.size() / 4 * 3));
  EXPECT_NE(outcome.failure, "");
  EXPECT_TRUE(text.starts_with(outcome.text));
  const size_t decodable = text.size() / 4 * 3;
  EXPECT_GE(outcome.text.size() + 2 * GetParam().block_bytes, decodable);
}

// Only the check at the end is missing or wrong.
TEST(Damage, OfTheTrailerOfGzipLosesNoText) {
  const std::string text = some_text(300'000);
  const std::string whole = compressed(text, kFormats[0]);
  for (size_t from_end = 1; from_end <= 8; ++from_end) {
    const Outcome cut = read_bytes(whole.substr(0, whole.size() - from_end));
    EXPECT_EQ(cut.text, text);
    EXPECT_NE(cut.failure, "");
    std::string flipped = whole;
    flipped[whole.size() - from_end] = static_cast<char>(flipped[whole.size() - from_end] ^ 4);
    for (const std::string& bytes : {flipped, compressed("a", kFormats[0]) + flipped,
                                     flipped + compressed("a", kFormats[0])}) {
      const Outcome outcome = read_bytes(bytes);
      EXPECT_NE(outcome.text.find(text), std::string::npos);
      EXPECT_NE(outcome.failure.find("incorrect"), std::string::npos) << outcome.failure;
    }
  }
}

TEST_P(Compressed, TruncationOfASecondMemberIsReported) {
  const std::string text = some_text(200'000);
  const std::string whole = compressed(text, GetParam());
  for (size_t length = 1; length < 60; ++length) {
    const Outcome outcome = read_bytes(whole + whole.substr(0, length));
    EXPECT_NE(outcome.failure, "") << length;
    EXPECT_TRUE((text + text).starts_with(outcome.text));
    EXPECT_GE(outcome.text.size() + GetParam().block_bytes, text.size());
  }
}

TEST_P(Compressed, TrailingBytesAreReported) {
  const std::string text = some_text(200'000);
  const std::string whole = compressed(text, GetParam());
  for (const std::string rest : {"\n", "x", "hello", "a text as long as a header is, and more"}) {
    const Outcome outcome = read_bytes(whole + rest);
    EXPECT_NE(outcome.failure, "") << rest;
    EXPECT_TRUE(text.starts_with(outcome.text));
  }
}

// libarchive reports the end of the data of these two formats, so all of the text is read.
TEST(Rest, AfterGzipAndBzip2IsReportedWithoutLossOfText) {
  for (const size_t size : {1000, 1'000'000}) {
    const std::string text = some_text(size);
    for (const Format& format : {kFormats[0], kFormats[1]}) {
      const std::string whole = compressed(text, format);
      const Outcome outcome = read_bytes(whole + "hello");
      EXPECT_EQ(outcome.text, text);
      EXPECT_EQ(outcome.failure, std::string("what follows the ") + format.name +
                                     " data, from byte " + std::to_string(whole.size()) +
                                     " on, is not read");
    }
  }
}

// The start of another member is not trailing garbage: the file is truncated.
TEST(Rest, ThatBeginsAMemberIsReportedAsTruncation) {
  for (const Format& format : {kFormats[0], kFormats[1]}) {
    const std::string whole = compressed("a text", format);
    const Outcome outcome = read_bytes(whole + whole.substr(0, 5));
    EXPECT_EQ(outcome.text, "a text");
    EXPECT_EQ(outcome.failure, std::string("the ") + format.name +
                                   " data are cut off or damaged at byte " +
                                   std::to_string(whole.size()));
  }
}

// The end of the data and the bytes after it may be in different blocks of the input.
TEST(Rest, IsReportedAtAnyBlockBoundaryOfTheInput) {
  const std::string whole = compressed(some_text(500), kFormats[0]);
  for (size_t already = 3; already <= whole.size() + 5; ++already) {
    const Outcome outcome = read_bytes(whole + "hello", 100, already);
    EXPECT_EQ(outcome.text, some_text(500));
    EXPECT_EQ(outcome.failure, "what follows the gzip data, from byte " +
                                   std::to_string(whole.size()) + " on, is not read");
  }
}

TEST(Rest, OfZeroBytesIsIgnored) {
  for (const Format& format : {kFormats[0], kFormats[1], kFormats[2]}) {  // not so in zstd
    for (const size_t zeros : {4, 512, 1'000'000}) {
      const std::string whole = compressed("a text", format);
      EXPECT_EQ(read_bytes(whole + std::string(zeros, '\0')).text, "a text");
      EXPECT_EQ(read_bytes(whole + std::string(zeros, '\0')).failure, "") << format.name;
      EXPECT_NE(read_bytes(whole + std::string(zeros, '\0') + "x").failure, "") << format.name;
    }
  }
}

// Damaged data without a checksum may contain any text, but reading must end. With a checksum,
// the damage must be reported.
TEST_P(Compressed, ReadingDamagedDataEndsAndReportsChecksumErrors) {
  const std::string text = some_text(500);
  const std::string bytes = compressed(text, GetParam());
  // libarchive's writer of zstd adds no checksum; what follows a header of gzip is not checked.
  const bool checked = GetParam().compression != Compression::zstd;
  for (size_t i = 0; i < bytes.size(); ++i) {
    for (const int flip : {0x01, 0x80, 0xFF}) {
      std::string damaged = bytes;
      damaged[i] = static_cast<char>(damaged[i] ^ flip);
      const Outcome outcome = read_bytes(damaged, 1000);
      if (outcome.compression == Compression::none) {
        EXPECT_EQ(outcome.text, damaged);
      } else if (checked) {
        EXPECT_TRUE(outcome.text == text || !outcome.failure.empty()) << i;
      }
    }
  }
}

// --- memory

#if defined(LINKSPAN_HAS_LZMA) && defined(LINKSPAN_HAS_ZSTD)
// The same data with this size of the dictionary: 2 or 3 times a power of two (the xz file format,
// section 5.3.1). The header of the block has a CRC32 at its end.
std::string with_dictionary(std::string xz, unsigned char size) {
  constexpr size_t kHeader = 12, kSize = kHeader + 4;
  const size_t crc = kHeader + 4 * size_t{static_cast<unsigned char>(xz[kHeader])};
  xz[kSize] = static_cast<char>(size);
  uint32_t sum = ~0U;
  for (size_t i = kHeader; i < crc; ++i) {
    sum ^= static_cast<unsigned char>(xz[i]);
    for (int bit = 0; bit < 8; ++bit) sum = sum >> 1 ^ ((sum & 1) != 0 ? 0xEDB88320U : 0U);
  }
  for (size_t i = 0; i < 4; ++i) xz[crc + i] = static_cast<char>(~sum >> 8 * i);
  return xz;
}

// An empty frame with a window of 2 to the power of `log` (RFC 8878, section 3.1.1.1.2).
std::string frame_with_window(unsigned log) {
  using namespace std::string_literals;
  return "\x28\xB5\x2F\xFD\0"s + static_cast<char>((log - 10) << 3) + "\x01\0\0"s;
}

TEST(Memory, OfAWindowIsAtMost128Mib) {
  const std::string xz = compressed("a text", kFormats[2]);
  constexpr unsigned char k128 = 30, k192 = 31, kMost = 40;
  EXPECT_EQ(read_bytes(with_dictionary(xz, k128)).text, "a text");
  EXPECT_EQ(read_bytes(with_dictionary(xz, k128)).failure, "");
  EXPECT_EQ(read_bytes(frame_with_window(27)).failure, "");
  for (const std::string& larger : {with_dictionary(xz, k192), with_dictionary(xz, kMost),
                                    frame_with_window(28), frame_with_window(41)}) {
    const Outcome outcome = read_bytes(larger);
    EXPECT_EQ(outcome.text, "");
    EXPECT_NE(outcome.failure.find("more than 128 MiB of memory are needed"), std::string::npos)
        << outcome.failure;
  }
  // Of a member after another one, too; and the text before it is not lost.
  EXPECT_EQ(read_bytes(xz + with_dictionary(xz, k192)).text, "a text");
  EXPECT_NE(read_bytes(xz + with_dictionary(xz, k192)).failure, "");
}
#endif

// --- guessing

TEST(Guess, NeedsMoreBytesOnlyForAPossibleMagicNumber) {
  for (const Format& format : kFormats) {
    const std::string bytes = compressed("text", format);
    std::optional<Compression> guess;
    for (size_t length = 0; length < bytes.size(); ++length) {
      guess = guess_compression(bytes.substr(0, length));
      if (guess) break;
    }
    EXPECT_EQ(guess, format.compression);
    EXPECT_EQ(guess_compression(bytes), format.compression);
  }
  EXPECT_EQ(guess_compression(""), std::nullopt);
  EXPECT_EQ(guess_compression("BZh9"), std::nullopt);
  EXPECT_EQ(guess_compression("BZh0"), Compression::none);
  EXPECT_EQ(guess_compression("B "), Compression::none);
  EXPECT_EQ(guess_compression("h"), Compression::none);
}

TEST(Guess, RecognizesTheOutputOfPzstd) {
  using namespace std::string_literals;
  const std::string text = some_text(1000);
  const std::string bytes =
      "\x50\x2A\x4D\x18\x04\0\0\0\x5E\x21\x01\0"s + compressed(text, kFormats[3]);
  const Outcome outcome = read_bytes(bytes);
  EXPECT_EQ(outcome.compression, Compression::zstd);
  EXPECT_EQ(outcome.text, text);
  EXPECT_EQ(outcome.failure, "");
}

}  // namespace decompress_test
}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "input/compression.h"

#include <algorithm>
#include <array>
#include <cstddef>

namespace linkspan::command {
namespace {

// Variable bytes of a magic number.
constexpr int16_t kAny = -1;
constexpr int16_t kLevel = -2;  // '1' to '9'

struct Magic {
  Compression compression;
  size_t size;
  std::array<int16_t, kMagicBytes> bytes;
};

// gzip   RFC 1952, section 2.3.1: ID1, ID2, and CM = 8 (deflate), the only method there is.
// xz     The .xz File Format 1.2.1, section 2.1.1.1: Header Magic Bytes.
// zstd   RFC 8878, section 3.1.1: Magic_Number. pzstd first writes a Skippable_Frame
// (section 3.1.2)
//        of four bytes that holds the size of the frame after it.
// bzip2  There is no standard; as bzip2 1.0.8 writes it (compress.c, BZ2_compressBlock): "BZh", the
//        size of a block in 100 kB, then the number of a block, or, in an empty file, that of the
//        end. "BZh9" alone may begin a text.
constexpr std::array kMagics = {
    Magic{Compression::gzip, 3, {0x1F, 0x8B, 0x08}},
    Magic{Compression::xz, 6, {0xFD, '7', 'z', 'X', 'Z', 0x00}},
    Magic{Compression::zstd, 4, {0x28, 0xB5, 0x2F, 0xFD}},
    Magic{Compression::zstd,
          16,
          {0x50, 0x2A, 0x4D, 0x18, 4, 0, 0, 0, kAny, kAny, kAny, kAny, 0x28, 0xB5, 0x2F, 0xFD}},
    Magic{Compression::bzip2, 10, {'B', 'Z', 'h', kLevel, 0x31, 0x41, 0x59, 0x26, 0x53, 0x59}},
    Magic{Compression::bzip2, 10, {'B', 'Z', 'h', kLevel, 0x17, 0x72, 0x45, 0x38, 0x50, 0x90}},
};
enum class Match : uint8_t { no, so_far, yes };

Match match(const Magic& magic, std::string_view bytes) {
  const size_t known = std::min(magic.size, bytes.size());
  for (size_t i = 0; i < known; ++i) {
    const int16_t expected = magic.bytes[i];
    const auto byte = static_cast<unsigned char>(bytes[i]);
    const bool same =
        expected == kAny || expected == byte || (expected == kLevel && byte >= '1' && byte <= '9');
    if (!same) return Match::no;
  }
  return known == magic.size ? Match::yes : Match::so_far;
}

}  // namespace

std::optional<Compression> guess_compression(std::string_view first_bytes) {
  std::optional<Compression> guess = Compression::none;
  for (const Magic& magic : kMagics) {
    const Match found = match(magic, first_bytes);
    if (found == Match::yes) return magic.compression;
    if (found == Match::so_far) guess.reset();
  }
  return guess;
}

std::string_view format_by_name(std::string_view file_name) {
  struct Extension {
    std::string_view end, format;
  };
  static constexpr Extension kExtensions[] = {
      {".gz", "gzip"},   {".tgz", "gzip"}, {".bz2", "bzip2"}, {".tbz2", "bzip2"},
      {".tbz", "bzip2"}, {".xz", "xz"},    {".txz", "xz"},    {".zst", "zstd"},
      {".tzst", "zstd"}, {".zip", "zip"},  {".tar", "tar"},
  };
  for (const Extension& extension : kExtensions) {
    if (file_name.size() > extension.end.size() && file_name.ends_with(extension.end)) {
      return extension.format;
    }
  }
  return {};
}

}  // namespace linkspan::command

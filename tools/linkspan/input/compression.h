// SPDX-License-Identifier: Apache-2.0
// The compression of an input, by its first bytes. A name never decides, but may be contradicted.
//
//   1F 8B 08 …              gzip
//   "BZh9 is how a …"       none: only a complete magic number counts
//
// Guarded by tests/command/input/decompress_test.cc.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/module.h"

namespace linkspan::command {

enum class Compression : uint8_t { none, gzip, bzip2, xz, zstd };

// The compression of an input that begins with these bytes. Nothing if more bytes are needed; if
// there are no more, the input is not compressed.
std::optional<Compression> guess_compression(std::string_view first_bytes);

// This many bytes are always enough.
inline constexpr size_t kMagicBytes = 16;

// The most memory for the window of a format: the text that later bytes may repeat. That of gzip
// and of bzip2 is smaller. `zstd -d` refuses larger ones, too (ZSTD_WINDOWLOG_LIMIT_DEFAULT); `xz
// -9` needs half of it.
inline constexpr int kMostWindowLog = 27;
inline constexpr uint64_t kMostWindow = uint64_t{1} << kMostWindowLog;
inline constexpr const char* kWindowTooLarge = "more than 128 MiB of memory are needed";
static_assert(kMostWindow == 128 << 20);

// What the name of a file promises: "gzip" for a.txt.gz and a.tgz, "zip" for a.zip. Empty if it is
// no such name. The bytes decide how a file is read; but if it is named like compressed data and
// its bytes are none, it is damaged, as the format's own tool says.
std::string_view format_by_name(std::string_view file_name);

// The parts of decompression: StoredBytes, the input as it is stored, and a Decoder that reads it.
// Both are interfaces, as the decoder is in a module of its own (common/module.h).
class StoredBytes {
 public:
  // The next block, which lives until the next call. Empty at the end and after a failure.
  virtual std::string_view next_block() = 0;

  // The returned bytes from this offset of the input on, as far as they are still in memory.
  virtual std::string_view given_from(uint64_t offset) const = 0;

  virtual uint64_t taken() const = 0;
  virtual bool ended() const = 0;
  virtual int error_number() const = 0;

 protected:
  ~StoredBytes() = default;
};

class Decoder {
 public:
  Decoder() = default;
  Decoder(const Decoder&) = delete;
  Decoder& operator=(const Decoder&) = delete;
  virtual ~Decoder() = default;

  // The next bytes, until the next call. Empty once: at the end, or on failure.
  virtual std::string_view next_block() = 0;
  virtual const std::string& failure() const = 0;
  // Is the failure one that the format's own tool says and does not count as an error?
  virtual bool is_harmless() const = 0;
};

// By the library of the format, or else by libarchive. Fails with io if its module cannot be
// loaded. REQUIRES: the compression is not none, and the bytes outlive the decoder.
Result<std::unique_ptr<Decoder>> open_decoder(Compression compression, StoredBytes& bytes);

// The bytes as a whole gzip member or zstd frame: several, one after another, are what all of their
// bytes would be. Empty if this program was made without the library of the format. Fails likewise.
Result<std::string> compress_bytes(Compression compression, std::string_view bytes);

// The entries of linkspan-archive.so for these two.
LINKSPAN_ENTRY Decoder* linkspan_make_decoder(Compression compression, StoredBytes& bytes);
LINKSPAN_ENTRY void linkspan_compress(Compression compression, std::string_view bytes,
                                      std::string& compressed);

// By libarchive: for a format whose own library is missing.
std::unique_ptr<Decoder> make_archive_decoder(Compression compression, StoredBytes& bytes);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Reads an input that may be compressed as its decompressed text.
//
//   notes.txt → its bytes, unchanged
//   log.gz, by any name →  what was compressed; several members one after the other are one text
//   mail.tar.gz         →  the bytes of the tar file: this reads no archives
//   text.gz.gz          →  the bytes of text.gz: one layer is taken off, as by zcat
//   "BZh9 is how a …"   →  itself: only a complete magic number counts
//   half of a log.gz → the text up to there, then a sentence with the end of the data
//
// The first bytes decide, never the name. The library of each format decodes it and makes its
// checks; what follows the data is judged as by the format's own tool (input/decoders.cc).
// All that was decoded before an error is returned. Memory is bounded by the window of the format,
// whatever the length of the input: gzip 32 KiB, bzip2 4 MB, xz and zstd 128 MiB; what needs more
// is an error. Usually xz and zstd need 8 MiB, xz -9 64 MiB.
//
// A program that was built without the library of bzip2, xz or zstd reads that format by
// libarchive, which drops the block in which it fails: up to 64 KiB of text, 128 KiB for zstd.
//
// Guarded by tests/command/input/decompress_test.cc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <string>

#include "input/compression.h"

namespace linkspan::command {

// Reads one input from start to end. Belongs to one thread.
class DecompressingReader {
 public:
  // Bytes as from read(2): -1 is a failure, with errno.
  using Read = std::function<ssize_t(char* into, size_t size)>;
  explicit DecompressingReader(Read read);

  // `already_read`: bytes that were read from the descriptor before. The caller keeps the
  // descriptor, and must not use it while this reads.
  DecompressingReader(int descriptor, std::string already_read);
  ~DecompressingReader();
  DecompressingReader(const DecompressingReader&) = delete;
  DecompressingReader& operator=(const DecompressingReader&) = delete;

  // Reads the available bytes, at most `size`, waiting for the first of them. 0 at the end, -1 on
  // failure, about which failure() has a sentence. Both are final. REQUIRES: size > 0.
  ssize_t read(char* into, size_t size);

  // A sentence without the name of the input: "the gzip data end too early, at byte 1024".
  const std::string& failure() const;

  // Is it one that the format's own tool says and does not count as an error?
  bool is_failure_harmless() const;

  // Is known after the first read().
  Compression compression() const;

  // How far the stored input was read.
  uint64_t bytes_taken() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace linkspan::command

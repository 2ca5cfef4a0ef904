// SPDX-License-Identifier: Apache-2.0
// Input that may be compressed, read as the text that it holds.
//
//   notes.txt           →  its bytes, untouched
//   log.gz, by any name →  what was compressed; several members one after the other are one text
//   mail.tar.gz         →  the bytes of the tar file: this reads no archives
//   text.gz.gz          →  the bytes of text.gz: one layer is taken off, as by zcat
//   "BZh9 is how a …"   →  itself: only a complete magic number counts
//   half of a log.gz    →  the text up to there, then a sentence that says where the data end
//
// The first bytes decide, never the name. libarchive does the work: each format is one of its
// filters, and its raw format passes on what comes out of them. Memory is bounded by the window
// that the format may ask for, whatever the length of the input: gzip 32 KiB, bzip2 8 MB, zstd
// 128 MiB (a file made for more is refused), xz 4 GiB. As xz and zstd are mostly used that is 8
// MiB, with xz -9 64 MiB.
//
// DEVIATION: libarchive 3.6 decodes in blocks and drops the one in which it fails, so up to 64 KiB
// of text (128 KiB for zstd) right before an error are lost, which is all of a short text. It does
// not compare the checksum of gzip (RFC 1952, section 2.3.1, CRC32), so damage that happens to
// decode is not noticed there; in bzip2 and xz it is, and in zstd if the file has a checksum.
//
// The guarding test is tests/decompress_test.cc.
#pragma once

#include <sys/types.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>

#include "compression.h"

namespace linkspan::command {

// Reads one input from its beginning to its end. Belongs to one thread.
class DecompressingReader {
 public:
  // `already_read` is what was read from the descriptor before. The descriptor stays the caller's
  // and is to be left alone while this reads.
  DecompressingReader(int descriptor, std::string already_read);
  ~DecompressingReader();
  DecompressingReader(const DecompressingReader&) = delete;
  DecompressingReader& operator=(const DecompressingReader&) = delete;

  // Reads what is there, at most `size` bytes, waiting for the first of them. 0 at the end, -1 when
  // something is wrong with the input: then failure() says what. Both stay so.
  // REQUIRES: size > 0.
  ssize_t read(char* into, size_t size);

  // A sentence without the name of the input: "the gzip data end too early, at byte 1024".
  const std::string& failure() const;

  // Is known after the first read().
  Compression compression() const;

  // How far the input, as it is stored, has been read.
  uint64_t bytes_taken() const;

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// The parts of decompression: StoredBytes, the input as it is stored, and a Decoder that reads it.
// Both are interfaces, as the decoder is in a module of its own (modules/modules.h).
#pragma once

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>

#include "modules/compression.h"

namespace linkspan::command {

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

// By the library of the format, or else by libarchive. REQUIRES: the compression is not none, and
// the bytes outlive the decoder.
std::unique_ptr<Decoder> make_decoder(Compression compression, StoredBytes& bytes);

// The bytes as a whole gzip member or zstd frame: several, one after another, are what all of their
// bytes would be. Empty if this program was made without the library of the format.
std::string compress(Compression compression, std::string_view bytes);

// By libarchive, likewise.
std::unique_ptr<Decoder> make_archive_decoder(Compression compression, StoredBytes& bytes);

}  // namespace linkspan::command

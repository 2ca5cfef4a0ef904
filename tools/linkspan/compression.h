// SPDX-License-Identifier: Apache-2.0
// The compression of an input, by its first bytes, never by its name.
//
//   1F 8B 08 …              gzip
//   "BZh9 is how a …"       none: only a complete magic number counts
//
// Guarded by tests/decompress_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

namespace linkspan::command {

enum class Compression : uint8_t { none, gzip, bzip2, xz, zstd };

// The compression of an input that begins with these bytes. Nothing if more bytes are needed; if
// there are no more, the input is not compressed.
std::optional<Compression> guess_compression(std::string_view first_bytes);

// This many bytes are always enough.
inline constexpr size_t kMagicBytes = 16;

}  // namespace linkspan::command

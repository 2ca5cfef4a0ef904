// SPDX-License-Identifier: Apache-2.0
// The compression of an input, by its first bytes. A name never decides, but may be contradicted.
//
//   1F 8B 08 …              gzip
//   "BZh9 is how a …"       none: only a complete magic number counts
//
// Guarded by tests/command/modules/decompress_test.cc.
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

// What the name of a file promises: "gzip" for a.txt.gz and a.tgz, "zip" for a.zip. Empty if it is
// no such name. The bytes decide how a file is read; but if it is named like compressed data and
// its bytes are none, it is damaged, as the format's own tool says.
std::string_view format_by_name(std::string_view file_name);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include <zlib.h>

#include <string>
#include <string_view>

#include "modules/decoder.h"
#ifdef LINKSPAN_HAS_ZSTD
#include <zstd.h>
#endif

namespace linkspan::command {
namespace {

// deflateInit2: a header of gzip, and the most memory but the default level.
constexpr int kGzipWindow = 15 + 16, kMemory = 8;

std::string gzip(std::string_view bytes) {
  z_stream stream{};
  if (deflateInit2(&stream, Z_DEFAULT_COMPRESSION, Z_DEFLATED, kGzipWindow, kMemory,
                   Z_DEFAULT_STRATEGY) != Z_OK) {
    return {};
  }
  std::string out(deflateBound(&stream, bytes.size()), '\0');
  stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
  stream.avail_in = static_cast<uInt>(bytes.size());
  stream.next_out = reinterpret_cast<Bytef*>(out.data());
  stream.avail_out = static_cast<uInt>(out.size());
  const bool is_done = deflate(&stream, Z_FINISH) == Z_STREAM_END;
  out.resize(is_done ? stream.total_out : 0);
  deflateEnd(&stream);
  return out;
}

#ifdef LINKSPAN_HAS_ZSTD
std::string zstd(std::string_view bytes) {
  std::string out(ZSTD_compressBound(bytes.size()), '\0');
  const size_t size =
      ZSTD_compress(out.data(), out.size(), bytes.data(), bytes.size(), ZSTD_CLEVEL_DEFAULT);
  out.resize(ZSTD_isError(size) != 0 ? 0 : size);
  return out;
}
#else
std::string zstd(std::string_view /*bytes*/) { return {}; }
#endif

}  // namespace

std::string compress(Compression compression, std::string_view bytes) {
  constexpr size_t kMost = 1 << 30;  // zlib counts in 32 bits; members follow one another
  if (bytes.size() > kMost) {
    return compress(compression, bytes.substr(0, kMost)) +
           compress(compression, bytes.substr(kMost));
  }
  return compression == Compression::gzip ? gzip(bytes) : zstd(bytes);
}

}  // namespace linkspan::command

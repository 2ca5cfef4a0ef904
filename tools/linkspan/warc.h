// SPDX-License-Identifier: Apache-2.0
// WarcReader: the records of a web archive (ISO 28500:2017, WARC 1.1; 1.0 and 0.17 are the same
// here), one after another.
//
//   WARC/1.0⏎                                 a record: its header,
//   WARC-Type: response⏎
//   WARC-Target-URI: https://example.org/⏎
//   Content-Length: 5000⏎
//   ⏎
//   HTTP/1.1 200 OK⏎                          and its block, here a message of HTTP (RFC 9112),
//   Content-Type: text/html; charset=x⏎
//   ⏎
//   <html>…                                   which holds the payload
//   ⏎⏎
//
// Payloads are those of records of the types response, resource and conversion (the text of
// Common Crawl's .wet files); the others are about the crawl, or are requests. Chunks of HTTP are
// taken apart, where the payload is in chunks as its header says: some crawlers leave the header
// and take the chunks apart. A payload that is compressed by itself (Content-Encoding) is given as
// it is, with the encoding.
//
// The archive is read block by block, whatever the length of a record. What cannot be read ends the
// reading with a sentence; the records before it are good.
// Guarded by tests/warc_test.cc and tests/command_warc_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace linkspan::command {

struct WarcRecord {
  std::string uri;         // WARC-Target-URI; empty if it has none
  uint64_t begin = 0;      // where it is in the archive, decompressed
  std::string media_type;  // of the payload: "text/html", in lower case; empty: not said
  std::string charset;     // of the payload, as it is named; empty: not said
  std::string encoding;    // Content-Encoding, in lower case; empty: none
};

class WarcReader {
 public:
  // As read(2), without failures: 0 at the end.
  using Read = std::function<size_t(char* into, size_t size)>;
  explicit WarcReader(Read read) : read_(std::move(read)) {}

  // The next record with a payload, whatever of the last one was not read. Nothing at the end, or
  // where the archive cannot be read on: then failure() says why.
  std::optional<WarcRecord> next_record();

  // The next bytes of its payload, until the next call. Empty at its end.
  std::string_view next_block();

  // "at byte 1024: a record begins with WARC/"; empty if nothing is wrong.
  const std::string& failure() const { return failure_; }

 private:
  enum class Chunks : uint8_t { none, at_size, in_data, ended };
  class Header;

  bool fill(size_t size);
  std::string_view held() const { return std::string_view(buffer_).substr(taken_); }
  void take(size_t size);
  std::optional<std::string> read_header(uint64_t most);
  bool begin_payload(const Header& header, WarcRecord& record);
  bool read_http_header(WarcRecord& record);
  std::string_view next_of_block(size_t most);
  std::string_view next_of_chunks();
  bool begin_chunk();
  void skip_block();
  void fail(std::string_view what);

  Read read_;
  std::string buffer_;  // bytes that were read, of which taken_ are done with
  size_t taken_ = 0;
  bool is_at_end_ = false;   // of what can be read
  uint64_t offset_ = 0;      // of held() in the archive
  uint64_t block_left_ = 0;  // bytes of the block of the record at hand
  Chunks chunks_ = Chunks::none;
  uint64_t chunk_left_ = 0;
  std::string failure_;
};

}  // namespace linkspan::command

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
// Payloads are those of records of the types response, resource and conversion (the text of Common
// Crawl's .wet files), and metadata in JSON (of its .wat files: what a page has, with its links);
// the others are about the crawl, or are requests. The chunked transfer coding of HTTP is decoded
// if the payload is really chunked: some crawlers decode it but keep the header. A payload with a
// Content-Encoding is returned in that encoding.
//
// The archive is read block by block, whatever the length of a record. A record that cannot be read
// ends the reading with a sentence; the records before it are valid. Guarded by
// tests/command/input/warc_test.cc and tests/command/input/command_warc_test.cc.
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
  std::string media_type;  // of the payload: "text/html", in lower case; empty: not declared
  std::string charset;     // of the payload, as declared; empty: not declared
  std::string encoding;    // Content-Encoding, in lower case; empty: none
  bool is_metadata = false;
};

// Of metadata in JSON: the destinations that are relative, as a page of HTML.
//
//   {"Base":"/b/","Links":[{"path":"A@/href","url":"c?d=1&e"}]}
//                →  <base href="/b/">  <a href="c?d=1&amp;e">
//
// They are the strings that are called `url` or `href`; each begins in the page where it does in
// `json`, if there is room, and its line is the same. In `json`, spaces replace them, so that they
// are not read as text, too.
std::string take_relative_links(std::string& json);

class WarcReader {
 public:
  // Like read(2), but never fails: 0 at the end.
  using Read = std::function<size_t(char* into, size_t size)>;
  explicit WarcReader(Read read) : read_(std::move(read)) {}

  // The next record with a payload, even if the last one was not read to its end. Nothing at the
  // end, or if the archive cannot be read any further: then failure() says why.
  std::optional<WarcRecord> next_record();

  // The next bytes of its payload, until the next call. Empty at its end.
  std::string_view next_block();

  // Records without a payload, so far.
  uint64_t others() const { return others_; }

  // "at byte 1024: a record begins with WARC/"; empty without a failure.
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
  std::string buffer_;  // bytes that were read, of which taken_ were used
  size_t taken_ = 0;
  bool is_at_end_ = false;   // of the readable data
  uint64_t offset_ = 0;      // of held() in the archive
  uint64_t block_left_ = 0;  // bytes of the block of the current record
  Chunks chunks_ = Chunks::none;
  uint64_t chunk_left_ = 0;
  uint64_t others_ = 0;
  std::string failure_;
};

}  // namespace linkspan::command

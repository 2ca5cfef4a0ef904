// SPDX-License-Identifier: Apache-2.0
// Fuzzes the readers of archives: any bytes as a web archive, a zip or a tar, and as compressed
// input.
//
// Promises: reading ends, and nothing crashes; the records of a web archive and their payloads do
// not depend on how much is read at a time, and are not larger than the archive; the members of an
// archive have no more bytes than its compression allows; after a failure there is no more.
//
// The first two bytes select how much is read at a time and whether `|` is a line end, so that a
// web archive fits in a line of archive_seeds.txt.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

#include "tools/linkspan/input/archive.h"
#include "tools/linkspan/input/decompress.h"
#include "tools/linkspan/input/warc.h"

namespace {

using namespace linkspan::command;  // NOLINT: a fuzz target

// More than the ratio of any of the formats: LZMA has the largest, of about 7,000.
constexpr uint64_t kMostForAByte = 10'000;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

// Gives bytes as read(2) does, at most `step` at a time.
auto reader_of(std::string_view bytes, size_t step) {
  return [bytes, step](char* into, size_t size) mutable {
    const size_t got = bytes.copy(into, std::min(size, step));
    bytes.remove_prefix(got);
    return got;
  };
}

struct Payload {
  std::string uri, media_type, charset, encoding, bytes;
  uint64_t begin = 0;
  bool operator==(const Payload&) const = default;
};

std::vector<Payload> payloads_of(std::string_view archive, size_t step) {
  WarcReader reader(reader_of(archive, step));
  std::vector<Payload> found;
  size_t size = 0;
  while (const auto record = reader.next_record()) {
    found.push_back(
        {record->uri, record->media_type, record->charset, record->encoding, {}, record->begin});
    for (auto block = reader.next_block(); !block.empty(); block = reader.next_block()) {
      found.back().bytes += block;
    }
    size += found.back().bytes.size();
  }
  require(size <= archive.size(), "payloads are in the archive");
  require(!reader.next_record(), "after the last record there is no more");
  return found;
}

void check_web_archive(std::string_view archive, size_t step) {
  const std::vector<Payload> whole = payloads_of(archive, archive.size() + 1);
  require(payloads_of(archive, step) == whole, "payloads do not depend on the steps");
  for (const Payload& payload : whole) {
    std::string json = payload.bytes;
    const std::string page = take_relative_links(json);
    require(json.size() == payload.bytes.size(), "what is blanked stays where it is");
  }
}

void check_archive(std::string_view archive, size_t step) {
  for (const auto format : {ArchiveBytes::Format::zip, ArchiveBytes::Format::tar}) {
    ArchiveBytes bytes;
    bytes.format = format;
    bytes.read = reader_of(archive, step);
    const auto opened = open_archive(bytes);
    require(opened.ok(), "the reader of archives is there");
    ArchiveMembers& members = *opened.value();
    uint64_t size = 0;
    while (const auto member = members.next_member()) {
      for (auto block = members.next_block(); !block.empty(); block = members.next_block()) {
        size += block.size();
      }
      members.finish_member();
    }
    require(size <= kMostForAByte * archive.size(), "members are bounded by the archive");
  }
}

void check_compressed(std::string_view bytes, size_t step) {
  DecompressingReader reader(
      [read = reader_of(bytes, step)](char* into, size_t size) mutable -> ssize_t {
        return static_cast<ssize_t>(read(into, size));
      });
  std::vector<char> into(1 << 16);
  uint64_t size = 0;
  ssize_t got = 0;
  while ((got = reader.read(into.data(), into.size())) > 0) size += static_cast<uint64_t>(got);
  require(size <= kMostForAByte * bytes.size(), "text is bounded by the input");
  require((got < 0) == !reader.failure().empty(), "a failure has a sentence");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 3 || size > 65536) return 0;
  const size_t step = 1 + data[1] % 67;
  // A buffer of its exact size, so that sanitizers report an overrun.
  std::vector<char> bytes(data + 2, data + size);
  if ((data[0] & 1) == 0) std::replace(bytes.begin(), bytes.end(), '|', '\n');
  const std::string_view text(bytes.data(), bytes.size());
  check_web_archive(text, step);
  check_archive(text, step);
  check_compressed(text, step);
  return 0;
}

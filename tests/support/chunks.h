// SPDX-License-Identifier: Apache-2.0
// Text fed to a Stream in every way that a caller may cut it.
//
//   Stream stream = engine.open();
//   for (const Chunking& chunking : every_split_in_two(text.size()))
//     EXPECT_EQ(feed_chunks(stream, text, chunking), engine.find_all(text));
//
// A Chunking is the list of the sizes of the chunks, and their sum is the size of the text: for
// five bytes, {5} is the whole text, {1, 1, 1, 1, 1} one byte at a time, {2, 3} a split in two. {2,
// 2} would lose a byte; feed_chunks rejects it. A chunk may be empty.
//
// Each chunk is copied to a heap buffer of exactly its size and freed before the next is made, so
// that sanitizers report both an overrun and a pointer that was kept.
//
// Everything is a template over the stream, so that this header needs only the public header.
// Guarded by tests/scan/support_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <numeric>
#include <random>
#include <stdexcept>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

using Chunking = std::vector<size_t>;

inline Chunking whole(size_t size) { return {size}; }

inline Chunking one_byte_at_a_time(size_t size) { return Chunking(size, 1); }

// Every cut into two chunks, also before the first byte and after the last: size + 1 chunkings.
inline std::vector<Chunking> every_split_in_two(size_t size) {
  std::vector<Chunking> splits;
  for (size_t cut = 0; cut <= size; ++cut) splits.push_back({cut, size - cut});
  return splits;
}

// Chunks of 0 to `longest` bytes, the same for the same seed on every machine.
// REQUIRES: longest > 0.
inline Chunking random_chunks(size_t size, uint32_t seed, size_t longest) {
  std::mt19937 random(seed);  // the C++ standard fixes its numbers, but not those of distributions
  Chunking chunking;
  while (size > 0) {
    const size_t chunk = std::min<size_t>(random() % (longest + 1), size);
    chunking.push_back(chunk);
    size -= chunk;
  }
  return chunking;
}

// A copy of bytes in a heap buffer that ends where they end.
class ExactCopy {
 public:
  explicit ExactCopy(std::string_view bytes)
      : bytes_(std::make_unique<char[]>(bytes.size())), size_(bytes.size()) {
    std::copy(bytes.begin(), bytes.end(), bytes_.get());
  }

  // The view dies with the copy.
  std::string_view view() const { return {bytes_.get(), size_}; }

 private:
  std::unique_ptr<char[]> bytes_;
  size_t size_;
};

// Feeds the text in these chunks and finishes it; returns all spans in the order of their reports.
// REQUIRES: the stream is at the start of a text. Throws std::invalid_argument if the sizes of the
// chunks do not add up to the size of the text.
template <class AnyStream>
std::vector<Span> feed_chunks(AnyStream& stream, std::string_view text, const Chunking& chunking) {
  if (std::accumulate(chunking.begin(), chunking.end(), size_t{0}) != text.size()) {
    throw std::invalid_argument("the chunks do not make up the text");
  }
  std::vector<Span> spans;
  const auto collect = [&spans](const Span& span) { spans.push_back(span); };
  for (const size_t size : chunking) {
    const ExactCopy chunk(text.substr(0, size));
    stream.feed(chunk.view(), collect);
    text.remove_prefix(size);
  }
  stream.finish(collect);
  return spans;
}

}  // namespace linkspan::test

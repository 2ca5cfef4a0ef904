// SPDX-License-Identifier: Apache-2.0
// Measures the cost of an edit of one character in a LinkIndex, in texts of growing size.
//
//   edits              100,000 edits each, in texts of 100 to 100,000 links
//   edits N
//
// The text has a link every 200 bytes and is stored in pieces, as in an editor. Only the call of
// LinkIndex::replace is timed. Prints for each text: links, bytes, the time of LinkIndex::assign,
// the median time of an edit, its 99.9th percentile, the longest time, the most bytes that the
// index scanned for one edit, and how many links were added by all edits.

#include <fmt/core.h>

#include <algorithm>
#include <chrono>
#include <exception>
#include <random>
#include <stdexcept>
#include <string>
#include <vector>

#include "linkspan/index.h"

namespace {

using linkspan::Engine;
using linkspan::LinkIndex;
using Clock = std::chrono::steady_clock;

double microseconds(Clock::duration time) {
  return std::chrono::duration<double, std::micro>(time).count();
}

// A text in pieces of about 4 KiB.
class PiecedText {
 public:
  explicit PiecedText(const std::string& text) : size_(text.size()) {
    constexpr size_t kPiece = 4096;
    for (size_t at = 0; at < text.size(); at += kPiece) pieces_.push_back(text.substr(at, kPiece));
  }

  uint64_t size() const { return size_; }
  void insert(uint64_t offset, char c) {
    find(offset);
    pieces_[piece_].insert(offset - start_, 1, c);
    ++size_;
  }
  void erase(uint64_t offset) {
    find(offset);
    pieces_[piece_].erase(offset - start_, 1);
    --size_;
  }
  std::string_view read(uint64_t offset) {
    find(offset);
    return std::string_view(pieces_[piece_]).substr(offset - start_);
  }

 private:
  // Searches from the last piece found, as the next offset is usually close.
  void find(uint64_t offset) {
    while (offset < start_) start_ -= pieces_[--piece_].size();
    while (piece_ + 1 < pieces_.size() && offset >= start_ + pieces_[piece_].size()) {
      start_ += pieces_[piece_++].size();
    }
  }

  std::vector<std::string> pieces_;
  uint64_t size_;
  size_t piece_ = 0;
  uint64_t start_ = 0;  // of that piece
};

std::string text_with_links(size_t links) {
  constexpr size_t kBytesForALink = 200;
  std::string text;
  for (size_t i = 0; i < links; ++i) {
    text += "See https://example.org/page/" + std::to_string(i) + " about it. ";
    while (text.size() < (i + 1) * kBytesForALink) text += "More words. ";
    if (i % 3 == 0) text += '\n';
  }
  return text;
}

void measure(const Engine& engine, size_t links, size_t edits) {
  PiecedText text(text_with_links(links));
  const auto reader = [&](uint64_t offset) { return text.read(offset); };
  LinkIndex index(engine);
  const auto begin = Clock::now();
  if (!index.assign(text.size(), reader).ok()) return;
  const double whole = microseconds(Clock::now() - begin);
  const uint64_t bytes = text.size();

  std::mt19937_64 random(1);
  std::vector<double> times;
  uint64_t most_scanned = 0;
  uint64_t changed = 0;  // links; printed so that nothing is optimized away
  for (size_t i = 0; i < edits; ++i) {
    const uint64_t at = random() % (text.size() - 1);
    const bool inserts = i % 2 == 0;
    if (inserts) text.insert(at, 'x');
    if (!inserts) text.erase(at);
    text.read(at);
    const uint64_t scanned = index.bytes_scanned();
    const auto start = Clock::now();
    const auto change = index.replace({at, at + (inserts ? 0 : 1)}, inserts ? 1 : 0, reader);
    times.push_back(microseconds(Clock::now() - start));
    most_scanned = std::max(most_scanned, index.bytes_scanned() - scanned);
    changed += change->added.size();
  }
  std::sort(times.begin(), times.end());
  fmt::print("{:>9}{:>12}{:>9.1f} ms{:>9.1f} us{:>9.1f} us{:>9.1f} us{:>8}{:>9}\n", links, bytes,
             whole / 1000, times[times.size() / 2], times[times.size() - 1 - times.size() / 1000],
             times.back(), most_scanned, changed);
}

}  // namespace

int main(int argc, char** argv) try {
  const size_t edits = argc > 1 ? std::stoul(argv[1]) : 100'000;
  if (edits < 1 || edits > 100'000'000) throw std::out_of_range("1 to 100000000 edits");
  const Engine engine = Engine::create({}).value();
  fmt::print("{:>9}{:>12}{:>12}{:>12}{:>12}{:>12}{:>8}{:>9}\n", "links", "bytes", "whole", "median",
             "99.9 %", "worst", "bytes", "changed");
  for (const size_t links : {100, 1'000, 10'000, 100'000}) measure(engine, links, edits);
  return 0;
} catch (const std::exception& error) {
  fmt::print(stderr, "edits: {}\n", error.what());
  return 1;
}

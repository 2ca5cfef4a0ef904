// SPDX-License-Identifier: Apache-2.0
// Engine and Stream: the public face of the scanner. include/linkspan/linkspan.h explains them.
//
// find_all and scan run one Scanner over the whole text. A Stream scans each chunk in place. Only
// the text that the scanner still needs (an unfinished link, a little context) is carried over to
// the next chunk, in a buffer of fixed size. Pieces of the new chunk are then appended to that
// buffer and scanned there, until the scanner needs no text before the chunk.

#include <algorithm>
#include <cstring>

#include "linkspan/linkspan.h"
#include "scan/state/config.h"
#include "scan/syntax/run_characters.h"
#include "scan/text_scanner.h"

namespace linkspan {
namespace scan {
namespace {

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

struct StreamState {
  explicit StreamState(std::shared_ptr<const Config> the_config)
      : config(std::move(the_config)),
        scanner(*config),
        capacity(static_cast<size_t>(
            2 * (longest_written(*config) + kContext + kMaxHostBytes + kMostLookedAhead) + kPiece)),
        carried(std::make_unique_for_overwrite<uint8_t[]>(capacity)) {
    if (config->knows_escapes()) scanner.reserve(capacity);
  }

  // The scanner reads less than this after a link, a run or the start of an escape to decide about
  // it.
  static constexpr uint64_t kMostLookedAhead = 512 + kJudgedAhead + kLongestEscape;
  // How much of a chunk is appended to carried text at a time.
  static constexpr size_t kPiece = 4096;

  // A link with escapes is longer as it is written: escapes are read up to the length of a link
  // after its trigger.
  static uint64_t longest_written(const Config& config) {
    return (config.knows_escapes() ? 2 : 1) * uint64_t{config.max_link_bytes};
  }

  uint64_t carried_end() const { return carried_begin + carried_size; }

  void feed(std::string_view chunk, SpanSink sink);
  void finish(SpanSink sink);
  size_t scan_in_place(std::string_view chunk, SpanSink sink);
  size_t scan_carried(std::string_view chunk, SpanSink sink);
  void drop_what_is_not_needed();

  std::shared_ptr<const Config> config;
  TextScanner scanner;
  uint64_t fed = 0;  // bytes so far

  // The text [carried_begin, carried_begin + carried_size), which ends at `fed`.
  uint64_t carried_begin = 0;
  size_t carried_size = 0;
  size_t capacity;
  std::unique_ptr<uint8_t[]> carried;
};

void StreamState::feed(std::string_view chunk, SpanSink sink) {
  while (!chunk.empty() && !scanner.is_stopped()) {
    chunk.remove_prefix(carried_size == 0 ? scan_in_place(chunk, sink) : scan_carried(chunk, sink));
  }
}

// Scans the chunk in place and carries over the text that is still needed.
size_t StreamState::scan_in_place(std::string_view chunk, SpanSink sink) {
  const uint64_t begin = fed;
  fed += chunk.size();
  scanner.run({bytes_of(chunk), begin, fed, base::Text::more_may_follow}, sink);
  if (scanner.is_stopped()) return chunk.size();
  carried_begin = std::max(scanner.needed_from(), begin);
  carried_size = static_cast<size_t>(fed - carried_begin);
  std::memcpy(carried.get(), chunk.data() + (carried_begin - begin), carried_size);
  return chunk.size();
}

// Scans a piece of the chunk after the carried text. Returns how many bytes of the chunk are
// finished; the rest is scanned in place if no text is carried any more.
size_t StreamState::scan_carried(std::string_view chunk, SpanSink sink) {
  const uint64_t begin = fed;
  const size_t piece = std::min(chunk.size(), kPiece);
  if (carried_size + piece > capacity) drop_what_is_not_needed();
  std::memcpy(carried.get() + carried_size, chunk.data(), piece);
  carried_size += piece;
  fed += piece;
  scanner.run({carried.get(), carried_begin, fed, base::Text::more_may_follow}, sink);
  if (scanner.needed_from() < begin || piece == chunk.size()) return piece;
  // All the needed text lies in the chunk, so continue there. Text that was scanned and is still
  // needed is in the next window again.
  const uint64_t from = scanner.needed_from();
  carried_size = 0;
  fed = from;
  return static_cast<size_t>(from - begin);
}

void StreamState::drop_what_is_not_needed() {
  const uint64_t from = std::max(scanner.needed_from(), carried_begin);
  carried_size = static_cast<size_t>(carried_end() - from);
  std::memmove(carried.get(), carried.get() + (from - carried_begin), carried_size);
  carried_begin = from;
}

void StreamState::finish(SpanSink sink) {
  scanner.run({carried.get(), carried_begin, fed, base::Text::complete}, sink);
  scanner.begin_anew();
  fed = carried_begin = carried_size = 0;
}

}  // namespace scan

Stream::Stream(std::unique_ptr<scan::StreamState> state) : state_(std::move(state)) {}
Stream::Stream(Stream&&) noexcept = default;
Stream& Stream::operator=(Stream&&) noexcept = default;
Stream::~Stream() = default;

void Stream::feed(std::string_view chunk, SpanSink sink) { state_->feed(chunk, sink); }
void Stream::finish(SpanSink sink) { state_->finish(sink); }
void Stream::read_controls(Controls controls) { state_->scanner.read_controls(controls); }
bool Stream::is_stopped() const { return state_->scanner.is_stopped(); }
uint64_t Stream::retain_from() const { return state_->scanner.retain_from(); }
uint64_t Stream::searched_until() const { return state_->scanner.searched_until(); }
uint64_t Stream::links_cut() const { return state_->scanner.links_cut(); }

Engine::Engine(std::shared_ptr<const scan::Config> config) : config_(std::move(config)) {}

Result<Engine> Engine::create(const Options& options) {
  return scan::Config::engine(options, Cpu::best);
}

std::vector<Span> Engine::find_all(std::string_view utf8) const {
  std::vector<Span> spans;
  scan(utf8, [&](const Span& span) { spans.push_back(span); });
  return spans;
}

void Engine::scan(std::string_view utf8, SpanSink sink) const {
  scan::TextScanner scanner(*config_);
  scanner.run({scan::bytes_of(utf8), 0, utf8.size(), base::Text::complete}, sink);
}

std::optional<Span> Engine::find_first(std::string_view utf8) const {
  std::optional<Span> first;
  scan(utf8, [&](const Span& span) {
    first = span;
    return Visit::stop;
  });
  return first;
}

Stream Engine::open() const { return Stream(std::make_unique<scan::StreamState>(config_)); }

}  // namespace linkspan

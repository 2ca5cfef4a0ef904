// SPDX-License-Identifier: Apache-2.0
// Engine and Stream: the public face of the scanner. include/linkspan/linkspan.h explains them.
//
// find_all and scan run one Scanner over the whole text. A Stream scans each chunk in place. Only
// the text that the scanner still needs (an unfinished link, a little context) is carried over to
// the next chunk, in a buffer of fixed size. Pieces of the new chunk are then appended to that
// buffer and scanned there, until the scanner needs no text before the chunk.

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "linkspan/linkspan.h"
#include "scan/config.h"
#include "scan/text_scanner.h"
#include "scan/trigger/blocks.h"

namespace linkspan {
namespace scan {
namespace {

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

constexpr const char* kCpuVariable = "LINKSPAN_CPU";

std::string names_of_cpus() {
  std::string names;
  for (const Cpu cpu : kAllCpus) {
    if (kernels_for(cpu) == nullptr) continue;
    if (!names.empty()) names += ", ";
    names += to_string(cpu);
  }
  return names;
}

// The CPU that the environment names, or nullptr.
const char* cpu_of_environment() {
  const char* const given = std::getenv(kCpuVariable);  // NOLINT(concurrency-mt-unsafe): only read
  return given != nullptr && *given != '\0' ? given : nullptr;
}

Result<const Kernels*> choose_kernels(Cpu cpu) {
  std::string_view wanted = to_string(cpu);
  const char* const named = cpu == Cpu::best ? cpu_of_environment() : nullptr;
  if (named != nullptr) wanted = named;
  for (const Cpu one : kAllCpus) {
    if (to_string(one) != wanted) continue;
    if (const Kernels* const found = kernels_for(one)) return found;
  }
  const std::string source = named != nullptr ? kCpuVariable : "the CPU";
  return Error{ErrorCode::invalid_argument, 0,
               source + " is '" + std::string(wanted) + "', which this machine is not; it can be " +
                   names_of_cpus()};
}

}  // namespace

Result<Config> make_config(const Options& options, Cpu cpu) {
  constexpr uint32_t kLeast = 256;
  constexpr uint32_t kMost = 1u << 30;
  if (options.max_link_bytes < kLeast || options.max_link_bytes > kMost) {
    return Error{ErrorCode::invalid_argument, 0,
                 "max_link_bytes is " + std::to_string(options.max_link_bytes) +
                     "; it must be from 256 to 1073741824"};
  }
  if (to_string(options.profile) == "?") {
    return Error{ErrorCode::invalid_argument, 0, "profile is not a value of enum Profile"};
  }
  if (!kHasAllProfiles && options.profile != Profile::uts58) {
    return Error{ErrorCode::invalid_argument, 0, "this library has the profile uts58 only"};
  }
  Result<SchemePolicy> schemes = SchemePolicy::create(options.schemes);
  if (!schemes) return schemes.error();
  Result<TopLevelDomains> tlds = TopLevelDomains::create(options.tlds);
  if (!tlds) return tlds.error();
  const Result<const Kernels*> kernels = choose_kernels(cpu);
  if (!kernels) return kernels.error();
  Config config;
#ifndef LINKSPAN_ONLY_UTS58
  config.profile = options.profile;
#endif
  config.bare_domains = options.bare_domains;
  config.email = options.email;
  config.max_link_bytes = options.max_link_bytes;
  config.schemes = std::move(schemes).value();
  config.http_form = config.schemes.form_of("http");
  config.https_form = config.schemes.form_of("https");
  config.ftp_form = config.schemes.form_of("ftp");
  config.tlds = std::move(tlds).value();
  config.kernels = *kernels.value();
  return config;
}

Result<Engine> Config::engine(const Options& options, Cpu cpu) {
  Result<Config> config = make_config(options, cpu);
  if (!config) return config.error();
  return Engine(std::make_shared<const Config>(std::move(config).value()));
}

struct StreamState {
  explicit StreamState(std::shared_ptr<const Config> the_config)
      : config(std::move(the_config)),
        scanner(*config),
        capacity(static_cast<size_t>(
            2 * (config->max_link_bytes + kContext + kMaxHostBytes + kMostLookedAhead) + kPiece)),
        carried(std::make_unique_for_overwrite<uint8_t[]>(capacity)) {
    if (config->knows_escapes()) scanner.reserve(capacity);
  }

  // The scanner reads less than this after a link, a run or the start of an escape to decide about
  // it.
  static constexpr uint64_t kMostLookedAhead = 512 + kJudgedAhead + kLongestEscape;
  // How much of a chunk is appended to carried text at a time.
  static constexpr size_t kPiece = 4096;

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

// SPDX-License-Identifier: Apache-2.0
// stages: measures each stage, and all of them together, on the texts of tools/bench/corpora, with
// Google Benchmark.
//
//   cmake --build build/release --target stages
//   build/release/bin/stages                                        everything, a few minutes
//   build/release/bin/stages --benchmark_filter='^scan/prose'       some of the rows
//   build/release/bin/stages --benchmark_filter='^nothing'          exit status 1: no name matches
//
// scan/PROFILE/bare/TEXT      Engine::scan; also with no-bare, and with each kind of CPU
// stream/prose/TEXT           Stream, in chunks of 64 KiB
// trigger/CPU/TEXT            only the trigger stage: every place that it reports is visited
// limit/marks/CPU/TEXT        what every search must do at least, see limits/visit.h
// limit/filtered/CPU/TEXT
// short/…                     texts of 100 bytes, with and without a link
// whole/beyond_cache/TEXT     Engine::scan of a text larger than the caches, and of smaller ones
// adversarial/PROFILE/…/SIZE  texts that are meant to be slow (tests/support/adversarial.h), in two
//                             sizes; tools/bench/adversarial runs them and checks limits
// create/…                    Engine::create, Engine::open
// decode/CHARSET              from bytes in a charset to UTF-8
// document/LAYOUT/TEXT        the whole pipeline, from bytes to links with their URIs
//
// `links` (or `places`) is the number found. For beyond_cache, `ratio` is the rate for the large
// text divided by that for small ones in the cache, and should be at least 0.85. `ratio_read` is
// the same with small texts that were just read but not scanned. A benchmark stops with an error if
// it finds another number of links than the same scanner without its trigger stage, or than a scan
// of the whole text. Texts that do not exist are left out. LINKSPAN_CORPORA names another folder
// than build/bench/corpora.

#include <benchmark/benchmark.h>

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "charset/decoder.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "register_benchmark.h"
#include "scan/fast/kernels.h"
#include "scan/state/config.h"
#include "tests/support/adversarial.h"
#include "tests/support/data.h"
#include "tests/support/scan.h"
#include "visit.h"

namespace linkspan::bench {
namespace {

constexpr std::array kTexts = {"english", "multilingual", "dense", "mail"};
constexpr std::array kCharsets = {"utf-16le", "koi8-r",      "windows-1252", "shift_jis",
                                  "euc-jp",   "iso-2022-jp", "gb18030"};
constexpr std::array kCpus = {Cpu::portable, Cpu::avx2, Cpu::avx512, Cpu::neon};
constexpr size_t kChunkBytes = 64 * 1024;

// --- the texts, and the links expected in them

std::filesystem::path corpora_dir() {
  const char* named = std::getenv("LINKSPAN_CORPORA");  // NOLINT: before any thread
  if (named != nullptr) return named;
  return std::filesystem::path(LINKSPAN_SOURCE_DIR) / "build" / "bench" / "corpora";
}

struct Text {
  std::string name;
  std::string content;
};

using TextPtr = std::shared_ptr<const Text>;

// Prints a message and returns null if the text does not exist.
TextPtr load(const std::string& name) {
  const std::filesystem::path path = corpora_dir() / (name + ".txt");
  if (!std::filesystem::exists(path)) {
    std::fprintf(stderr, "stages: %s is missing; tools/bench/corpora makes it\n", path.c_str());
    return nullptr;
  }
  return std::make_shared<const Text>(Text{name, test::read_file(path)});
}

// The number of links that the scanner finds if it examines every `:`, `@` and dot. Counted once
// for each text and set of options.
uint64_t links_of_slow_path(const Options& options, const Text& text) {
  static std::map<std::string, uint64_t> known;
  const std::string key = std::string(to_string(options.profile)) +
                          (options.bare_domains ? "/bare/" : "/no-bare/") + text.name;
  const auto found = known.find(key);
  if (found != known.end()) return found->second;
  return known[key] = test::scan_slow_path(options, text.content).size();
}

// Ends the benchmark with an error if `links` is not `expected`.
bool check(benchmark::State& state, uint64_t links, uint64_t expected) {
  if (links == expected) return true;
  const std::string message =
      std::to_string(links) + " links were found, not " + std::to_string(expected);
  state.SkipWithError(message.c_str());
  return false;
}

void report(benchmark::State& state, const char* what, uint64_t count, size_t bytes) {
  state.counters[what] = static_cast<double>(count);
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations()) * static_cast<int64_t>(bytes));
}

uint64_t count_links(const Engine& engine, std::string_view text) {
  uint64_t links = 0;
  engine.scan(text, [&links](const Span&) { ++links; });
  return links;
}

uint64_t count_links_in_chunks(Stream& stream, std::string_view text) {
  uint64_t links = 0;
  const auto count = [&links](const Span&) { ++links; };
  for (size_t at = 0; at < text.size(); at += kChunkBytes) {
    stream.feed(text.substr(at, kChunkBytes), count);
  }
  stream.finish(count);
  return links;
}

// --- the benchmarks

void bench_scan(benchmark::State& state, const Options& options, const Text& text,
                Cpu cpu = Cpu::best) {
  const Engine engine = scan::Config::engine(options, cpu).value();
  const uint64_t expected = links_of_slow_path(options, text);
  for ([[maybe_unused]] auto _ : state) {
    if (!check(state, count_links(engine, text.content), expected)) return;
  }
  report(state, "links", expected, text.content.size());
}

void bench_stream(benchmark::State& state, const Text& text) {
  const Engine engine = Engine::create({}).value();
  const uint64_t expected = links_of_slow_path({}, text);
  Stream stream = engine.open();
  for ([[maybe_unused]] auto _ : state) {
    if (!check(state, count_links_in_chunks(stream, text.content), expected)) return;
  }
  report(state, "links", expected, text.content.size());
}

// Visits the places in the way of limits/visit.h, so that the two can be compared.
Visits visit_triggers(scan::FindTriggers find_triggers, std::string_view text) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  const uint8_t* const end = begin + text.size();
  const scan::Config config = scan::make_config({}).value();
  const scan::TriggerRules rules = config.trigger_rules();
  Visits visits;
  scan::TriggerBlock block;
  for (const uint8_t* at = begin; at != end;) {
    const uint8_t before = at == begin ? uint8_t{'a'} : at[-1];
    find_triggers(at, end, before, rules, block);
    for (uint64_t mask = block.mask; mask != 0; mask &= mask - 1) {
      visits.sum +=
          static_cast<uint64_t>(block.begin - begin) + static_cast<unsigned>(__builtin_ctzll(mask));
      ++visits.places;
    }
    at = block.end;
  }
  return visits;
}

template <class Visitor>
void bench_visits(benchmark::State& state, const Text& text, Visitor visit) {
  Visits visits;
  for ([[maybe_unused]] auto _ : state) {
    visits = visit(std::string_view(text.content));
    benchmark::DoNotOptimize(visits.sum);
  }
  report(state, "places", visits.places, text.content.size());
}

// One scan of a short text in each iteration, as in a program with many short texts.
void bench_short(benchmark::State& state, std::string_view text, uint64_t expected) {
  const Engine engine = Engine::create({}).value();
  for ([[maybe_unused]] auto _ : state) {
    benchmark::DoNotOptimize(text);
    if (!check(state, count_links(engine, text), expected)) return;
  }
  report(state, "links", expected, text.size());
  state.SetItemsProcessed(static_cast<int64_t>(state.iterations()));
}

void bench_create(benchmark::State& state) {
  for ([[maybe_unused]] auto _ : state) {
    Result<Engine> engine = Engine::create({});
    benchmark::DoNotOptimize(engine);
  }
}

void bench_open(benchmark::State& state) {
  const Engine engine = Engine::create({}).value();
  for ([[maybe_unused]] auto _ : state) {
    Stream stream = engine.open();
    benchmark::DoNotOptimize(stream);
  }
}

uint64_t decode(charset::Decoder& decoder, std::string_view bytes) {
  uint64_t decoded = 0;
  for (size_t at = 0; at < bytes.size(); at += kChunkBytes) {
    const std::string_view utf8 = decoder.decode(bytes.substr(at, kChunkBytes));
    decoded += utf8.size();
    decoder.release_before(decoded);
  }
  return decoded + decoder.finish().size();
}

void bench_decode(benchmark::State& state, const std::string& charset, const Text& text) {
  charset::Decoder decoder(charset::find(charset).value());
  uint64_t expected = 0;
  {
    charset::Decoder whole(charset::find(charset).value());
    expected = whole.decode(text.content).size() + whole.finish().size();
  }
  for ([[maybe_unused]] auto _ : state) {
    if (!check(state, decode(decoder, text.content), expected)) return;
  }
  report(state, "utf8_bytes", expected, text.content.size());
}

void bench_document(benchmark::State& state, const DocumentOptions& options, const Text& text) {
  const Engine engine = Engine::create({}).value();
  const auto links_of = [&] {
    uint64_t links = 0;
    const Result<Summary> summary =
        linkify({text.content, options}, engine, [&links](const Link&) { ++links; });
    return summary.ok() && summary.value().links == links ? links : UINT64_MAX;
  };
  // For a plain layout in UTF-8, Engine::scan finds the same links. For others, nothing else can
  // count them.
  const bool is_plain_utf8 = options.layout.is_plain() && options.charset == "utf-8";
  const uint64_t expected = is_plain_utf8 ? links_of_slow_path({}, text) : links_of();
  for ([[maybe_unused]] auto _ : state) {
    if (!check(state, links_of(), expected)) return;
  }
  report(state, "links", expected, text.content.size());
}

// --- texts in the cache and beyond it

// Twice the size of the largest cache, and at least 200 MB.
size_t beyond_cache_bytes() {
  size_t bytes = 200'000'000;
  for (const benchmark::CPUInfo::CacheInfo& cache : benchmark::CPUInfo::Get().caches) {
    bytes = std::max(bytes, 2 * static_cast<size_t>(cache.size));
  }
  return bytes;
}

// The text in pieces of about `bytes`, cut after line ends.
std::vector<std::string_view> slices_of(std::string_view text, size_t bytes) {
  std::vector<std::string_view> slices;
  while (!text.empty()) {
    const size_t line_end = text.find('\n', std::min(bytes, text.size()) - 1);
    slices.push_back(text.substr(0, line_end == text.npos ? line_end : line_end + 1));
    text.remove_prefix(slices.back().size());
  }
  return slices;
}

// Returns the duration of a call in seconds. `least` becomes the shortest duration so far.
template <class Function>
double time_least(double& least, Function function) {
  const auto begin = std::chrono::steady_clock::now();
  function();
  const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
  least = least == 0 ? taken.count() : std::min(least, taken.count());
  return taken.count();
}

// Loads the text into the cache without training the branch predictor on it.
void read_all(std::string_view text) {
  uint64_t sum = 0;
  for (const char c : text) sum += static_cast<uint8_t>(c);
  benchmark::DoNotOptimize(sum);
}

// Compares three scans:
// - beyond: the text, repeated in one buffer that is larger than the caches.
// - within: each megabyte of the text, right after it was scanned once. More scans would teach the
//   text to the branch predictor.
// - within_read: each megabyte of the text, after it was read but not scanned, as even one scan
//   trains the branch predictor.
void bench_beyond_cache(benchmark::State& state, const Text& text) {
  constexpr size_t kSliceBytes = 1'000'000;
  const Engine engine = Engine::create({}).value();
  const size_t times = beyond_cache_bytes() / text.content.size() + 1;
  const std::vector<std::string_view> slices = slices_of(text.content, kSliceBytes);
  std::string large;
  large.reserve(times * text.content.size());
  for (size_t i = 0; i < times; ++i) large += text.content;
  Stream stream = engine.open();
  const uint64_t expected = count_links_in_chunks(stream, large);
  uint64_t expected_in_slices = 0;
  for (const std::string_view slice : slices) {
    expected_in_slices += test::scan_slow_path({}, slice).size();
  }
  double beyond = 0;
  double within = 0;
  double within_read = 0;
  uint64_t links = 0;
  // The duration of the scan of all slices. `make_ready` is called for each slice first, untimed.
  const auto scan_slices = [&](double& least, const auto& make_ready) {
    links = 0;
    double seconds = 0;
    for (const std::string_view slice : slices) {
      make_ready(slice);
      double once = 0;
      seconds += time_least(once, [&] { links += count_links(engine, slice); });
    }
    least = least == 0 ? seconds : std::min(least, seconds);
    return check(state, links, expected_in_slices);
  };
  for ([[maybe_unused]] auto _ : state) {
    state.SetIterationTime(time_least(beyond, [&] { links = count_links(engine, large); }));
    if (!check(state, links, expected)) return;
    if (!scan_slices(within_read, read_all)) return;
    const auto scan_once = [&](std::string_view slice) { count_links(engine, slice); };
    if (!scan_slices(within, scan_once)) return;
  }
  report(state, "links", expected, large.size());
  const double scans = static_cast<double>(times);
  state.counters["ratio"] = within * scans / beyond;
  state.counters["ratio_read"] = within_read * scans / beyond;
}

// --- texts that are meant to be slow

struct AdversarialSize {
  const char* name;
  size_t bytes;
};

constexpr AdversarialSize kAdversarialSizes[] = {{"1MiB", 1 << 20}, {"64MiB", 64 << 20}};

using MakeText = std::function<std::string(size_t)>;

// The text of a benchmark and the number of its links. Only the last one is kept: a benchmark runs
// several times in a row, and all texts together have 20 GB.
struct Adversary {
  std::string name;
  std::string text;
  uint64_t links = 0;
};

const Adversary& adversary(const std::string& name, const Options& options, const MakeText& make,
                           size_t bytes) {
  static Adversary last;
  if (last.name == name) return last;
  last = {name, make(bytes), 0};
  if (bytes <= kAdversarialSizes[0].bytes) {
    last.links = test::scan_slow_path(options, last.text).size();
  } else {
    Stream stream = Engine::create(options).value().open();
    last.links = count_links_in_chunks(stream, last.text);
  }
  return last;
}

void bench_adversarial(benchmark::State& state, const std::string& name, const Options& options,
                       const MakeText& make, size_t bytes) {
  const Engine engine = Engine::create(options).value();
  const Adversary& one = adversary(name, options, make, bytes);
  for ([[maybe_unused]] auto _ : state) {
    if (!check(state, count_links(engine, one.text), one.links)) return;
  }
  report(state, "links", one.links, bytes);
}

// --- the names of the benchmarks

benchmark::internal::Benchmark* add(const std::string& name, const Measure& measure) {
  return register_benchmark(name, measure)->Unit(benchmark::kMillisecond);
}

void add_scans(const TextPtr& text) {
  for (const Profile profile : test::kAllProfiles) {
    for (const bool bare : {true, false}) {
      if (profile == Profile::strict && bare) continue;  // it has no bare domains
      Options options;
      options.profile = profile;
      options.bare_domains = bare;
      add("scan/" + std::string(to_string(profile)) + (bare ? "/bare/" : "/no-bare/") + text->name,
          [=](benchmark::State& state) { bench_scan(state, options, *text); });
    }
  }
  for (const Cpu cpu : kCpus) {
    if (scan::kernels_for(cpu) == nullptr) continue;
    add("scan/prose/" + std::string(to_string(cpu)) + "/" + text->name,
        [=](benchmark::State& state) { bench_scan(state, {}, *text, cpu); });
  }
  add("stream/prose/" + text->name, [=](benchmark::State& state) { bench_stream(state, *text); });
}

void add_triggers_and_limits(const TextPtr& text) {
  for (const Cpu cpu : kCpus) {
    const scan::Kernels* const kernels = scan::kernels_for(cpu);
    if (kernels == nullptr) continue;
    const scan::FindTriggers find_triggers = kernels->find_triggers;
    add("trigger/" + std::string(to_string(cpu)) + "/" + text->name, [=](benchmark::State& state) {
      bench_visits(state, *text,
                   [=](std::string_view all) { return visit_triggers(find_triggers, all); });
    });
  }
  for (const Limits& limits : limits_of_this_cpu()) {
    const std::string tail = std::string(limits.cpu) + "/" + text->name;
    add("limit/marks/" + tail,
        [=](benchmark::State& state) { bench_visits(state, *text, limits.visit_marks); });
    add("limit/filtered/" + tail,
        [=](benchmark::State& state) { bench_visits(state, *text, limits.visit_filtered); });
  }
}

void add_documents(const TextPtr& text) {
  const auto add_layout = [&](const char* layout_name, Layout layout) {
    DocumentOptions options;
    options.layout = layout;
    add("document/" + std::string(layout_name) + "/" + text->name,
        [=](benchmark::State& state) { bench_document(state, options, *text); });
  };
  add_layout("plain", {});
  add_layout("flowed", {.flow = Flow::flowed});
  add_layout("quoted", {.quoting = Quoting::prefixes, .wrapping = Wrapping::join});
}

void add_charsets() {
  for (const std::string charset : kCharsets) {
    const TextPtr text = load("charset." + charset);
    if (text == nullptr) continue;
    add("decode/" + charset, [=](benchmark::State& state) { bench_decode(state, charset, *text); });
    DocumentOptions options;
    options.charset = charset;
    add("document/charset/" + charset,
        [=](benchmark::State& state) { bench_document(state, options, *text); });
  }
}

void add_small_ones() {
  constexpr std::string_view kWithout =
      "The choir meets on Tuesday at eight. Please bring the notes of the second part, and a "
      "pencil. "
      "Thanks";
  constexpr std::string_view kWith =
      "The choir meets on Tuesday at eight. The notes of the second part: "
      "https://example.org/notes. "
      "Thanks";
  static_assert(kWithout.size() == 100 && kWith.size() == 100);
  const auto add_short = [](const char* name, std::string_view text, uint64_t links) {
    add(name, [=](benchmark::State& state) {
      bench_short(state, text, links);
    })->Unit(benchmark::kNanosecond);
  };
  add_short("short/without_link", kWithout, 0);
  add_short("short/with_link", kWith, 1);
  add("create/engine", bench_create)->Unit(benchmark::kNanosecond);
  add("create/stream", bench_open)->Unit(benchmark::kNanosecond);
}

void add_adversary(const std::string& family, const MakeText& make) {
  for (const Profile profile : {Profile::prose, Profile::uts58}) {
    Options options;
    options.profile = profile;
    for (const AdversarialSize& size : kAdversarialSizes) {
      const std::string name = "adversarial/" + std::string(linkspan::to_string(profile)) + "/" +
                               family + "/" + size.name;
      add(name, [=](benchmark::State& state) {
        bench_adversarial(state, name, options, make, size.bytes);
      });
    }
  }
}

void add_adversaries() {
  for (const test::AdversarialFamily& family : test::adversarial_families()) {
    add_adversary(family.name,
                  [&family](size_t bytes) { return test::adversarial_text(family, bytes); });
  }
  for (uint32_t seed = 1; seed <= test::kAdversarialMixtures; ++seed) {
    add_adversary("mixture-" + std::to_string(seed),
                  [seed](size_t bytes) { return test::adversarial_mixture(seed, bytes); });
  }
}

void add_beyond_cache(const TextPtr& text) {
  add("whole/beyond_cache/" + text->name,
      [=](benchmark::State& state) { bench_beyond_cache(state, *text); })
      ->UseManualTime()
      ->Iterations(3);
}

void add_all() {
  for (const char* name : kTexts) {
    const TextPtr text = load(name);
    if (text == nullptr) continue;
    add_scans(text);
    add_triggers_and_limits(text);
    add_documents(text);
    add_beyond_cache(text);
  }
  add_charsets();
  add_small_ones();
  add_adversaries();
}

}  // namespace
}  // namespace linkspan::bench

int main(int argc, char** argv) {
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 2;
  linkspan::bench::add_all();
  if (benchmark::RunSpecifiedBenchmarks() == 0) return 1;
  benchmark::Shutdown();
  return 0;
}

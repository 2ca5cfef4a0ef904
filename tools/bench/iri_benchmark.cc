// SPDX-License-Identifier: Apache-2.0
// iri_benchmark: measures functions on single IRIs with Google Benchmark.
//
//   cmake --build build/release --target iri_benchmark
//   build/release/bin/iri_benchmark                                     everything, a few seconds
//   build/release/bin/iri_benchmark --benchmark_filter='^parse/ascii'   one row
//
// parse/TEXTS       iri::parse
// fast/CPU/TEXTS    only the fast path
// automaton/TEXTS   only the automaton, which is used where the fast path does not decide
// to_uri/TEXTS      iri::to_uri with a buffer
// to_iri/TEXTS      iri::to_iri, for the URIs of the texts
//
// TEXTS are 4096 texts of 40 to 120 bytes. A random generator with a fixed seed makes them of
// words, so that branches are about as hard to predict as for real text:
//
// ascii             URLs with one to six segments; half have a query, some a port or fragment
// latin             the same with accented letters in paths and queries
// chinese           the same with Chinese letters in paths and queries
// ip_literals       the same with an IPv6 host, which the fast path does not decide
// idn               the same with internationalized hosts, half of them as A-labels
// malformed         the same with a space; most time is spent on the error message
//
// `bytes` is the mean length. Bytes per second count the bytes of the texts.

#include <benchmark/benchmark.h>

#include <cstdint>
#include <optional>
#include <random>
#include <string>
#include <string_view>
#include <vector>

#include "iri/fast_match.h"
#include "iri/parse.h"
#include "linkspan/iri.h"
#include "register_benchmark.h"

namespace linkspan::bench {
namespace {

using Texts = std::vector<std::string>;

constexpr size_t kTexts = 4096;
constexpr size_t kShortest = 40;
constexpr size_t kLongest = 120;

const Texts kAsciiWords = {"a",       "en",     "wiki",   "news",  "2026",     "archive",
                           "article", "images", "index",  "about", "products", "category",
                           "search",  "static", "assets", "users", "download", "documentation"};
const Texts kLatinWords = {"über", "café", "straße", "niño", "år", "wiki", "page", "čeština"};
const Texts kChineseWords = {"中文", "维基百科", "新闻", "首页", "产品", "文章"};
const Texts kHosts = {"example.org", "www.example.com",         "en.wikipedia.example",
                      "192.0.2.17",  "static.cdn7.example.net", "news.bbc.example"};
const Texts kIdnHosts = {"bücher.example",        "www.пример.example",
                         "例え.テスト",           "παράδειγμα.example",
                         "xn--bcher-kva.example", "www.xn--e1afmkfd.example",
                         "xn--r8jz45g.example",   "xn--hxajbheg2az3al.example"};

class Maker {
 public:
  std::string url(const Texts& words, std::string_view host) {
    std::string text = is_one_in(4) ? "http://" : "https://";
    text += host;
    if (is_one_in(20)) text += ":8080";
    for (size_t i = number(6) + 1; i > 0; --i) text += "/" + segment(words);
    if (is_one_in(2)) text += query(words);
    if (is_one_in(10)) text += "#" + segment(words);
    return text;
  }
  const std::string& any(const Texts& texts) { return texts[number(texts.size())]; }

 private:
  size_t number(size_t below) { return random_() % below; }
  bool is_one_in(size_t count) { return number(count) == 0; }
  std::string segment(const Texts& words) {
    std::string text = any(words);
    for (size_t i = number(3); i > 0; --i) text += (is_one_in(4) ? "%20" : "-") + any(words);
    return text;
  }
  std::string query(const Texts& words) {
    std::string text = "?q=" + segment(words);
    for (size_t i = number(3); i > 0; --i) text += "&" + any(kAsciiWords) + "=" + any(words);
    return text;
  }

  std::mt19937 random_{23};
};

enum class Kind : uint8_t { ascii, latin, chinese, ip_literals, idn, malformed };

Texts make(Kind kind) {
  const Texts& words = kind == Kind::latin     ? kLatinWords
                       : kind == Kind::chinese ? kChineseWords
                                               : kAsciiWords;
  Maker maker;
  Texts texts;
  while (texts.size() < kTexts) {
    std::string text = maker.url(words, kind == Kind::ip_literals ? "[2001:db8::17]"
                                        : kind == Kind::idn       ? maker.any(kIdnHosts)
                                                                  : maker.any(kHosts));
    if (kind == Kind::malformed) text.insert(text.size() - 3, " ");
    if (text.size() >= kShortest && text.size() <= kLongest) texts.push_back(std::move(text));
  }
  return texts;
}

uint64_t total_bytes(const Texts& texts) {
  uint64_t total = 0;
  for (const std::string& text : texts) total += text.size();
  return total;
}

// Calls `work` with every text. `work` returns false if the text was not processed as expected.
template <class Work>
void measure(benchmark::State& state, const Texts& texts, Work work) {
  for (auto _ : state) {
    for (const std::string& text : texts) {
      if (!work(std::string_view(text))) {
        state.SkipWithError("a text was refused");
        return;
      }
    }
  }
  const uint64_t total = total_bytes(texts);
  state.SetBytesProcessed(static_cast<int64_t>(state.iterations() * total));
  state.counters["bytes"] = static_cast<double>(total) / static_cast<double>(texts.size());
}

void measure_parse(benchmark::State& state, Kind kind) {
  const Texts texts = make(kind);
  measure(state, texts, [kind](std::string_view text) {
    const Result<iri::View> view = iri::parse(text);
    benchmark::DoNotOptimize(view.ok() ? view->parts().path.end : 0);
    return view.ok() == (kind != Kind::malformed);
  });
}

void measure_fast_match(benchmark::State& state, Kind kind, Cpu cpu) {
  const iri::FastMatch fast_match = iri::fast_match_for(cpu);
  measure(state, make(kind), [fast_match](std::string_view text) {
    Parts parts;
    const bool is_decided = fast_match(text, iri::Grammar::iri_reference, parts);
    benchmark::DoNotOptimize(parts.path.end);
    return is_decided;
  });
}

void measure_automaton(benchmark::State& state, Kind kind) {
  measure(state, make(kind), [](std::string_view text) {
    const std::optional<Parts> parts = iri::match(text, iri::Grammar::iri_reference);
    benchmark::DoNotOptimize(parts ? parts->path.end : 0);
    return parts.has_value();
  });
}

void measure_to_uri(benchmark::State& state, Kind kind) {
  std::string buffer;
  measure(state, make(kind), [&buffer](std::string_view text) {
    const Result<std::string_view> uri = iri::to_uri(text, buffer);
    benchmark::DoNotOptimize(uri.ok() ? uri->size() : 0);
    return uri.ok();
  });
}

void measure_to_iri(benchmark::State& state, Kind kind) {
  Texts texts = make(kind);
  for (std::string& text : texts) text = iri::to_uri(text).value();
  measure(state, texts, [](std::string_view text) {
    const Result<std::string> shown = iri::to_iri(text);
    benchmark::DoNotOptimize(shown.ok() ? shown->size() : 0);
    return shown.ok();
  });
}

struct NamedKind {
  Kind kind;
  std::string name;
};

struct NamedCpu {
  Cpu cpu;
  std::string name;
};

const std::vector<NamedKind> kKinds = {
    {Kind::ascii, "ascii"},     {Kind::latin, "latin"},
    {Kind::chinese, "chinese"}, {Kind::ip_literals, "ip_literals"},
    {Kind::idn, "idn"},         {Kind::malformed, "malformed"}};

const std::vector<NamedCpu> kCpus = {
    {Cpu::avx2, "avx2"}, {Cpu::avx512, "avx512"}, {Cpu::neon, "neon"}};

template <class Function, class... Arguments>
void add(const std::string& name, Function function, Arguments... arguments) {
  register_benchmark(name, [=](benchmark::State& state) { function(state, arguments...); });
}

void register_all() {
  for (const auto& [kind, name] : kKinds) {
    add("parse/" + name, measure_parse, kind);
    if (kind == Kind::malformed) continue;
    add("automaton/" + name, measure_automaton, kind);
    add("to_uri/" + name, measure_to_uri, kind);
    add("to_iri/" + name, measure_to_iri, kind);
    if (kind == Kind::ip_literals || kind == Kind::idn) continue;
    for (const auto& [cpu, cpu_name] : kCpus) {
      if (iri::fast_match_for(cpu) == nullptr) continue;
      std::string row = "fast/";
      row.append(cpu_name).append("/").append(name);
      add(row, measure_fast_match, kind, cpu);
    }
  }
}

}  // namespace
}  // namespace linkspan::bench

int main(int argc, char** argv) {
  linkspan::bench::register_all();
  benchmark::Initialize(&argc, argv);
  if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
  return benchmark::RunSpecifiedBenchmarks() == 0 ? 1 : 0;
}

// SPDX-License-Identifier: Apache-2.0
// Runs a fuzz target without libFuzzer: on lines of the files given as seeds (at most RUNS, from
// everywhere), and on RUNS mutations of all lines. They are the same on every machine. The tests
// include a short run; long runs use libFuzzer (preset `fuzz`).
//
//   scan_fuzz_smoke RUNS FILE…

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>
#include <vector>

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size);

namespace {

using Random = std::mt19937;

std::vector<std::string> read_seeds(int count, char** files) {
  std::vector<std::string> seeds;
  for (int i = 0; i < count; ++i) {
    std::ifstream in(files[i], std::ios::binary);
    for (std::string line; std::getline(in, line);) {
      if (!line.empty()) seeds.push_back(line);
    }
  }
  return seeds;
}

std::string mutated(const std::vector<std::string>& seeds, Random& random) {
  const auto any = [&]() -> const std::string& { return seeds[random() % seeds.size()]; };
  std::string text = any();
  for (unsigned times = random() % 4; times > 0; --times) {
    const size_t at = random() % (text.size() + 1);
    switch (random() % 4) {
      case 0:
        text.insert(at, 1, static_cast<char>(random()));
        break;
      case 1:
        text.erase(at, random() % 8);
        break;
      case 2:
        text.insert(at, any().substr(0, random() % 24));
        break;
      default:
        text += any();
        break;
    }
  }
  // Targets take their options from the first bytes.
  return std::string{static_cast<char>(random()), static_cast<char>(random())} + text;
}

void run(const std::string& text) {
  LLVMFuzzerTestOneInput(reinterpret_cast<const uint8_t*>(text.data()), text.size());
}

}  // namespace

int main(int count, char** arguments) {
  if (count < 3) {
    std::fprintf(stderr, "usage: %s RUNS FILE…\n", arguments[0]);
    return 2;
  }
  const long runs = std::strtol(arguments[1], nullptr, 10);
  const std::vector<std::string> seeds = read_seeds(count - 2, arguments + 2);
  if (seeds.empty() || runs <= 0) {
    std::fprintf(stderr, "no seeds in the files given, or no runs wanted\n");
    return 2;
  }
  const std::string no_options("\0\1", 2);
  const size_t one_of = 1 + (seeds.size() - 1) / static_cast<size_t>(runs);
  for (size_t at = 0; at < seeds.size(); at += one_of) run(no_options + seeds[at]);
  Random random(1);
  for (long i = 0; i < runs; ++i) run(mutated(seeds, random));
  std::printf("one of %zu of %zu seeds, %ld mutations\n", one_of, seeds.size(), runs);
  return 0;
}

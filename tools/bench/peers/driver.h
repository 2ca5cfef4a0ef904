// SPDX-License-Identifier: Apache-2.0
// The common part of the drivers of tools/bench/compare. A driver runs one tool on one file.
//
//   bench_re2 FILE RUNS   →   4711 0.021894 0.021102 0.021240
//
// It prints one line: the number of links, and the duration of each run in seconds. Only the search
// is timed, after the file was read into memory. Exit status: 1 if the file cannot be read or two
// runs find different numbers of links, 2 for wrong usage. Drivers in other languages print the
// same line.
#pragma once

#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <iterator>
#include <string>
#include <string_view>

namespace linkspan::bench {

struct Request {
  std::string text;
  int runs = 0;
  std::string mode;  // empty if there is only one
};

// Reads the arguments FILE RUNS [MODE]. Prints a message and exits if they are wrong.
inline Request request_from(int argc, char** argv) {
  const int runs = argc == 3 || argc == 4 ? std::atoi(argv[2]) : 0;  // NOLINT: 0 is wrong, too
  if (runs < 1) {
    std::fprintf(stderr, "usage: %s FILE RUNS [MODE]\n", argv[0]);
    std::exit(2);
  }
  std::ifstream file(argv[1], std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "%s: cannot read %s\n", argv[0], argv[1]);
    std::exit(1);
  }
  std::string text{std::istreambuf_iterator<char>(file), {}};
  return {std::move(text), runs, argc == 4 ? argv[3] : ""};
}

inline int wrong_mode(const Request& request) {
  std::fprintf(stderr, "there is no mode %s\n", request.mode.c_str());
  return 2;
}

// Runs `find`, which returns the number of links in a text, and prints the line. Returns the exit
// status.
template <class Find>
int measure(const Request& request, Find find) {
  using Clock = std::chrono::steady_clock;
  std::string seconds;
  uint64_t links = 0;
  for (int run = 0; run < request.runs; ++run) {
    const Clock::time_point begin = Clock::now();
    const uint64_t found = find(std::string_view(request.text));
    const std::chrono::duration<double> taken = Clock::now() - begin;
    if (run > 0 && found != links) {
      std::fprintf(stderr, "%ju links, but %ju in the first run\n", uintmax_t{found},
                   uintmax_t{links});
      return 1;
    }
    links = found;
    seconds += ' ' + std::to_string(taken.count());
  }
  std::printf("%ju%s\n", uintmax_t{links}, seconds.c_str());
  return 0;
}

}  // namespace linkspan::bench

// SPDX-License-Identifier: Apache-2.0
// The driver of tools/bench/instructions, which runs it under valgrind --tool=callgrind
// --collect-atstart=no. Only the calls inside a Counted are counted, so neither the start of the
// process nor the reading of a file nor the making of an engine hides what a change costs.
//
//   bench_instructions FOLDER [ROW…]  →   english 3000000 287
//
// It measures the rows whose text is in FOLDER, and prints for each: its name, how many units it
// has (bytes or edits), and how many links were found. Callgrind writes a file for each row, with
// its name as "Trigger". The first run of a row only fills caches and loads tables.
//
// Exit status: 1 if a row fails, 2 for wrong usage.

#include <valgrind/callgrind.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <random>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/index.h"
#include "linkspan/linkspan.h"
#include "linkspan/mail.h"
#include "tools/linkspan/output/requests.h"

namespace {

using namespace linkspan;  // NOLINT: a program

// Instructions are counted while one exists. REQUIRES: at most one exists.
class Counted {
 public:
  Counted() { CALLGRIND_TOGGLE_COLLECT; }
  ~Counted() { CALLGRIND_TOGGLE_COLLECT; }
  Counted(const Counted&) = delete;
  Counted& operator=(const Counted&) = delete;
};

struct Found {
  uint64_t units = 0;
  uint64_t links = 0;
};

template <class T>
T value_of(Result<T> result) {
  if (!result.ok()) throw std::runtime_error(result.error().message);
  return std::move(result).value();
}

Engine engine_of(Options options = {}) { return value_of(Engine::create(options)); }

std::vector<std::string_view> lines_of(std::string_view text) {
  std::vector<std::string_view> lines;
  while (!text.empty()) {
    const std::string_view line = text.substr(0, text.find('\n'));
    lines.push_back(line);
    text.remove_prefix(std::min(line.size() + 1, text.size()));
  }
  return lines;
}

// --- the rows

Found scan_with(const Options& options, std::string_view text) {
  const Engine engine = engine_of(options);
  Found found{text.size()};
  const Counted counted;
  engine.scan(text, [&found](const Span&) { ++found.links; });
  return found;
}

Found scan_text(std::string_view text) { return scan_with({}, text); }

Found scan_no_bare(std::string_view text) {
  Options options;
  options.bare_domains = false;
  return scan_with(options, text);
}

// Each line is a text.
Found scan_messages(std::string_view text) {
  const Engine engine = engine_of();
  const std::vector<std::string_view> messages = lines_of(text);
  Found found{text.size()};
  const Counted counted;
  for (const std::string_view message : messages) {
    engine.scan(message, [&found](const Span&) { ++found.links; });
  }
  return found;
}

Found find_all_in_messages(std::string_view text) {
  const Engine engine = engine_of();
  const std::vector<std::string_view> messages = lines_of(text);
  Found found{text.size()};
  const Counted counted;
  for (const std::string_view message : messages) found.links += engine.find_all(message).size();
  return found;
}

// Single characters are inserted and deleted at random places. The units are edits; the links are
// those that they added.
Found edit_times(uint64_t edits, std::string_view original) {
  std::string text(original.substr(0, 200'000));
  const auto reader = [&text](uint64_t offset) { return std::string_view(text).substr(offset); };
  LinkIndex index(engine_of());
  value_of(index.assign(text.size(), reader));
  std::mt19937_64 random(1);
  Found found{edits};
  for (uint64_t i = 0; i < edits; ++i) {
    const uint64_t at = random() % (text.size() - 1);
    const bool inserts = i % 2 == 0;
    if (inserts) text.insert(at, 1, 'x');
    if (!inserts) text.erase(at, 1);
    const Counted counted;
    found.links +=
        index.replace({at, at + (inserts ? 0 : 1)}, inserts ? 1 : 0, reader)->added.size();
  }
  return found;
}

Found edit(std::string_view text) { return edit_times(200, text); }
// Fewer, as an edit after an escape has scanned the whole text once.
Found edit_near_escapes(std::string_view text) { return edit_times(20, text); }

Found read_html(std::string_view text) {
  const Engine engine = engine_of();
  Document document{text};
  document.options.charset = "auto";
  document.options.markup = Markup::html;
  const Counted counted;
  return {text.size(), value_of(linkify(document, engine, [](const Link&) {})).links};
}

Found read_mailbox(std::string_view text) {
  const Engine engine = engine_of();
  mail::MboxSplitter splitter;
  Found found{text.size()};
  const Counted counted;
  const auto take = [&](const mail::MessagePlace& place) {
    const std::string_view message = text.substr(place.begin, place.end - place.begin);
    value_of(mail::linkify(message, engine, [&](const mail::MessageLink&) { ++found.links; }));
  };
  splitter.feed(text, take);
  splitter.finish(take);
  return found;
}

Found answer_json_lines(std::string_view text) {
  const Engine engine = engine_of();
  const command::ReadSettings settings;
  command::Batch batch(settings, engine);
  command::Output output;
  command::Report report;
  std::string_view rest = text;
  const auto next_block = [&rest] {
    const std::string_view block = rest.substr(0, command::kBlockBytes);
    rest.remove_prefix(block.size());
    return block;
  };
  {
    const Counted counted;
    batch.answer(next_block, output, report);
  }
  if (report.status != command::kDone) throw std::runtime_error("a line was not answered");
  return {text.size(), report.links};
}

struct Row {
  std::string_view name;
  const char* file;
  Found (*measure)(std::string_view text);
};

constexpr Row kRows[] = {
    {"english", "english.txt", scan_text},
    {"english/no-bare", "english.txt", scan_no_bare},
    {"multilingual", "multilingual.txt", scan_text},
    {"multilingual/no-bare", "multilingual.txt", scan_no_bare},
    {"dense", "dense.txt", scan_text},
    {"dense/no-bare", "dense.txt", scan_no_bare},
    {"mail", "mail.txt", scan_text},
    {"mail/no-bare", "mail.txt", scan_no_bare},
    {"plain", "plain.txt", scan_text},
    {"messages", "messages.txt", scan_messages},
    {"messages/no-links", "no_links.txt", scan_messages},
    {"find_all", "messages.txt", find_all_in_messages},
    {"edit", "messages.txt", edit},
    {"edit/escapes", "escapes.txt", edit_near_escapes},
    {"escapes", "escapes.txt", scan_text},
    {"html", "page.html", read_html},
    {"mailbox", "mailbox.mbox", read_mailbox},
    {"json-lines", "messages.jsonl", answer_json_lines},
};

// ---

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  return {std::istreambuf_iterator<char>(file), {}};
}

void measure(const Row& row, const std::string& text) {
  row.measure(text);
  CALLGRIND_ZERO_STATS;
  const Found found = row.measure(text);
  CALLGRIND_DUMP_STATS_AT(row.name.data());
  std::printf("%s %ju %ju\n", row.name.data(), uintmax_t{found.units}, uintmax_t{found.links});
}

}  // namespace

int main(int argc, char** argv) try {
  if (argc < 2) {
    std::fprintf(stderr, "usage: %s FOLDER [ROW…]\n", argv[0]);
    return 2;
  }
  const std::vector<std::string_view> wanted(argv + 2, argv + argc);
  for (const Row& row : kRows) {
    const std::filesystem::path file = std::filesystem::path(argv[1]) / row.file;
    const bool is_wanted =
        wanted.empty() || std::find(wanted.begin(), wanted.end(), row.name) != wanted.end();
    if (is_wanted && std::filesystem::exists(file)) measure(row, read_file(file));
  }
  return 0;
} catch (const std::exception& error) {
  std::fprintf(stderr, "bench_instructions: %s\n", error.what());
  return 1;
}

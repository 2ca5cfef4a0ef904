// SPDX-License-Identifier: Apache-2.0
// What `linkspan pick FILE` does before it shows anything, for tools/bench/growth: reads a file
// into a LinkStore, and makes the rows of the screen, grouped and not, and a search in them.

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>
#include <string_view>

#include "tools/linkspan/cli/pick_collector.h"
#include "tools/linkspan/input/document_reader.h"
#include "tools/linkspan/pick/model.h"

namespace {

using namespace linkspan;           // NOLINT: a program
using namespace linkspan::command;  // NOLINT

std::string read_file(const char* name) {
  std::ostringstream bytes;
  bytes << std::ifstream(name, std::ios::binary).rdbuf();
  return std::move(bytes).str();
}

void collect(const std::string& source, std::string_view text, LinkStore& store) {
  ReadSettings settings;
  settings.inputs = {source};
  settings.document.offsets = OffsetUnit::lines;
  const Engine engine = Engine::create({}).value();
  DocumentReader reader(settings, engine, Wants::text);
  Output output;
  const LinkFilter filter(LinkFilter::Wanted{});
  LinkCollector collector(store, output, filter, [] {});
  Report report;
  const Origin origin{source, 0, {}, {}, {}};
  const auto next_block = [&]() -> std::string_view {
    const std::string_view next = text.substr(0, kBlockBytes);
    text.remove_prefix(next.size());
    return next;
  };
  if (source.ends_with(".html")) {
    reader.read_markup({}, origin, "utf-8", next_block, collector, report);
  } else if (source.ends_with(".eml")) {
    reader.read_message(origin, text, collector, report);
  } else {
    reader.read({}, origin, {"utf-8"}, next_block, collector, report);
  }
}

}  // namespace

int main(int count, char** arguments) {
  if (count != 2) return 2;
  const std::string text = read_file(arguments[1]);
  LinkStore store;
  collect(arguments[1], text, store);
  PickModel model(store);
  model.update();
  model.toggle_grouping();
  model.search_for("example");
  std::printf("%zu rows, %zu found\n", model.size(), model.found());
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// The driver of Hyperscan: one expression, with the start of each match, on the whole text at once.
// Hyperscan reports every possible end of a match. Matches with the same start are one link.

#include <hs.h>

#include <limits>
#include <memory>

#include "driver.h"
#include "url_expression.h"

namespace linkspan::bench {
namespace {

struct Found {
  uint64_t links = 0;
  uint64_t begin = std::numeric_limits<uint64_t>::max();
  uint64_t end = 0;
};

int on_match(unsigned, unsigned long long begin, unsigned long long end, unsigned, void* context) {
  Found& found = *static_cast<Found*>(context);
  if (begin != found.begin) {
    ++found.links;
    found.begin = begin;
  }
  found.end = end;
  return 0;
}

struct Free {
  void operator()(hs_database_t* database) const { hs_free_database(database); }
  void operator()(hs_scratch_t* scratch) const { hs_free_scratch(scratch); }
};
using Database = std::unique_ptr<hs_database_t, Free>;
using Scratch = std::unique_ptr<hs_scratch_t, Free>;

// Prints a message and returns null if the expression cannot be compiled.
Database compile() {
  hs_database_t* database = nullptr;
  hs_compile_error_t* error = nullptr;
  if (hs_compile(kUrlExpression, HS_FLAG_SOM_LEFTMOST, HS_MODE_BLOCK, nullptr, &database, &error) !=
      HS_SUCCESS) {
    std::fprintf(stderr, "%s\n", error->message);
    hs_free_compile_error(error);
  }
  return Database(database);
}

Scratch scratch_for(const Database& database) {
  hs_scratch_t* scratch = nullptr;
  hs_alloc_scratch(database.get(), &scratch);
  return Scratch(scratch);
}

int run(const Request& request) {
  const Database database = compile();
  if (database == nullptr) return 1;
  const Scratch scratch = scratch_for(database);
  return measure(request, [&](std::string_view text) {
    Found found;
    hs_scan(database.get(), text.data(), static_cast<unsigned>(text.size()), 0, scratch.get(),
            on_match, &found);
    return found.links;
  });
}

}  // namespace
}  // namespace linkspan::bench

int main(int argc, char** argv) {
  return linkspan::bench::run(linkspan::bench::request_from(argc, argv));
}

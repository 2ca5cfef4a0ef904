// SPDX-License-Identifier: Apache-2.0
// Fuzzes normalize(), resolve() and relativize(): a base, a space and a reference, of any bytes.
// Accepted texts are IRIs; a normal form is its own normal form; a relative reference resolves to
// its target.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "linkspan/iri.h"

namespace {

using linkspan::Result;
namespace iri = linkspan::iri;

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_error(const Result<std::string>& result, std::string_view text) {
  require(result.error().position <= text.size(), "an error is in the text");
  require(!result.error().message.empty(), "an error has a sentence");
}

void check_ladder(std::string_view text) {
  for (const iri::Ladder rung : {iri::Ladder::simple, iri::Ladder::syntax, iri::Ladder::scheme}) {
    const Result<std::string> normal = iri::normalize(text, rung);
    require(normal.ok() == iri::parse(text).ok(), "what is an IRI has a normal form");
    if (!normal.ok()) {
      check_error(normal, text);
      continue;
    }
    const Result<std::string> twice = iri::normalize(*normal, rung);
    require(twice.ok() && *twice == *normal, "a normal form is its own");
    require(rung == iri::Ladder::simple || iri::equal_by_scheme(text, *normal),
            "a normal form equals what it is of");
  }
}

void check_back(std::string_view base, const std::string& target) {
  const Result<std::string> reference = iri::relativize(base, target);
  require(reference.ok(), "what was resolved can be made relative");
  const Result<std::string> found = iri::resolve(base, *reference);
  require(found.ok() && *found == target, "a relative reference leads back");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 4096)
    return 0;  // unlike other targets, the first two bytes are not options
  const std::string_view text(reinterpret_cast<const char*>(data) + 2, size - 2);
  const size_t space = std::min(text.find(' '), text.size());
  const std::string base(text.substr(0, space));
  const std::string reference(text.substr(std::min(space + 1, text.size())));
  check_ladder(base);
  check_ladder(reference);
  iri::equal_by_syntax(base, reference);
  const Result<std::string> target = iri::resolve(base, reference);
  if (!target.ok()) {
    check_error(target, iri::parse(base, iri::Grammar::iri).ok() ? reference : base);
    return 0;
  }
  require(iri::parse(*target, iri::Grammar::iri).ok(), "a target is an IRI");
  check_ladder(*target);
  check_back(base, *target);
  return 0;
}

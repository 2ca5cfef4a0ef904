// SPDX-License-Identifier: Apache-2.0
// Fuzzes iri::diagnose, display and skeleton: any bytes as a link.
//
// Promises: the set of warnings is that of the diagnostics, with the fast path and without; places
// are in the text, in order and not empty; messages and display forms are printable.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "base/printable.h"
#include "iri/diagnose.h"
#include "linkspan/iri.h"

namespace {

using namespace linkspan;  // NOLINT: a fuzz target

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

void check_diagnostics(std::string_view text) {
  Warnings found;
  uint64_t last = 0;
  for (const iri::Diagnostic& each : iri::diagnose(text)) {
    found.add(each.warning);
    require(each.range.begin >= last, "places are in order");
    require(each.range.begin < each.range.end, "a place is not empty");
    require(each.range.end <= text.size(), "a place is in the text");
    require(base::printable(each.message) == each.message, "a message is printable");
    last = each.range.begin;
  }
  require(found == iri::warnings_of(text), "the set is that of the diagnostics");
  require(found == iri::warnings_by_all_checks(text), "the fast path says the same");
}

void check_display(std::string_view text) {
  iri::DisplayOptions options;
  options.bidi = iri::BidiForm::none;
  const Result<std::string> shown = iri::display(text, options);
  if (!shown) return;
  require(base::printable(*shown) == *shown, "what is displayed is printable");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // Seeds are the lines of corpus/spoofing.txt: the link follows a tab.
  std::string_view text(reinterpret_cast<const char*>(data), size);
  text.remove_prefix(text.rfind('\t') + 1);  // npos + 1 is 0
  check_diagnostics(text);
  check_display(text);
  iri::skeleton(text);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Fuzzes the maps between IRIs and URIs: any bytes, any options. The result of to_uri() is a URI,
// maps to itself, and equals the result of the other form of the function; the result of to_iri()
// maps back to the same URI, except for case and unreserved characters; minimal() changes neither
// scheme nor host.

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>

#include "iri/mapper.h"
#include "linkspan/iri.h"
#include "tests/support/same_uri.h"

namespace {

namespace iri = linkspan::iri;
using linkspan::HostForm;
using linkspan::Result;

void require(bool promise, const char* what) {
  if (promise) return;
  std::fprintf(stderr, "broken promise: %s\n", what);
  std::abort();
}

iri::ToUriOptions choose_options(uint8_t choice) {
  iri::ToUriOptions options;
  if ((choice & 1) != 0) options.host = HostForm::percent;
  if ((choice & 2) != 0) options.source = iri::ToUriOptions::Source::legacy;
  if ((choice & 4) != 0) options.forbidden = iri::ToUriOptions::Forbidden::encoded;
  return options;
}

void check_to_uri(std::string_view text, const iri::ToUriOptions& options) {
  const Result<std::string> uri = iri::to_uri(text, options);
  std::string buffer;
  const Result<std::string_view> same = iri::to_uri(text, buffer, options);
  require(uri.ok() == same.ok(), "both forms of to_uri agree");
  if (!uri.ok()) {
    require(uri.error().position <= text.size(), "errors have a place in the text");
    return;
  }
  require(*uri == *same, "both forms of to_uri agree");
  require(iri::parse(*uri, iri::Grammar::uri_reference).ok(), "to_uri returns a URI");
  require(*iri::to_uri(*uri, options) == *uri, "a URI is its own URI");
}

void check_to_iri(std::string_view text) {
  const Result<std::string> shown = iri::to_iri(text);
  require(shown.ok() == iri::parse(text).ok(), "to_iri takes every IRI reference");
  if (!shown.ok()) return;
  const Result<std::string> back = iri::to_uri(*shown);
  require(back.ok(), "to_iri returns an IRI");
  require(linkspan::test::is_same_uri(*back, *iri::to_uri(text)), "to_iri maps back");
}

void check_minimal(std::string_view text, iri::Formatting formatting) {
  const Result<std::string> formatted = iri::minimal(text, formatting);
  require(formatted.ok() == iri::parse(text).ok(), "minimal takes every IRI reference");
  if (!formatted.ok()) return;
  const size_t tail = iri::parse(text)->parts().path.begin;
  require(formatted->substr(0, tail) == text.substr(0, tail), "minimal changes no scheme and host");
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): libFuzzer calls it so
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  if (size < 2 || size > 4096) return 0;
  const std::string text(reinterpret_cast<const char*>(data) + 2, size - 2);
  check_to_uri(text, choose_options(data[0]));
  check_to_iri(text);
  check_minimal(text,
                (data[0] & 8) != 0 ? iri::Formatting::at_end_of_text : iri::Formatting::in_text);
  return 0;
}

// SPDX-License-Identifier: Apache-2.0
// Fuzzes iri::parse: any bytes as an IRI, by each grammar.
//
// Promises: the fast path and the automaton agree; the components joined are the text, and the
// segments joined are the path; a text that a smaller grammar accepts is accepted by a larger one
// with the same components; the place of an error is the start of a code point, the text before it
// can still become an IRI, and its message is printable.

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <optional>
#include <string>
#include <string_view>

#include "base/printable.h"
#include "iri/fast_match.h"
#include "iri/parse.h"
#include "linkspan/iri.h"

namespace {

using namespace linkspan;  // NOLINT: a fuzz target
using iri::Grammar;

void require(bool holds, const char* promise) {
  if (holds) return;
  std::fprintf(stderr, "broken: %s\n", promise);
  std::abort();
}

std::string assembled(const iri::View& view) {
  std::string text;
  if (view.scheme()) text.append(*view.scheme()).append(":");
  if (view.authority()) text.append("//");
  if (view.userinfo()) text.append(*view.userinfo()).append("@");
  if (view.host()) text.append(*view.host());
  if (view.port()) text.append(":").append(*view.port());
  text.append(view.path());
  if (view.query()) text.append("?").append(*view.query());
  if (view.fragment()) text.append("#").append(*view.fragment());
  return text;
}

std::string joined_segments(const iri::View& view) {
  std::string path;
  for (const std::string_view segment : view.segments()) {
    if (!path.empty() || view.path().starts_with('/')) path += '/';
    path += segment;
  }
  return path;
}

void check_view(const iri::View& view, std::string_view text) {
  require(assembled(view) == text, "the components put together are the text");
  require(joined_segments(view) == view.path(), "the segments put together are the path");
  require(view.host().has_value() == (view.host_kind() != iri::HostKind::none),
          "a host has a kind");
}

void check_error(const Error& error, std::string_view text, Grammar grammar) {
  require(error.code == ErrorCode::syntax, "an error is one of syntax");
  require(error.position <= text.size(), "its place is in the text");
  const std::string_view before = text.substr(0, error.position);
  require(iri::viable_length(before, grammar) == before.size(), "what is before it is right");
  require(base::printable(error.message) == error.message, "its message is printable");
}

void check_fast_paths(std::string_view text, Grammar grammar) {
  const std::optional<Parts> expected = iri::match(text, grammar);
  for (const Cpu cpu : {Cpu::avx2, Cpu::avx512, Cpu::neon}) {
    const iri::FastMatch fast_match = iri::fast_match_for(cpu);
    Parts parts;
    if (fast_match == nullptr || !fast_match(text, grammar, parts)) continue;
    require(parts == expected, "the fast path and the automaton agree");
  }
}

// A text that `smaller` accepts, `larger` accepts as well, with the same components.
void check_order(std::string_view text, Grammar smaller, Grammar larger) {
  const auto less = iri::parse(text, smaller);
  if (!less.ok()) return;
  const auto more = iri::parse(text, larger);
  require(more.ok() && more->parts() == less->parts(), "a larger grammar accepts as well");
}

void check(std::string_view text) {
  constexpr Grammar kGrammars[] = {Grammar::iri_reference, Grammar::iri, Grammar::absolute_iri,
                                   Grammar::uri_reference, Grammar::uri, Grammar::absolute_uri};
  for (const Grammar grammar : kGrammars) {
    const auto view = iri::parse(text, grammar);
    if (view.ok()) {
      check_view(*view, text);
    } else {
      check_error(view.error(), text, grammar);
    }
    check_fast_paths(text, grammar);
  }
  check_order(text, Grammar::absolute_iri, Grammar::iri);
  check_order(text, Grammar::iri, Grammar::iri_reference);
  check_order(text, Grammar::absolute_uri, Grammar::uri);
  check_order(text, Grammar::uri, Grammar::uri_reference);
  check_order(text, Grammar::uri_reference, Grammar::iri_reference);
  check_order(text, Grammar::uri, Grammar::iri);
}

}  // namespace

// NOLINTNEXTLINE(readability-identifier-naming): the name that libFuzzer calls
extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  // The text alone, and after a prefix, so that the first blocks end inside it.
  const std::string text(reinterpret_cast<const char*>(data), size);
  check(text);
  check("http://example.org/a-path-that-fills-most-of-a-block-of-bytes" + text);
  return 0;
}

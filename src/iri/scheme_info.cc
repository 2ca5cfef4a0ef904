// SPDX-License-Identifier: Apache-2.0
// The properties of schemes: grammars/schemes.txt as a constant table.
//
//   scheme_info("HTTPS")      → https, hierarchical, a domain, port 443, opens safely
//   scheme_info("x+https")    → the same; scheme_info("foo") → nullopt
//
// From the same file the scanner has the names and forms as an automaton (scan/syntax/schemes.h).
// The file is read at compile time, when an unknown value is an error. Guarded by
// tests/iri/iri_scheme_info_test.cc.
#include <algorithm>
#include <array>
#include <cstddef>
#include <iterator>
#include <string_view>

#include "automata/scheme_facts.h"
#include "base/ascii.h"
#include "linkspan/iri.h"

namespace linkspan::iri {
namespace {

using automata::scheme_facts::Key;
using Row = base::WordRow<4>;

// Not a constant expression: called for an unknown value of the file.
void the_text_is_not_known() {}

// Whether the value is `text`; else it must be one of `other`.
constexpr bool is_text(std::string_view text, std::string_view wanted,
                       std::string_view other = {}) {
  if (text != wanted && text != other && !text.empty()) the_text_is_not_known();
  return text == wanted;
}

constexpr uint16_t port_of(std::string_view text) {
  uint32_t port = 0;
  for (const char c : text) {
    if (c < '0' || c > '9') the_text_is_not_known();
    port = 10 * port + static_cast<uint32_t>(c - '0');
    if (port > UINT16_MAX) the_text_is_not_known();
  }
  return static_cast<uint16_t>(port);
}

constexpr Opens opens_of(std::string_view text) {
  if (text == "safely") return Opens::safely;
  if (text == "as-page") return Opens::as_page;
  if (text == "code") return Opens::runs_code;
  if (!text.empty()) the_text_is_not_known();
  return Opens::unknown;
}

constexpr SchemeInfo info_of(const Row& row) {
  return {row.word,
          !row.texts[Key::authority].empty(),
          is_text(row.texts[Key::authority], "domain", "name"),
          is_text(row.texts[Key::path], "addresses"),
          port_of(row.texts[Key::port]),
          opens_of(row.texts[Key::opens])};
}

constexpr auto kSchemes = [] {
  std::array<SchemeInfo, std::size(automata::kSchemeFacts)> schemes;
  for (size_t i = 0; i < schemes.size(); ++i) schemes[i] = info_of(automata::kSchemeFacts[i]);
  return schemes;
}();

// Three-way comparison with a name of the table, which is in lower case.
int compare(std::string_view name, std::string_view in_any_case) {
  const size_t common = std::min(name.size(), in_any_case.size());
  for (size_t i = 0; i < common; ++i) {
    const auto byte = static_cast<uint8_t>(in_any_case[i]);
    const int wanted = base::is_ascii_letter(byte) ? byte | 0x20 : byte;
    if (const int difference = static_cast<uint8_t>(name[i]) - wanted) return difference;
  }
  return name.size() == in_any_case.size() ? 0 : name.size() < in_any_case.size() ? -1 : 1;
}

const SchemeInfo* find(std::string_view scheme) {
  const auto found = std::lower_bound(kSchemes.begin(), kSchemes.end(), scheme,
                                      [](const SchemeInfo& info, std::string_view wanted) {
                                        return compare(info.name, wanted) < 0;
                                      });
  return found != kSchemes.end() && compare(found->name, scheme) == 0 ? &*found : nullptr;
}

}  // namespace

std::optional<SchemeInfo> scheme_info(std::string_view scheme) {
  const SchemeInfo* info = find(scheme);
  const size_t plus = scheme.rfind('+');
  if (info == nullptr && plus != std::string_view::npos) info = find(scheme.substr(plus + 1));
  if (info == nullptr) return std::nullopt;
  return *info;
}

}  // namespace linkspan::iri

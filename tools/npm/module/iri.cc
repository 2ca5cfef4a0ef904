// SPDX-License-Identifier: Apache-2.0
// linkspan/iri.h for JavaScript, and the warnings about a link: only in the module of
// linkspan/full, which has the tables of src/iri/tables.
#include "linkspan/iri.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/hosts/lookalikes.h"
#include "iri/mapper.h"
#include "module.h"

namespace linkspan::module {
namespace {

// A text, or an error with its place in UTF-16 units.
struct Outcome {
  enum Status : uint32_t { ok, failed, none } status = none;
  uint32_t offset = 0;
  OutText text;
};
Outcome outcome;
std::string result;

const Outcome* returned(Result<std::string> text, std::string_view source) {
  if (text.ok()) {
    result = std::move(text).value();
    outcome = {Outcome::ok, 0, out(result)};
  } else {
    const auto before = std::min(static_cast<size_t>(text.error().position), source.size());
    result = text.error().message;
    outcome = {Outcome::failed, static_cast<uint32_t>(count_units(source.substr(0, before))),
               out(result)};
  }
  return &outcome;
}

const Outcome* returned(std::optional<std::string> text) {
  result = text.value_or("");
  outcome = {text ? Outcome::ok : Outcome::none, 0, out(result)};
  return &outcome;
}

// In the order of kOperations (full/iri.js).
enum class Operation : uint32_t {
  to_uri,
  to_iri,
  normalize,
  resolve,
  relativize,
  display,
  minimal,
  skeleton,
  host_to_ascii,
  host_to_unicode,
};

iri::ToUriOptions to_uri_options(uint32_t bits) {
  iri::ToUriOptions options;
  options.host = (bits & 1) != 0 ? HostForm::percent : HostForm::ascii;
  if ((bits & 2) != 0) options.source = iri::ToUriOptions::Source::legacy;
  if ((bits & 4) != 0) options.forbidden = iri::ToUriOptions::Forbidden::encoded;
  return options;
}

std::vector<std::string> items_of(std::string_view list) {
  std::vector<std::string> names;
  while (!list.empty()) {
    const size_t end = std::min(list.find(','), list.size());
    names.emplace_back(list.substr(0, end));
    list.remove_prefix(std::min(end + 1, list.size()));
  }
  return names;
}

// The bits of a set, in the order of kAllWarnings.
uint32_t bits_of(Warnings warnings) {
  uint32_t bits = 0;
  for (const Warning each : warnings) bits |= static_cast<uint32_t>(each);
  return bits;
}

}  // namespace

// The input is one text, or two, of which the first has `first` bytes. `option` is a number that
// the operation defines.
LINKSPAN_EXPORT(iri)
const Outcome* iri_operation(uint32_t operation, uint32_t size, uint32_t first, uint32_t option) {
  const std::string_view text = input(size).substr(0, first);
  const std::string_view second = input(size).substr(first);
  switch (static_cast<Operation>(operation)) {
    case Operation::to_uri:
      return returned(iri::to_uri(text, to_uri_options(option)), text);
    case Operation::to_iri:
      return returned(iri::to_iri(text), text);
    case Operation::normalize:
      return returned(iri::normalize(text, static_cast<iri::Ladder>(option)), text);
    case Operation::resolve:
      return returned(iri::resolve(text, second), text);
    case Operation::relativize:
      return returned(iri::relativize(text, second), text);
    case Operation::display:
      return returned(iri::display(text, {static_cast<iri::BidiForm>(option), items_of(second)}),
                      text);
    case Operation::minimal:
      return returned(iri::minimal(text, static_cast<iri::Formatting>(option)), text);
    case Operation::skeleton:
      return returned(std::optional(iri::skeleton(text)));
    case Operation::host_to_ascii:
      return returned(iri::host_to_ascii(text));
    case Operation::host_to_unicode:
      return returned(iri::host_to_unicode(text));
  }
  return returned(std::nullopt);
}

// The first rung of the ladder on which two texts are equal: iri::Ladder; 3 if there is none.
LINKSPAN_EXPORT(iri_compare) uint32_t iri_compare(uint32_t size, uint32_t first) {
  const std::string_view left = input(size).substr(0, first);
  const std::string_view right = input(size).substr(first);
  if (iri::equal_by_characters(left, right)) return 0;
  if (iri::equal_by_syntax(left, right)) return 1;
  return iri::equal_by_scheme(left, right) ? 2 : 3;
}

struct Components {
  Outcome outcome;
  uint32_t host_kind = 0;
  uint32_t parts[14] = {};  // as in Record
};

LINKSPAN_EXPORT(iri_parse) const Components* iri_parse(uint32_t size, uint32_t grammar) {
  static Components components;
  const std::string_view text = input(size);
  const Result<iri::View> view = iri::parse(text, static_cast<iri::Grammar>(grammar));
  if (!view.ok()) {
    components.outcome = *returned(view.error(), text);
    return &components;
  }
  components.outcome = {Outcome::ok, 0, {}};
  components.host_kind = static_cast<uint32_t>(view->host_kind());
  Span span;
  span.parts = view->parts();
  const Record record = record_of(span, text, 0);
  std::copy(std::begin(record.parts), std::end(record.parts), components.parts);
  return &components;
}

// Words: the number of a warning, where it begins and ends in UTF-16 units, its message.
LINKSPAN_EXPORT(iri_diagnose) const OutText* iri_diagnose(uint32_t size) {
  static std::vector<iri::Diagnostic> found;
  static std::vector<uint32_t> words;
  static OutText all;
  const std::string_view text = input(size);
  found = iri::diagnose(text);
  words.clear();
  for (const iri::Diagnostic& each : found) {
    const auto units = [&](uint64_t offset) {
      return static_cast<uint32_t>(count_units(text.substr(0, static_cast<size_t>(offset))));
    };
    const uint32_t number =
        static_cast<uint32_t>(__builtin_ctz(static_cast<uint32_t>(each.warning)));
    words.insert(words.end(), {number, units(each.range.begin), units(each.range.end),
                               reinterpret_cast<uint32_t>(each.message.data()),
                               static_cast<uint32_t>(each.message.size())});
  }
  all = {reinterpret_cast<const char*>(words.data()), static_cast<uint32_t>(words.size())};
  return &all;
}

struct WarningFacts {
  OutText name, description;
  uint32_t is_serious = 0;
};

// By the number of its bit; null after the last one.
LINKSPAN_EXPORT(warning_facts) const WarningFacts* warning_facts(uint32_t number) {
  static WarningFacts facts;
  if (number >= kAllWarnings.size()) return nullptr;
  const auto warning = static_cast<Warning>(uint32_t{1} << number);
  facts = {out(to_string(warning)), out(description(warning)),
           severity(warning) == Severity::serious ? 1u : 0u};
  return &facts;
}

// The bits of the warnings about a link, as document::Link has them, without those about markup and
// lines. The input is the text of the link, of `first` bytes, and the character after it. `facts`
// are those of its record. `ends_in_host`: the link ends with its host.
LINKSPAN_EXPORT(link_warnings)
uint32_t link_warnings(uint32_t size, uint32_t first, uint32_t facts, uint32_t ends_in_host) {
  static iri::Mapped mapped;
  iri::Mapper().map(input(size).substr(0, first), span_of(facts), {}, mapped);
  Warnings warnings = mapped.warnings;
  warnings.add(iri::warnings_of(mapped.iri));
  const std::vector<iri::Character> after = iri::characters_of(input(size), {first, size});
  if (!after.empty()) {
    const char32_t c = after[0].value;
    const bool opens_scope =
        (c >= 0x202A && c <= 0x202E && c != 0x202C) || (c >= 0x2066 && c <= 0x2068);
    if (opens_scope) warnings.add(Warning::bidi_control);
    const bool is_slash = c >= 0x2000 && c <= 0x2FFF && iri::lookalike({after[0]}, 0) == '/';
    if (ends_in_host != 0 && is_slash) warnings.add(Warning::lookalike_delimiter);
  }
  return bits_of(warnings);
}

}  // namespace linkspan::module

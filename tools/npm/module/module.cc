// SPDX-License-Identifier: Apache-2.0
// Engines, and the links of a whole text.
#include "module.h"

#include <memory>
#include <optional>

#include "base/counting.h"

namespace linkspan::module {
namespace {

// Grown to the longest text so far; JavaScript passes longer ones through a stream.
std::string buffer;

std::string error;

const base::Counting& counting() { return *base::counting_for(Cpu::best); }

const uint8_t* bytes_of(std::string_view text) {
  return reinterpret_cast<const uint8_t*>(text.data());
}

}  // namespace

std::string_view input(size_t size) { return {buffer.data(), size}; }

OutText out(std::string_view text) { return {text.data(), static_cast<uint32_t>(text.size())}; }

std::vector<Record>& records() {
  static std::vector<Record> records;
  return records;
}

uint64_t count_units(std::string_view text) {
  // PERF: most components and gaps in dense text are shorter than a block.
  if (text.size() < 16) {
    uint64_t units = 0;
    for (const char byte : text)
      units += is_continuation(byte) ? 0 : static_cast<uint8_t>(byte) >= 0xF0 ? 2 : 1;
    return units;
  }
  return counting().count_utf16(bytes_of(text), bytes_of(text) + text.size());
}

uint64_t UnitCounter::units_at(uint64_t offset) {
  units_ += count_units(
      text_.substr(static_cast<size_t>(at_ - begin_), static_cast<size_t>(offset - at_)));
  at_ = offset;
  return units_;
}

Record record_of(const Span& span, std::string_view text, uint64_t begin) {
  const Parts& parts = span.parts;
  Record record;
  const uint64_t units = count_units(text);
  record.begin = begin;
  record.end = begin + units;
  record.facts = static_cast<uint32_t>(span.kind) | static_cast<uint32_t>(span.form) << 4 |
                 static_cast<uint32_t>(span.ended_by) << 8 |
                 static_cast<uint32_t>(span.has_escapes) << 12 |
                 static_cast<uint32_t>(parts.scheme.present()) << 13;
  uint32_t* to = record.parts;
  for (const Part& part : {parts.scheme, parts.userinfo, parts.host, parts.port, parts.path,
                           parts.query, parts.fragment}) {
    *to++ = part.begin;
    *to++ = part.end;
  }
  if (units == text.size()) return record;
  for (uint32_t& offset : record.parts) {
    if (offset != Part::kAbsent)
      offset = static_cast<uint32_t>(count_units(text.substr(0, offset)));
  }
  return record;
}

namespace {

// `names`: lists with commas, as parse_names() reads them; "" is the library's own list.
std::optional<NameList> names_of(std::string_view names) {
  if (names.empty()) return NameList();
  Result<NameList> list = parse_names(names);
  if (list) return std::move(list).value();
  error = list.error().message;
  return std::nullopt;
}

}  // namespace

// Once, before everything else.
extern "C" void __wasm_call_ctors();  // NOLINT: made by the linker
LINKSPAN_EXPORT(initialize) void initialize() { __wasm_call_ctors(); }

LINKSPAN_EXPORT(input_buffer) char* input_buffer(uint32_t size) {
  if (buffer.size() < size) buffer.resize(size);
  return buffer.data();
}

// The input has two lists of names: schemes, then top-level domains from `tlds_at` on. nullptr:
// last_error() says why.
LINKSPAN_EXPORT(engine_create)
Finder* engine_create(uint32_t size, uint32_t tlds_at, uint32_t profile, uint32_t bare_domains,
                      uint32_t email, uint32_t max_link_bytes) {
  const std::string_view names = input(size);
  std::optional<NameList> schemes = names_of(names.substr(0, tlds_at));
  std::optional<NameList> tlds = names_of(names.substr(tlds_at));
  if (!schemes || !tlds) return nullptr;
  Options options{.profile = static_cast<Profile>(profile),
                  .bare_domains = bare_domains != 0,
                  .email = email != 0,
                  .schemes = *std::move(schemes),
                  .tlds = *std::move(tlds),
                  .max_link_bytes = max_link_bytes};
  Result<Engine> engine = Engine::create(options);
  if (engine) return new Finder{std::move(options), std::move(engine).value()};
  error = engine.error().message;
  return nullptr;
}

LINKSPAN_EXPORT(engine_free) void engine_free(Finder* finder) { delete finder; }

LINKSPAN_EXPORT(last_error) const OutText* last_error() {
  static OutText text;
  text = out(error);
  return &text;
}

// Returns the number of links of the input. `units`: of the text, in UTF-16; if they are as many as
// the bytes, no offset has to be converted.
LINKSPAN_EXPORT(find) uint32_t find(const Finder* finder, uint32_t size, uint32_t units) {
  const std::string_view text = input(size);
  std::vector<Record>& found = records();
  found.clear();
  if (size == units) {
    finder->engine.scan(text, [&](const Span& span) {
      found.push_back(record_of(span, span.text(text), span.range.begin));
    });
  } else {
    UnitCounter counter(text, 0, 0);
    finder->engine.scan(text, [&](const Span& span) {
      found.push_back(record_of(span, span.text(text), counter.units_at(span.range.begin)));
    });
  }
  return static_cast<uint32_t>(found.size());
}

// The same with the places of links in bytes; their components are still in UTF-16. The input need
// not be well-formed.
LINKSPAN_EXPORT(find_bytes) uint32_t find_bytes(const Finder* finder, uint32_t size) {
  const std::string_view text = input(size);
  std::vector<Record>& found = records();
  found.clear();
  finder->engine.scan(text, [&](const Span& span) {
    found.push_back(record_of(span, span.text(text), span.range.begin));
    found.back().end = span.range.end;
  });
  return static_cast<uint32_t>(found.size());
}

// Where the records of the last call are.
LINKSPAN_EXPORT(found_records) const Record* found_records() { return records().data(); }

// The same for the first link alone: the text is read only as far as necessary.
LINKSPAN_EXPORT(find_first) uint32_t find_first(const Finder* finder, uint32_t size) {
  const std::string_view text = input(size);
  std::vector<Record>& found = records();
  found.clear();
  if (const std::optional<Span> span = finder->engine.find_first(text)) {
    const auto begin = static_cast<size_t>(span->range.begin);
    found.push_back(record_of(*span, span->text(text), count_units(text.substr(0, begin))));
  }
  return static_cast<uint32_t>(found.size());
}

LINKSPAN_EXPORT(test) uint32_t test(const Finder* finder, uint32_t size) {
  return finder->engine.contains(input(size)) ? 1 : 0;
}

}  // namespace linkspan::module

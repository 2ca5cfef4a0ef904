#include "iri/mapper.h"

#include <algorithm>
#include <utility>

#include "iri/domains.h"
#include "iri/map.h"
#include "iri/nfc.h"

namespace linkspan::iri {
namespace {

bool is_ascii(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 0x80; });
}

}  // namespace

Result<Mapper> Mapper::create() {
  Result<ToAscii> to_ascii = ToAscii::create();
  if (!to_ascii.ok()) return to_ascii.error();
  return Mapper(std::move(to_ascii).value());
}

// PERF: `linkspan scan --to jsonl` of 300 MB with 0.7 million links takes 0.54 s of user time, and
// 0.72 s when each link is mapped step by step.
void Mapper::map(std::string_view text, const Span& span, const MapOptions& options,
                 Mapped& mapped) const {
  const bool is_itself =
      (span.form == Form::scheme || span.form == Form::mailto) && is_uri_text(text);
  if (!is_itself) {
    mapped = map(text, span, options);
    return;
  }
  mapped.iri = text;
  mapped.uri = text;
  mapped.warnings = {};
}

Mapped Mapper::map(std::string_view text, const Span& span, const MapOptions& options) const {
  const DefaultScheme scheme = options.default_scheme;
  if (options.normalization == Normalization::none) {
    return map_iri(iri_of(text, span, scheme), options);
  }
  // Normalized first, so that `=` and a stroke over it are a sign of their own before `=` is
  // encoded in an address. map_iri does it again: a mark may have lost the line break before it.
  return map_iri(iri_of(nfc(text), span, scheme), options);
}

Mapped Mapper::map_iri(std::string_view iri, const MapOptions& options) const {
  Mapped mapped;
  mapped.iri = options.normalization == Normalization::nfc ? nfc(iri) : std::string(iri);
  const std::string_view all = mapped.iri;
  if (options.host == HostForm::percent || is_ascii(all)) {
    mapped.uri = uri_of(all);
    return mapped;
  }
  size_t done = 0;
  for (const Range& domain : domains_of(all)) {
    mapped.uri += uri_of(all.substr(done, domain.begin - done));
    append_domain(mapped, all.substr(domain.begin, domain.size()));
    done = domain.end;
  }
  mapped.uri += uri_of(all.substr(done));
  return mapped;
}

void Mapper::append_domain(Mapped& mapped, std::string_view domain) const {
  if (is_ascii(domain)) {
    mapped.uri += uri_of(domain);
    return;
  }
  if (const auto ascii = to_ascii_(domain)) {  // refuses what is percent-encoded in part
    mapped.uri += *ascii;
  } else {
    mapped.uri += uri_of(domain);
    mapped.warnings.add(Warning::host_not_idna);
  }
}

}  // namespace linkspan::iri

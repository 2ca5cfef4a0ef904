// SPDX-License-Identifier: Apache-2.0
#include "document/link_remarks.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/site.h"
#include "iri/characters.h"
#include "iri/diagnose.h"
#include "iri/hosts/lookalikes.h"
#include "iri/map.h"
#include "iri/percent.h"
#include "iri/to_iri.h"
#include "linkspan/iri.h"

namespace linkspan::document {
namespace {

bool equal_but_for_case(std::string_view left, std::string_view right) {
  return left.size() == right.size() && base::to_ascii_lower(left) == base::to_ascii_lower(right);
}

constexpr uint64_t each_of_eight(char c) { return 0x0101010101010101u * static_cast<uint8_t>(c); }

// Printable ASCII without white space, `%` and `\`? REQUIRES: eight bytes or more. PERF: eight at a
// time, and the last eight; byte by byte, `scan --to list` of ASCII text takes 6 % more
// instructions.
bool is_plain_run(std::string_view text) {
  uint64_t signs = 0;  // the high bit is set for other bytes
  const auto look_at = [&signs](const char* at) {
    uint64_t word = 0;
    std::memcpy(&word, at, sizeof(word));
    const auto zeros = [](uint64_t bytes) { return bytes - each_of_eight(1); };
    signs |= word | (word - each_of_eight(' ' + 1)) | (word + each_of_eight(1)) |
             zeros(word ^ each_of_eight('%')) | zeros(word ^ each_of_eight('\\'));
  };
  const char* const last = text.data() + text.size() - sizeof(uint64_t);
  for (const char* at = text.data(); at < last; at += sizeof(uint64_t)) look_at(at);
  look_at(last);
  return (signs & each_of_eight('\x80')) == 0;
}

// Not empty, without A-labels and the like, not an IPv4 address, not an IP literal?
bool is_plain_host(std::string_view host) {
  if (host.empty() || host.front() == '[') return false;
  size_t last = 0;  // where the last label begins
  for (size_t at = 0; at < host.size(); ++at) {
    if (host[at] == '.') last = at + 1;
    if (host[at] == '-' && at > 0 && host[at - 1] == '-') return false;
  }
  return last < host.size() && base::is_ascii_letter(static_cast<uint8_t>(host[last]));
}

// PREFILTER: http links and addresses without warnings, by the components that the scanner has
// found. If true, iri::diagnose() returns nothing; it may be false for links without warnings.
// REQUIRES: `text` is that of the span.
bool is_plain(std::string_view text, const Span& span) {
  if (span.has_escapes) return false;
  const Parts& parts = span.parts;
  const bool is_whole = parts.host.present() && parts.host.end <= text.size() && text.size() >= 8;
  if (!is_whole || parts.port.present()) return false;
  const bool is_known = span.kind == Kind::email
                            ? span.form == Form::address
                            : span.form == Form::www || span.form == Form::domain ||
                                  (span.form == Form::scheme && text.starts_with("http"));
  if (!is_known || parts.userinfo.present() != (span.kind == Kind::email)) return false;
  const std::string_view host = text.substr(parts.host.begin, parts.host.end - parts.host.begin);
  return is_plain_host(host) && !iri::may_name_second_site(host, text) && is_plain_run(text);
}

}  // namespace

std::string display_of(std::string_view iri, std::string_view uri) {
  if (!iri::may_be_shown_otherwise(iri)) return {};
  Result<std::string> shown = iri::to_iri(uri);
  if (!shown.ok() || equal_but_for_case(*shown, iri)) return {};
  return std::move(shown).value();
}

Warnings warnings_of_text(std::string_view text, const Span& span, std::string& storage) {
  if (is_plain(text, span)) return {};
  // Where a backslash is a slash (file:), iri_of() knows.
  const bool is_iri =
      (span.form == Form::scheme || span.form == Form::mailto) && text.find('\\') == text.npos;
  if (is_iri && !span.has_escapes) return iri::warnings_of(text);
  if (!span.has_escapes && (span.form == Form::www || span.form == Form::domain)) {
    (storage = "http://") += text;
  } else {
    storage = iri::iri_of(text, span);
  }
  return iri::warnings_of(storage);
}

Warnings warnings_of_link(const Link& link) {
  if (link.span.form != Form::href && is_plain(link.text, link.span)) return {};
  return iri::warnings_of(link.iri);
}

std::string target_of(std::string_view uri, const DocumentOptions& options) {
  std::string target(uri);
  if (options.wrapped == Wrapped::unwrap) target = iri::unwrap(uri).value_or(std::move(target));
  if (options.tracking == Tracking::strip) target = iri::strip_tracking(target);
  return target == uri ? std::string() : target;
}

Warnings warnings_of_text_after(std::string_view after, const Span& span) {
  Warnings warnings;
  if (after.empty() || after.front() != kLeadByteAfterLinks) return warnings;
  const auto* const at = reinterpret_cast<const uint8_t*>(after.data());
  const base::CodePoint first = base::decode(at, at + after.size(), base::Text::complete);
  const char32_t c = first.value;
  const bool opens_scope =
      (c >= 0x202A && c <= 0x202E && c != 0x202C) || (c >= 0x2066 && c <= 0x2068);
  if (opens_scope) warnings.add(Warning::bidi_control);
  const Parts& parts = span.parts;
  const bool ends_in_host =
      span.kind == Kind::url && parts.host.present() && parts.host.end == span.range.size();
  if (ends_in_host && iri::lookalike(iri::characters_of(after, {0, first.length}), 0) == '/') {
    warnings.add(Warning::lookalike_delimiter);
  }
  return warnings;
}

// Between the two links is `](`, perhaps after the end of emphasis or code: `**](`.
bool MarkdownLinks::compare(std::string_view before, std::string_view text, const Span& span) {
  constexpr std::string_view kEmphasis = "*_`<>";
  before.remove_prefix(before.size() - std::min(before.size(), kContext));
  const auto host_of = [&] {
    const Result<std::string> uri = iri::to_uri(iri::iri_of(text, span));
    return uri.ok() ? host_led_to(*uri) : std::string();
  };
  const auto leads_elsewhere = [&] {
    const uint64_t size = span.range.begin - end_;
    if (host_.empty() || size > before.size()) return false;
    std::string_view between = before.substr(before.size() - static_cast<size_t>(size));
    if (between.ends_with('<')) between.remove_suffix(1);
    if (!between.ends_with("](")) return false;
    between.remove_suffix(2);
    if (between.find_first_not_of(kEmphasis) != between.npos) return false;
    const std::string host = host_of();
    return !host.empty() && !is_same_site(host, host_);
  };
  const bool is_other = leads_elsewhere();
  host_.clear();
  end_ = span.range.end;
  const size_t last = before.find_last_not_of(kEmphasis);
  const bool begins_text =
      last != before.npos && before[last] == '[' && (last == 0 || before[last - 1] != '!');
  const bool reads_as_address = span.form == Form::scheme || span.form == Form::www;
  if (begins_text && reads_as_address) host_ = host_of();
  return is_other;
}

}  // namespace linkspan::document

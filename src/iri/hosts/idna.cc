// SPDX-License-Identifier: Apache-2.0
#include "iri/hosts/idna.h"

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/back_end.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

// A domain name has at most 253 bytes in ASCII, of which Punycode spends at least one on each
// character; so 1,024 bytes of UTF-8 hold every domain name that is in NFC. Longer hosts are
// refused without a check, because Punycode takes quadratic time. PERF: different ideographs, 768
// bytes: 0.23 ms; 1,024 bytes: 0.41 ms; 2,400 bytes: 2.0 ms.
constexpr size_t kLongestHost = 1024;

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" (RFC 3986, section 2.3) Of the characters of
// reg-name, only these mean the same in every URI: a `,` from a wide `，` (UTS #46) would end an
// address in a mailto URI, a `%` would begin a percent-encoding.
bool is_unreserved(char c) {
  constexpr std::string_view kMarks = "-._~";
  return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) ||
         kMarks.find(c) != std::string_view::npos;
}

void append_code_point(std::string& out, char32_t code_point) {
  std::array<char, 4> bytes;  // NOLINT: written before it is read
  const char* const end = base::write_utf8(code_point, bytes.data());
  out.append(bytes.data(), static_cast<size_t>(end - bytes.data()));
}

// Maps each character of the host by UTS #46, if the result is one character or none. ICU could do
// it, but src/unicode is newer, and the mapping has changed: `ẞ` was `ss` until Unicode 15.0 and is
// `ß` now, which is another domain.
std::string mapped(std::string_view host) {
  std::string out;
  const auto* at = reinterpret_cast<const uint8_t*>(host.data());
  for (const auto* end = at + host.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const char32_t folded = unicode::host_fold(found.value);
    if (folded != found.value) {
      append_code_point(out, folded);
    } else if (!unicode::properties(found.value).is_host_ignored()) {
      out.append(reinterpret_cast<const char*>(at), found.length);
    }
    at += found.length;
  }
  return out;
}

}  // namespace

const Result<Idna>& Idna::shared() {
  static const Result<Idna> one = open();
  return one;
}

Result<Idna> Idna::open() {
  std::optional<std::string> fault = back_end::idna_fault();
  if (fault) return Error{ErrorCode::not_found, 0, *std::move(fault)};
  return Idna();
}

std::optional<std::string> Idna::to_ascii(std::string_view host) const {
  if (host.size() > kLongestHost) return std::nullopt;
  std::optional<std::string> ascii = back_end::to_ascii(mapped(host));
  const bool is_name =
      ascii && !ascii->empty() && std::all_of(ascii->begin(), ascii->end(), is_unreserved);
  if (!is_name) return std::nullopt;
  return ascii;
}

std::optional<std::string> Idna::to_unicode(std::string_view host) const {
  if (host.size() > kLongestHost) return std::nullopt;
  return back_end::to_unicode(host);
}

std::optional<std::string> host_to_ascii(std::string_view host) {
  const Result<Idna>& idna = Idna::shared();
  return idna.ok() ? idna->to_ascii(host) : std::nullopt;
}

std::optional<std::string> host_to_unicode(std::string_view host) {
  const Result<Idna>& idna = Idna::shared();
  return idna.ok() ? idna->to_unicode(host) : std::nullopt;
}

std::string fold_host(std::string_view host) {
  std::string folded;
  const auto* at = reinterpret_cast<const uint8_t*>(host.data());
  for (const auto* const end = at + host.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const std::string_view bytes(reinterpret_cast<const char*>(at), found.length);
    at += found.length;
    if (found.value == base::kIllFormed) {
      folded += bytes;
      continue;
    }
    std::array<char, 4> mapped;  // NOLINT: written before it is read
    const char* const end_of_mapped =
        base::write_utf8(unicode::host_fold(found.value), mapped.data());
    folded.append(mapped.data(), static_cast<size_t>(end_of_mapped - mapped.data()));
  }
  return folded;
}

bool is_invisible(char32_t code_point) {
  const unicode::Properties properties = unicode::properties(code_point);
  return properties.is_white_space() || properties.is_default_ignorable() ||
         properties.is_bidi_control();
}

}  // namespace linkspan::iri

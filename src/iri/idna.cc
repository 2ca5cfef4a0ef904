// SPDX-License-Identifier: Apache-2.0
#include "iri/idna.h"

#include <unicode/uidna.h>
#include <unicode/utf8.h>
#include <unicode/utypes.h>

#include <algorithm>
#include <array>
#include <cstdint>

#include "base/ascii.h"
#include "base/utf8.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

constexpr uint32_t kOptions = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                              UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ;

// Errors of checks that ICU always makes and that are not wanted: VerifyDnsLength, CheckHyphens.
constexpr uint32_t kIgnoredErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

// A domain name has at most 253 bytes in ASCII, of which Punycode spends at least one on each
// character; so 1,024 bytes of UTF-8 hold every domain name that is in NFC. Longer hosts are
// refused without a check, because Punycode takes quadratic time. PERF: different ideographs, 768
// bytes: 0.23 ms; 1,024 bytes: 0.41 ms; 2,400 bytes: 2.0 ms.
constexpr size_t kLongestHost = 1024;

constexpr size_t kFirstGuess = 256;  // of the result, in bytes

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~" (RFC 3986, section 2.3) Of the characters of
// reg-name, only these mean the same in every URI: a `,` from a wide `，` (UTS #46) would end an
// address in a mailto URI, a `%` would begin a percent-encoding.
bool is_unreserved(char c) {
  constexpr std::string_view kMarks = "-._~";
  return base::is_ascii_alphanumeric(static_cast<uint8_t>(c)) ||
         kMarks.find(c) != std::string_view::npos;
}

void append_code_point(std::string& out, char32_t code_point) {
  std::array<uint8_t, U8_MAX_LENGTH> bytes;
  size_t length = 0;
  U8_APPEND_UNSAFE(bytes.data(), length, code_point);
  out.append(reinterpret_cast<const char*>(bytes.data()), length);
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

using Conversion = int32_t (*)(const UIDNA*, const char*, int32_t, char*, int32_t, UIDNAInfo*,
                               UErrorCode*);

// Nothing if ICU refuses the name for another reason than kIgnoredErrors.
std::optional<std::string> converted(const UIDNA* idna, std::string_view name, Conversion convert) {
  std::string out(kFirstGuess, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const auto try_once = [&] {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = convert(idna, name.data(), static_cast<int32_t>(name.size()), out.data(),
                                   static_cast<int32_t>(out.size()), &info, &status);
    out.resize(static_cast<size_t>(std::max(length, 0)));
    return status;
  };
  UErrorCode status = try_once();
  if (status == U_BUFFER_OVERFLOW_ERROR) status = try_once();  // the size is right now
  if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
  return out;
}

}  // namespace

const Result<Idna>& Idna::shared() {
  static const Result<Idna> one = open();
  return one;
}

Result<Idna> Idna::open() {
  UErrorCode status = U_ZERO_ERROR;
  UIDNA* const idna = uidna_openUTS46(kOptions, &status);
  if (U_FAILURE(status)) {
    return Error{ErrorCode::not_found, 0,
                 std::string("ICU cannot map domain names (") + u_errorName(status) +
                     "); is its data installed?"};
  }
  return Idna(idna);
}

void Idna::Close::operator()(UIDNA* idna) const { uidna_close(idna); }

std::optional<std::string> Idna::to_ascii(std::string_view host) const {
  if (host.size() > kLongestHost) return std::nullopt;
  std::optional<std::string> ascii = converted(idna_.get(), mapped(host), uidna_nameToASCII_UTF8);
  const bool is_name =
      ascii && !ascii->empty() && std::all_of(ascii->begin(), ascii->end(), is_unreserved);
  if (!is_name) return std::nullopt;
  return ascii;
}

std::optional<std::string> Idna::to_unicode(std::string_view host) const {
  if (host.size() > kLongestHost) return std::nullopt;
  return converted(idna_.get(), host, uidna_nameToUnicodeUTF8);
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

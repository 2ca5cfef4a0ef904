// SPDX-License-Identifier: Apache-2.0
// UTS #46 by ICU. Version 72 knows Unicode 15.0, and refuses newer characters.
#include <unicode/uidna.h>
#include <unicode/utypes.h>

#include <algorithm>

#include "iri/back_end.h"

namespace linkspan::iri::back_end {
namespace {

constexpr uint32_t kOptions = UIDNA_NONTRANSITIONAL_TO_ASCII | UIDNA_NONTRANSITIONAL_TO_UNICODE |
                              UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ;

// Errors of checks that ICU always makes and that are not wanted: VerifyDnsLength, CheckHyphens.
constexpr uint32_t kIgnoredErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

constexpr size_t kFirstGuess = 256;  // of the result, in bytes

struct Opened {
  UIDNA* idna;
  UErrorCode status;
};

// Once per process; never closed.
const Opened& opened() {
  static const Opened one = [] {
    Opened made = {nullptr, U_ZERO_ERROR};
    made.idna = uidna_openUTS46(kOptions, &made.status);
    return made;
  }();
  return one;
}

using Conversion = int32_t (*)(const UIDNA*, const char*, int32_t, char*, int32_t, UIDNAInfo*,
                               UErrorCode*);

// Nothing if ICU refuses the name for another reason than kIgnoredErrors.
std::optional<std::string> converted(std::string_view name, Conversion convert) {
  if (U_FAILURE(opened().status)) return std::nullopt;
  std::string out(kFirstGuess, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const auto try_once = [&] {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length = convert(opened().idna, name.data(), static_cast<int32_t>(name.size()),
                                   out.data(), static_cast<int32_t>(out.size()), &info, &status);
    out.resize(static_cast<size_t>(std::max(length, 0)));
    return status;
  };
  UErrorCode status = try_once();
  if (status == U_BUFFER_OVERFLOW_ERROR) status = try_once();  // the size is right now
  if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
  return out;
}

}  // namespace

std::optional<std::string> idna_fault() {
  if (U_SUCCESS(opened().status)) return std::nullopt;
  return std::string("ICU cannot map domain names (") + u_errorName(opened().status) +
         "); is its data installed?";
}

std::optional<std::string> to_ascii(std::string_view name) {
  return converted(name, uidna_nameToASCII_UTF8);
}

std::optional<std::string> to_unicode(std::string_view name) {
  return converted(name, uidna_nameToUnicodeUTF8);
}

}  // namespace linkspan::iri::back_end

#include "iri/to_unicode.h"

#include <unicode/uidna.h>
#include <unicode/utypes.h>

#include <algorithm>

namespace linkspan::iri {
namespace {

constexpr uint32_t kOptions =
    UIDNA_NONTRANSITIONAL_TO_UNICODE | UIDNA_CHECK_BIDI | UIDNA_CHECK_CONTEXTJ;

// As in idna.cc: ICU always checks them, and we do not ask for it.
constexpr uint32_t kIgnoredErrors = UIDNA_ERROR_EMPTY_LABEL | UIDNA_ERROR_LABEL_TOO_LONG |
                                    UIDNA_ERROR_DOMAIN_NAME_TOO_LONG | UIDNA_ERROR_LEADING_HYPHEN |
                                    UIDNA_ERROR_TRAILING_HYPHEN | UIDNA_ERROR_HYPHEN_3_4;

constexpr size_t kLongestHost = 1024;  // Punycode takes quadratic time
constexpr size_t kFirstGuess = 256;    // of the result, in bytes

}  // namespace

Result<ToUnicode> ToUnicode::create() {
  UErrorCode status = U_ZERO_ERROR;
  UIDNA* const idna = uidna_openUTS46(kOptions, &status);
  if (U_FAILURE(status)) {
    return Error{ErrorCode::not_found, 0,
                 std::string("ICU cannot map domain names (") + u_errorName(status) +
                     "); is its data installed?"};
  }
  return ToUnicode(idna);
}

void ToUnicode::Close::operator()(UIDNA* idna) const { uidna_close(idna); }

std::optional<std::string> ToUnicode::operator()(std::string_view host) const {
  if (host.size() > kLongestHost) return std::nullopt;
  std::string shown(kFirstGuess, '\0');
  UIDNAInfo info = UIDNA_INFO_INITIALIZER;
  const auto convert = [&] {
    UErrorCode status = U_ZERO_ERROR;
    const int32_t length =
        uidna_nameToUnicodeUTF8(idna_.get(), host.data(), static_cast<int32_t>(host.size()),
                                shown.data(), static_cast<int32_t>(shown.size()), &info, &status);
    shown.resize(static_cast<size_t>(std::max(length, 0)));
    return status;
  };
  UErrorCode status = convert();
  if (status == U_BUFFER_OVERFLOW_ERROR) status = convert();  // the size is right now
  if (U_FAILURE(status) || (info.errors & ~kIgnoredErrors) != 0) return std::nullopt;
  return shown;
}

}  // namespace linkspan::iri

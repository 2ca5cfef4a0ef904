// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "mail/transfer.h"

namespace linkspan::mail {
namespace {

struct EncodingName {
  std::string_view name;  // in lower case; only letters and digits are compared
  TransferEncoding encoding;
};

// RFC 2045, section 6.1, and the names of uuencode that occur.
constexpr std::array<EncodingName, 9> kNames = {{
    {"7bit", TransferEncoding::seven_bit},
    {"8bit", TransferEncoding::eight_bit},
    {"binary", TransferEncoding::binary},
    {"quoted-printable", TransferEncoding::quoted_printable},
    {"base64", TransferEncoding::base64},
    {"x-uuencode", TransferEncoding::uuencode},
    {"uuencode", TransferEncoding::uuencode},
    {"x-uue", TransferEncoding::uuencode},
    {"uue", TransferEncoding::uuencode},
}};

std::string letters_and_digits(std::string_view text) {
  std::string kept;
  for (const char c : text) {
    if (base::is_ascii_alphanumeric(static_cast<unsigned char>(c))) kept += c;
  }
  return kept;
}

}  // namespace

std::string_view to_string(TransferEncoding encoding) {
  const auto found =
      std::find_if(kNames.begin(), kNames.end(),
                   [encoding](const EncodingName& one) { return one.encoding == encoding; });
  return found->name;  // each encoding has one
}

DeclaredEncoding read_transfer_encoding(std::string_view field) {
  const std::string lower = base::to_ascii_lower(field);
  if (lower.find_first_not_of(" \t\r\n") == std::string::npos) {
    return {TransferEncoding::seven_bit, Spelling::exact};
  }
  // Without comments (RFC 5322, section 3.2.2), and without parameters, which this field does not
  // have.
  const std::string bare = letters_and_digits(lower.substr(0, lower.find_first_of("(;,")));
  for (const EncodingName& one : kNames) {
    if (lower == one.name) return {one.encoding, Spelling::exact};
    if (bare == letters_and_digits(one.name)) return {one.encoding, Spelling::odd};
  }
  return {TransferEncoding::eight_bit, Spelling::unknown};
}

}  // namespace linkspan::mail

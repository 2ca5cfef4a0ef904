#include "mail/transfer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "mail/parser_view.h"

namespace linkspan::mail {
namespace {

// PERF: blocks of 16 KiB to 256 KiB decode at the same rate; smaller ones cost a call each.
constexpr size_t kBlock = size_t{64} << 10;

struct EncodingName {
  std::string_view name;  // lower case; what is compared has only its letters and digits left
  TransferEncoding encoding;
};

// RFC 2045, section 6.1, and the names under which uuencode is met.
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

GMimeContentEncoding gmime_encoding(TransferEncoding encoding) {
  switch (encoding) {
    case TransferEncoding::quoted_printable:
      return GMIME_CONTENT_ENCODING_QUOTEDPRINTABLE;
    case TransferEncoding::base64:
      return GMIME_CONTENT_ENCODING_BASE64;
    case TransferEncoding::uuencode:
      return GMIME_CONTENT_ENCODING_UUENCODE;
    default:
      return GMIME_CONTENT_ENCODING_BINARY;
  }
}

// Bytes that are not of base64 are to be passed over (RFC 2045, section 6.8), as stray ones happen.
// Every 16th is too many: a text has more blanks than that.
bool looks_like_base64(std::string_view body) {
  constexpr size_t kEnoughToTell = 1024;
  constexpr size_t kBytesForEachForeign = 16;
  body = body.substr(0, kEnoughToTell);
  const auto foreign = std::count_if(body.begin(), body.end(), [](char c) {
    return !base::is_ascii_alphanumeric(static_cast<unsigned char>(c)) &&
           std::string_view("+/=\r\n").find(c) == std::string_view::npos;
  });
  return static_cast<size_t>(foreign) * kBytesForEachForeign <= body.size();
}

bool has_begin_line(std::string_view body) {
  constexpr std::string_view kBegin = "begin ";
  for (size_t at = body.find(kBegin); at != body.npos; at = body.find(kBegin, at + 1)) {
    if (at == 0 || body[at - 1] == '\n' || body[at - 1] == '\r') return true;
  }
  return false;
}

void give(const char* bytes, size_t size, Visitor& visitor) {
  if (size > 0) visitor.block({bytes, size});
}

}  // namespace

std::string_view name(TransferEncoding encoding) {
  const auto* const found =
      std::find_if(kNames.begin(), kNames.end(),
                   [encoding](const EncodingName& one) { return one.encoding == encoding; });
  return found->name;  // each encoding has one
}

DeclaredEncoding read_transfer_encoding(std::string_view field) {
  const std::string lower = base::to_ascii_lower(field);
  if (lower.find_first_not_of(" \t\r\n") == std::string::npos) {
    return {TransferEncoding::seven_bit, Spelling::exact};
  }
  // Comments (RFC 5322, section 3.2.2) and parameters, which the field does not have, are left out.
  const std::string bare = letters_and_digits(lower.substr(0, lower.find_first_of("(;,")));
  for (const EncodingName& one : kNames) {
    if (lower == one.name) return {one.encoding, Spelling::exact};
    if (bare == letters_and_digits(one.name)) return {one.encoding, Spelling::odd};
  }
  return {TransferEncoding::eight_bit, Spelling::unknown};
}

bool is_encoded(std::string_view body, TransferEncoding encoding) {
  if (encoding == TransferEncoding::base64) return looks_like_base64(body);
  return encoding != TransferEncoding::uuencode || has_begin_line(body);
}

void decode(std::string_view message, size_t begin, size_t end, LineEnds ends,
            TransferEncoding encoding, Visitor& visitor) {
  if (is_identity(encoding)) {
    for (size_t at = begin; at < end; at += kBlock) {
      visitor.block(message.substr(at, std::min(kBlock, end - at)));
    }
    return;
  }
  const Ref<GMimeFilter> filter(g_mime_filter_basic_new(gmime_encoding(encoding), FALSE));
  std::vector<char> text(std::min(kBlock, end - begin) + 1);  // never empty: it has an address
  char* out = nullptr;
  size_t out_size = 0;
  size_t before = 0;
  for (size_t at = begin; at < end; at += kBlock) {
    const size_t stop = std::min(at + kBlock, end);
    copy_text(message, at, stop, ends, text.data());
    g_mime_filter_filter(filter.get(), text.data(), stop - at, 0, &out, &out_size, &before);
    give(out, out_size, visitor);
  }
  // The last bytes of base64 that was cut off come out once it is padded; behind a whole one this
  // adds nothing.
  std::string padding = encoding == TransferEncoding::base64 ? "==" : "";
  g_mime_filter_complete(filter.get(), padding.data(), padding.size(), 0, &out, &out_size, &before);
  give(out, out_size, visitor);
}

}  // namespace linkspan::mail

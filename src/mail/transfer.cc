#include "mail/transfer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "base/ascii.h"
#include "mail/base64.h"
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
    case TransferEncoding::uuencode:
      return GMIME_CONTENT_ENCODING_UUENCODE;
    default:
      return GMIME_CONTENT_ENCODING_BINARY;
  }
}

bool begins_with_base64(std::string_view body) {
  constexpr size_t kEnoughToTell = 1024;
  body = body.substr(0, kEnoughToTell);
  return body.find_first_not_of(" \t\r\n") == body.npos || size_of_base64(body) > 0;
}

bool has_begin_line(std::string_view body) {
  constexpr std::string_view kBegin = "begin ";
  for (size_t at = body.find(kBegin); at != body.npos; at = body.find(kBegin, at + 1)) {
    if (at == 0 || body[at - 1] == '\n' || body[at - 1] == '\r') return true;
  }
  return false;
}

void give(std::string_view bytes, Visitor& visitor) {
  if (!bytes.empty()) visitor.block(bytes);
}

void give_as_it_stands(std::string_view text, Visitor& visitor) {
  for (size_t at = 0; at < text.size(); at += kBlock) visitor.block(text.substr(at, kBlock));
}

void give_base64(std::string_view base64, Visitor& visitor) {
  Base64Decoder decoder;
  std::string bytes;
  for (size_t at = 0; at < base64.size(); at += kBlock) {
    bytes.clear();
    decoder.feed(base64.substr(at, kBlock), bytes);
    give(bytes, visitor);
  }
  bytes.clear();
  decoder.finish(bytes);
  give(bytes, visitor);
}

// Gives where the first text behind base64 begins.
std::optional<size_t> decode_base64(std::string_view body, Visitor& visitor) {
  std::optional<size_t> first_text;
  for (size_t at = 0; at < body.size();) {
    const size_t text = at + size_of_base64(body.substr(at));
    give_base64(body.substr(at, text - at), visitor);
    if (text < body.size() && !first_text) first_text = text;
    at = text + size_of_text(body.substr(text));
    give_as_it_stands(body.substr(text, at - text), visitor);
  }
  return first_text;
}

// Quoted-printable and uuencode.
void decode_by_filter(std::string_view message, size_t begin, size_t end, LineEnds ends,
                      TransferEncoding encoding, Visitor& visitor) {
  const Ref<GMimeFilter> filter(g_mime_filter_basic_new(gmime_encoding(encoding), FALSE));
  std::vector<char> text(std::min(kBlock, end - begin) + 1);  // never empty: it has an address
  char* out = nullptr;
  size_t out_size = 0;
  size_t before = 0;
  for (size_t at = begin; at < end; at += kBlock) {
    const size_t stop = std::min(at + kBlock, end);
    copy_text(message, at, stop, ends, text.data());
    g_mime_filter_filter(filter.get(), text.data(), stop - at, 0, &out, &out_size, &before);
    give({out, out_size}, visitor);
  }
  g_mime_filter_complete(filter.get(), text.data(), 0, 0, &out, &out_size, &before);
  give({out, out_size}, visitor);
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
  if (encoding == TransferEncoding::base64) return begins_with_base64(body);
  return encoding != TransferEncoding::uuencode || has_begin_line(body);
}

std::optional<size_t> decode(std::string_view message, size_t begin, size_t end, LineEnds ends,
                             TransferEncoding encoding, Visitor& visitor) {
  const std::string_view body = message.substr(begin, end - begin);
  if (is_identity(encoding)) {
    give_as_it_stands(body, visitor);
    return std::nullopt;
  }
  if (encoding == TransferEncoding::base64) {
    const std::optional<size_t> text = decode_base64(body, visitor);
    return text ? std::optional<size_t>(begin + *text) : std::nullopt;
  }
  decode_by_filter(message, begin, end, ends, encoding, visitor);
  return std::nullopt;
}

}  // namespace linkspan::mail

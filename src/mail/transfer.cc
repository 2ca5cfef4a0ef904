// SPDX-License-Identifier: Apache-2.0
#include "mail/transfer.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "linkspan/linkspan.h"
#include "mail/base64.h"
#include "mail/parser_view.h"

namespace linkspan::mail {
namespace {

// PERF: blocks of 16 KiB to 256 KiB decode at the same rate; smaller ones cost a call each.
constexpr size_t kBlock = size_t{64} << 10;

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

// Returns the start of the first text after base64.
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

// A filter of GMime for the bytes of a message.
class Filter {
 public:
  Filter(TransferEncoding encoding, LineEnds ends, Visitor& visitor)
      : filter_(g_mime_filter_basic_new(gmime_encoding(encoding), FALSE)),
        ends_(ends),
        visitor_(visitor) {}

  void feed(std::string_view message, size_t begin, size_t end) {
    text_.resize(std::max(text_.size(), std::min(kBlock, end - begin)));
    for (size_t at = begin; at < end; at += kBlock) {
      const size_t stop = std::min(at + kBlock, end);
      copy_text(message, at, stop, ends_, text_.data());
      g_mime_filter_filter(filter_.get(), text_.data(), stop - at, 0, &out_, &out_size_, &before_);
      give({out_, out_size_}, visitor_);
    }
  }

  void finish() {
    g_mime_filter_complete(filter_.get(), text_.data(), 0, 0, &out_, &out_size_, &before_);
    give({out_, out_size_}, visitor_);
  }

 private:
  const Ref<GMimeFilter> filter_;
  LineEnds ends_;
  Visitor& visitor_;
  std::vector<char> text_ = {'\0'};  // never empty: it has an address
  char* out_ = nullptr;
  size_t out_size_ = 0;
  size_t before_ = 0;
};

// The first blanks in [begin, end) after the `=` of a soft line break, which some programs put
// there (RFC 2045, section 6.7, rule 3). None: [end, end).
Range blanks_in_soft_break(std::string_view message, size_t begin, size_t end, LineEnds ends) {
  message = message.substr(0, end);
  for (size_t at = message.find('=', begin); at < end; at = message.find('=', at)) {
    const size_t blanks = ++at;
    at = std::min(message.find_first_not_of(" \t", at), end);
    if (at == blanks) continue;
    if (at == end || ends_line(message, at, ends) || message.substr(at).starts_with("\r\n")) {
      return {blanks, at};
    }
  }
  return {end, end};
}

// GMime 3.2.13 reads a soft line break with blanks in it as text.
void decode_quoted_printable(std::string_view message, size_t begin, size_t end, LineEnds ends,
                             Filter& filter) {
  while (begin < end) {
    const Range blanks = blanks_in_soft_break(message, begin, end, ends);
    filter.feed(message, begin, static_cast<size_t>(blanks.begin));
    begin = static_cast<size_t>(blanks.end);
  }
}

}  // namespace

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
  Filter filter(encoding, ends, visitor);
  if (encoding == TransferEncoding::quoted_printable) {
    decode_quoted_printable(message, begin, end, ends, filter);
  } else {
    filter.feed(message, begin, end);
  }
  filter.finish();
  return std::nullopt;
}

}  // namespace linkspan::mail

// SPDX-License-Identifier: Apache-2.0
// See map.h. For each purpose there is a set of bytes that are not changed, made at compile time
// from the ABNF rules in its comment.
#include "iri/map.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstring>

#include "base/literal_joint.h"
#include "base/utf8.h"
#include "iri/percent.h"
#include "scan/text/escapes.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using ByteSet = std::array<bool, 256>;

constexpr ByteSet set_of(std::string_view bytes) {
  ByteSet set{};
  for (const char c : bytes) set[static_cast<uint8_t>(c)] = true;
  return set;
}

constexpr ByteSet without(ByteSet set, std::string_view bytes) {
  for (const char c : bytes) set[static_cast<uint8_t>(c)] = false;
  return set;
}

// unreserved / reserved / "%"  (RFC 3986, section 2)
constexpr ByteSet kUri = set_of(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~"
    ":/?#[]@"
    "!$&'()*+,;="
    "%");

// The characters of an address that are not encoded in a mailto URI: all of the above except "%",
// the gen-delims "/" "?" "#" "[" "]", and "&" ";" "=" (RFC 6068, section 2, rule 1). uri_of encodes
// the non-ASCII characters.
constexpr ByteSet kAddress = without(kUri, "%/?#[]&;=");

// A byte in a URI: itself, or its percent-encoding.
struct InUri {
  char text[4];
  uint8_t length;
};

constexpr std::array<InUri, 256> kInUri = [] {
  std::array<InUri, 256> table{};
  for (unsigned byte = 0; byte < table.size(); ++byte) {
    if (kUri[byte]) {
      table[byte] = {{static_cast<char>(byte)}, 1};
    } else {
      table[byte].length = 3;
      write_percent_encoded(table[byte].text, static_cast<uint8_t>(byte));
    }
  }
  return table;
}();

std::string mailto_of(std::string_view address) {
  std::string iri = "mailto:";
  for (const char c : address) {
    const auto byte = static_cast<uint8_t>(c);
    if (byte >= 0x80 || kAddress[byte]) {
      iri += c;
    } else {
      append_percent_encoded(iri, byte);
    }
  }
  return iri;
}

std::string before_host(DefaultScheme scheme) {
  return scheme == DefaultScheme::https ? "https://" : "http://";
}

}  // namespace

std::string without_white_space(std::string_view text) {
  std::string joined;
  joined.reserve(text.size());
  const auto* at = reinterpret_cast<const uint8_t*>(text.data());
  const bool has_literals = text.find('"') != text.npos || text.find('\'') != text.npos;
  for (const auto* end = at + text.size(); at != end;) {
    if (has_literals) {
      const size_t joint = base::literal_joint_size(
          {reinterpret_cast<const char*>(at), static_cast<size_t>(end - at)});
      at += joint;
      if (joint > 0) continue;
    }
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (!unicode::properties(found.value).is_white_space()) {
      joined.append(reinterpret_cast<const char*>(at), found.length);
    }
    at += found.length;
  }
  return joined;
}

namespace {

// file:///C:\Users\anna, file:///c|/a, <file:///\\server\a b>: Windows writes paths so. Its
// separators become slashes and the bar after a drive a colon, as the URL standard has them, and a
// space within a line is one of the name.
std::string file_iri(std::string_view text) {
  constexpr size_t kDrive = 9;  // of file:///c
  std::string iri;
  for (size_t at = 0; at < text.size(); ++at) {
    const size_t next = std::min(text.find_first_not_of(" \t\r\n", at), text.size());
    const std::string_view space = text.substr(at, next - at);
    const bool is_in_line = space.find_first_of("\r\n") == space.npos;
    for (size_t i = 0; is_in_line && i < space.size(); ++i) iri += "%20";
    at = next;
    if (at == text.size()) break;
    const bool is_drive = text[at] == '|' && iri.size() == kDrive;
    iri += text[at] == '\\' ? '/' : is_drive ? ':' : text[at];
  }
  return iri;
}

bool is_file(std::string_view text) {
  return text.size() > 5 && base::to_ascii_lower(text[0]) == 'f' &&
         base::to_ascii_lower(text.substr(0, 5)) == "file:";
}

}  // namespace

std::string iri_of(std::string_view text, const Span& span, DefaultScheme default_scheme) {
  if (span.has_escapes) {
    Span meant = span;
    meant.has_escapes = false;
    const std::string meant_text = scan::meant_text(text, meant.parts);
    return iri_of(meant_text, meant, default_scheme);
  }
  switch (span.form) {
    case Form::www:
    case Form::domain:
      return before_host(default_scheme) + std::string(text);
    case Form::address:
      return mailto_of(text);
    case Form::delimited: {
      if (is_file(text)) return without_white_space(file_iri(text));
      std::string joined = without_white_space(text);
      if (span.parts.scheme.present()) return joined;
      return span.kind == Kind::email ? mailto_of(joined) : before_host(default_scheme) + joined;
    }
    case Form::scheme:
    case Form::mailto:
    case Form::rule:
    case Form::href:
      break;
  }
  return is_file(text) ? file_iri(text) : std::string(text);
}

bool is_uri_text(std::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return kUri[static_cast<uint8_t>(c)]; });
}

std::string uri_of(std::string_view iri) {
  std::string uri;
  append_uri_of(uri, iri);
  return uri;
}

// PERF: no branch for each byte. 77 bytes, half of them Latin with accents and Chinese: 77 ns, and
// 175 ns with a branch.
void append_uri_of(std::string& uri, std::string_view iri) {
  const size_t begin = uri.size();
  uri.resize(begin + iri.size() * 3 + sizeof InUri::text);
  char* to = uri.data() + begin;
  for (const char c : iri) {
    const InUri& written = kInUri[static_cast<uint8_t>(c)];
    std::memcpy(to, written.text, sizeof written.text);
    to += written.length;
  }
  uri.resize(static_cast<size_t>(to - uri.data()));
}

}  // namespace linkspan::iri

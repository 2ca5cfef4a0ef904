// SPDX-License-Identifier: Apache-2.0
#include "document/anchor_text.h"

#include <algorithm>
#include <optional>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "document/site.h"
#include "iri/characters.h"
#include "iri/hosts/lookalikes.h"
#include "iri/mapper.h"
#include "unicode/properties.h"

namespace linkspan::document {
namespace {

using iri::Character;

// Those with the skeleton `-` (UTS #39) that a host cannot have.
constexpr std::u32string_view kHyphens = U"\u02D7\u2010\u2011\u2012\u2013\u2043\u2212\uFE58\uFE63";

bool is_unseen(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  return properties.is_default_ignorable() || properties.is_bidi_control();
}

// Longer words are no hosts, and are taken as they are.
constexpr size_t kLongestWord = 4096;

void append_as_seen(std::string_view word, std::string& seen) {
  if (base::is_all_ascii(word) || word.size() > kLongestWord) {
    seen += word;
    return;
  }
  const std::vector<Character> characters = iri::plain_characters_of(word);
  for (size_t i = 0; i < characters.size(); ++i) {
    const char32_t c = characters[i].value;
    if (is_unseen(c)) continue;
    const bool is_wide = c > unicode::kMaxCodePoint || unicode::properties(c).is_east_asian_wide();
    const char delimiter = is_wide ? '\0' : iri::lookalike(characters, i);
    if (kHyphens.find(c) != kHyphens.npos) {
      seen += '-';
    } else if (delimiter != 0 && c != U'…' && c != U'‥') {
      seen += delimiter;
    } else {
      seen += iri::utf8_of(characters, i, i + 1);
    }
  }
}

// The text as it looks: without invisible characters, and with the hyphens and delimiters that
// others look like. Delimiters of sentences in East Asia stay. Word by word, to take no more memory
// than the text.
std::string as_seen(std::string_view text) {
  std::string seen;
  seen.reserve(text.size());
  while (!text.empty()) {
    const size_t end = std::min(text.find(' '), text.size() - 1) + 1;
    append_as_seen(text.substr(0, end), seen);
    text.remove_prefix(end);
  }
  return seen;
}

// Code point by code point.
std::string reversed(std::string_view text) {
  std::string out;
  out.reserve(text.size());
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  for (const auto* at = begin + text.size(); at != begin;) {
    const uint8_t length = base::decode_before(begin, at).length;
    at -= length;
    out.append(reinterpret_cast<const char*>(at), length);
  }
  return out;
}

// PERF: most texts of anchors have none of these.
bool may_name_host(std::string_view text) {
  return text.find_first_of(".:@") != text.npos || !base::is_all_ascii(text);
}

}  // namespace

bool AnchorText::names_other_host(std::string_view text, std::string_view target) {
  if (!may_name_host(text)) return false;
  const std::string seen = as_seen(text);
  return names_host_except(seen, target) || names_host_except(reversed(seen), target);
}

// A destination without a host is another one than any that a URL names. A telephone number or a
// file may be beside the name of a site.
bool AnchorText::names_host_except(const std::string& text, std::string_view target) {
  bool is_other = false;
  std::optional<std::string> target_host;
  const auto take = [&](const Span& span) {
    if (is_other) return;
    if (!target_host) target_host = host_led_to(iri::Mapper().map_iri(target).uri);
    const bool is_url = span.form == Form::scheme || span.form == Form::www;
    if (target_host->empty() && !is_url) return;
    const std::string host =
        host_led_to(iri::Mapper().map(text.substr(span.range.begin, span.range.size()), span).uri);
    is_other = !host.empty() && (target_host->empty() || !is_same_site(host, *target_host));
  };
  stream_.feed(text, take);
  stream_.finish(take);
  return is_other;
}

}  // namespace linkspan::document

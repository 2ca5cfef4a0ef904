// SPDX-License-Identifier: Apache-2.0
#include "mail/encoded_words.h"

#include <glib.h>

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>

namespace linkspan::mail {
namespace {

struct Word {
  std::string_view charset;
  std::string_view base64;
  size_t end;  // in the value
};

// The encoded word at this place, if there is one in base64. RFC 2047, section 2: encoded-word =
// "=?" charset "?" encoding "?" encoded-text "?=".
std::optional<Word> word_at(std::string_view value, size_t at) {
  constexpr std::string_view kOpen = "=?";
  constexpr std::string_view kClose = "?=";
  if (!value.substr(at).starts_with(kOpen)) return std::nullopt;
  const size_t charset = at + kOpen.size();
  const size_t charset_end = std::min(value.find_first_of("? \t", charset), value.size());
  const std::string_view encoding = value.substr(charset_end, 3);
  if (encoding != "?B?" && encoding != "?b?") return std::nullopt;
  const size_t begin = charset_end + encoding.size();
  const size_t end = std::min(value.find_first_of("? \t", begin), value.size());
  if (!value.substr(end).starts_with(kClose)) return std::nullopt;
  return Word{value.substr(charset, charset_end - charset), value.substr(begin, end - begin),
              end + kClose.size()};
}

// The next word, if only blanks precede it and it has the same charset.
std::optional<Word> word_beside(std::string_view value, const Word& word) {
  const size_t at = std::min(value.find_first_not_of(" \t", word.end), value.size());
  const std::optional<Word> next = word_at(value, at);
  const bool is_same =
      next && next->charset.size() == word.charset.size() &&
      g_ascii_strncasecmp(next->charset.data(), word.charset.data(), word.charset.size()) == 0;
  return is_same ? next : std::nullopt;
}

struct Free {
  void operator()(void* memory) const { g_free(memory); }
};

void append_decoded(std::string_view base64, std::string& bytes) {
  gsize size = 0;
  const std::unique_ptr<guchar, Free> decoded(g_base64_decode(std::string(base64).c_str(), &size));
  bytes.append(reinterpret_cast<const char*>(decoded.get()), size);
}

std::string encoded_word(std::string_view charset, const std::string& bytes) {
  const std::unique_ptr<gchar, Free> base64(
      g_base64_encode(reinterpret_cast<const guchar*>(bytes.data()), bytes.size()));
  return "=?" + std::string(charset) + "?B?" + base64.get() + "?=";
}

// The run of words that begins with `first`, as one word. Returns its end.
size_t append_run(std::string_view value, const Word& first, std::string& joined) {
  std::string bytes;
  append_decoded(first.base64, bytes);
  Word last = first;
  while (const std::optional<Word> next = word_beside(value, last)) {
    append_decoded(next->base64, bytes);
    last = *next;
  }
  joined += encoded_word(first.charset, bytes);
  return last.end;
}

}  // namespace

std::string join_encoded_words(std::string_view value) {
  std::string joined;
  size_t at = 0;
  while (at < value.size()) {
    if (const std::optional<Word> word = word_at(value, at); word && word_beside(value, *word)) {
      at = append_run(value, *word, joined);
      continue;
    }
    const size_t next = std::min(value.find("=?", at + 1), value.size());
    joined += value.substr(at, next - at);
    at = next;
  }
  return joined;
}

}  // namespace linkspan::mail

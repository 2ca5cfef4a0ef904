// SPDX-License-Identifier: Apache-2.0
#include "mail/field_text.h"

#include <algorithm>
#include <cstddef>
#include <map>
#include <memory>
#include <utility>

#include "mail/encoded_words.h"

namespace linkspan::mail {
namespace {

constexpr std::string_view kBlanks = " \t\r\n";
constexpr std::string_view kOpen = "=?";
constexpr std::string_view kClose = "?=";

// The maximum length of a charset name, which GMime copies to the stack.
constexpr size_t kLongestCharset = 200;

struct FreeText {
  void operator()(char* text) const { g_free(text); }
};
using OwnedText = std::unique_ptr<char, FreeText>;

// PERF: the C library loads a charset converter with its first user and unloads it with the last
// one. 1 MB of words in 46 alternating charsets took 2.1 s, most of it in the kernel.
class HeldConverters {
 public:
  HeldConverters() = default;
  HeldConverters(const HeldConverters&) = delete;
  HeldConverters& operator=(const HeldConverters&) = delete;
  ~HeldConverters() {
    for (const auto& [charset, converter] : converters_) {
      if (converter != kNone) g_mime_iconv_close(converter);
    }
  }

  void hold(const std::string& charset) {
    constexpr size_t kMost = 100;
    if (converters_.size() >= kMost || converters_.count(charset) > 0) return;
    converters_.emplace(charset, g_mime_iconv_open("UTF-8", charset.c_str()));
  }

 private:
  static inline const auto kNone = reinterpret_cast<iconv_t>(-1);  // NOLINT: from iconv_open(3)
  std::map<std::string, iconv_t> converters_;
};

// Splits the value of a field as GMime does: encoded words, blanks, and other words, which end
// where an encoded word may begin.
class WordDecoder {
 public:
  WordDecoder(std::string_view value, GMimeParserOptions* options)
      : value_(value), options_(options) {
    const size_t last = value.rfind(kClose);
    end_of_last_word_ = last == value.npos ? 0 : last + kClose.size();
  }

  std::string run() {
    for (size_t at = 0; at < value_.size();) {
      const size_t begin = std::min(value_.find_first_not_of(kBlanks, at), value_.size());
      const std::string_view blanks = value_.substr(at, begin - at);
      const size_t end_of_encoded = end_of_encoded_word(begin);
      at = end_of_encoded > 0 ? end_of_encoded : end_of_other_word(begin);
      const std::string_view word = value_.substr(begin, at - begin);
      if (end_of_encoded > 0) {
        take_encoded(blanks, word);
      } else {
        take_other(blanks, word);
      }
    }
    decode_run();
    return std::move(text_);
  }

 private:
  // RFC 2047, section 2: encoded-word = "=?" charset "?" encoding "?" encoded-text "?=". The text
  // may have blanks in it, as some programs write it. 0 if none begins at `begin`.
  size_t end_of_encoded_word(size_t begin) const {
    if (!value_.substr(begin).starts_with(kOpen)) return 0;
    const size_t charset = begin + kOpen.size();
    const std::string_view start = value_.substr(charset, kLongestCharset + 1);
    const size_t size = start.find('?');
    if (size == start.npos || size == 0 || start[0] == '*') return 0;
    const std::string_view encoding = value_.substr(charset + size, 3);
    if (encoding != "?B?" && encoding != "?b?" && encoding != "?Q?" && encoding != "?q?") return 0;
    const size_t text = charset + size + encoding.size();
    // Otherwise each unterminated word would be searched to the end of the field.
    if (text + kClose.size() > end_of_last_word_) return 0;
    return value_.find(kClose, text) + kClose.size();
  }

  size_t end_of_other_word(size_t begin) const {
    size_t at = std::min(begin + 1, value_.size());
    while (at < value_.size() && kBlanks.find(value_[at]) == kBlanks.npos &&
           !value_.substr(at).starts_with(kOpen)) {
      ++at;
    }
    return at;
  }

  // Blanks between encoded words are left out (RFC 2047, section 6.2).
  void take_encoded(std::string_view blanks, std::string_view word) {
    if (encoded_.empty()) text_ += blanks;
    static thread_local HeldConverters converters;
    const std::string_view charset = word.substr(kOpen.size());
    converters.hold(std::string(charset.substr(0, charset.find_first_of("?*"))));
    encoded_ += word;
  }

  void take_other(std::string_view blanks, std::string_view word) {
    decode_run();
    text_ += blanks;
    const auto size = static_cast<gssize>(word.size());
    if (g_utf8_validate(word.data(), size, nullptr) != FALSE) {
      text_ += word;
    } else {
      text_ += OwnedText(g_mime_utils_decode_8bit(options_, word.data(), word.size())).get();
    }
  }

  void decode_run() {
    if (encoded_.empty()) return;
    text_ += OwnedText(g_mime_utils_header_decode_text(options_, encoded_.c_str())).get();
    encoded_.clear();
  }

  std::string_view value_;
  GMimeParserOptions* options_;
  size_t end_of_last_word_;
  std::string encoded_;  // adjacent words, not decoded yet
  std::string text_;
};

}  // namespace

std::string field_text(std::string_view value, GMimeParserOptions* options) {
  const OwnedText unfolded(g_mime_utils_header_unfold(std::string(value).c_str()));
  const std::string joined = join_encoded_words(unfolded.get());
  const std::string decoded = WordDecoder(joined, options).run();
  const OwnedText valid(g_utf8_make_valid(decoded.data(), static_cast<gssize>(decoded.size())));
  const std::string_view text = valid.get();
  const size_t begin = text.find_first_not_of(kBlanks);
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(kBlanks) - begin + 1));
}

}  // namespace linkspan::mail

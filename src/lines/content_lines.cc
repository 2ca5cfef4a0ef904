// SPDX-License-Identifier: Apache-2.0
// Calendars and address books (RFC 5545, RFC 6350, vCard 2.1), and LDIF (RFC 2849): lines of a
// name, a colon and a value, which continue after a line break and a blank.
//
//   URL:https://example.org/a-lo⏎
//    ng-path⏎                          →  URL:https://example.org/a-long-path⏎
//   DESCRIPTION:See https://a.example/x\,y\nat noon⏎
//                                      →  DESCRIPTION:See https://a.example/x,y⏎at noon⏎
//   URL:file:///C:/new\new             →  the same: in a URI, `\n` is no line break (RFC
//   5545, 3.3.13) X-PATH:C:\temp⏎                    →  the same: `\t` is not an escape
//   NOTE;ENCODING=QUOTED-PRINTABLE:https://a.example/=⏎
//   x=3D1⏎                             →  NOTE;…:https://a.example/x=1⏎
//   labeledURI:: aHR0cHM6Ly9hLmV4YW1wbGUv
//                                      →  labeledURI:: https://a.example/
//
// DEVIATION: a break inside a character, which RFC 5545 allows, leaves two ill-formed sequences, as
// lines are read after the charset is decoded. Programs break between characters.
// DEVIATION: `\,`, `\;` and `\:` are escapes in URIs, too, as programs write them there and no URI
// has a backslash.
#include <algorithm>
#include <array>
#include <cstddef>
#include <memory>
#include <string>
#include <string_view>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "lines/notation.h"

namespace linkspan::lines {
namespace {

// Properties whose values are URIs unless they say otherwise.
constexpr std::string_view kOfUris[] = {
    "attach", "attendee",     "caladruri", "caluri", "conference",      "fburl",  "geo",
    "image",  "impp",         "key",       "logo",   "member",          "orgdir", "organizer",
    "photo",  "related",      "sound",     "source", "structured-data", "tzurl",  "uid",
    "url",    "org-directory"};
// Attributes of LDIF whose values are pictures and keys, not text.
constexpr std::string_view kOfData[] = {"audio",          "jpegphoto",       "photo",
                                        "thumbnailphoto", "usercertificate", "cacertificate"};

constexpr Ends kEndsOfLine("\r\n"), kEndsOfName(":\"\r\n\\"), kEndsOfParameter("\"\r\n\\"),
    kEndsOfValue("\r\n\\"), kEndsOfOctets("\r\n\\="), kEndsOfLdifName(":\r\n");

constexpr size_t kNpos = std::string_view::npos;

// The name and the parameters before the colon of a line, in lower case, as far as they matter.
constexpr size_t kLongestHead = 256;

// Lines with their folds.
class Folded : public Notation {
 protected:
  explicit Folded(std::string_view blanks) : blanks_(blanks) {}

  void begin() override { begin_line(); }
  virtual void begin_line() = 0;
  // Reads the token at `text`, which does not begin with a line break.
  virtual size_t take_in_line(std::string_view text, Rest rest) = 0;

  size_t take(std::string_view text, Rest rest) final {
    if (text[0] != '\r' && text[0] != '\n') return take_in_line(text, rest);
    const size_t size = break_size(text);
    const bool is_open = text == "\r" || text.size() == size;
    if (is_open && rest == Rest::unknown) return 0;
    if (size == 0) {  // CR without LF
      copy(text.substr(0, 1));
      return 1;
    }
    if (is_fold(text)) return size + 1;
    copy(text.substr(0, size));
    begin_line();
    return size;
  }

  static size_t break_size(std::string_view text) {
    if (text.starts_with("\r\n")) return 2;
    return text.starts_with('\n') ? 1 : 0;
  }

  bool is_fold(std::string_view text) const {
    const size_t size = break_size(text);
    return size > 0 && text.size() > size && blanks_.find(text[size]) != kNpos;
  }

  // The next place from `at` on that is not in a fold; the size of the text if it is not known.
  size_t after_folds(std::string_view text, size_t at) const {
    while (at < text.size() && is_fold(text.substr(at))) at += break_size(text.substr(at)) + 1;
    const std::string_view rest = text.substr(at);
    return rest == "\r" || rest == "\n" || rest == "\r\n" ? text.size() : at;
  }

  // Copies up to one of the characters; 0 if the text begins with one.
  size_t copy_until(std::string_view text, const Ends& ends) {
    const size_t end = ends.find(text);
    copy(text.substr(0, end));
    return end;
  }

  void add_to_head(std::string_view text) {
    if (head_.size() == kLongestHead) return;
    head_ += base::to_ascii_lower(text.substr(0, kLongestHead - head_.size()));
  }
  // Takes the colon after the name, which is no scheme: PRODID://RESEARCH IN MOTION//EN
  size_t take_colon(std::string_view text, Rest rest) {
    constexpr std::string_view kLikeScheme = "://";
    if (text.size() < kLikeScheme.size() && rest == Rest::unknown) return 0;
    replace(0, 1, text.starts_with(kLikeScheme) ? ": " : ":");
    return 1;
  }
  std::string head_;

 private:
  const std::string_view blanks_;  // that continue a line
};

class ContentLines final : public Folded {
 public:
  ContentLines() : Folded(" \t") {}

 private:
  enum class In : uint8_t { name, quoted_parameter, text, uri, quoted_printable };

  void begin_line() override {
    in_ = In::name;
    head_.clear();
  }

  size_t take_in_line(std::string_view text, Rest rest) override {
    if (text[0] == '\\') return take_escape(text, rest);
    if (in_ == In::quoted_printable && text[0] == '=') return take_octet(text, rest);
    if (in_ != In::name && in_ != In::quoted_parameter) return copy_until_special(text);
    const size_t size = copy_until(text, in_ == In::name ? kEndsOfName : kEndsOfParameter);
    add_to_head(text.substr(0, size));
    if (size > 0) return size;
    if (text[0] == '"') {
      copy(text.substr(0, 1));
      in_ = in_ == In::name ? In::quoted_parameter : In::name;
      return 1;
    }
    if (take_colon(text, rest) == 0) return 0;
    in_ = kind_of_value();
    return 1;
  }

  size_t copy_until_special(std::string_view text) {
    return copy_until(text, in_ == In::quoted_printable ? kEndsOfOctets : kEndsOfValue);
  }

  In kind_of_value() const {
    const std::string_view head = head_;
    const std::string_view whole = head.substr(0, head.find(';'));
    const std::string_view name = whole.substr(whole.find('.') + 1);  // item1.url
    if (head.find(";encoding=quoted-printable") != kNpos ||
        head.find(";quoted-printable") != kNpos) {
      return In::quoted_printable;
    }
    if (head.find(";value=uri") != kNpos) return In::uri;
    const bool is_text = head.find(";value=text") != kNpos;
    return !is_text && base::is_one_of(name, kOfUris) ? In::uri : In::text;
  }

  size_t take_escape(std::string_view text, Rest rest) {
    const size_t at = after_folds(text, 1);
    if (at >= text.size() && rest == Rest::unknown) return 0;
    const char c = at < text.size() ? text[at] : '\0';
    const bool is_break = c == 'n' || c == 'N';
    if (is_break && in_ != In::uri) {
      replace(at, 1, "\n");
      return at + 1;
    }
    const std::string_view escaped = in_ == In::uri ? ",;:" : "\\,;:\"";
    if (c == '\0' || escaped.find(c) == kNpos) {
      copy("\\");
      return 1;
    }
    copy(text.substr(at, 1), at);
    return at + 1;
  }

  // `=3D`, or a line break that is none.
  size_t take_octet(std::string_view text, Rest rest) {
    const size_t line_break = break_size(text.substr(1));
    if (line_break > 0) return 1 + line_break;
    if (text.size() < 3 && rest == Rest::unknown) return 0;
    const auto high = text.size() < 3 ? -1 : hex_value(text[1]);
    const auto low = text.size() < 3 ? -1 : hex_value(text[2]);
    if (high < 0 || low < 0) {
      copy("=");
      return 1;
    }
    const char octet = static_cast<char>(high * 16 + low);
    replace(0, 3, {&octet, 1});
    return 3;
  }

  In in_ = In::name;
};

class Ldif final : public Folded {
 public:
  Ldif() : Folded(" ") {}

 private:
  enum class In : uint8_t { name, colon, blanks, base64, text };

  void begin_line() override {
    in_ = In::name;
    head_.clear();
  }

  size_t take_in_line(std::string_view text, Rest rest) override {
    switch (in_) {
      case In::name:
        if (head_.empty() && text[0] == '#') {
          in_ = In::text;
          return copy_until(text, kEndsOfLine);
        }
        if (const size_t size = size_of_plain_line(text); size > 0) {
          in_ = In::text;
          copy(text.substr(0, size));
          return size;
        }
        if (const size_t size = copy_until(text, kEndsOfLdifName); size > 0) {
          add_to_head(text.substr(0, size));
          return size;
        }
        in_ = In::colon;
        break;
      case In::colon:
        in_ = text[0] == ':' && !is_data() ? In::blanks : In::text;
        break;
      case In::blanks:
        if (text[0] == ' ') break;
        in_ = In::base64;
        [[fallthrough]];
      case In::base64:
        return take_base64(text, rest);
      case In::text:
        return copy_until(text, kEndsOfLine);
    }
    copy(text.substr(0, 1));
    return 1;
  }

  // Of a line whose value is not encoded, up to its break; 0 if that is not known.
  static size_t size_of_plain_line(std::string_view text) {
    const size_t colon = kEndsOfLdifName.find(text);
    const bool is_plain = colon + 1 < text.size() && text[colon] == ':' && text[colon + 1] != ':' &&
                          text[colon + 1] != '\r' && text[colon + 1] != '\n';
    return is_plain ? colon + kEndsOfLine.find(text.substr(colon)) : 0;
  }

  bool is_data() const {
    const std::string_view head = head_;
    return head.find(";binary") != kNpos ||
           base::is_one_of(head.substr(0, head.find(';')), kOfData);
  }

  // The groups of four characters up to the end of the text; each is up to three bytes.
  size_t take_base64(std::string_view text, Rest rest) {
    size_t at = 0;
    for (;;) {
      std::array<size_t, 4> places{};
      unsigned bits = 0;
      size_t count = 0;
      size_t next = at;
      for (; count < 4; ++count) {
        next = after_folds(text, next);
        if (next >= text.size()) break;
        const int value = value_of(text[next]);
        if (value < 0) break;
        bits = bits * 64 + static_cast<unsigned>(value);
        places[count] = next++;
      }
      if (count < 4 && next >= text.size() && rest == Rest::unknown) return at;
      if (count < 2 && at > 0) return at;
      if (count < 2) {
        const size_t padding = after_folds(text, 0);
        if (padding < text.size() && text[padding] == '=') return padding + 1;
        in_ = In::text;
        return take_end_of_base64(text);
      }
      give(bits << (6 * (4 - count)), places, count);
      at = places[count - 1] + 1;
      if (count < 4) return at;
    }
  }

  size_t take_end_of_base64(std::string_view text) {
    const size_t end = kEndsOfLine.find(text);
    copy(text.substr(0, end));
    if (end > 0) return end;
    return take(text, Rest::none);
  }

  void give(unsigned bits, const std::array<size_t, 4>& places, size_t count) {
    const std::array<char, 3> bytes = {static_cast<char>(bits >> 16), static_cast<char>(bits >> 8),
                                       static_cast<char>(bits)};
    if (count == 4 && places[3] == places[0] + 3) return replace(places[0], 4, {bytes.data(), 3});
    for (size_t i = 0; i + 1 < count; ++i) {
      const size_t end = i + 2 == count ? places[i + 1] + 1 : places[i] + 1;
      replace(places[i], end - places[i], {&bytes[i], 1});
    }
  }

  static int value_of(char c) {
    if (c >= 'A' && c <= 'Z') return c - 'A';
    if (c >= 'a' && c <= 'z') return c - 'a' + 26;
    if (c >= '0' && c <= '9') return c - '0' + 52;
    if (c == '+') return 62;
    return c == '/' ? 63 : -1;
  }

  In in_ = In::name;
};

}  // namespace

std::unique_ptr<TextStage> make_content_lines() { return std::make_unique<ContentLines>(); }
std::unique_ptr<TextStage> make_ldif() { return std::make_unique<Ldif>(); }

}  // namespace linkspan::lines

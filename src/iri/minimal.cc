// SPDX-License-Identifier: Apache-2.0
// minimal: a URL as a person writes it into text (UTS #58, formatting).
//
//   https://example.com/%CE%B1.   → https://example.com/α%2E     a link does not end with `.`
//   https://example.com/a(%CE%B1))→ https://example.com/a(α)%29  nothing opened the last bracket
//   https://example.com/a%2Fb     → itself                       `/` would begin a segment
//
// The link detection of UTS #58 (docs/scanning.md, section 6) is applied one character at a time:
// characters that would end the link, or that would be excluded from it, are percent-encoded, all
// others are not. Scheme and authority stay.
//
// DEVIATION: UTS #58 decodes the components of a URL before it formats them, so that `%28` becomes
// `(`. Here percent-encoded reserved characters stay (RFC 3986, section 2.2: they may differ), and
// so do invisible characters and bidi controls (RFC 3987, section 4.1), and `\`, which browsers
// read as `/`. As in UTS #58, `%25` becomes `%` if no two hexadecimal digits follow. The result is
// then not an IRI; the URL Standard accepts it with a validation error. An empty query at the end
// cannot be written: `?` is Soft, and `%3F` is part of the path.
//
// Guarded by tests/iri/iri_minimal_test.cc and tests/iri/iri_mapping_properties_test.cc.
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "iri/percent.h"
#include "linkspan/iri.h"
#include "unicode/properties.h"

namespace linkspan::iri {
namespace {

using unicode::LinkTerm;

constexpr size_t kMostOpen = 125;  // UTS #58

// gen-delims / sub-delims   (RFC 3986, section 2.2)
constexpr std::string_view kReserved = ":/?#[]@!$&'()*+,;=";

bool is_reserved(char32_t c) {
  return c < 0x80 && kReserved.find(static_cast<char>(c)) != std::string_view::npos;
}

class Formatter {
 public:
  explicit Formatter(const View& view) : view_(view), text_(view.text()) {}

  std::string format(Formatting formatting);

 private:
  void take_literal(size_t& at);
  void take_escape(size_t& at);
  void take_delimiter(size_t at);
  void append(char32_t c, std::string_view bytes);
  void append_literal(std::string_view bytes);
  void settle_percent();
  bool opens(char32_t c);
  bool closes(char32_t c);
  bool is_written(char32_t c);

  static constexpr size_t kNowhere = std::string::npos;

  const View& view_;
  std::string_view text_;
  std::string out_;
  std::vector<char32_t> open_;
  size_t soft_at_ = kNowhere;     // in out_: the last character, if it is Soft
  size_t percent_at_ = kNowhere;  // in out_: a `%` that may have to be encoded
};

std::string Formatter::format(Formatting formatting) {
  const size_t tail = view_.parts().path.begin;
  out_ = text_.substr(0, tail);
  for (size_t at = tail; at < text_.size();) {
    if (is_escape(text_, at)) {
      take_escape(at);
    } else {
      take_literal(at);
    }
  }
  settle_percent();
  if (soft_at_ != kNowhere && formatting == Formatting::in_text) {
    const std::string last = out_.substr(soft_at_);
    out_.resize(soft_at_);
    append_percent_encoded(out_, last);
  }
  return std::move(out_);
}

// A delimiter of the URL, or a character of a component.
void Formatter::take_literal(size_t& at) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text_.data());
  const base::CodePoint found =
      base::decode(begin + at, begin + text_.size(), base::Text::complete);
  const Parts& parts = view_.parts();
  const bool begins_component = (parts.query.present() && at + 1 == parts.query.begin) ||
                                (parts.fragment.present() && at + 1 == parts.fragment.begin);
  take_delimiter(at);
  if (begins_component) {
    append_literal(text_.substr(at, 1));
  } else {
    append(found.value, text_.substr(at, found.length));
  }
  at += found.length;
}

// A bracket must be closed before the next `/` in a path, `=` or `&` in a query, or `:~:` in a
// fragment.
void Formatter::take_delimiter(size_t at) {
  const Parts& parts = view_.parts();
  const auto is_in = [at](Part part) {
    return part.present() && at >= part.begin && at < part.end;
  };
  const char c = text_[at];
  const bool clears = (is_in(parts.path) && c == '/') ||
                      (is_in(parts.query) && (c == '=' || c == '&')) ||
                      (is_in(parts.fragment) && text_.substr(at).starts_with(":~:"));
  if (clears) open_.clear();
}

void Formatter::take_escape(size_t& at) {
  EscapeDecoder decoder;
  const EscapedCharacter found = decoder.decode(text_, at);
  at += found.length;
  if (found.value == '%') {
    settle_percent();
    percent_at_ = out_.size();
    append_literal("%");
  } else if (found.value == base::kIllFormed || is_reserved(found.value)) {
    std::string encoded;
    append_percent_encoded(encoded, found.bytes);
    append_literal(encoded);
  } else {
    append(found.value, found.bytes);
  }
}

void Formatter::append_literal(std::string_view bytes) {
  soft_at_ = kNowhere;
  out_ += bytes;
  if (percent_at_ != kNowhere && out_.size() > percent_at_ + 2) settle_percent();
}

void Formatter::append(char32_t c, std::string_view bytes) {
  if (!is_written(c)) {
    std::string encoded;
    append_percent_encoded(encoded, bytes);
    append_literal(encoded);
    return;
  }
  append_literal(bytes);
  if (unicode::properties(c).link_term() == LinkTerm::soft) soft_at_ = out_.size() - bytes.size();
}

// A literal `%` is encoded before two hexadecimal digits.
void Formatter::settle_percent() {
  if (percent_at_ == kNowhere) return;
  if (is_escape(out_, percent_at_)) out_.insert(percent_at_ + 1, "25");
  percent_at_ = kNowhere;
}

bool Formatter::is_written(char32_t c) {
  const unicode::Properties properties = unicode::properties(c);
  if (c == '\\' || properties.is_bidi_control() || properties.is_default_ignorable()) return false;
  switch (properties.link_term()) {
    case LinkTerm::include:
    case LinkTerm::soft:
      return true;
    case LinkTerm::hard:
      return false;
    case LinkTerm::open:
      return opens(c);
    case LinkTerm::close:
      return closes(c);
  }
  return false;
}

bool Formatter::opens(char32_t c) {
  if (open_.size() == kMostOpen) return false;
  open_.push_back(c);
  return true;
}

// A bracket that does not match the last opening one is encoded, so the reader does not see it.
bool Formatter::closes(char32_t c) {
  if (open_.empty() || open_.back() != unicode::link_bracket(c)) return false;
  open_.pop_back();
  return true;
}

}  // namespace

Result<std::string> minimal(std::string_view url, Formatting formatting) {
  const Result<View> view = parse(url);
  if (!view.ok()) return view.error();
  return Formatter(*view).format(formatting);
}

}  // namespace linkspan::iri

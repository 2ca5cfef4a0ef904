// SPDX-License-Identifier: Apache-2.0
#include "html/url_attributes.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"

namespace linkspan::html {
namespace {

using Urls = std::vector<UrlAttribute>;

// What a value is.
enum class Holds : uint8_t {
  url,
  urls,        // with spaces between them
  candidates,  // of srcset: each may have a size or a density after it
  refresh,     // of <meta http-equiv=refresh>: seconds, and a URL
  style,       // CSS
};

struct UrlRow {
  std::string_view attribute;
  std::string_view elements;  // with spaces between them; `*`: all
  Holds holds = Holds::url;
};

constexpr UrlRow kOfHtml[] = {
    {"src", "img script iframe video audio source track embed input frame image"},
    {"srcset", "img source", Holds::candidates},
    {"href", "link"},
    {"imagesrcset", "link", Holds::candidates},
    {"action", "form"},
    {"formaction", "button input"},
    {"data", "object"},
    {"poster", "video"},
    {"cite", "blockquote q ins del"},
    {"content", "meta", Holds::refresh},
    {"ping", "a area", Holds::urls},
    {"longdesc", "img iframe frame"},
    {"lowsrc", "img"},
    {"background", "body table thead tbody tfoot tr td th"},
    {"manifest", "html"},
    {"style", "*", Holds::style},
};

// In SVG, `href` is a URL wherever it is; an <a> is an anchor.
constexpr UrlRow kOfSvg[] = {
    {"href", "*"},
    {"xlink:href", "*"},
    {"style", "*", Holds::style},
};

const UrlRow* row_of(const Node& element, std::string_view attribute) {
  const auto find = [&](const auto& rows) -> const UrlRow* {
    const std::string_view name = name_of(element.tag);
    for (const UrlRow& row : rows) {
      const bool has_it = row.elements == "*" || base::is_in_list(name, row.elements);
      if (has_it && row.attribute == attribute) return &row;
    }
    return nullptr;
  };
  if (element.space == Space::html) return find(kOfHtml);
  const bool is_anchor = element.tag == Tag::a && attribute != "style";
  return element.space == Space::svg && !is_anchor ? find(kOfSvg) : nullptr;
}

// Reads URLs out of a value from left to right.
class ValueReader {
 public:
  ValueReader(std::string_view source, const NamedAttribute& attribute, Urls& urls)
      : text_(source.substr(0, attribute.value.end)),
        at_(attribute.value.begin),
        name_(attribute.name),
        urls_(urls) {
    base::count_steps(attribute.value.end - attribute.value.begin);
  }

  void read(Holds holds) {
    holds_ = holds;
    switch (holds) {
      case Holds::url:
        return take(at_, text_.size());
      case Holds::urls:
        return read_words();
      case Holds::candidates:
        return read_candidates();
      case Holds::refresh:
        return read_refresh();
      case Holds::style:
        return read_style();
    }
  }

 private:
  void take(size_t begin, size_t end) {
    while (begin < end && is_white_space_byte(text_[begin])) ++begin;
    while (begin < end && is_white_space_byte(text_[end - 1])) --end;
    if (begin == end) return;
    urls_.push_back({name_, {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)}});
  }

  size_t end_of_word(size_t at) const {
    return std::min(text_.find_first_of(" \t\n\r\f", at), text_.size());
  }

  template <class Is>
  void skip(Is is) {
    while (at_ < text_.size() && is(text_[at_])) ++at_;
  }

  void read_words() {
    for (skip(is_white_space_byte); at_ < text_.size(); skip(is_white_space_byte)) {
      const size_t begin = at_;
      at_ = end_of_word(at_);
      take(begin, at_);
    }
  }

  // "Parsing a srcset attribute": commas at the end of a URL end the candidate.
  void read_candidates() {
    const auto is_between = [](char c) { return is_white_space_byte(c) || c == ','; };
    for (skip(is_between); at_ < text_.size(); skip(is_between)) {
      const size_t begin = at_;
      size_t end = at_ = end_of_word(at_);
      while (end > begin && text_[end - 1] == ',') --end;
      take(begin, end);
      if (end == at_) at_ = std::min(text_.find(',', at_), text_.size());
    }
  }

  // "Shared declarative refresh steps": `5; url='/x'`.
  void read_refresh() {
    at_ = std::min(text_.find_first_of(";,", at_), text_.size());
    skip([](char c) { return is_white_space_byte(c) || c == ';' || c == ','; });
    if (base::to_ascii_lower(text_.substr(at_, 3)) == "url") {
      const size_t before = std::exchange(at_, at_ + 3);
      skip(is_white_space_byte);
      if (at_ < text_.size() && text_[at_] == '=') {
        ++at_;
      } else {
        at_ = before;
      }
    }
    read_maybe_quoted();
  }

  // The quote at this place, also as a reference; empty if there is none.
  std::string_view quote_at(size_t at) const {
    constexpr std::string_view kQuotes[] = {"\"",    "'",     "&quot;", "&apos;",
                                            "&#34;", "&#39;", "&#x22;", "&#x27;"};
    for (const std::string_view quote : kQuotes) {
      if (text_.substr(at, quote.size()) == quote) return quote;
    }
    return {};
  }

  // Up to the quote that ends it; without quotes to the one of `ends`, or to the end.
  void read_maybe_quoted(std::string_view ends = {}) {
    skip(is_white_space_byte);
    const std::string_view quote = quote_at(at_);
    at_ += quote.size();
    // PERF: only what is skipped then is searched, so that it takes linear time.
    size_t end = quote.empty() ? text_.find_first_of(ends, at_) : text_.find(quote, at_);
    end = std::min(end, text_.size());
    // An escape of CSS stands for another character.
    const bool is_plain = holds_ != Holds::style ||
                          text_.substr(at_, end - std::min(at_, end)).find('\\') == text_.npos;
    if (end > at_ && is_plain) take(at_, end);
    at_ = std::min(std::max(at_, end) + quote.size(), text_.size());
  }

  void read_style() {
    constexpr std::string_view kImport = "import";
    while (at_ < text_.size()) {
      at_ = text_.find_first_of("(@/\"'", at_);
      if (at_ == text_.npos) return;
      const size_t mark = at_++;
      if (text_[mark] == '/') {
        skip_comment();
      } else if (text_[mark] == '(') {
        if (mark >= 3 && is_at(mark - 3, "url")) read_maybe_quoted(")");
      } else if (text_[mark] != '@') {
        skip_string(text_[mark]);
      } else if (is_at(at_, kImport)) {
        at_ += kImport.size();
        skip(is_white_space_byte);
        if (!quote_at(at_).empty()) read_maybe_quoted();
      }
    }
  }

  // CSS Syntax, section 4.3.2. `at_` is after the slash.
  void skip_comment() {
    if (!text_.substr(at_).starts_with('*')) return;
    const size_t end = text_.find("*/", at_ + 1);
    at_ = end == text_.npos ? end : end + 2;
  }

  // Up to its quote, or to the end of the line. `at_` is after the first quote.
  void skip_string(char quote) {
    const std::array<char, 2> ends = {quote, '\n'};
    const size_t end = text_.find_first_of({ends.data(), ends.size()}, at_);
    at_ = end == text_.npos ? end : end + 1;
  }

  bool is_at(size_t at, std::string_view word) const {
    return base::to_ascii_lower(text_.substr(at, word.size())) == word;
  }

  std::string_view text_;  // up to the end of the value
  size_t at_;
  Holds holds_ = Holds::url;
  SourceRange name_;
  Urls& urls_;
};

bool refreshes(std::string_view source, const std::vector<NamedAttribute>& attributes) {
  const auto text = [source](SourceRange range) {
    return base::to_ascii_lower(source.substr(range.begin, range.end - range.begin));
  };
  return std::any_of(attributes.begin(), attributes.end(), [&](const NamedAttribute& one) {
    return text(one.name) == "http-equiv" && text(one.value) == "refresh";
  });
}

}  // namespace

std::vector<UrlAttribute> url_attributes(std::string_view source, const Node& element) {
  Urls urls;
  if (element.source.empty()) return urls;  // no tag: the parser has put it there
  const std::vector<NamedAttribute> attributes = Tokenizer(source).attributes_of(element.source);
  for (const NamedAttribute& one : attributes) {
    const std::string_view name = source.substr(one.name.begin, one.name.end - one.name.begin);
    const UrlRow* const row = row_of(element, base::to_ascii_lower(name));
    if (row == nullptr) continue;
    if (row->holds == Holds::refresh && !refreshes(source, attributes)) continue;
    ValueReader(source, one, urls).read(row->holds);
  }
  return urls;
}

std::vector<UrlAttribute> urls_of_style(std::string_view source, SourceRange css) {
  Urls urls;
  ValueReader(source, {{}, css}, urls).read(Holds::style);
  return urls;
}

}  // namespace linkspan::html

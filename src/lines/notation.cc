// SPDX-License-Identifier: Apache-2.0
// The part that all notations share, and the small ones: gettext, csv and tsv, AsciiDoc, defanged
// addresses.
#include "lines/notation.h"

#include <algorithm>
#include <array>
#include <utility>

#include "base/ascii.h"
#include "base/defanged.h"

namespace linkspan::lines {

void Notation::feed(std::string_view input, std::string& text) {
  if (std::exchange(state_, State::begun) == State::finished) {
    held_.clear();
    source_ = 0;
    stretches_.clear();
    begin();
  }
  while (!held_.empty() && !input.empty()) {
    const std::string_view more = input.substr(0, kLongestToken);
    const std::string together = std::exchange(held_, {}).append(more);
    input.remove_prefix(more.size());
    held_ = together.substr(process(together, Rest::unknown, text));
  }
  if (!input.empty()) held_ = input.substr(process(input, Rest::unknown, text));
}

void Notation::finish(std::string& text) {
  feed({}, text);
  const std::string rest = std::exchange(held_, {});
  process(rest, Rest::none, text);
  state_ = State::finished;
}

// Returns how much was read.
size_t Notation::process(std::string_view text, Rest rest, std::string& out) {
  out_ = &out;
  size_t at = 0;
  while (at < text.size()) {
    const std::string_view here = text.substr(at);
    size_t size = take(here, rest);
    if (size == 0 && here.size() < kLongestToken) break;
    if (size == 0) size = take(here.substr(0, kLongestToken), Rest::none);
    at += size;
    source_ += size;
  }
  return at;
}

void Notation::copy(std::string_view bytes, size_t from) {
  stretches_.add(bytes.size(), source_ + from);
  *out_ += bytes;
}

void Notation::replace(size_t from, size_t size, std::string_view with) {
  stretches_.add_in_place_of(size, source_ + from, with.size());
  *out_ += with;
}

void Notation::copy_with_end(std::string_view bytes, char end) {
  stretches_.add(bytes.size() + 1, source_);
  *out_ += bytes;
  *out_ += end;
}

namespace {

bool is_blank(char c) { return c == ' ' || c == '\t'; }

// Catalogues of translations (gettext, "The Format of PO Files"): a string continues in the string
// of the next line, and has the escapes of C.
//
//   msgid "See https://example.org/"⏎"a"    →  msgid "See https://example.org/a"
//   msgid "https://example.org/" "a"        →  msgid "https://example.org/a"
//   #~ "https://example.org/"⏎#~ "a"        →  #~ "https://example.org/a"
//   #: src/app.py:12                        →  no text: a place in a program
class Gettext final : public Notation {
  enum class In : uint8_t { line_start, line, references, text, text_end };

  void begin() override { in_ = In::line_start; }

  size_t take(std::string_view text, Rest rest) override {
    switch (in_) {
      case In::line_start:
        return take_line_start(text, rest);
      case In::line:
        return take_line(text);
      case In::references:
        return take_reference(text, rest);
      case In::text:
        return take_text(text, rest);
      case In::text_end:
        return take_text_end(text, rest);
    }
    return 0;
  }

  size_t take_line_start(std::string_view text, Rest rest) {
    if (text.size() < 2 && rest == Rest::unknown) return 0;
    const bool is_comment = text[0] == '#' && text.size() > 1 && text[1] != '~' && text[1] != '|';
    if (is_comment && text[1] == ':') {
      in_ = In::references;
      return 2;
    }
    in_ = In::line;
    is_comment_ = is_comment;
    return take_line(text);
  }

  size_t take_line(std::string_view text) {
    static constexpr Ends kOfComment("\n"), kOfLine("\n\"");
    const size_t end = (is_comment_ ? kOfComment : kOfLine).find(text);
    copy(text.substr(0, std::min(end + 1, text.size())));
    if (end == text.size()) return end;
    in_ = text[end] == '"' ? In::text : In::line_start;
    return end + 1;
  }

  size_t take_reference(std::string_view text, Rest rest) {
    const size_t end = text.find_first_of(" \t\r\n");
    if (end == text.npos && rest == Rest::unknown) return 0;
    const std::string_view word = text.substr(0, end);
    if (word.find("://") != word.npos) copy(word);
    if (end == text.npos) return text.size();
    copy(text.substr(end, 1), end);
    if (text[end] == '\n') in_ = In::line_start;
    return end + 1;
  }

  size_t take_text(std::string_view text, Rest rest) {
    static constexpr Ends kOfText("\"\\\n");
    const size_t end = kOfText.find(text);
    if (end > 0) {
      copy(text.substr(0, end));
      return end;
    }
    if (text[0] == '"') {
      in_ = In::text_end;
      return take_text_end(text, rest);
    }
    if (text[0] == '\n') {  // a string that is not closed
      copy("\n");
      in_ = In::line_start;
      return 1;
    }
    if (text.size() < 2 && rest == Rest::unknown) return 0;
    const char escaped = text.size() < 2 ? '\\' : text[1];
    const bool is_space = escaped == 'n' || escaped == 't' || escaped == 'r';
    replace(0, std::min<size_t>(2, text.size()),
            is_space ? (escaped == 't' ? "\t" : "\n") : std::string_view(&escaped, 1));
    return std::min<size_t>(2, text.size());
  }

  // After the quote that ends a string: does one on the line or the next one continue it?
  size_t take_text_end(std::string_view text, Rest rest) {
    size_t at = 1;
    const auto skip = [&](auto is_skipped) {
      while (at < text.size() && is_skipped(text[at])) ++at;
    };
    const auto is_open = [&] { return at == text.size() && rest == Rest::unknown; };
    skip(is_blank);
    if (at < text.size() && text[at] == '\r') ++at;
    if (is_open()) return 0;
    bool continues = at < text.size() && text[at] == '"';
    if (at < text.size() && text[at] == '\n') {
      ++at;
      const auto is_mark = [](char c) { return is_blank(c) || c == '#' || c == '~' || c == '|'; };
      skip(is_mark);
      if (is_open()) return 0;
      continues = at < text.size() && text[at] == '"';
    }
    in_ = continues ? In::text : In::line;
    if (continues) return at + 1;
    copy("\"");
    return 1;
  }

  In in_ = In::line_start;
  bool is_comment_ = false;
};

// Fields of tables (RFC 4180, and IANA's text/tab-separated-values): the separator and the quotes
// around a field are not part of a link.
//
//   a,"https://example.org/x,y",b   →  a⏎https://example.org/x,y⏎b
//   a;https://example.org/x;b       →  a⏎https://example.org/x⏎b: the first line has no comma
class Table final : public Notation {
 public:
  explicit Table(char separator) : fixed_(separator) {}

 private:
  enum class In : uint8_t { file_start, field_start, field, quotes };

  void begin() override {
    set_separator(fixed_);
    in_ = fixed_ == '\0' ? In::file_start : In::field_start;
  }

  size_t take(std::string_view text, Rest rest) override {
    if (in_ == In::file_start) {
      const size_t end = text.find('\n');
      if (end == text.npos && rest == Rest::unknown) return 0;
      set_separator(separator_of(text.substr(0, end)));
      in_ = In::field_start;
    }
    if (in_ == In::quotes) return take_quoted(text, rest);
    if (in_ == In::field_start && text[0] == '"' && fixed_ != '\t') {
      in_ = In::quotes;
      return 1;
    }
    in_ = In::field;
    const size_t end = ends_.find(text);
    if (end == text.size()) {
      copy(text);
      return end;
    }
    copy_with_end(text.substr(0, end), '\n');
    in_ = In::field_start;
    return end + 1;
  }

  size_t take_quoted(std::string_view text, Rest rest) {
    const size_t quote = std::min(text.find('"'), text.size());
    if (quote > 0) {
      copy(text.substr(0, quote));
      return quote;
    }
    if (text.size() < 2 && rest == Rest::unknown) return 0;
    if (text.size() > 1 && text[1] == '"') {
      replace(0, 2, "\"");
      return 2;
    }
    in_ = In::field;
    return 1;
  }

  void set_separator(char separator) { ends_ = Ends(std::string{separator, '\n'}); }

  // The most frequent one outside of quotes; of as many, the first.
  static char separator_of(std::string_view line) {
    constexpr std::string_view kSeparators = ",;\t|";
    std::array<size_t, kSeparators.size()> counts{};
    bool is_quoted = false;
    for (const char c : line) {
      if (c == '"') is_quoted = !is_quoted;
      const size_t at = kSeparators.find(c);
      if (!is_quoted && at != kSeparators.npos) ++counts[at];
    }
    const auto most = std::max_element(counts.begin(), counts.end());
    return kSeparators[static_cast<size_t>(most - counts.begin())];
  }

  const char fixed_;  // zero: by the first line
  Ends ends_{"\n"};
  In in_ = In::field_start;
};

// AsciiDoc (docs.asciidoctor.org, "URL macro"): the text of a link is in brackets after it.
//
//   https://example.org/XML_(W3C)[schema]   →  https://example.org/XML_(W3C) schema]
//   http://[::1]/x, a[0]                    →  the same
class AsciiDoc final : public Notation {
  enum class Word : uint8_t { plain, target };

  void begin() override { word_ = Word::plain; }

  size_t take(std::string_view text, Rest rest) override {
    // In plain text, only a colon matters.
    static constexpr Ends kOfTarget(" \t\r\n:[+");
    const size_t end =
        word_ == Word::plain ? std::min(text.find(':'), text.size()) : kOfTarget.find(text);
    if (end > 0) {
      copy(text.substr(0, end));
      return end;
    }
    if (text[0] == ':') return take_colon(text, rest);
    if (text[0] == '+') return take_plus(text, rest);
    if (text[0] == '[' && word_ == Word::target) {
      copy(" ");
    } else {
      copy(text.substr(0, 1));
    }
    word_ = Word::plain;
    return 1;
  }

  // link:++https://example.org/a__b++[text]: the marks of a target that is passed through.
  size_t take_plus(std::string_view text, Rest rest) {
    constexpr std::string_view kEnd = "++[";
    if (text.size() < kEnd.size() && rest == Rest::unknown) return 0;
    if (word_ != Word::target || !text.starts_with(kEnd)) {
      copy(text.substr(0, 1));
      return 1;
    }
    copy(" ");
    word_ = Word::plain;
    return kEnd.size();
  }

  // `://`, also before an IP literal; and after `link` and `mailto`.
  size_t take_colon(std::string_view text, Rest rest) {
    constexpr std::string_view kMark = "://";
    if (text.size() <= kMark.size() && rest == Rest::unknown) return 0;
    const bool is_mark = text.starts_with(kMark);
    const size_t size =
        is_mark ? kMark.size() + (text.substr(kMark.size()).starts_with('[') ? 1 : 0) : 1;
    word_ = is_mark || !base::is_ascii_white_space(
                           static_cast<uint8_t>(text.size() > 1 ? text[1] : ' '))
                ? Word::target
                : word_;
    copy(text.substr(0, size));
    return size;
  }

  Word word_ = Word::plain;
};

// hxxp://example[.]com  →  http://example.com
class Refanger final : public Notation {
  void begin() override { reader_.begin(); }

  size_t take(std::string_view text, Rest rest) override {
    const auto extent = rest == Rest::none ? base::Text::complete : base::Text::more_may_follow;
    const base::DefangedReader::Token token = reader_.next(text, extent);
    if (token.is == base::DefangedReader::Token::Is::replaced) {
      replace(0, token.size, token.meant);
    } else {
      copy(text.substr(0, token.size));
    }
    return token.size;
  }

  base::DefangedReader reader_;
};

}  // namespace

std::unique_ptr<TextStage> make_gettext() { return std::make_unique<Gettext>(); }
std::unique_ptr<TextStage> make_csv() { return std::make_unique<Table>('\0'); }
std::unique_ptr<TextStage> make_tsv() { return std::make_unique<Table>('\t'); }
std::unique_ptr<TextStage> make_asciidoc() { return std::make_unique<AsciiDoc>(); }

std::unique_ptr<TextStage> make_notation(Flow flow, DecodeBytes decode) {
  switch (flow) {
    case Flow::content_lines:
      return make_content_lines();
    case Flow::ldif:
      return make_ldif();
    case Flow::roff:
      return make_roff();
    case Flow::gettext:
      return make_gettext();
    case Flow::rtf:
      return make_rtf(std::move(decode));
    case Flow::csv:
      return make_csv();
    case Flow::tsv:
      return make_tsv();
    case Flow::asciidoc:
      return make_asciidoc();
    case Flow::fixed:
    case Flow::flowed:
    case Flow::flowed_delsp:
    case Flow::enriched:
      break;
  }
  return nullptr;
}

std::unique_ptr<TextStage> make_refanger() { return std::make_unique<Refanger>(); }

}  // namespace linkspan::lines

// SPDX-License-Identifier: Apache-2.0
#include "lines/wrapped.h"

#include <algorithm>

#include "base/ascii.h"
#include "lines/line_start.h"

namespace linkspan::lines {
namespace {

constexpr std::string_view kPunctuationOfUris = "-._~:/?#[]@!$&'()*+,;=%";  // RFC 3986, section 2
constexpr std::string_view kEndsNoLink = ".,:;!?'()[]*";  // in running text, at the end of a line
constexpr std::string_view kMustGoOn = "/?=&%-_#";
constexpr std::string_view kNeverInAWord = "=&%_";

constexpr std::string_view kSpaces = " \t\r\n";

constexpr std::string_view kMargin = " \t>|";

bool is_blank(char c) { return c == ' ' || c == '\t'; }
bool is_space(char c) { return kSpaces.find(c) != std::string_view::npos; }
bool begins_code_point(char c) { return (static_cast<uint8_t>(c) & 0xC0u) != 0x80u; }
bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }
bool is_digit(char c) { return base::is_ascii_digit(static_cast<uint8_t>(c)); }
bool contains(std::string_view set, char c) { return set.find(c) != std::string_view::npos; }

bool is_of_uris(char c) { return is_letter(c) || is_digit(c) || contains(kPunctuationOfUris, c); }

bool begins_link(std::string_view word) {
  return word.find("://") != std::string_view::npos || word.starts_with("www.") ||
         word.starts_with("mailto:");
}

bool has_digit_beside_letter(std::string_view word) {
  for (size_t i = 1; i < word.size(); ++i) {
    if ((is_digit(word[i - 1]) && is_letter(word[i])) ||
        (is_letter(word[i - 1]) && is_digit(word[i]))) {
      return true;
    }
  }
  return false;
}

bool is_word_of_no_language(std::string_view word) {
  return word.find_first_of(kNeverInAWord) != std::string_view::npos ||
         std::count(word.begin(), word.end(), '/') >= 2 || has_digit_beside_letter(word);
}

// `-`, `*`, `1.`, `12)`, `a)`: the marks of a list.
bool is_list_mark(std::string_view word) {
  if (word.size() <= 2 && !is_digit(word.back())) return true;
  const size_t digits = word.find_first_not_of("0123456789");
  return digits + 1 == word.size() && digits > 0 && (word[digits] == '.' || word[digits] == ')');
}

}  // namespace

void LineTail::restart_in_margin() {
  const LineTail before = *this;
  restart();
  is_in_margin_ = false;
  margin_size_ = before.margin_size_;
  std::copy(std::begin(before.margin_), std::end(before.margin_), margin_);
}

size_t LineTail::border_size(std::string_view text) const {
  if (margin_size_ == 0 || margin_[margin_size_ - 1] != '|') return 0;
  const size_t bar = text.find_last_not_of(" \t");
  if (bar == text.npos) return text.size();
  const bool is_bar = text[bar] == '|';
  const size_t before = is_bar ? text.substr(0, bar).find_last_not_of(" \t") : bar;
  return text.size() - (before + 1);  // npos + 1 is 0
}

void LineTail::follow_head(std::string_view text) {
  const size_t done = std::min(size_, kSignatureSeparator.size());
  const std::string_view expected = kSignatureSeparator.substr(done);
  head_matches_ = head_matches_ && expected.starts_with(text);
  size_ += text.size();
}

// Only the last word matters.
void LineTail::follow(std::string_view text) {
  follow_head(text);
  columns_ += static_cast<unsigned>(std::count_if(text.begin(), text.end(), begins_code_point));
  const size_t space = text.find_last_of(kSpaces);
  if (space != std::string_view::npos) text.remove_prefix(space);
  for (const char c : text) follow_word(c);
}

void LineTail::follow_word(char c) {
  if (is_space(c)) {
    word_is_link_ = false;
    word_size_ = 0;
    return;
  }
  std::copy_backward(last_, last_ + 3, last_ + 4);
  last_[0] = c;
  ++word_size_;
  const bool is_scheme = word_size_ >= 4 && c == '/' && last_[1] == '/' && last_[2] == ':';
  const bool is_www =
      word_size_ == 4 && c == '.' && last_[1] == 'w' && last_[2] == 'w' && last_[3] == 'w';
  word_is_link_ = word_is_link_ || is_scheme || is_www;
}

bool LineTail::may_go_on() const {
  if ((columns_ < kFullLine && !has_border_) || !word_is_link_) return false;
  const char end = last_[0];
  return is_of_uris(end) && (contains(kMustGoOn, end) || !contains(kEndsNoLink, end));
}

// The marks, spaces and tabs before the text of a line.
void LineTail::follow_margin(std::string_view text) {
  for (const char c : text) {
    if (!is_in_margin_ || kMargin.find(c) == std::string_view::npos) {
      is_in_margin_ = false;
      return;
    }
    if (margin_size_ < sizeof margin_ && !is_blank(c)) margin_[margin_size_++] = c;
  }
}

// Does the next line have the same marks in its margin?
LineTail::Verdict LineTail::read_margin(std::string_view text, Rest rest, size_t& size) const {
  size = std::min(text.find_first_not_of(kMargin), text.size());
  if (size >= kLongestMargin) return Verdict::no;
  if (size == text.size() && rest == Rest::unknown) return Verdict::unknown;
  size_t marks = 0;
  for (const char c : text.substr(0, size)) {
    if (is_blank(c)) continue;
    if (marks == margin_size_ || margin_[marks++] != c) return Verdict::no;
  }
  return marks == margin_size_ ? Verdict::yes : Verdict::no;
}

LineTail::Verdict LineTail::goes_on_with(std::string_view text, Rest rest, size_t& margin) const {
  const Verdict is_same = read_margin(text, rest, margin);
  if (is_same != Verdict::yes) return is_same;
  text.remove_prefix(margin);
  const size_t limit = std::min(text.size(), kLongestLookahead);
  const auto word_end = std::find_if(text.begin(), text.begin() + limit, is_space);
  std::string_view word = text.substr(0, static_cast<size_t>(word_end - text.begin()));
  const bool is_cut = word.size() == text.size() && rest == Rest::unknown;
  if (is_cut && word.size() < kLongestLookahead) return Verdict::unknown;
  if (!word.empty() && is_list_mark(word)) return Verdict::no;
  // The punctuation after a link in running text.
  while (!word.empty() && contains(".,:;!?)]}>\"'", word.back())) word.remove_suffix(1);
  if (word.empty() || is_list_mark(word) || begins_link(word)) return Verdict::no;
  if (!std::all_of(word.begin(), word.end(), is_of_uris)) return Verdict::no;
  const bool is_indented = margin > 0 && margin_size_ == 0;
  const bool must_go_on = contains(kMustGoOn, last_[0]) && !(is_indented && last_[0] == '/');
  if (must_go_on || is_word_of_no_language(word)) return Verdict::yes;
  // Within a name: the rest of the path is all that is in the next line.
  const size_t after = std::min(text.find_first_not_of(" \t|", word.size()), text.size());
  if (after == text.size() && rest == Rest::unknown && after < kLongestLookahead) {
    return Verdict::unknown;
  }
  const bool is_alone = after == text.size() || text[after] == '\r' || text[after] == '\n';
  return is_alone && word.find('/') != std::string_view::npos ? Verdict::yes : Verdict::no;
}

}  // namespace linkspan::lines

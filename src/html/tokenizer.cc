// SPDX-License-Identifier: Apache-2.0
#include "html/tokenizer.h"

#include <algorithm>

#include "base/ascii.h"
#include "base/keyed_hash.h"

namespace linkspan::html {
namespace {

constexpr std::string_view kSpace = "\t\n\f\r ";
constexpr std::string_view kEndsTagName = "\t\n\f\r />";
constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kCdataEnd = "]]>";

bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }
bool is_one_of(char c, std::string_view set) { return set.find(c) != set.npos; }

SourceRange range(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// `lower` is in lower case.
bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == base::to_ascii_lower(b); });
}

// The name of an attribute that is kept, and where its value is stored.
void keep(Attributes& attributes, std::string_view name, const Attribute& found) {
  const auto first = [&found](Attribute& kept) {
    if (!kept.present) kept = found;
  };
  if (name == "href") return first(attributes.href);
  if (name == "xlink:href") return first(attributes.xlink_href);
  if (name == "alt") return first(attributes.alt);
  if (name == "style") return first(attributes.style);
  if (name == "encoding") return first(attributes.encoding);
  if (name == "type") return first(attributes.type);
  if (name == "charset") return first(attributes.charset);
  if (name == "content") return first(attributes.content);
  if (name == "hidden") attributes.hidden = true;
  if (name == "color" || name == "face" || name == "size") attributes.of_font = true;
}

}  // namespace

void Tokenizer::read_content_as(Content content) {
  content_ = content;
  raw_name_ = base::to_ascii_lower(last_name_);
  raw_end_ = source_.size();
  if (content == Content::script) raw_end_ = end_of_script();
  if (content == Content::rcdata || content == Content::raw_text) raw_end_ = end_of_raw_text();
}

void Tokenizer::skip_line_feed() {
  if (source_.substr(at_).starts_with("\r\n")) {
    at_ += 2;
  } else if (at_ < source_.size() && (source_[at_] == '\n' || source_[at_] == '\r')) {
    ++at_;
  }
}

void Tokenizer::next(Token& token, Cdata cdata) {
  token = Token();
  while (at_ < source_.size()) {
    if (at_ < cdata_end_) return read_text(token, cdata_end_);
    if (cdata_end_ > 0) {
      skip_past(kCdataEnd);
      cdata_end_ = 0;
      continue;
    }
    if (content_ != Content::markup && at_ < raw_end_) return read_text(token, raw_end_);
    content_ = Content::markup;
    if (source_[at_] != '<') return read_text(token, source_.size());
    const size_t begin = at_;
    if (read_markup(token, cdata)) {
      token.source = range(begin, at_);
      return;
    }
    if (at_ == begin) return read_text(token, source_.size());
  }
  token.kind = Token::Kind::end;
  token.source = range(source_.size(), source_.size());
}

// Reads markup that begins with `<`. False: no token; if at_ did not change, it is text.
bool Tokenizer::read_markup(Token& token, Cdata cdata) {
  const char c = at_ + 1 < source_.size() ? source_[at_ + 1] : ' ';
  if (is_letter(c)) return read_tag(token, Token::Kind::start_tag, at_ + 1);
  if (c == '!') {
    read_declaration(token, cdata);
    return token.kind == Token::Kind::doctype;
  }
  if (c == '?') {
    skip_past(">");
  } else if (c == '/' && at_ + 2 < source_.size()) {
    if (is_letter(source_[at_ + 2])) return read_tag(token, Token::Kind::end_tag, at_ + 2);
    skip_past(">");
  }
  return false;
}

// `name`: the start of the name. A tag that is incomplete at the end of the source is dropped.
bool Tokenizer::read_tag(Token& token, Token::Kind kind, size_t name) {
  const size_t name_end = std::min(source_.find_first_of(kEndsTagName, name), source_.size());
  last_name_ = source_.substr(name, name_end - name);
  token.tag = names_.id_of(last_name_);
  needs_hash_ = has_trait(token.tag, trait::formatting) && kind == Token::Kind::start_tag;
  at_ = name_end;
  while (true) {
    skip_white_space();
    if (at_ == source_.size()) return false;
    if (source_[at_] == '>') break;
    if (source_[at_] == '/') {
      ++at_;
      token.is_self_closing = at_ < source_.size() && source_[at_] == '>';
    } else if (!read_attribute(token.attributes)) {
      return false;
    }
  }
  ++at_;
  token.kind = kind;
  if (needs_hash_) token.attributes.hash = hash_of_attributes();
  return true;
}

// False where the source ends.
bool Tokenizer::read_attribute(Attributes& attributes) {
  constexpr std::string_view kEndsName = "\t\n\f\r />=";
  const size_t begin = at_;
  at_ = std::min(source_.find_first_of(kEndsName, begin + 1), source_.size());
  const std::string name = base::to_ascii_lower(source_.substr(begin, at_ - begin));
  skip_white_space();
  Attribute found;
  if (at_ < source_.size() && source_[at_] == '=') {
    ++at_;
    found = read_attribute_value();
  }
  if (at_ >= source_.size()) return false;
  found.present = true;
  keep(attributes, name, found);
  if (needs_hash_) {
    const base::KeyedHash hash;
    hashed_.push_back({hash(name), hash(text(found.value))});
  }
  return true;
}

// Of attributes with one name, only the first counts.
uint64_t Tokenizer::hash_of_attributes() {
  std::stable_sort(hashed_.begin(), hashed_.end(),
                   [](const Hashed& a, const Hashed& b) { return a.name < b.name; });
  uint64_t hash = 0;
  uint64_t last = 0;
  for (const Hashed& one : hashed_) {
    if (one.name != last) hash += one.name * 31 + one.value;
    last = one.name;
  }
  hashed_.clear();
  return hash;
}

// After the `=`.
Attribute Tokenizer::read_attribute_value() {
  skip_white_space();
  if (at_ == source_.size()) return {};
  const char quote = source_[at_];
  if (quote == '"' || quote == '\'') {
    const size_t begin = at_ + 1;
    const size_t end = std::min(source_.find(quote, begin), source_.size());
    at_ = std::min(end + 1, source_.size());
    return {true, range(begin, end)};
  }
  const size_t begin = at_;
  at_ = std::min(source_.find_first_of("\t\n\f\r >", begin), source_.size());
  return {true, range(begin, at_)};
}

void Tokenizer::read_declaration(Token& token, Cdata cdata) {
  const std::string_view rest = source_.substr(at_);
  if (rest.starts_with("<!--")) {
    skip_comment();
  } else if (starts_with_ignoring_case(rest, "<!doctype")) {
    skip_past(">");
    token.kind = Token::Kind::doctype;
  } else if (cdata == Cdata::is_text && rest.starts_with(kCdata)) {
    at_ += kCdata.size();
    cdata_end_ = std::min(source_.find(kCdataEnd, at_), source_.size());
    if (cdata_end_ == at_) {
      skip_past(kCdataEnd);
      cdata_end_ = 0;
    }
  } else {
    skip_past(">");
  }
}

// `-->` or `--!>`; `<!-->` and `<!--->` are comments, too.
void Tokenizer::skip_comment() {
  at_ += 4;
  const std::string_view rest = source_.substr(at_);
  if (rest.starts_with('>') || rest.starts_with("->")) return skip_past(">");
  while (at_ < source_.size()) {
    at_ = std::min(source_.find("--", at_), source_.size());
    const std::string_view here = source_.substr(at_);
    if (here.starts_with("-->") || here.starts_with("--!>")) return skip_past(">");
    ++at_;
  }
  at_ = source_.size();
}

void Tokenizer::skip_past(std::string_view closing) {
  const size_t found = source_.find(closing, at_);
  at_ = found == source_.npos ? source_.size() : found + closing.size();
}

void Tokenizer::skip_white_space() {
  at_ = std::min(source_.find_first_not_of(kSpace, at_), source_.size());
}

// Text from here on, up to markup, a reference, a NUL or `end`.
void Tokenizer::read_text(Token& token, size_t end) {
  const bool is_markup = content_ == Content::markup && cdata_end_ == 0;
  const bool has_references = is_markup || (content_ == Content::rcdata && cdata_end_ == 0);
  const size_t begin = at_;
  for (size_t at = begin; at < end; ++at) {
    const char c = source_[at];
    if (c == '\0' && at == begin) {
      at_ = at + 1;
      token.kind = Token::Kind::null;
      token.source = range(begin, at_);
      return;
    }
    if (c == '\0' || (is_markup && c == '<' && at > begin && may_begin_markup(at))) {
      end = at;
    } else if (has_references && c == '&') {
      token.reference =
          base::read_reference(source_.substr(at, source_.size() - at), base::Place::text);
      if (token.reference.size == 0) continue;
      if (at > begin) {
        end = at;
        continue;
      }
      token.kind = Token::Kind::reference;
      at_ = at + token.reference.size;
      token.source = range(begin, at_);
      return;
    }
  }
  token.reference = {};
  token.kind = Token::Kind::text;
  at_ = end;
  token.source = range(begin, end);
}

bool Tokenizer::may_begin_markup(size_t at) const {
  const char c = at + 1 < source_.size() ? source_[at + 1] : ' ';
  return is_letter(c) || is_one_of(c, "/!?");
}

bool Tokenizer::is_raw_end_tag(size_t at) const {
  const std::string_view name = source_.substr(std::min(at + 2, source_.size()));
  return source_.substr(at).starts_with("</") && starts_with_ignoring_case(name, raw_name_) &&
         name.size() > raw_name_.size() && is_one_of(name[raw_name_.size()], kEndsTagName);
}

size_t Tokenizer::end_of_raw_text() const {
  size_t at = source_.find("</", at_);
  while (at != source_.npos && !is_raw_end_tag(at)) at = source_.find("</", at + 1);
  return std::min(at, source_.size());
}

// Inside `<!-- <script> … -->`, which is found in old pages, an end tag of a script is text
// (section 13.2.5.20 and following).
size_t Tokenizer::end_of_script() const {
  enum class State : uint8_t { plain, escaped, double_escaped } state = State::plain;
  for (size_t at = at_; at < source_.size(); ++at) {
    const char c = source_[at];
    const std::string_view rest = source_.substr(at);
    if (c == '-' && rest.starts_with("-->")) {
      state = State::plain;
    } else if (c != '<') {
      continue;
    } else if (state == State::plain && rest.starts_with("<!--")) {
      state = State::escaped;
      at += 1;  // `<!-->` ends at once
    } else if (state == State::escaped && starts_with_ignoring_case(rest, "<script") &&
               rest.size() > 7 && is_one_of(rest[7], kEndsTagName)) {
      state = State::double_escaped;
    } else if (is_raw_end_tag(at)) {
      if (state != State::double_escaped) return at;
      state = State::escaped;
    }
  }
  return source_.size();
}

}  // namespace linkspan::html

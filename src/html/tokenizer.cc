// SPDX-License-Identifier: Apache-2.0
#include "html/tokenizer.h"

#include <algorithm>
#include <array>
#include <vector>

#include "base/ascii.h"
#include "base/compiler.h"
#include "base/keyed_hash.h"

namespace linkspan::html {
namespace {

// What ends a name or a value without quotes; a set of them is a bit.
enum Ends : uint8_t { kSpace = 1, kTagName = 2, kAttributeName = 4, kValue = 8 };
constexpr std::array<uint8_t, 256> kEnds = [] {
  std::array<uint8_t, 256> ends{};
  const auto add = [&ends](std::string_view bytes, int sets) {
    for (const char c : bytes) ends[static_cast<uint8_t>(c)] |= static_cast<uint8_t>(sets);
  };
  add("\t\n\f\r ", kSpace | kTagName | kAttributeName | kValue);
  add("/", kTagName | kAttributeName);
  add(">", kTagName | kAttributeName | kValue);
  add("=", kAttributeName);
  return ends;
}();
bool ends(char c, uint8_t sets) { return (kEnds[static_cast<uint8_t>(c)] & sets) != 0; }

constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kCdataEnd = "]]>";

bool is_letter(char c) { return base::is_ascii_letter(static_cast<uint8_t>(c)); }

SourceRange range(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// `lower` is in lower case.
bool starts_with_ignoring_case(std::string_view text, std::string_view lower) {
  return text.size() >= lower.size() &&
         std::equal(lower.begin(), lower.end(), text.begin(),
                    [](char a, char b) { return a == base::to_ascii_lower(b); });
}

// The names of attributes that are kept, and where their values are stored.
struct KeptAttribute {
  std::string_view name;
  Attribute Attributes::*value;  // the first counts
};
constexpr KeptAttribute kKept[] = {
    {"href", &Attributes::href},         {"xlink:href", &Attributes::xlink_href},
    {"alt", &Attributes::alt},           {"style", &Attributes::style},
    {"encoding", &Attributes::encoding}, {"type", &Attributes::type},
    {"charset", &Attributes::charset},   {"content", &Attributes::content},
};
// Of these, only the presence matters.
struct KeptFlag {
  std::string_view name;
  bool Attributes::*flag;
};
constexpr KeptFlag kFlags[] = {
    {"hidden", &Attributes::hidden},
    {"color", &Attributes::of_font},
    {"face", &Attributes::of_font},
    {"size", &Attributes::of_font},
};

// The sizes of the names that begin with a letter, in lower case; a bit for each.
constexpr std::array<uint16_t, 32> kSizesOfKept = [] {
  std::array<uint16_t, 32> sizes{};
  const auto add = [&sizes](std::string_view name) {
    sizes[name[0] & 0x1F] |= static_cast<uint16_t>(1 << name.size());
  };
  for (const KeptAttribute& each : kKept) add(each.name);
  for (const KeptFlag& each : kFlags) add(each.name);
  return sizes;
}();

// Most names of attributes (class, id, title, rel, src) have no size of a kept one with this
// letter, and are not compared.
void keep(Attributes& attributes, std::string_view name, const Attribute& found) {
  if (name.size() > 15 || (kSizesOfKept[name[0] & 0x1F] >> name.size() & 1) == 0) return;
  const auto is_name = [name](std::string_view kept) {
    return name.size() == kept.size() && starts_with_ignoring_case(name, kept);
  };
  for (const KeptAttribute& each : kKept) {
    if (!is_name(each.name)) continue;
    Attribute& kept = attributes.*each.value;
    if (!kept.present) kept = found;
    attributes.any = true;
    return;
  }
  for (const KeptFlag& each : kFlags) {
    if (is_name(each.name)) attributes.any = attributes.*each.flag = true;
  }
}

}  // namespace

Tokenizer::Tokenizer(std::string_view source)
    : source_(source), names_(source), blocks_(*blocks_for(Cpu::best)) {}

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
  token.tag = Tag::kKnown;
  token.is_self_closing = false;
  if (token.attributes.any) token.attributes = {};
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
  at_ = end_of_name(name, kTagName);
  last_name_ = source_.substr(name, at_ - name);
  token.tag = names_.id_of(last_name_);
  if (at_ < source_.size() && source_[at_] == '>') {
    ++at_;
  } else if (!read_attributes(token.is_self_closing,
                              [&token](std::string_view attribute, const Attribute& found) {
                                keep(token.attributes, attribute, found);
                              })) {
    return false;
  }
  token.kind = kind;
  return true;
}

// Up to the end of the tag, after its name. False where the source ends. Calls take(name, found)
// for each.
template <class Take>
bool Tokenizer::read_attributes(bool& is_self_closing, const Take& take) {
  while (true) {
    skip_white_space();
    if (at_ == source_.size()) return false;
    if (source_[at_] == '>') break;
    if (source_[at_] == '/') {
      ++at_;
      is_self_closing = at_ < source_.size() && source_[at_] == '>';
    } else if (!read_attribute(take)) {
      return false;
    }
  }
  ++at_;
  return true;
}

// False where the source ends.
template <class Take>
bool Tokenizer::read_attribute(const Take& take) {
  const size_t begin = at_;
  at_ = end_of_name(begin + 1, kAttributeName);
  const std::string_view name = source_.substr(begin, at_ - begin);
  skip_white_space();
  Attribute found;
  if (at_ < source_.size() && source_[at_] == '=') {
    ++at_;
    found = read_attribute_value();
  }
  if (at_ >= source_.size()) return false;
  found.present = true;
  take(name, found);
  return true;
}

// Of attributes with one name, only the first counts.
uint64_t Tokenizer::hash_of_attributes(SourceRange tag) const {
  struct Hashed {
    uint64_t name, value;
  };
  std::vector<Hashed> hashed;
  Tokenizer again(text(tag));
  again.at_ = again.end_of_name(1, kTagName);
  bool is_self_closing = false;
  again.read_attributes(is_self_closing, [&](std::string_view name, const Attribute& found) {
    const base::KeyedHash hash;
    hashed.push_back({hash(base::to_ascii_lower(name)), hash(again.text(found.value))});
  });
  std::stable_sort(hashed.begin(), hashed.end(),
                   [](const Hashed& a, const Hashed& b) { return a.name < b.name; });
  uint64_t hash = 0;
  uint64_t last = 0;
  for (const Hashed& one : hashed) {
    if (one.name != last) hash += one.name * 31 + one.value;
    last = one.name;
  }
  return hash;
}

std::vector<NamedAttribute> Tokenizer::attributes_of(SourceRange tag) const {
  std::vector<NamedAttribute> attributes;
  Tokenizer again(text(tag));
  again.at_ = again.end_of_name(1, kTagName);
  bool is_self_closing = false;
  again.read_attributes(is_self_closing, [&](std::string_view name, const Attribute& found) {
    const auto begin = static_cast<uint32_t>(name.data() - source_.data());
    const auto size = static_cast<uint32_t>(name.size());
    attributes.push_back(
        {{begin, begin + size}, {tag.begin + found.value.begin, tag.begin + found.value.end}});
  });
  return attributes;
}

// The first byte from `at` on that is in one of the sets, or the end of the source.
size_t Tokenizer::end_of_name(size_t at, uint8_t sets) {
  at = next(&BlockMarks::names, at);
  while (at < source_.size() && !ends(source_[at], sets)) at = next(&BlockMarks::names, at + 1);
  return at;
}

// The quote from `at` on that ends a value, or the end of the source.
size_t Tokenizer::end_of_value(size_t at, char quote) {
  if (quote == '"') return next(&BlockMarks::quotes, at);
  return std::min(source_.find(quote, at), source_.size());
}

// After the `=`.
Attribute Tokenizer::read_attribute_value() {
  skip_white_space();
  if (at_ == source_.size()) return {};
  const char quote = source_[at_];
  if (quote == '"' || quote == '\'') {
    const size_t begin = at_ + 1;
    const size_t end = end_of_value(begin, quote);
    at_ = std::min(end + 1, source_.size());
    return {true, range(begin, end)};
  }
  const size_t begin = at_;
  at_ = end_of_name(begin, kValue);
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
  while (at_ < source_.size() && ends(source_[at_], kSpace)) ++at_;
}

// Text from here on, up to markup, a reference, a NUL or `end`.
void Tokenizer::read_text(Token& token, size_t end) {
  const bool is_markup = content_ == Content::markup && cdata_end_ == 0;
  const bool has_references = is_markup || (content_ == Content::rcdata && cdata_end_ == 0);
  const size_t begin = at_;
  size_t at = next(&BlockMarks::text, begin);
  for (; at < end; at = next(&BlockMarks::text, at + 1)) {
    const char c = source_[at];
    if (c == '\0') break;
    if (is_markup && c == '<' && at > begin && may_begin_markup(at)) break;
    if (!has_references || c != '&') continue;
    token.reference = base::read_reference(source_.substr(at), base::Place::text);
    if (token.reference.size > 0) break;
  }
  const bool is_text = at > begin || at >= end;
  token.kind = is_text               ? Token::Kind::text
               : source_[at] == '\0' ? Token::Kind::null
                                     : Token::Kind::reference;
  at_ = is_text                           ? std::min(at, end)
        : token.kind == Token::Kind::null ? begin + 1
                                          : begin + token.reference.size;
  token.source = range(begin, at_);
}

size_t Tokenizer::next_in_later_block(uint64_t BlockMarks::*mark, size_t at) {
  while (at < source_.size()) {
    marked_from_ = at / 64 * 64;
    marks_ = blocks_.marks_of(reinterpret_cast<const uint8_t*>(source_.data()) + marked_from_,
                              std::min<size_t>(64, source_.size() - marked_from_));
    if (const uint64_t rest = marks_.*mark >> (at - marked_from_); rest != 0) {
      return at + base::lowest_bit(rest);
    }
    at = marked_from_ + 64;
  }
  return source_.size();
}

bool Tokenizer::may_begin_markup(size_t at) const {
  const char c = at + 1 < source_.size() ? source_[at + 1] : ' ';
  return is_letter(c) || c == '/' || c == '!' || c == '?';
}

bool Tokenizer::is_raw_end_tag(size_t at) const {
  const std::string_view name = source_.substr(std::min(at + 2, source_.size()));
  return source_.substr(at).starts_with("</") && starts_with_ignoring_case(name, raw_name_) &&
         name.size() > raw_name_.size() && ends(name[raw_name_.size()], kTagName);
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
               rest.size() > 7 && ends(rest[7], kTagName)) {
      state = State::double_escaped;
    } else if (is_raw_end_tag(at)) {
      if (state != State::double_escaped) return at;
      state = State::escaped;
    }
  }
  return source_.size();
}

}  // namespace linkspan::html

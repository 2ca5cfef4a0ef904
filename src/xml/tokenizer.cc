// SPDX-License-Identifier: Apache-2.0
#include "xml/tokenizer.h"

#include <algorithm>
#include <utility>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/steps.h"

namespace linkspan::xml {
namespace {

constexpr std::string_view kEndsName = "\t\n\r />=<\"'";
constexpr std::string_view kComment = "<!--";
constexpr std::string_view kCdata = "<![CDATA[";
constexpr std::string_view kDocumentType = "<!DOCTYPE";
constexpr std::string_view kClosings[] = {"-->", "?>", "]]>"};
constexpr size_t kLongestReference = 64;
constexpr size_t kMostEntities = 1000;
constexpr size_t kLongestEntity = 1024;
constexpr size_t kEntityRoom = 4096;  // of a part, before its size counts
constexpr std::string_view kNames[] = {"&amp;", "&lt;", "&gt;", "&quot;", "&apos;", "&#"};

SourceRange range(size_t begin, size_t end) {
  return {static_cast<uint32_t>(begin), static_cast<uint32_t>(end)};
}

// Characters of names are letters, `_`, `:` and non-ASCII ones (XML, section 2.3).
bool begins_name(char c) {
  const auto byte = static_cast<uint8_t>(c);
  return base::is_ascii_letter(byte) || byte >= 0x80 || c == '_' || c == ':';
}

}  // namespace

FoundReference Tokenizer::reference(std::string_view text) {
  text = text.substr(0, kLongestReference);
  for (const std::string_view name : kNames) {
    if (!text.starts_with(name)) continue;
    character_ = base::read_reference(text, base::Place::attribute);
    base::count_steps(character_.size);
    const bool is_whole = character_.size > 0 && text[character_.size - 1] == ';';
    if (is_whole) return {character_.size, character_.text()};
  }
  if (entities_ == nullptr || entities_->empty()) return {};
  const size_t end = text.find_first_of("; \t\r\n<&", 1);
  if (end == text.npos || text[end] != ';') return {};
  const auto found = entities_->find(text.substr(1, end - 1));
  if (found == entities_->end()) return {};
  if (expanded_ + found->second.size() > kEntityRoom + 4 * at_) return {};
  expanded_ += found->second.size();
  base::count_steps(found->second.size());
  return {end + 1, found->second};
}

// `<!ENTITY home "https://example.org">`; parameter entities and external ones have no value here.
void Tokenizer::read_entities(std::string_view document_type) {
  constexpr std::string_view kEntity = "<!ENTITY";
  if (entities_ == nullptr) return;
  for (size_t at = document_type.find(kEntity); at != document_type.npos;
       at = document_type.find(kEntity, at + 1)) {
    if (entities_->size() >= kMostEntities) return;
    const std::string_view rest = document_type.substr(at + kEntity.size(), kLongestEntity + 512);
    const size_t name = std::min(rest.find_first_not_of(kSpace), rest.size());
    const size_t name_end = std::min(rest.find_first_of(kEndsName, name), rest.size());
    const size_t quote = rest.find_first_not_of(kSpace, name_end);
    if (quote == rest.npos || (rest[quote] != '"' && rest[quote] != '\'')) continue;
    const size_t end = rest.find(rest[quote], quote + 1);
    if (end == rest.npos || end - quote - 1 > kLongestEntity) continue;
    std::string value = decoded(rest.substr(quote + 1, end - quote - 1));
    if (value.size() > kLongestEntity) continue;
    entities_->emplace(rest.substr(name, name_end - name), std::move(value));  // the first is right
  }
}

std::string Tokenizer::decoded(std::string_view text) {
  std::string value;
  decode_references(text, 0, [&value](std::string_view part, SourceRange) { value += part; });
  return value;
}

void Tokenizer::next(Token& token) {
  token.attributes.clear();
  token.is_empty = false;
  if (at_ < cdata_end_) {
    token.kind = Token::Kind::text;
    token.source = range(at_, cdata_end_);
    at_ = std::min(cdata_end_ + 3, source_.size());
    cdata_end_ = 0;
    return;
  }
  const size_t begin = at_;
  if (at_ == source_.size()) {
    token.kind = extent_ == Extent::whole ? Token::Kind::end : Token::Kind::cut;
    token.source = range(at_, at_);
    return;
  }
  if (source_[at_] == '<') {
    if (read_markup(token)) {
      token.source = range(begin, token.kind == Token::Kind::cut ? begin : at_);
      return;
    }
    at_ = begin;
  }
  read_text(token);
}

// Text from here on, up to markup or a reference. The first character is text if it is a `<`.
void Tokenizer::read_text(Token& token) {
  const size_t end = source_.size();
  const size_t begin = at_;
  token.kind = Token::Kind::text;
  size_t at = begin + (source_[begin] == '<' ? 1 : 0);
  while (at < end) {
    at = std::min(source_.find_first_of("<&", at), end);
    if (at == end || source_[at] == '<') break;
    if (extent_ == Extent::cut && end - at < kLongestReference) {
      token.kind = Token::Kind::cut;
      return;
    }
    const size_t expanded = expanded_;
    const FoundReference found = reference(source_.substr(at));
    if (found.size == 0) {
      ++at;
      continue;
    }
    if (at > begin) {  // the next token
      expanded_ = expanded;
      break;
    }
    token.kind = Token::Kind::reference;
    token.reference = found.text;
    at_ = at + found.size;
    token.source = range(begin, at_);
    return;
  }
  if (at == end && extent_ == Extent::cut) {
    token.kind = Token::Kind::cut;
    return;
  }
  base::count_steps(at - begin);
  at_ = at;
  token.source = range(begin, at_);
}

// The token of a markup that is not complete. False if no more can follow: then it is text.
bool Tokenizer::needs_more(Token& token) const {
  token.kind = Token::Kind::cut;
  return extent_ == Extent::cut;
}

// Reads markup that begins with `<`. False: it is text.
bool Tokenizer::read_markup(Token& token) {
  if (at_ + 1 >= source_.size()) return needs_more(token);
  const char c = source_[at_ + 1];
  if (begins_name(c)) return read_tag(token, Token::Kind::start_tag, at_ + 1);
  if (c == '!') return read_declaration(token);
  if (c == '?') return skip_to(token, Closing::instruction, at_ + 2);
  if (c != '/') return false;
  if (at_ + 2 >= source_.size()) return needs_more(token);
  if (!begins_name(source_[at_ + 2])) return false;
  return read_tag(token, Token::Kind::end_tag, at_ + 2);
}

bool Tokenizer::read_declaration(Token& token) {
  const std::string_view rest = source_.substr(at_);
  if (rest.starts_with(kComment)) return skip_to(token, Closing::comment, at_ + kComment.size());
  if (rest.starts_with(kDocumentType)) return skip_document_type(token);
  if (rest.starts_with(kCdata)) {
    const size_t begin = at_ + kCdata.size();
    const bool is_closed = skip_to(token, Closing::cdata, begin);
    if (is_closed && token.kind == Token::Kind::cut) return true;
    cdata_end_ = is_closed ? at_ - 3 : source_.size();
    at_ = begin;
    token.kind = Token::Kind::skipped;
    if (at_ >= cdata_end_) {
      at_ = std::min(cdata_end_ + 3, source_.size());
      cdata_end_ = 0;
    }
    return true;
  }
  const bool may_go_on =
      kComment.starts_with(rest) || kCdata.starts_with(rest) || kDocumentType.starts_with(rest);
  return may_go_on && needs_more(token);
}

// True if it was found, or more of the source is needed.
bool Tokenizer::skip_to(Token& token, Closing closing, size_t from) {
  bool& is_missing = is_missing_[static_cast<size_t>(closing)];
  if (is_missing) return needs_more(token);
  const std::string_view text = kClosings[static_cast<size_t>(closing)];
  const size_t found = source_.find(text, from);
  base::count_steps(std::min(found, source_.size()) - std::min(from, source_.size()));
  is_missing = found == source_.npos;
  if (is_missing) return needs_more(token);
  at_ = found + text.size();
  token.kind = Token::Kind::skipped;
  return true;
}

// The first that is not closed goes to its first `>`; later ones are text.
bool Tokenizer::skip_document_type(Token& token) {
  bool& is_missing = is_missing_[static_cast<size_t>(Closing::document_type)];
  if (is_missing) return needs_more(token);
  size_t end = end_of_document_type();
  is_missing = end == source_.npos;
  if (is_missing && extent_ == Extent::cut) return needs_more(token);
  if (is_missing) end = source_.find('>', at_);
  if (end == source_.npos) return false;
  read_entities(source_.substr(at_, end - at_));
  at_ = end + 1;
  token.kind = Token::Kind::skipped;
  return true;
}

// `<!DOCTYPE a SYSTEM "b" [<!ENTITY c "d>"><!-- ] -->]>`
size_t Tokenizer::end_of_document_type() const {
  bool is_inside = false;  // of the internal subset
  size_t at = at_ + kDocumentType.size();
  while (at < source_.size()) {
    const char c = source_[at];
    if (c == '>' && !is_inside) return at;
    if (c == '[') is_inside = true;
    if (c == ']') is_inside = false;
    size_t next = at + 1;
    const std::string_view rest = source_.substr(at);
    if (c == '"' || c == '\'') next = source_.find(c, next) + 1;
    if (is_inside && rest.starts_with(kComment)) next = source_.find("-->", at + 4) + 3;
    if (is_inside && rest.starts_with("<?")) next = source_.find("?>", at + 2) + 2;
    if (next <= at) return source_.npos;  // npos + 1, 2 or 3
    base::count_steps(next - at);
    at = next;
  }
  return source_.npos;
}

// `name`: the start of the name. False if it is text, such as `<https://example.org/>`.
bool Tokenizer::read_tag(Token& token, Token::Kind kind, size_t name) {
  at_ = std::min(source_.find_first_of(kEndsName, name), source_.size());
  token.name = source_.substr(name, at_ - name);
  const bool is_scheme = token.name.ends_with(':') && source_.substr(at_).starts_with("//");
  if (is_scheme || token.name.find('@') != token.name.npos) return false;
  while (true) {
    at_ = std::min(source_.find_first_not_of(kSpace, at_), source_.size());
    if (at_ == source_.size()) return needs_more(token);
    const char c = source_[at_];
    if (c == '<') break;
    ++at_;
    if (c == '>') break;
    token.is_empty = c == '/';
    if (c == '/' || c == '"' || c == '\'' || c == '=') continue;
    --at_;
    if (!read_attribute(token)) return needs_more(token);
  }
  base::count_steps(at_ - name);
  token.kind = kind;
  return true;
}

// False where the source ends.
bool Tokenizer::read_attribute(Token& token) {
  const size_t begin = at_;
  at_ = std::min(source_.find_first_of(kEndsName, begin + 1), source_.size());
  const std::string_view name = source_.substr(begin, at_ - begin);
  const size_t after = source_.find_first_not_of(kSpace, at_);
  if (after == source_.npos) return false;
  if (source_[after] != '=') return true;
  at_ = std::min(source_.find_first_not_of(kSpace, after + 1), source_.size());
  if (at_ == source_.size()) return false;
  const char quote = source_[at_];
  const bool is_quoted = quote == '"' || quote == '\'';
  const char ends[] = {quote, '<'};
  const std::string_view ends_value = is_quoted ? std::string_view(ends, 2) : "\t\n\r ><";
  const size_t value = at_ + (is_quoted ? 1 : 0);
  size_t end = source_.find_first_of(ends_value, value);
  if (end == source_.npos) return false;
  if (is_quoted && source_[end] == '<') {
    // The other quote is missing.
    end = std::min(end, source_.find_first_of("\t\n\r >", value));
    at_ = end;
  } else {
    at_ = end + (is_quoted ? 1 : 0);
  }
  token.attributes.push_back({name, range(value, end)});
  return true;
}

}  // namespace linkspan::xml

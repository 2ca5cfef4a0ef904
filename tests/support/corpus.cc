// SPDX-License-Identifier: Apache-2.0
// LineReader reads each line from left to right. Three things are not text: an opening mark, a
// closing mark, an escape.

#include "tests/support/corpus.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <stdexcept>
#include <utility>

#include "tests/support/data.h"

namespace linkspan::test {
namespace {

constexpr std::string_view kOpenMark = "⸠";
constexpr std::string_view kCloseMark = "⸡";
constexpr std::string_view kOpenEscape = "⟦";
constexpr std::string_view kCloseEscape = "⟧";

// The names of the profiles, in their order. Repeated here, so that removing a name from the
// library does not silently remove its cases.
constexpr std::array<std::string_view, 4> kProfileNames = {"prose", "uts58", "code", "strict"};

std::string_view trimmed(std::string_view s) {
  const size_t begin = s.find_first_not_of(" \t");
  if (begin == std::string_view::npos) return {};
  return s.substr(begin, s.find_last_not_of(" \t") - begin + 1);
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  for (size_t end = s.find(separator); end != std::string_view::npos; end = s.find(separator)) {
    parts.push_back(s.substr(0, end));
    s.remove_prefix(end + 1);
  }
  parts.push_back(s);
  return parts;
}

std::optional<uint32_t> hexadecimal(std::string_view digits, size_t most_digits) {
  uint32_t value = 0;
  const char* const end = digits.data() + digits.size();
  const auto [stop, error] = std::from_chars(digits.data(), end, value, 16);
  if (digits.empty() || digits.size() > most_digits || error != std::errc() || stop != end) {
    return std::nullopt;
  }
  return value;
}

std::string utf8(uint32_t c) {
  const auto trail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) return {static_cast<char>(c)};
  if (c < 0x800) return {static_cast<char>(0xC0 | c >> 6), trail(0)};
  if (c < 0x10000) return {static_cast<char>(0xE0 | c >> 12), trail(6), trail(0)};
  return {static_cast<char>(0xF0 | c >> 18), trail(12), trail(6), trail(0)};
}

// The bytes that an escape stands for; nothing if it is not well formed.
std::optional<std::string> unescaped(std::string_view escape) {
  const bool raw = !escape.empty() && escape.front() == '=';
  if (raw) escape.remove_prefix(1);
  std::string bytes;
  for (const std::string_view item : split(escape, ' ')) {
    const std::optional<uint32_t> value = hexadecimal(item, raw ? 2 : 6);
    if (!value || *value > 0x10FFFF || (*value >= 0xD800 && *value <= 0xDFFF)) return std::nullopt;
    bytes += raw ? std::string(1, static_cast<char>(*value)) : utf8(*value);
  }
  return bytes;
}

enum class Escapes { resolved, literal };

class LineReader {
 public:
  LineReader(std::string_view line, Escapes escapes) : rest_(line), escapes_(escapes) {}

  // Fills text and links; returns an error message, empty if the line is correct.
  std::string read(Case& into) {
    while (!rest_.empty()) {
      std::string error = read_one(into);
      if (!error.empty()) return error;
    }
    return open_ ? "a link is not closed" : "";
  }

 private:
  std::string read_one(Case& into) {
    if (take(kOpenMark)) {
      if (open_) return "a link begins inside a link";
      open_ = into.text.size();
      return {};
    }
    if (take(kCloseMark)) {
      if (!open_) return "a link ends that did not begin";
      if (*open_ == into.text.size()) return "an empty link";
      into.links.push_back({*std::exchange(open_, std::nullopt), into.text.size()});
      return {};
    }
    if (escapes_ == Escapes::resolved && take(kOpenEscape)) return read_escape(into);
    into.text += rest_.front();
    rest_.remove_prefix(1);
    return {};
  }

  std::string read_escape(Case& into) {
    const size_t end = rest_.find(kCloseEscape);
    if (end == std::string_view::npos) return "an escape is not closed";
    const std::string_view escape = rest_.substr(0, end);
    const std::optional<std::string> bytes = unescaped(escape);
    if (!bytes) return "no code points and no bytes: " + std::string(escape);
    into.text += *bytes;
    rest_.remove_prefix(end + kCloseEscape.size());
    return {};
  }

  bool take(std::string_view token) {
    if (rest_.substr(0, token.size()) != token) return false;
    rest_.remove_prefix(token.size());
    return true;
  }

  std::string_view rest_;
  Escapes escapes_;
  std::optional<size_t> open_;  // offset into the text
};

// The required cases of a file: all except those held out, all, or none (known misses).
enum class Required : uint8_t { most, all, none };

// The values of the `#!` lines read so far.
struct Head {
  std::vector<Profile> profiles;
  std::string theme;
  std::vector<std::string> tags;
  Required required = Required::most;
};

// FNV-1a (Fowler, Noll, Vo), 32 bits.
uint32_t hash_of(std::string_view text) {
  uint32_t hash = 2166136261;
  for (const char c : text) hash = (hash ^ static_cast<uint8_t>(c)) * 16777619;
  return hash;
}

Duty duty_of(uint32_t hash, Required required) {
  constexpr uint32_t kOneIn = 5;
  if (required == Required::none) return Duty::known_miss;
  return required == Required::most && hash % kOneIn == 0 ? Duty::held_out : Duty::required;
}

std::string hexadecimal(uint32_t hash) {
  constexpr std::string_view digits = "0123456789abcdef";
  std::string text;
  for (int shift = 28; shift >= 0; shift -= 4) text += digits[hash >> shift & 15];
  return text;
}

// Reads a line `#! name: value`; returns an error message, empty if the line is correct.
std::string read_head(std::string_view line, Head& head) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return "a head is written `#! name: value`";
  const std::string name(trimmed(line.substr(2, colon - 2)));
  const std::string_view value = trimmed(line.substr(colon + 1));
  if (value.empty()) return "the head `" + name + "` has no value";
  if (name == "policy") return {};
  if (name == "theme") {
    head.theme = value;
    return {};
  }
  if (name == "tags") {
    head.tags.clear();
    for (const std::string_view tag : split(value, ',')) head.tags.emplace_back(trimmed(tag));
    return {};
  }
  if (name == "required") {
    if (value != "all" && value != "none") return "`#! required:` is all or none";
    head.required = value == "all" ? Required::all : Required::none;
    return {};
  }
  if (name != "profile") return "no head has the name `" + name + "`";
  head.profiles.clear();
  for (const std::string_view part : split(value, ',')) {
    const auto* const found = std::find(kProfileNames.begin(), kProfileNames.end(), trimmed(part));
    if (found == kProfileNames.end()) return "no profile has the name `" + std::string(part) + "`";
    head.profiles.push_back(static_cast<Profile>(found - kProfileNames.begin()));
  }
  return {};
}

// Adds the case on this line; returns an error message, empty if the line is correct.
std::string read_case(std::string_view line, const Head& head, Escapes escapes, Case place,
                      Corpus& corpus) {
  if (line.find('\r') != std::string_view::npos && escapes == Escapes::resolved) {
    return "a carriage return; write ⟦0D⟧ if it is meant";
  }
  if (head.profiles.empty()) return "a case before the first `#! profile:`";
  place.profiles = head.profiles;
  place.theme = head.theme;
  place.tags = head.tags;
  std::string error = LineReader(line, escapes).read(place);
  const uint32_t hash = hash_of(place.text);
  place.id = hexadecimal(hash);
  place.duty = duty_of(hash, head.required);
  if (error.empty()) corpus.cases.push_back(std::move(place));
  return error;
}

Corpus parse(std::string_view contents, const std::string& file, Head head, Escapes escapes) {
  Corpus corpus;
  Case place;
  place.file = file;
  for (const std::string_view line : split(contents, '\n')) {
    ++place.line;
    std::string error;
    if (escapes == Escapes::resolved && line.substr(0, 2) == "#!") {
      error = read_head(line, head);
    } else if (!line.empty() && line.front() != '#') {
      error = read_case(line, head, escapes, place, corpus);
    }
    if (error.empty()) continue;
    corpus.errors.push_back(file);
    corpus.errors.back().append(":").append(std::to_string(place.line)).append(": ").append(error);
  }
  return corpus;
}

std::vector<Case> cases_of(Corpus corpus) {
  if (corpus.errors.empty()) return std::move(corpus.cases);
  std::string message = "not in the form of the corpus:";
  for (const std::string& error : corpus.errors) message += "\n" + error;
  throw std::runtime_error(message);
}

// The number of bytes at the start of `rest` that a line of the corpus must write as an escape: a
// mark, an opening bracket of an escape, a control character, or a `#` at the start of the line; 0
// if none.
size_t bytes_to_escape(std::string_view rest, bool at_begin) {
  for (const std::string_view token : {kOpenMark, kCloseMark, kOpenEscape}) {
    if (rest.substr(0, token.size()) == token) return token.size();
  }
  const auto byte = static_cast<uint8_t>(rest.front());
  return byte < 0x20 || byte == 0x7F || (at_begin && byte == '#') ? 1 : 0;
}

// Writes bytes as an escape: ⟦=0D 0A⟧.
std::string escaped(std::string_view bytes) {
  constexpr std::string_view digits = "0123456789ABCDEF";
  std::string escape(kOpenEscape);
  char separator = '=';
  for (const char c : bytes) {
    const auto byte = static_cast<uint8_t>(c);
    escape += {separator, digits[byte >> 4], digits[byte & 15]};
    separator = ' ';
  }
  return escape.append(kCloseEscape);
}

void append_escaped(std::string& line, std::string_view text) {
  while (!text.empty()) {
    const size_t size = bytes_to_escape(text, line.empty());
    if (size == 0) {
      line += text.front();
      text.remove_prefix(1);
    } else {
      line += escaped(text.substr(0, size));
      text.remove_prefix(size);
    }
  }
}

}  // namespace

Corpus parse_corpus(std::string_view contents, const std::string& file) {
  return parse(contents, file, {}, Escapes::resolved);
}

Corpus parse_link_detection_test(std::string_view contents, const std::string& file) {
  Head head;
  head.profiles = {Profile::uts58};
  head.required = Required::all;
  return parse(contents, file, std::move(head), Escapes::literal);
}

std::vector<Case> read_corpus(const std::filesystem::path& folder) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    if (entry.path().extension() == ".txt") files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  Corpus all;
  for (const std::filesystem::path& file : files) {
    const std::string contents = read_file(file);
    if (contents.starts_with("#! form:")) continue;
    Corpus part = parse_corpus(contents, file.filename().string());
    std::move(part.cases.begin(), part.cases.end(), std::back_inserter(all.cases));
    std::move(part.errors.begin(), part.errors.end(), std::back_inserter(all.errors));
  }
  return cases_of(std::move(all));
}

std::vector<Case> read_link_detection_test(const std::filesystem::path& path) {
  return cases_of(parse_link_detection_test(read_file(path), path.filename().string()));
}

std::vector<Attack> read_attacks(const std::filesystem::path& path) {
  const std::string contents = read_file(path);
  std::vector<Attack> attacks;
  int number = 0;
  for (const std::string_view line : split(contents, '\n')) {
    ++number;
    if (line.empty() || line.front() == '#') continue;
    const size_t tab = std::min(line.find('\t'), line.size());
    Attack attack = {number, {}, {}};
    for (const std::string_view name : split(line.substr(0, tab), ','))
      attack.warnings.emplace_back(trimmed(name));
    Case link;
    const std::string error = tab == line.size()
                                  ? "no tab"
                                  : LineReader(line.substr(tab + 1), Escapes::resolved).read(link);
    if (!error.empty())
      throw std::runtime_error(path.string() + ":" + std::to_string(number) + ": " + error);
    attack.link = std::move(link.text);
    attacks.push_back(std::move(attack));
  }
  return attacks;
}

std::string mark_links(std::string_view text, const std::vector<Range>& links) {
  std::string line;
  uint64_t done = 0;
  for (const Range& link : links) {
    append_escaped(line, text.substr(done, link.begin - done));
    line += kOpenMark;
    append_escaped(line, text.substr(link.begin, link.size()));
    line += kCloseMark;
    done = link.end;
  }
  append_escaped(line, text.substr(done));
  return line;
}

std::vector<std::pair<std::string_view, Part>> named_parts(const Parts& parts) {
  return {{"scheme", parts.scheme},    {"userinfo", parts.userinfo}, {"host", parts.host},
          {"port", parts.port},        {"path", parts.path},         {"query", parts.query},
          {"fragment", parts.fragment}};
}

namespace {

// "url scheme soft", then `separator`, then the components that are present, each formatted by
// `text_of`.
template <class TextOf>
std::string described(const Span& span, std::string_view separator, TextOf text_of) {
  std::string line;
  line.append(to_string(span.kind)).append(" ").append(to_string(span.form)).append(" ");
  line.append(to_string(span.ended_by)).append(separator);
  for (const auto& [component, part] : named_parts(span.parts)) {
    if (part.present()) line.append(" ").append(component).append("=").append(text_of(part));
  }
  return line;
}

}  // namespace

std::string describe(const Span& span) {
  const auto range = [](const auto& from, char between) {
    return std::to_string(from.begin) + between + std::to_string(from.end);
  };
  return "[" + range(span.range, ',') + ") " +
         described(span, "", [&](const Part& part) { return range(part, '-'); });
}

std::string describe(std::string_view text, const Span& span) {
  const std::string_view link = text.substr(span.range.begin, span.range.size());
  return described(
      span, " |", [&](const Part& part) { return link.substr(part.begin, part.end - part.begin); });
}

}  // namespace linkspan::test

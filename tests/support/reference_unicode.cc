// SPDX-License-Identifier: Apache-2.0
// Reads the property files of UTS #58. Their lines look like this, with the last field left out in
// LinkEmail.txt, which lists the members of a set:
//
//   0021..0022    ; Soft    # 1.1   [2] (!..")  EXCLAMATION MARK..QUOTATION MARK
//   0029          ; 0028 #1.1     () ⇒ ()       RIGHT PARENTHESIS

#include "tests/support/reference_unicode.h"

#include <charconv>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>

#include "tests/support/data.h"
#include "unicode/properties.h"

namespace linkspan::test {
namespace {

// One line of a file, without its comment.
struct Entry {
  char32_t first;
  char32_t last;
  std::string_view value;  // empty when there is no second field
};

std::string_view trimmed(std::string_view field) {
  const size_t begin = field.find_first_not_of(" \t\r");
  if (begin == std::string_view::npos) return {};
  return field.substr(begin, field.find_last_not_of(" \t\r") - begin + 1);
}

char32_t code_point(std::string_view hexadecimal) {
  uint32_t value = 0;
  const char* const end = hexadecimal.data() + hexadecimal.size();
  const auto [stop, error] = std::from_chars(hexadecimal.data(), end, value, 16);
  if (error != std::errc() || stop != end || value >= kNoCodePoint) {
    throw std::runtime_error("not a code point: " + std::string(hexadecimal));
  }
  return value;
}

Entry parsed(std::string_view line) {
  const size_t semicolon = line.find(';');
  const std::string_view range = trimmed(line.substr(0, semicolon));
  const size_t dots = range.find("..");
  Entry entry;
  entry.first = code_point(range.substr(0, dots));
  entry.last = dots == std::string_view::npos ? entry.first : code_point(range.substr(dots + 2));
  if (semicolon != std::string_view::npos) entry.value = trimmed(line.substr(semicolon + 1));
  return entry;
}

// Calls `take` with each line of the file that is neither empty nor a comment.
template <class Take>
void for_each_entry(std::string_view contents, Take take) {
  while (!contents.empty()) {
    const size_t end = contents.find('\n');
    const std::string_view line = contents.substr(0, end);
    const std::string_view data = trimmed(line.substr(0, line.find('#')));
    if (!data.empty()) take(parsed(data));
    contents.remove_prefix(end == std::string_view::npos ? contents.size() : end + 1);
  }
}

LinkTerm link_term_named(std::string_view name) {
  if (name == "Include") return LinkTerm::include;
  if (name == "Hard") return LinkTerm::hard;
  if (name == "Soft") return LinkTerm::soft;
  if (name == "Open") return LinkTerm::open;
  if (name == "Close") return LinkTerm::close;
  throw std::runtime_error("not a value of Link_Term: " + std::string(name));
}

LinkTerm link_term_of_library(char32_t c) {
  switch (unicode::properties(c).link_term()) {
    case unicode::LinkTerm::include:
      return LinkTerm::include;
    case unicode::LinkTerm::hard:
      return LinkTerm::hard;
    case unicode::LinkTerm::soft:
      return LinkTerm::soft;
    case unicode::LinkTerm::open:
      return LinkTerm::open;
    case unicode::LinkTerm::close:
      return LinkTerm::close;
  }
  return LinkTerm::hard;
}

std::filesystem::path published_files() { return data_dir() / "uts58" / "18.0.0-dev"; }

// docs/scanning.md, section 1: "in ASCII letters, digits, hyphen".
constexpr std::u32string_view kAsciiLabelCharacters =
    U"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-";

}  // namespace

ReferenceUnicode::ReferenceUnicode()
    : link_term_(kNoCodePoint + 1, LinkTerm::hard), link_email_(kNoCodePoint + 1, false) {
  from_published_files_ = std::filesystem::is_directory(published_files());
  if (from_published_files_) {
    read_published_files();
  } else {
    copy_library_tables();
  }
}

void ReferenceUnicode::read_published_files() {
  const std::string terms = read_file(published_files() / "LinkTerm.txt");
  for_each_entry(terms, [this](const Entry& entry) {
    const LinkTerm term = link_term_named(entry.value);
    for (char32_t c = entry.first; c <= entry.last; ++c) link_term_[c] = term;
  });
  const std::string emails = read_file(published_files() / "LinkEmail.txt");
  for_each_entry(emails, [this](const Entry& entry) {
    for (char32_t c = entry.first; c <= entry.last; ++c) link_email_[c] = true;
  });
  const std::string brackets = read_file(published_files() / "LinkBracket.txt");
  for_each_entry(brackets, [this](const Entry& entry) {
    link_bracket_[entry.first] = code_point(entry.value);
  });
}

// Without the published files, the reference uses the library's own properties of UTS #58. Then a
// wrong table is not detected, but every rule is still tested.
void ReferenceUnicode::copy_library_tables() {
  for (char32_t c = 0; c < kNoCodePoint; ++c) {
    link_term_[c] = link_term_of_library(c);
    link_email_[c] = unicode::properties(c).is_link_email();
    if (const char32_t opener = unicode::link_bracket(c); opener != 0) link_bracket_[c] = opener;
  }
}

LinkTerm ReferenceUnicode::link_term(char32_t c) const { return link_term_.at(c); }

bool ReferenceUnicode::is_link_email(char32_t c) const { return link_email_.at(c); }

char32_t ReferenceUnicode::link_bracket(char32_t closer) const {
  const auto found = link_bracket_.find(closer);
  return found == link_bracket_.end() ? kNoCodePoint : found->second;
}

bool ReferenceUnicode::is_label_character(char32_t c) const {
  if (c < 0x80) return kAsciiLabelCharacters.find(c) != std::u32string_view::npos;
  return unicode::properties(c).is_host() && link_term(c) == LinkTerm::include;
}

char32_t ReferenceUnicode::host_fold(char32_t c) const { return unicode::host_fold(c); }

const ReferenceUnicode& reference_unicode() {
  static const ReferenceUnicode unicode;
  return unicode;
}

}  // namespace linkspan::test

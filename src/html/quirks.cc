// SPDX-License-Identifier: Apache-2.0
#include "html/quirks.h"

#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/few_texts.h"

namespace linkspan::html {
namespace {

// Prefixes of public identifiers that mean quirks mode, in lower case. The identifiers of one owner
// are one entry if the standard lists all of them.
constexpr std::string_view kOldIdentifiers[] = {
    "+//silmaril//dtd html pro v0r11 19970101//",
    "-//as//dtd html 3.0 aswedit + extensions//",
    "-//advasoft ltd//dtd html 3.0 aswedit + extensions//",
    "-//ietf//dtd html",
    "-//metrius//dtd metrius presentational//",
    "-//microsoft//dtd internet explorer",
    "-//netscape comm. corp.//dtd",
    "-//o'reilly and associates//dtd html",
    "-//sq//dtd html 2.0 hotmetal + extensions//",
    "-//softquad",
    "-//spyglass//dtd html 2.0 extended//",
    "-//sun microsystems corp.//dtd hotjava",
    "-//w3c//dtd html 3",
    "-//w3c//dtd html 4.0 frameset//",
    "-//w3c//dtd html 4.0 transitional//",
    "-//w3c//dtd html experimental",
    "-//w3c//dtd w3 html//",
    "-//w3o//dtd w3 html 3.0//",
    "-//webtechs//dtd mozilla html",
};
constexpr std::string_view kOldWithoutSystemIdentifier[] = {"-//w3c//dtd html 4.01 frameset//",
                                                            "-//w3c//dtd html 4.01 transitional//"};
constexpr std::string_view kOldWhole[] = {"-//w3o//dtd w3 html strict 3.0//en//",
                                          "-/w3c/dtd html 4.0 transitional/en", "html"};

constexpr std::string_view kOldSystemIdentifier =
    "http://www.ibm.com/data/dtd/v11/ibmxhtml1-transitional.dtd";

void skip_white_space(std::string_view& rest) {
  rest.remove_prefix(std::min(rest.find_first_not_of("\t\n\f\r "), rest.size()));
}

// The text in quotes with which the rest begins, after white space; nothing if it does not, or if
// the declaration ends in it.
std::optional<std::string_view> take_quoted(std::string_view& rest) {
  skip_white_space(rest);
  if (!rest.starts_with('"') && !rest.starts_with('\'')) return std::nullopt;
  const size_t end = rest.find(rest[0], 1);
  if (end == rest.npos) return std::nullopt;
  const std::string_view quoted = rest.substr(1, end - 1);
  rest.remove_prefix(end + 1);
  return quoted;
}

bool is_old_public(std::string_view identifier) {
  return base::is_one_of(identifier, kOldWhole) ||
         base::begins_with_one_of(identifier, kOldIdentifiers);
}

// Of the text after the name of the document type.
bool has_quirks_after_name(std::string_view rest) {
  skip_white_space(rest);
  if (rest.starts_with('>')) return false;
  const bool is_public = rest.starts_with("public");
  if (!is_public && !rest.starts_with("system")) return true;  // malformed, like what follows
  rest.remove_prefix(std::string_view("public").size());
  const std::optional<std::string_view> first = take_quoted(rest);
  if (!first) return true;
  if (!is_public) return *first == kOldSystemIdentifier;
  skip_white_space(rest);
  if (is_old_public(*first)) return true;
  if (rest.starts_with('>')) return base::begins_with_one_of(*first, kOldWithoutSystemIdentifier);
  const std::optional<std::string_view> second = take_quoted(rest);
  return !second || *second == kOldSystemIdentifier;
}

}  // namespace

bool has_quirks(std::string_view doctype) {
  constexpr size_t kKeyword = 9;  // <!doctype
  const std::string lower = base::to_ascii_lower(doctype);
  std::string_view rest = std::string_view(lower).substr(std::min(kKeyword, lower.size()));
  skip_white_space(rest);
  const size_t name_end = std::min(rest.find_first_of("\t\n\f\r >"), rest.size());
  return rest.substr(0, name_end) != "html" || has_quirks_after_name(rest.substr(name_end));
}

}  // namespace linkspan::html

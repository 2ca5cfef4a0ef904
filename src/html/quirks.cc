// SPDX-License-Identifier: Apache-2.0
#include "html/quirks.h"

#include <algorithm>
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

// The next text in quotes; the rest follows it.
std::string_view take_quoted(std::string_view& rest) {
  const size_t begin = rest.find_first_of("\"'");
  if (begin == rest.npos) return rest = {};
  const size_t end = std::min(rest.find(rest[begin], begin + 1), rest.size());
  const std::string_view quoted = rest.substr(begin + 1, end - begin - 1);
  rest.remove_prefix(std::min(end + 1, rest.size()));
  return quoted;
}

}  // namespace

bool has_quirks(std::string_view doctype) {
  constexpr size_t kKeyword = 9;  // <!doctype
  const std::string lower = base::to_ascii_lower(doctype);
  std::string_view rest = std::string_view(lower).substr(std::min(kKeyword, lower.size()));
  rest.remove_prefix(std::min(rest.find_first_not_of("\t\n\f\r "), rest.size()));
  const size_t name_end = std::min(rest.find_first_of("\t\n\f\r >"), rest.size());
  if (rest.substr(0, name_end) != "html") return true;
  rest.remove_prefix(name_end);
  if (rest.find("public") == rest.npos) return false;
  const std::string_view identifier = take_quoted(rest);
  if (base::is_one_of(identifier, kOldWhole)) return true;
  if (base::begins_with_one_of(identifier, kOldIdentifiers)) return true;
  return rest.find_first_of("\"'") == rest.npos &&
         base::begins_with_one_of(identifier, kOldWithoutSystemIdentifier);
}

}  // namespace linkspan::html

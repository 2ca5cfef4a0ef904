// SPDX-License-Identifier: Apache-2.0
// rules: the user's own links. A pattern matches their text, a template makes their URI.
//
//   auto rules = linkspan::Rules::create({{.name = "bug",
//                                          .pattern = R"(BUG-(\d+))",
//                                          .uri = "https://bugs.example.org/{1}"}});
//   document.options.rules = *rules;
//   …link.span.form == linkspan::Form::rule, link.rule == "bug", link.uri…
//
// A match lies in one line. Of several matches the leftmost is taken, then the longest, then that
// of the first rule. It never overlaps a link, unless its rule wins. Time is linear in the text,
// whatever the pattern is, and the result does not depend on how the text is cut into chunks.
// docs/own_rules.md describes how to write rules. The implementation needs RE2 and toml++.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace linkspan::rules {
class Matcher;
}

namespace LINKSPAN_API linkspan {

// Which characters may be directly before and after a match.
enum class Beside : uint8_t {
  word,  // no letter, mark, digit or `_`: the match is a whole word
  any,
};

struct Rule {
  // The maximum length of a match, in bytes. A longer match is rejected, and the search continues
  // this many bytes after its start.
  static constexpr size_t kMostBytes = 1024;

  std::string name;     // for people: `rule` of the output
  std::string pattern;  // of RE2, for UTF-8; `^` and `$` are the ends of a line
  // `{1}` and `{name}` are groups of the pattern, `{0}` is the whole match; all but unreserved
  // characters (RFC 3986, section 2.3) are percent-encoded. `{1:digits}` is only the digits of a
  // group; `{1:path}` is a path, whose slashes stay; `{1:raw}` is part of a URI as it is. The last
  // two cannot choose the scheme or the host. `{{` and `}}` are braces.
  std::string uri;
  Beside beside = Beside::word;
  bool wins = false;  // replaces the links that it overlaps in the same line
  bool operator==(const Rule&) const = default;
};

// `PATTERN => URI`, as on the command line. Its name is the pattern. Fails with syntax.
Result<Rule> parse_rule(std::string_view text);

// Values of the parameters of a file: `{project}` in a template of its rules.
using RuleParameters = std::map<std::string, std::string, std::less<>>;

// The rules of a TOML file (docs/own_rules.md): `[[rule]]` with name, pattern, uri, beside, wins,
// and `[parameters]` with a default for each. Fails with syntax or invalid_argument; the message
// begins with `source_name`, line and column, and the position is the line.
Result<std::vector<Rule>> parse_rules(std::string_view toml, std::string_view source_name,
                                      const RuleParameters& parameters = {});

// ---- What is known without a pattern: places in files, telephone numbers ----

// src/a.cc:12:5
struct PlaceInFile {
  std::string path;     // as it is written, without quotes; empty: the link is not a place
  uint32_t line = 0;    // from 1; 0: none is written
  uint32_t column = 0;  // from 1, or from 0 for some programs; 0: none is written
  bool operator==(const PlaceInFile&) const = default;
};

// Links of Kind::file, by the rule "places" (docs/places.md).
struct FilePlaces {
  // Returns the URI of the file with a path as it is written; nothing if there is none. Called by
  // any thread. Empty: places have no URI.
  std::function<std::optional<std::string>(std::string_view path)> uri_of = {};
  // Which places are links: all of them, or those with a URI. The latter has names without a line,
  // too, if a `/` is in them.
  enum class Which : uint8_t { all, with_uri } which = Which::all;
};

// Relative paths are below `root`, an absolute path. With Which::with_uri, the files must exist
// there, symbolic links being followed.
FilePlaces places_below(std::string_view root, FilePlaces::Which which = FilePlaces::Which::all);

// How much a text must look like a telephone number.
enum class Leniency : uint8_t {
  possible,  // as many digits as numbers of the region have
  valid,     // a number that the numbering plan of the region has
  grouped,   // and written as people write numbers, or named as one: `Tel.`
};

// Links of Kind::phone, by the rule "phones" (docs/phones.md): `tel:` and the number of E.164.
struct PhoneNumbers {
  // Of ISO 3166-1, such as "DE": numbers without the code of a country are read as numbers there,
  // the first region first. Empty: only numbers with the code of a country.
  std::vector<std::string> regions = {};
  Leniency leniency = Leniency::grouped;
};

struct BuiltIn {
  std::optional<FilePlaces> places = {};
  std::optional<PhoneNumbers> phones = {};
  bool empty() const { return !places && !phones; }
};

// A link of the Engine, or of a rule.
struct RuleLink {
  Span span;               // of a rule: its kind and Form::rule, all components absent
  std::string rule;        // the name of the rule; empty for the Engine
  std::string uri;         // from the template; empty for the Engine
  PlaceInFile place = {};  // of Kind::file
};

// Compiled rules. Never changes; cheap to copy; any number of threads may share it. Empty if
// default-constructed.
class Rules {
 public:
  Rules() = default;

  // Fails with invalid_argument if a pattern is malformed, matches the empty text, or is anchored
  // to the start or end of the text (\A, \z) rather than of a line, or if a template does not make
  // a URI, or if a region is not known. The position is the index of the rule or of the region; the
  // message shows the place in the pattern.
  static Result<Rules> create(std::vector<Rule> rules, const BuiltIn& built_in = {});

  bool empty() const { return matcher_ == nullptr; }
  const std::shared_ptr<const rules::Matcher>& matcher() const { return matcher_; }

 private:
  explicit Rules(std::shared_ptr<const rules::Matcher> matcher) : matcher_(std::move(matcher)) {}
  std::shared_ptr<const rules::Matcher> matcher_;
};

// All links of the text and all matches of the rules, in order; they do not overlap.
void find_links(const Engine& engine, const Rules& rules, std::string_view utf8,
                Sink<RuleLink> sink);

}  // namespace linkspan

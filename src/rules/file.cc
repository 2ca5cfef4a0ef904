// SPDX-License-Identifier: Apache-2.0
// Files of rules, in TOML (https://toml.io/en/v1.0.0).
#define TOML_HEADER_ONLY 1
#define TOML_EXCEPTIONS 1
#define TOML_UNRELEASED_FEATURES 0
// toml++ 3.3 reads a key after `[` without a check, and then reports itself that there is none.
#if __has_include(<toml++/impl/preprocessor.hpp>)
#include <toml++/impl/preprocessor.hpp>  // since 3.4
#else
#include <toml++/impl/preprocessor.h>
#endif
#undef TOML_ASSERT_ASSUME
#define TOML_ASSERT_ASSUME(condition) static_assert(true)
#include <toml++/toml.h>

#include <algorithm>

#include "linkspan/rules.h"
#include "rules/matcher.h"

namespace linkspan {
namespace {

// The end of the string or comment that begins at `at`; `at` if none begins there.
size_t end_of_quoted(std::string_view toml, size_t at) {
  const char first = toml[at];
  if (first == '#') return std::min(toml.find('\n', at), toml.size());
  if (first != '"' && first != '\'') return at;
  const bool is_long = toml.substr(at, 3) == std::string(3, first);
  const std::string end(is_long ? 3 : 1, first);
  for (size_t i = at + end.size(); i < toml.size(); ++i) {
    if (!is_long && toml[i] == '\n') return i;
    if (first == '"' && toml[i] == '\\') {
      ++i;
    } else if (toml.substr(i, end.size()) == end) {
      return i + end.size();
    }
  }
  return toml.size();
}

// The first non-ASCII byte outside of strings and comments, where TOML allows none. toml++ 3.3 does
// not check for it everywhere.
size_t find_misplaced(std::string_view toml) {
  for (size_t at = 0; at < toml.size();) {
    if (const size_t end = end_of_quoted(toml, at); end > at) {
      at = end;
    } else if ((toml[at] & 0x80) != 0) {
      return at;
    } else {
      ++at;
    }
  }
  return std::string_view::npos;
}

toml::source_region place_of(std::string_view toml, size_t at) {
  const std::string_view before = toml.substr(0, at);
  toml::source_region place;
  place.begin.line =
      static_cast<toml::source_index>(std::count(before.begin(), before.end(), '\n')) + 1;
  const std::string_view line = before.substr(before.rfind('\n') + 1);
  place.begin.column = static_cast<toml::source_index>(
      std::count_if(line.begin(), line.end(), [](char c) { return (c & 0xC0) != 0x80; }) + 1);
  return place;
}

// The state of reading a file. The first error is kept.
class RuleFile {
 public:
  RuleFile(std::string_view name, const RuleParameters& given) : name_(name), given_(given) {}

  Result<std::vector<Rule>> read(std::string_view toml) {
    constexpr std::string_view kByteOrderMark = "\xEF\xBB\xBF";
    if (toml.starts_with(kByteOrderMark)) toml.remove_prefix(kByteOrderMark.size());
    if (const size_t at = find_misplaced(toml); at != std::string_view::npos) {
      fail(place_of(toml, at), ErrorCode::syntax,
           "non-ASCII characters are allowed only in strings and comments");
      return *error_;
    }
    toml::table table;
    try {
      table = toml::parse(toml, name_);
    } catch (const toml::parse_error& error) {
      fail(error.source(), ErrorCode::syntax, std::string(error.description()));
      return *error_;
    }
    for (const auto& [key, node] : table) {
      if (key == "parameters" && node.is_table()) {
        read_parameters(*node.as_table());
      } else if (key != "rule" || !node.is_array_of_tables()) {
        fail(node.source(), ErrorCode::invalid_argument,
             "'" + std::string(key.str()) +
                 "' is not known here; a file has [parameters] and [[rule]]");
      }
    }
    std::vector<Rule> rules;
    if (const toml::array* const list = table["rule"].as_array(); list != nullptr && !error_) {
      for (const toml::node& one : *list) rules.push_back(read_rule(*one.as_table()));
    }
    if (error_) return *error_;
    return rules;
  }

 private:
  void fail(const toml::source_region& place, ErrorCode code, std::string message) {
    if (error_) return;
    error_ = Error{code, place.begin.line,
                   name_ + ":" + std::to_string(place.begin.line) + ":" +
                       std::to_string(place.begin.column) + ": " + std::move(message)};
  }

  std::string string_of(const toml::node& node, std::string_view key) {
    if (const auto* const text = node.as_string()) return text->get();
    fail(node.source(), ErrorCode::invalid_argument, "'" + std::string(key) + "' is a string");
    return {};
  }

  void read_parameters(const toml::table& table) {
    for (const auto& [key, node] : table) {
      const std::string name(key.str());
      const auto given = given_.find(name);
      parameters_[name] = given != given_.end() ? given->second : string_of(node, name);
    }
  }

  Rule read_rule(const toml::table& table) {
    Rule rule;
    const toml::node *uri = nullptr, *pattern = nullptr;
    for (const auto& [key, node] : table) {
      if (key == "name") {
        rule.name = string_of(node, "name");
      } else if (key == "pattern") {
        rule.pattern = string_of(node, "pattern");
        pattern = &node;
      } else if (key == "uri") {
        rule.uri = string_of(node, "uri");
        uri = &node;
      } else if (key == "beside") {
        rule.beside = beside_of(node);
      } else if (key == "wins") {
        if (!node.is_boolean()) {
          fail(node.source(), ErrorCode::invalid_argument, "'wins' is true or false");
        }
        rule.wins = node.value_or(false);
      } else {
        fail(node.source(), ErrorCode::invalid_argument,
             "'" + std::string(key.str()) +
                 "' is not known here; a rule has name, pattern, uri, beside, wins");
      }
    }
    for (const auto& [key, value] :
         {std::pair("name", &rule.name), {"pattern", &rule.pattern}, {"uri", &rule.uri}}) {
      if (value->empty()) {
        fail(table.source(), ErrorCode::invalid_argument,
             std::string("this rule has no '") + key + "'");
      }
    }
    if (uri != nullptr) put_in_parameters(*uri, rule.uri);
    if (!error_ && pattern != nullptr) check({rule.name, rule.pattern, "x:0"}, *pattern);
    if (!error_ && uri != nullptr) check(rule, *uri);
    return rule;
  }

  Beside beside_of(const toml::node& node) {
    const std::string value = node.value_or(std::string());
    if (value != "word" && value != "any") {
      fail(node.source(), ErrorCode::invalid_argument, "'beside' is \"word\" or \"any\"");
    }
    return value == "any" ? Beside::any : Beside::word;
  }

  void put_in_parameters(const toml::node& node, std::string& uri) {
    for (const auto& [name, value] : parameters_) {
      const std::string wanted = std::string("{").append(name).append("}");
      for (size_t at = uri.find(wanted); at != std::string::npos;
           at = uri.find(wanted, at + value.size())) {
        if (value.empty()) {
          fail(node.source(), ErrorCode::invalid_argument,
               std::string("the parameter '")
                   .append(name)
                   .append("' has no value; give it as '")
                   .append(name)
                   .append("=…'"));
          return;
        }
        uri.replace(at, wanted.size(), value);
      }
    }
  }

  // An error in a pattern or a template is reported with its line.
  void check(const Rule& rule, const toml::node& node) {
    if (const Result<Rules> made = Rules::create({rule}); !made) {
      fail(node.source(), made.error().code, made.error().message);
    }
  }

  std::string name_;
  const RuleParameters& given_;
  RuleParameters parameters_;
  std::optional<Error> error_;
};

}  // namespace

Result<std::vector<Rule>> parse_rules(std::string_view toml, std::string_view source_name,
                                      const RuleParameters& parameters) {
  return RuleFile(source_name, parameters).read(toml);
}

}  // namespace linkspan

// SPDX-License-Identifier: Apache-2.0
#include "lsp/server_settings.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

#include "common/option_values.h"

namespace linkspan::command::lsp {
namespace {

// If a value is wrong: the values that the setting can have.
using Wrong = std::optional<std::string>;

// The languages of text for people, as VS Code, Neovim, Emacs and others name them.
constexpr std::string_view kProseLanguages[] = {
    "asciidoc", "bibtex",    "git-commit",       "gitcommit", "latex", "mail", "markdown",
    "org",      "plaintext", "restructuredtext", "rst",       "tex",   "text"};

Wrong take_switch(const Json& json, bool& value) {
  if (!json.is_boolean()) return "can be true or false";
  value = json.get<bool>();
  return std::nullopt;
}

Wrong take_profile(const Json& json, Profile& value) {
  const Result<Profile> profile = parse_profile(string_of(json));
  if (!profile.ok()) return "can be prose, uts58, code or strict";
  value = profile.value();
  return std::nullopt;
}

Wrong take_number(const Json& json, uint64_t least, uint64_t most, uint64_t& value) {
  const std::optional<uint64_t> number = number_of(json);
  if (!number || *number < least || *number > most) {
    return fmt::format("can be a number of bytes from {} to {}", least, most);
  }
  value = *number;
  return std::nullopt;
}

Wrong take_strings(const Json& json, std::vector<std::string>& value) {
  constexpr const char* kRight = "can be a list of strings";
  if (!json.is_array()) return kRight;
  value.clear();
  for (const Json& element : json) {
    if (!element.is_string()) return kRight;
    value.push_back(string_of(element));
  }
  return std::nullopt;
}

// Names as the command takes them, "+steam,-ftp", or as a list: ["+steam", "-ftp"].
Wrong take_names(const Json& json, NameList& value) {
  constexpr const char* kRight =
      "can be names with commas between them, or a list of names: https,mailto for only these, "
      "+steam,-ftp to add and to remove";
  std::string joined = string_of(json);
  if (json.is_array()) {
    std::vector<std::string> names;
    if (take_strings(json, names)) return kRight;
    for (const std::string& name : names) (joined += joined.empty() ? "" : ",") += name;
  } else if (!json.is_string()) {
    return kRight;
  }
  value = {};
  if (joined.empty()) return std::nullopt;
  Result<NameList> names = parse_names(joined);
  if (!names.ok()) return kRight;
  value = std::move(names).value();
  return std::nullopt;
}

Wrong take_profiles(const Json& json, ServerSettings& settings) {
  constexpr const char* kRight =
      "can be an object with a profile for languages: {\"html\": \"code\"}";
  if (!json.is_object()) return kRight;
  settings.profiles.clear();
  for (const auto& [language, profile] : json.items()) {
    if (take_profile(profile, settings.profiles[language])) {
      return std::string(kRight) + "; profiles are prose, uts58, code and strict";
    }
  }
  return std::nullopt;
}

Wrong take_parameters(const Json& json, ServerSettings& settings) {
  constexpr const char* kRight = "can be an object with strings: {\"project\": \"owner/name\"}";
  if (!json.is_object()) return kRight;
  settings.rule_parameters.clear();
  for (const auto& [name, value] : json.items()) {
    if (!value.is_string()) return kRight;
    settings.rule_parameters[name] = string_of(value);
  }
  return std::nullopt;
}

Wrong take_diagnostics(const Json& json, ServerSettings& settings) {
  constexpr std::pair<std::string_view, Diagnostics> kWords[] = {{"auto", Diagnostics::by_kind},
                                                                 {"off", Diagnostics::off},
                                                                 {"hint", Diagnostics::hint},
                                                                 {"warning", Diagnostics::warning}};
  for (const auto& [word, value] : kWords) {
    if (string_of(json) != word) continue;
    settings.diagnostics = value;
    return std::nullopt;
  }
  return "can be auto, off, hint or warning";
}

Wrong take_default_scheme(const Json& json, ServerSettings& settings) {
  const Result<DefaultScheme> scheme = parse_default_scheme(string_of(json));
  if (!scheme.ok()) return "can be http or https";
  settings.default_scheme = scheme.value();
  return std::nullopt;
}

struct Setting {
  std::string_view name;
  Wrong (*take)(const Json& json, ServerSettings& settings);
};

constexpr Setting kSettings[] = {
    {"profile",
     [](const Json& json, ServerSettings& settings) -> Wrong {
       settings.profile.reset();
       if (string_of(json) == "auto") return std::nullopt;
       if (take_profile(json, settings.profile.emplace())) {
         return "can be auto, prose, uts58, code or strict";
       }
       return std::nullopt;
     }},
    {"profiles", take_profiles},
    {"bareDomains",
     [](const Json& json, ServerSettings& settings) {
       return take_switch(json, settings.options.bare_domains);
     }},
    {"email", [](const Json& json,
                 ServerSettings& settings) { return take_switch(json, settings.options.email); }},
    {"schemes",
     [](const Json& json, ServerSettings& settings) {
       return take_names(json, settings.options.schemes);
     }},
    {"tlds", [](const Json& json,
                ServerSettings& settings) { return take_names(json, settings.options.tlds); }},
    {"maxLinkBytes",
     [](const Json& json, ServerSettings& settings) {
       uint64_t bytes = settings.options.max_link_bytes;
       Wrong wrong = take_number(json, 256, uint64_t{1} << 30, bytes);
       settings.options.max_link_bytes = static_cast<uint32_t>(bytes);
       return wrong;
     }},
    {"defaultScheme", take_default_scheme},
    {"diagnostics", take_diagnostics},
    {"rules",
     [](const Json& json, ServerSettings& settings) { return take_strings(json, settings.rules); }},
    {"ruleParameters", take_parameters},
    {"maxDocumentBytes",
     [](const Json& json, ServerSettings& settings) {
       return take_number(json, 0, uint64_t{1} << 30, settings.max_document_bytes);
     }},
    {"linkFiles",
     [](const Json& json, ServerSettings& settings) {
       bool is_on = false;
       Wrong wrong = take_switch(json, is_on);
       settings.file_links = is_on ? FileLinks::on : FileLinks::off;
       return wrong;
     }},
    {"markdown",
     [](const Json& json, ServerSettings& settings) {
       bool is_on = false;
       Wrong wrong = take_switch(json, is_on);
       settings.markdown = is_on ? MarkdownDocuments::markdown : MarkdownDocuments::text;
       return wrong;
     }},
    {"copyCommand", [](const Json& json, ServerSettings& settings) -> Wrong {
       if (!json.is_string()) return "can be the name of a command of the editor";
       settings.copy_command = string_of(json);
       return std::nullopt;
     }}};

const Setting* setting_named(std::string_view name) {
  const auto* const found =
      std::find_if(std::begin(kSettings), std::end(kSettings),
                   [name](const Setting& known) { return known.name == name; });
  return found == std::end(kSettings) ? nullptr : found;
}

Error wrong(std::string sentence) { return {ErrorCode::invalid_argument, 0, std::move(sentence)}; }

Error unknown(const std::string& name) {
  const std::string nearest = nearest_word(name, setting_names());
  std::string sentence = fmt::format("there is no setting linkspan.{}", name);
  if (!nearest.empty()) sentence += fmt::format("; did you mean linkspan.{}?", nearest);
  return wrong(std::move(sentence));
}

}  // namespace

std::vector<std::string> setting_names() {
  std::vector<std::string> names;
  for (const Setting& setting : kSettings) names.emplace_back(setting.name);
  return names;
}

Result<ServerSettings> parse_settings(const Json& json, const ServerSettings& base) {
  ServerSettings settings = base;
  // Lua and other languages write an empty object as an empty list.
  if (json.is_null() || (json.is_array() && json.empty())) return settings;
  if (!json.is_object())
    return wrong("the settings of linkspan are an object: {\"profile\": \"auto\"}");
  for (const auto& [name, value] : json.items()) {
    if (name == "trace" || value.is_null()) continue;
    const Setting* const setting = setting_named(name);
    if (setting == nullptr) return unknown(name);
    if (const Wrong right = setting->take(value, settings)) {
      return wrong(fmt::format("linkspan.{} {}", name, *right));
    }
  }
  if (const Result<Engine> engine = Engine::create(settings.options); !engine.ok()) {
    return wrong(fmt::format("linkspan.schemes or linkspan.tlds: {}", engine.error().message));
  }
  return settings;
}

Profile profile_of(const ServerSettings& settings, std::string_view language) {
  const auto chosen = settings.profiles.find(std::string(language));
  if (chosen != settings.profiles.end()) return chosen->second;
  if (settings.profile) return *settings.profile;
  const bool is_prose = std::find(std::begin(kProseLanguages), std::end(kProseLanguages),
                                  language) != std::end(kProseLanguages);
  return is_prose ? Profile::prose : Profile::code;
}

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
#include "lsp/configuration.h"

#include <algorithm>
#include <utility>

#include "lsp/documents.h"
#include "lsp/file_uri.h"

namespace linkspan::command::lsp {
namespace {

constexpr const char* kSection = "linkspan";
constexpr const char* kRulesOfFolder = "/.linkspan/rules";

// Clients send the settings alone, or as the member `linkspan` of an object.
const Json& section_of(const Json& settings) {
  const Json& section = member(settings, kSection);
  return section.is_null() ? settings : section;
}

// Whether the settings were valid, and are used now.
enum class Taken : uint8_t { no, yes };

Taken take_settings(Session& session, const Json& json) {
  Result<ServerSettings> settings = parse_settings(json, session.initial_settings);
  if (!settings.ok()) {
    session.show_message(MessageType::error, settings.error().message);
    return Taken::no;
  }
  session.settings = std::move(settings).value();
  session.drop_scanners();
  return Taken::yes;
}

// A name of the setting `rules`: a built-in set, or a file. A relative path begins at the first
// workspace folder.
std::optional<std::string> rules_named(Session& session, const std::string& name) {
  if (std::optional<std::string> shipped = session.environment.shipped_rules(name)) return shipped;
  const bool is_in_folder = !name.starts_with('/') && !session.folders.empty();
  return session.environment.read_file(is_in_folder ? session.folders[0] + '/' + name : name);
}

void load_rules(Session& session) {
  RuleSources sources;
  sources.parameters = session.settings.rule_parameters;
  for (const std::string& name : session.settings.rules) {
    std::optional<std::string> content = rules_named(session, name);
    if (!content) {
      return session.show_message(MessageType::error,
                                  "linkspan.rules names '" + name +
                                      "', which is neither a file that can be read nor a set that "
                                      "is there");
    }
    sources.files.push_back({name, std::move(*content)});
  }
  for (const std::string& folder : session.folders) {
    const std::string path = folder + kRulesOfFolder;
    std::optional<std::string> content = session.environment.read_file(path);
    if (content) sources.files.push_back({path, std::move(*content)});
  }
  if (sources.files.empty()) {
    session.rules = Rules();
    return;
  }
  Result<Rules> rules = session.environment.load_rules(sources);
  if (!rules.ok()) return session.show_message(MessageType::error, rules.error().message);
  session.rules = std::move(rules).value();
}

void apply(Session& session, const Json& settings) {
  if (take_settings(session, settings) == Taken::no) return;
  load_rules(session);
  read_documents_again(session);
}

void ask_for_settings(Session& session) {
  session.request("workspace/configuration", {{"items", {{{"section", kSection}}}}},
                  [&session](const Json& response) {
                    const Json& results = member(response, "result");
                    const bool is_given = results.is_array() && !results.empty();
                    if (is_given && results[0].is_object()) apply(session, results[0]);
                  });
}

void add_folder(Session& session, const Json& uri) {
  const std::optional<std::string> path = path_of_uri(string_of(uri));
  if (path) session.folders.push_back(*path);
}

void register_capabilities(Session& session) {
  Json registrations = Json::array();
  if (session.client.registers_configuration) {
    registrations.push_back({{"id", "linkspan-configuration"},
                             {"method", "workspace/didChangeConfiguration"},
                             {"registerOptions", {{"section", kSection}}}});
  }
  if (session.client.registers_watched_files) {
    const Json watcher = {{"globPattern", "**/.linkspan/rules"}};
    registrations.push_back({{"id", "linkspan-rules"},
                             {"method", "workspace/didChangeWatchedFiles"},
                             {"registerOptions", {{"watchers", Json::array({watcher})}}}});
  }
  if (registrations.empty()) return;
  session.request("client/registerCapability", {{"registrations", std::move(registrations)}});
}

}  // namespace

void take_initial_configuration(Session& session, const Json& params) {
  const Json& folders = member(params, "workspaceFolders");
  if (folders.is_array()) {
    for (const Json& folder : folders) add_folder(session, member(folder, "uri"));
  } else {
    add_folder(session, member(params, "rootUri"));
  }
  take_settings(session, section_of(member(params, "initializationOptions")));
  session.initial_settings = session.settings;
}

void initialized(Session& session, Json& /*params*/) {
  load_rules(session);
  register_capabilities(session);
  if (session.client.configuration) ask_for_settings(session);
}

void did_change_configuration(Session& session, Json& params) {
  const Json& section = member_at(params, {"settings", kSection});
  if (section.is_object()) {
    apply(session, section);
  } else if (session.client.configuration) {
    ask_for_settings(session);
  }
}

void did_change_workspace_folders(Session& session, Json& params) {
  const Json& event = member(params, "event");
  const Json& removed = member(event, "removed");
  for (const Json& folder : removed.is_array() ? removed : Json::array()) {
    const std::optional<std::string> path = path_of_uri(string_of(member(folder, "uri")));
    if (path) std::erase(session.folders, *path);
  }
  const Json& added = member(event, "added");
  for (const Json& folder : added.is_array() ? added : Json::array()) {
    add_folder(session, member(folder, "uri"));
  }
  load_rules(session);
  read_documents_again(session);
}

void did_change_watched_files(Session& session, Json& /*params*/) {
  load_rules(session);
  read_documents_again(session);
}

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
#include "lsp/server.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

#include "base/file_uri.h"
#include "linkspan/version.h"
#include "lsp/document_links.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {
namespace {

// --- configuration: settings, workspace folders and rules, which decide the links of documents.
//
// Settings come with `initialize` (initializationOptions), and later in the response to
// `workspace/configuration` or with `workspace/didChangeConfiguration`; later ones take precedence
// over those of `initialize`. A client without the section `linkspan` changes nothing. Invalid
// settings and rules are reported with window/showMessage, and the old ones stay.
//
// Rules are those of the setting `rules`, and of the file .linkspan/rules of each workspace folder.
//
// Guarded by tests/command/lsp/command_lsp_settings_test.cc.

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
  if (session.settings.file_links == FileLinks::on && !session.folders.empty()) {
    sources.places = FilePlaces::Which::with_uri;
    sources.uri_of = [&session](std::string_view path) { return session.files.uri_of(path); };
  }
  if (sources.empty()) {
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
  const std::optional<std::string> path = base::path_of_uri(string_of(uri));
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

// Takes the parameters of `initialize`.
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
    const std::optional<std::string> path = base::path_of_uri(string_of(member(folder, "uri")));
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

struct RequestHandler {
  std::string_view method;
  Reply (*answer)(Session& session, const Json& params);
};
constexpr RequestHandler kRequests[] = {{"textDocument/documentLink", document_link},
                                        {"documentLink/resolve", resolve},
                                        {"linkspan/links", links_of_range},
                                        {"textDocument/hover", hover},
                                        {"textDocument/codeAction", code_action}};

struct NotificationHandler {
  std::string_view method;
  void (*take)(Session& session, Json& params);
};
constexpr NotificationHandler kNotifications[] = {
    {"initialized", initialized},
    {"textDocument/didOpen", did_open},
    {"textDocument/didChange", did_change},
    {"textDocument/didClose", did_close},
    {"workspace/didChangeConfiguration", did_change_configuration},
    {"workspace/didChangeWorkspaceFolders", did_change_workspace_folders},
    {"workspace/didChangeWatchedFiles", did_change_watched_files}};

// The entry of a table; nullptr if the method is not in it.
template <class Handler, size_t n>
const Handler* handler_of(const Handler (&handlers)[n], std::string_view method) {
  const auto* const found =
      std::find_if(std::begin(handlers), std::end(handlers),
                   [method](const Handler& handler) { return handler.method == method; });
  return found == std::end(handlers) ? nullptr : found;
}

bool is_id(const Json& json) { return json.is_string() || json.is_number_integer(); }

constexpr int kIncremental = 2;  // TextDocumentSyncKind

Json capabilities_of_server(const ClientCapabilities& client) {
  return {
      {"positionEncoding", encoding_name(client.unit)},
      {"textDocumentSync", {{"openClose", true}, {"change", kIncremental}}},
      {"documentLinkProvider", {{"resolveProvider", true}}},
      {"hoverProvider", true},
      {"codeActionProvider", {{"codeActionKinds", {"quickfix", "refactor.rewrite"}}}},
      {"workspace", {{"workspaceFolders", {{"supported", true}, {"changeNotifications", true}}}}},
      {"experimental", {{"linkspan/links", true}}}};
}

}  // namespace

void Server::receive(std::string message) {
  const size_t bytes = message.size();
  std::optional<Json> parsed = parse(message);
  if (parsed && string_of(member(*parsed, "method")) == "$/cancelRequest") {
    const Json& id = member_at(*parsed, {"params", "id"});
    if (is_id(id) && is_queued(id)) cancelled_.insert(id);
  }
  queue_.push_back({std::move(parsed), bytes});
  queued_bytes_ += bytes;
}

bool Server::is_queued(const Json& id) const {
  return std::any_of(queue_.begin(), queue_.end(), [&id](const Queued& queued) {
    return queued.message && member(*queued.message, "id") == id &&
           member(*queued.message, "method").is_string();
  });
}

void Server::work() {
  Queued next = std::move(queue_.front());
  queue_.pop_front();
  queued_bytes_ -= next.bytes;
  if (next.message) return handle(*next.message);
  send_failure(nullptr, ErrorCodes::parse_error, "the message is not JSON in UTF-8");
}

void Server::handle(Json& message) {
  const Json& id = member(message, "id");
  const Json& method = member(message, "method");
  Json none;
  Json& params = message.contains("params") ? message["params"] : none;
  if (method.is_string() && is_id(id)) return handle_request(id, string_of(method), params);
  if (method.is_string() && id.is_null()) return handle_notification(string_of(method), params);
  if (method.is_null() && is_id(id)) return session_.take_response(message);
  send_failure(nullptr, ErrorCodes::invalid_request,
               "a message is an object with a method, and with an id if it is a request");
}

void Server::handle_request(const Json& id, const std::string& method, const Json& params) {
  if (cancelled_.erase(id) > 0) {
    return send_failure(id, ErrorCodes::request_cancelled, "the request was cancelled");
  }
  if (state_ == State::created && method != "initialize") {
    return send_failure(id, ErrorCodes::server_not_initialized, "the first request is initialize");
  }
  if (state_ == State::shut_down || (state_ == State::initialized && method == "initialize")) {
    return send_failure(id, ErrorCodes::invalid_request,
                        state_ == State::shut_down ? "the server is shut down"
                                                   : "the server is initialized already");
  }
  send_reply(id, reply_to(method, params));
}

Reply Server::reply_to(const std::string& method, const Json& params) {
  if (method == "initialize") return initialize(params);
  if (method == "shutdown") {
    state_ = State::shut_down;
    return {};
  }
  if (const RequestHandler* const handler = handler_of(kRequests, method)) {
    return handler->answer(session_, params);
  }
  return {"null", {{ErrorCodes::method_not_found, "there is no method " + method}}};
}

void Server::handle_notification(const std::string& method, Json& params) {
  if (method == "exit") {
    exit_status_ = state_ == State::shut_down ? 0 : 1;
    return;
  }
  if (state_ != State::initialized) return;
  if (const NotificationHandler* const handler = handler_of(kNotifications, method)) {
    handler->take(session_, params);
  }
}

Reply Server::initialize(const Json& params) {
  state_ = State::initialized;
  session_.client = parse_capabilities(member(params, "capabilities"));
  client_process_ = number_of(member(params, "processId"));
  take_initial_configuration(session_, params);
  return {to_text({{"capabilities", capabilities_of_server(session_.client)},
                   {"serverInfo", {{"name", "linkspan"}, {"version", version()}}}})};
}

void Server::send_reply(const Json& id, Reply reply) {
  if (reply.failure) return send_failure(id, reply.failure->code, reply.failure->message);
  std::string message = std::move(reply.result);
  message.insert(0, fmt::format(R"({{"jsonrpc":"2.0","id":{},"result":)", to_text(id)));
  send_(message += '}');
}

void Server::send_failure(const Json& id, ErrorCodes code, std::string_view message) {
  send_(to_text({{"jsonrpc", "2.0"},
                 {"id", id},
                 {"error", {{"code", static_cast<int>(code)}, {"message", message}}}}));
}

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
#include "lsp/session.h"

#include <fmt/format.h>

#include "lsp/documents.h"

namespace linkspan::command::lsp {

OpenDocument* Session::document(const std::string& uri) {
  const auto found = documents.find(uri);
  return found == documents.end() ? nullptr : &found->second;
}

Session::Found Session::document_of(const Json& params) {
  const std::string uri = string_of(member_at(params, {"textDocument", "uri"}));
  OpenDocument* const found = document(uri);
  if (found == nullptr) {
    return {nullptr,
            {"null", {{ErrorCodes::invalid_params, "no document is open as '" + uri + "'"}}}};
  }
  if (found->state == OpenDocument::State::unread) read_document(*this, *found);
  return {found};
}

Scanner& Session::scanner(std::string_view language) {
  const Profile profile = profile_of(settings, language);
  const auto found = scanners_.find(profile);
  if (found != scanners_.end()) return found->second;
  Options options = settings.options;
  options.profile = profile;
  const Engine engine = Engine::create(options).value();  // parse_settings() has tried it
  TextLinker linker =
      TextLinker::create(engine, {.default_scheme = settings.default_scheme}).value();
  return scanners_.emplace(profile, Scanner{engine, std::move(linker)}).first->second;
}

void Session::notify(std::string_view method, const Json& params) {
  send_(to_text({{"jsonrpc", "2.0"}, {"method", method}, {"params", params}}));
}

void Session::request(std::string_view method, const Json& params, TakeResponse take) {
  const std::string id = fmt::format("linkspan-{}", ++requests_);
  awaited_[id] = std::move(take);
  send_(to_text({{"jsonrpc", "2.0"}, {"id", id}, {"method", method}, {"params", params}}));
}

void Session::show_message(MessageType type, std::string_view sentence) {
  notify("window/showMessage",
         {{"type", static_cast<int>(type)}, {"message", fmt::format("linkspan: {}", sentence)}});
}

void Session::take_response(const Json& message) {
  const auto awaited = awaited_.find(string_of(member(message, "id")));
  if (awaited == awaited_.end()) return;
  const TakeResponse take = std::move(awaited->second);
  awaited_.erase(awaited);
  if (take) take(message);
}

}  // namespace linkspan::command::lsp

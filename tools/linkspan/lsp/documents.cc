// SPDX-License-Identifier: Apache-2.0
#include "lsp/documents.h"

#include <fmt/format.h>

#include <utility>

namespace linkspan::command::lsp {
namespace {

using State = OpenDocument::State;

void give_up(Session& session, OpenDocument& document, uint64_t bytes) {
  const bool is_known = document.state == State::too_large;
  document.text = GapBuffer();
  document.read(session.scanner(document.language).engine);
  document.state = State::too_large;
  if (is_known) return;
  session.show_message(
      MessageType::warning,
      fmt::format("no links in {}: it has {} bytes, and linkspan.maxDocumentBytes is {}",
                  document.uri, bytes, session.settings.max_document_bytes));
}

// The document has this text now, as a whole.
void set_text(Session& session, OpenDocument& document, std::string text) {
  const uint64_t bytes = text.size();
  if (bytes > session.settings.max_document_bytes) return give_up(session, document, bytes);
  document.text = GapBuffer(std::move(text));
  document.state = State::unread;
}

// One of `contentChanges`.
void change(Session& session, OpenDocument& document, const Json& change) {
  std::string text = string_of(member(change, "text"));
  const Json& range = member(change, "range");
  if (!range.is_object()) return set_text(session, document, std::move(text));
  if (document.state == State::too_large) return;
  if (document.state == State::unread) read_document(session, document);
  const Range replaced = document.offsets(range, session.client.unit);
  const uint64_t bytes = document.text.size() - replaced.size() + text.size();
  if (bytes > session.settings.max_document_bytes) return give_up(session, document, bytes);
  document.replace(replaced, text);
}

}  // namespace

void did_open(Session& session, const Json& params) {
  const Json& item = member(params, "textDocument");
  const std::string uri = string_of(member(item, "uri"));
  const std::string language = string_of(member(item, "languageId"));
  session.documents.erase(uri);
  OpenDocument& document =
      session.documents.try_emplace(uri, uri, language, session.scanner(language).engine)
          .first->second;
  document.version = member(item, "version");
  set_text(session, document, string_of(member(item, "text")));
  if (document.state == State::unread) read_document(session, document);
}

void did_change(Session& session, const Json& params) {
  const Json& item = member(params, "textDocument");
  OpenDocument* const document = session.document(string_of(member(item, "uri")));
  const Json& changes = member(params, "contentChanges");
  if (document == nullptr || !changes.is_array()) return;
  document->version = member(item, "version");
  for (const Json& one : changes) change(session, *document, one);
  if (document->state == State::unread) read_document(session, *document);
}

void did_close(Session& session, const Json& params) {
  session.documents.erase(string_of(member_at(params, {"textDocument", "uri"})));
}

void read_document(Session& session, OpenDocument& document) {
  document.read(session.scanner(document.language).engine);
}

void read_documents_again(Session& session) {
  for (auto& [uri, document] : session.documents) {
    if (document.state != State::too_large) read_document(session, document);
  }
}

}  // namespace linkspan::command::lsp

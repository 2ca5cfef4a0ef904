// SPDX-License-Identifier: Apache-2.0
#include "lsp/documents.h"

#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "lsp/diagnostics.h"

namespace linkspan::command::lsp {
namespace {

using State = OpenDocument::State;

void give_up(Session& session, OpenDocument& document, uint64_t bytes) {
  const bool is_known = document.state == State::too_large;
  document.text = GapBuffer();
  document.read(session.scanner(document.language).engine);
  document.state = State::too_large;
  publish_diagnostics(session, document);
  if (is_known) return;
  session.show_message(
      MessageType::warning,
      fmt::format("no links in {}: it has {} bytes, and linkspan.maxDocumentBytes is {}",
                  document.uri, bytes, session.settings.max_document_bytes));
}

// Replaces the whole text.
void set_text(Session& session, OpenDocument& document, std::string text) {
  const uint64_t bytes = text.size();
  if (bytes > session.settings.max_document_bytes) return give_up(session, document, bytes);
  document.text = GapBuffer(std::move(text));
  document.state = State::unread;
}

// One of `contentChanges`.
void change(Session& session, OpenDocument& document, Json& change) {
  std::string text = take_string(change, "text");
  const Json& range = member(change, "range");
  if (!range.is_object()) return set_text(session, document, std::move(text));
  if (document.state == State::too_large) return;
  if (document.state == State::unread) read_document(session, document);
  const Range replaced = document.offsets(range, session.client.unit);
  const uint64_t bytes = document.text.size() - replaced.size() + text.size();
  if (bytes > session.settings.max_document_bytes) return give_up(session, document, bytes);
  const LinkChange links = document.replace(replaced, text);
  diagnose_again(session, document, links, {replaced.begin, replaced.begin + text.size()});
}

// Reading a document of this size takes a tenth of a second, so that its progress is worth showing.
constexpr uint64_t kLarge = 4 << 20;

// Shows the progress of reading a document under a token that the client has accepted.
class ShownProgress {
 public:
  ShownProgress(Session& session, const OpenDocument& document, std::string token)
      : session_(session), size_(document.text.size()), token_(std::move(token)) {
    send({{"kind", "begin"},
          {"title", "linkspan"},
          {"message", "looking for links in " + document.uri},
          {"cancellable", false},
          {"percentage", 0}});
  }
  void report(uint64_t bytes) {
    const uint64_t percentage = bytes * 100 / size_;
    if (percentage < shown_ + kStep) return;
    shown_ = percentage;
    send({{"kind", "report"}, {"percentage", percentage}});
  }
  void end() { send({{"kind", "end"}}); }

 private:
  static constexpr uint64_t kStep = 10;
  void send(const Json& value) {
    session_.notify("$/progress", {{"token", token_}, {"value", value}});
  }

  Session& session_;
  uint64_t size_, shown_ = 0;
  std::string token_;
};

// Reads the document when the client has accepted a token. A request that needs its links earlier
// reads it without progress (Session::document_of).
void read_with_progress(Session& session, const std::string& uri) {
  const std::string token = "linkspan " + uri;
  const auto read = [&session, uri, token](const Json& response) {
    OpenDocument* const document = session.document(uri);
    if (document == nullptr || document->state != State::unread) return;
    if (!member(response, "error").is_null()) return read_document(session, *document);
    ShownProgress progress(session, *document, token);
    document->read(session.scanner(document->language).engine,
                   [&progress](uint64_t bytes) { progress.report(bytes); });
    diagnose(session, *document);
    publish_diagnostics(session, *document);
    progress.end();
  };
  session.request("window/workDoneProgress/create", {{"token", token}}, read);
}

void close_document(Session& session, const std::string& uri) {
  OpenDocument* const document = session.document(uri);
  if (document == nullptr) return;
  document->warned.clear();
  publish_diagnostics(session, *document);
  session.documents.erase(uri);
}

}  // namespace

void did_open(Session& session, Json& params) {
  if (!member(params, "textDocument").is_object()) return;
  Json& item = params["textDocument"];
  const std::string uri = string_of(member(item, "uri"));
  const std::string language = string_of(member(item, "languageId"));
  close_document(session, uri);
  OpenDocument& document =
      session.documents.try_emplace(uri, uri, language, session.scanner(language).engine)
          .first->second;
  document.version = member(item, "version");
  set_text(session, document, take_string(item, "text"));
  if (document.state != State::unread) return;
  if (session.client.work_done_progress && document.text.size() >= kLarge) {
    read_with_progress(session, uri);
  } else {
    read_document(session, document);
  }
}

void did_change(Session& session, Json& params) {
  const Json& item = member(params, "textDocument");
  OpenDocument* const document = session.document(string_of(member(item, "uri")));
  if (document == nullptr || !member(params, "contentChanges").is_array()) return;
  document->version = member(item, "version");
  for (Json& one : params["contentChanges"]) change(session, *document, one);
  if (document->state == State::unread) return read_document(session, *document);
  publish_diagnostics(session, *document);
}

void did_close(Session& session, Json& params) {
  close_document(session, string_of(member_at(params, {"textDocument", "uri"})));
}

void read_document(Session& session, OpenDocument& document) {
  document.read(session.scanner(document.language).engine);
  diagnose(session, document);
  publish_diagnostics(session, document);
}

void read_documents_again(Session& session) {
  for (auto& [uri, document] : session.documents) {
    if (document.state != State::too_large) read_document(session, document);
  }
}

}  // namespace linkspan::command::lsp

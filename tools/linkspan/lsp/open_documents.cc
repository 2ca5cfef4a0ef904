// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>

#include <algorithm>
#include <utility>

#include "base/printable.h"
#include "lsp/document_links.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {
namespace {

// --- diagnostics: serious warnings about links (textDocument/publishDiagnostics).
//
//   https://www.paypal.com@evil.example/    userinfo-like-host, at www.paypal.com
//   https://example.org:8443/               nothing: an unusual port is a note, for hovers only
//
// After an edit, its links and those next to it are diagnosed again. The warnings about all other
// links, which are few, are kept and move with the text.
//
// Guarded by tests/command/lsp/command_lsp_diagnostics_test.cc.

// DiagnosticSeverity
constexpr int kWarning = 2, kHint = 4;

// Those of a host that is not the one that it seems to be.
constexpr Warning kOfFalseHosts[] = {
    Warning::text_names_other_host, Warning::mixed_scripts,      Warning::confusable_host,
    Warning::lookalike_delimiter,   Warning::userinfo_like_host, Warning::odd_ipv4,
    Warning::escaped_host,          Warning::bidi_control,
};

int severity_of(Warning warning, Diagnostics level) {
  if (level != Diagnostics::by_kind) return level == Diagnostics::hint ? kHint : kWarning;
  const bool is_false_host = std::find(std::begin(kOfFalseHosts), std::end(kOfFalseHosts),
                                       warning) != std::end(kOfFalseHosts);
  return is_false_host ? kWarning : kHint;
}

// The section of a standard that explains a warning.
const char* standard_of(Warning warning) {
  switch (warning) {
    case Warning::mixed_scripts:
      return "https://www.unicode.org/reports/tr39/#Mixed_Script_Detection";
    case Warning::confusable_host:
    case Warning::lookalike_delimiter:
      return "https://www.unicode.org/reports/tr39/#Confusable_Detection";
    case Warning::bidi_control:
    case Warning::invisible:
      return "https://www.unicode.org/reports/tr36/#Bidirectional_Text_Spoofing";
    case Warning::odd_ipv4:
      return "https://www.rfc-editor.org/rfc/rfc3986#section-7.4";
    case Warning::invalid_escape:
      return "https://www.rfc-editor.org/rfc/rfc3629#section-10";
    case Warning::escaped_host:
      return "https://www.rfc-editor.org/rfc/rfc3986#section-6.2.2.2";
    case Warning::escaped_dots:
      return "https://www.rfc-editor.org/rfc/rfc3986#section-7.3";
    default:
      return "https://www.rfc-editor.org/rfc/rfc3986#section-7.6";
  }
}

// The places of a warning in the text of a link; the whole link if they are not known.
void append_places(const Link& link, const std::vector<iri::Diagnostic>& diagnostics,
                   Warning warning, uint64_t size, WarnedLink& warned) {
  const size_t before = warned.found.size();
  for (const iri::Diagnostic& one : diagnostics) {
    if (one.warning != warning || one.range.end > link.text.size()) continue;
    warned.found.push_back({one.range, warning, one.message});
  }
  if (warned.found.size() > before) return;
  warned.found.push_back({{0, size}, warning, std::string(description(warning))});
}

WarnedLink warned_link(const Link& link, Range range) {
  WarnedLink warned{range, {}};
  if (!is_serious(link.warnings)) return warned;
  std::vector<iri::Diagnostic> diagnostics;
  if (link.iri == link.text) diagnostics = iri::diagnose(link.iri);
  for (const Warning warning : link.warnings) {
    if (severity(warning) != Severity::serious) continue;
    append_places(link, diagnostics, warning, range.size(), warned);
  }
  return warned;
}

void append_warned(Session& session, const OpenDocument& document, const std::vector<Span>& spans,
                   std::vector<WarnedLink>& warned) {
  describe(session, document, spans, [&warned](const Link& link, Range range) {
    WarnedLink found = warned_link(link, range);
    if (!found.found.empty()) warned.push_back(std::move(found));
  });
}

void move_by(Range& range, int64_t by) {
  range.begin += static_cast<uint64_t>(by);
  range.end += static_cast<uint64_t>(by);
}

// The range of the links to diagnose again: the edit, the links that it added and removed, and the
// text next to these, on which warnings depend.
Range touched_range(const LinkChange& change, Range edited) {
  constexpr uint64_t kNextTo = 16;
  Range touched = edited;
  const auto extend = [&touched](Range range) {
    touched.begin = std::min(touched.begin, range.begin);
    touched.end = std::max(touched.end, range.end);
  };
  for (const Span& span : change.added) extend(span.range);
  for (const Span& span : change.removed) {
    Range range = span.range;
    if (range.end < change.moved_from) continue;
    range.begin = std::min(range.begin, edited.begin);
    range.end += static_cast<uint64_t>(change.moved_by);
    extend(range);
  }
  return {touched.begin - std::min(touched.begin, kNextTo), touched.end + kNextTo};
}

Json to_json(const Session& session, const OpenDocument& document, Range range,
             const WarnedLink::Found& found) {
  Json json = {{"range", document.range(range, session.client.unit)},
               {"severity", severity_of(found.warning, session.settings.diagnostics)},
               {"code", to_string(found.warning)},
               {"source", "linkspan"},
               {"message", base::printable(found.message)}};
  if (session.client.code_descriptions) {
    json["codeDescription"] = {{"href", standard_of(found.warning)}};
  }
  return json;
}

// Of all links of the document.
void diagnose(Session& session, OpenDocument& document) {
  document.warned.clear();
  if (session.settings.diagnostics == Diagnostics::off) return;
  if (is_markdown(session, document)) {
    for (const MarkdownLink& found : markdown_links(session, document)) {
      Link link;
      link.text = found.text;
      link.iri = found.iri;
      link.warnings = found.warnings;
      WarnedLink warned = warned_link(link, found.range);
      if (!warned.found.empty()) document.warned.push_back(std::move(warned));
    }
    return;
  }
  append_warned(session, document, document.index.links_in({0, document.text.size() + 1}),
                document.warned);
}

// After an edit that inserted `edited`.
void diagnose_again(Session& session, OpenDocument& document, const LinkChange& change,
                    Range edited) {
  if (session.settings.diagnostics == Diagnostics::off) return;
  if (is_markdown(session, document)) return diagnose(session, document);
  const Range touched = touched_range(change, edited);
  std::vector<WarnedLink>& warned = document.warned;
  std::erase_if(
      warned, [&change](const WarnedLink& link) { return has_range(change.removed, link.range); });
  for (WarnedLink& link : warned) {
    if (link.range.begin >= change.moved_from) move_by(link.range, change.moved_by);
  }
  const std::vector<Span> spans = document.index.links_in(touched);
  std::erase_if(warned, [&spans](const WarnedLink& link) { return has_range(spans, link.range); });
  append_warned(session, document, spans, warned);
  std::sort(warned.begin(), warned.end(),
            [](const WarnedLink& a, const WarnedLink& b) { return a.range.begin < b.range.begin; });
}

// Sends the diagnostics, if there are or were some.
void publish_diagnostics(Session& session, OpenDocument& document) {
  const bool is_any = !document.warned.empty();
  if (!is_any && document.published == OpenDocument::Published::nothing) return;
  constexpr size_t kMost = 1000;  // more are not useful
  Json diagnostics = Json::array();
  for (const WarnedLink& link : document.warned) {
    for (const WarnedLink::Found& found : link.found) {
      if (diagnostics.size() == kMost) break;
      Range range = found.range;
      move_by(range, static_cast<int64_t>(link.range.begin));
      diagnostics.push_back(to_json(session, document, range, found));
    }
  }
  document.published = is_any ? OpenDocument::Published::some : OpenDocument::Published::nothing;
  Json params = {{"uri", document.uri}, {"diagnostics", std::move(diagnostics)}};
  if (document.version.is_number_integer()) params["version"] = document.version;
  session.notify("textDocument/publishDiagnostics", params);
}

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

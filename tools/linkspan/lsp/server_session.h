// SPDX-License-Identifier: Apache-2.0
// Session: the state of the server between two messages, and the messages that it sends by itself.
//
//   Reply hover(Session& session, const Json& params)      a handler of a request
//   session.show_message(MessageType::warning, "…")        a notification
//   session.request("workspace/configuration", …, take)    a request; take() gets the response
//
// Handlers are functions of a session and the parameters of a message (the tables of server.cc).
// How messages are received and sent is in server.h.
//
// Guarded by tests/command/lsp/command_lsp_test.cc.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "common/rule_sources.h"
#include "linkspan/document.h"
#include "linkspan/index.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"
#include "linkspan/rules.h"
#include "lsp/messages.h"
#include "lsp/server_settings.h"

namespace linkspan::command::lsp {

// Searching for ranges in lists of links, which are in the order of the text and do not overlap.
//
//   links at 0 to 5 and 8 to 9: has_overlap(links, {4, 6}), has_range(links, {8, 9})
//   not: has_overlap(links, {5, 8}), has_range(links, {8, 10})

// Whether one of the elements overlaps the range.
template <class Element>
bool has_overlap(const std::vector<Element>& in_order, Range range) {
  const auto found = std::partition_point(
      in_order.begin(), in_order.end(),
      [range](const Element& element) { return element.range.end <= range.begin; });
  return found != in_order.end() && found->range.begin < range.end;
}

// Whether one of the elements has just this range.
template <class Element>
bool has_range(const std::vector<Element>& in_order, Range range) {
  const auto found = std::partition_point(
      in_order.begin(), in_order.end(),
      [range](const Element& element) { return element.range.begin < range.begin; });
  return found != in_order.end() && found->range == range;
}

// Environment: the files and modules that the server reads. All other code of the server depends
// only on messages, so that tests/fuzz/lsp_fuzz.cc can run it without files.
//
// Implemented by Machine in lsp_command.cc. Guarded by
// tests/command/lsp/command_lsp_settings_test.cc.
class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  // The content of a file; nothing if it cannot be read.
  virtual std::optional<std::string> read_file(const std::string& path) = 0;

  // The absolute path of a file or folder that exists, without symbolic links, `.` and `..`.
  virtual std::optional<std::string> canonical_path(const std::string& path) = 0;

  // The rules of a built-in set; nothing if no set has this name.
  virtual std::optional<std::string> shipped_rules(const std::string& name) = 0;

  // load_rules() of common/rule_sources.h.
  virtual Result<Rules> load_rules(const RuleSources& sources) = 0;
};

// WorkspaceFiles: the files that a document may name. A relative name is resolved against the
// folder of the document, then against each workspace folder. Symbolic links are resolved before
// the result is compared with the workspace folders: no other file is ever linked.
//
// Guarded by tests/command/lsp/command_lsp_files_test.cc.
class WorkspaceFiles {
 public:
  // Begins a document. The environment outlives this.
  void begin(Environment& environment, const std::vector<std::string>& folders,
             std::string_view document_uri);

  // The URI of the file; nothing if no workspace folder has it.
  std::optional<std::string> uri_of(std::string_view path) const;

 private:
  std::optional<std::string> inside(const std::string& path) const;

  Environment* environment_ = nullptr;
  std::vector<std::string> folders_;  // of the workspace, without symbolic links
  std::vector<std::string> bases_;    // where relative names begin
};

// GapBuffer: the text of a document that is edited, as two pieces with room between them.
//
//   "see http:" │ room │ "//e.org"     an edit moves the room to its place and writes into it
//
// Successive edits are mostly at the same place: then an edit costs as much as the inserted text.
// The text is moved in as a string. A large one is in memory twice only while the room is enlarged.
// Calling the buffer with an offset returns the piece from there on, as TextReader requires; the
// piece lives until the next edit.
//
// Guarded by tests/command/lsp/lsp_parts_test.cc.
class GapBuffer {
 public:
  GapBuffer() = default;
  explicit GapBuffer(std::string text)
      : held_(std::move(text)), gap_begin_(held_.size()), gap_end_(held_.size()) {}

  uint64_t size() const { return held_.size() - (gap_end_ - gap_begin_); }

  // From this offset to the gap or to the end; empty at the end.
  std::string_view operator()(uint64_t offset) const;

  // A copy of the text in a range, up to the end of the text.
  std::string copy(Range range) const;

  // REQUIRES: the range is in the text.
  void replace(Range range, std::string_view text);

 private:
  void move_gap_to(size_t offset);
  void make_room(size_t bytes);

  std::string held_;
  size_t gap_begin_ = 0, gap_end_ = 0;
};

// --- the capabilities of the client, from `initialize`

struct ClientCapabilities {
  TextUnit unit = TextUnit::utf16;       // general.positionEncodings
  bool hover_markdown = false;           // textDocument.hover.contentFormat
  bool link_tooltips = false;            // textDocument.documentLink.tooltipSupport
  bool action_literals = false;          // textDocument.codeAction.codeActionLiteralSupport
  bool code_descriptions = false;        // textDocument.publishDiagnostics
  bool versioned_edits = false;          // workspace.workspaceEdit.documentChanges
  bool configuration = false;            // workspace.configuration
  bool registers_configuration = false;  // workspace.didChangeConfiguration
  bool registers_watched_files = false;  // workspace.didChangeWatchedFiles
  bool work_done_progress = false;       // window.workDoneProgress
};

// Of utf-8, utf-16 and utf-32, the first that the client names; utf-16 if it names none.
ClientCapabilities parse_capabilities(const Json& capabilities);

// "utf-8", "utf-16" or "utf-32".
const char* encoding_name(TextUnit unit);

// --- documents
//
// OpenDocument: a text that the client has open, with the index of its links.
//
//   document.read(scanner.engine)        makes the index
//   document.replace({4, 8}, "https")    changes the text and the index
//
// The text of a document that is larger than the limit is not kept. It has no links until the
// client sends a new text, as a whole, that is not too large.
//
// Guarded by tests/command/lsp/command_lsp_edits_test.cc and
// tests/command/lsp/command_lsp_size_test.cc.

// The scanner for documents with one profile.
struct Scanner {
  Engine engine;
  TextLinker linker;
};

// A link that is not in the index: of a rule, or of a file of the workspace.
struct ExtraLink {
  Range range;
  std::string uri;
  std::string rule;  // empty: a file
};

// A link of a document that is read as Markdown.
struct MarkdownLink {
  Range range;
  Form form;
  std::string uri, iri, text;
  Warnings warnings;
};

// A link with its diagnostics, in positions that count from the start of the link.
struct WarnedLink {
  Range range;
  struct Found {
    Range range;  // from the start of the link
    Warning warning;
    std::string message;
  };
  std::vector<Found> found;
};

struct OpenDocument {
  OpenDocument(std::string uri_given, std::string language_given, const Engine& engine)
      : uri(std::move(uri_given)), language(std::move(language_given)), index(engine) {}

  // Called with the number of bytes read so far, now and then.
  using Progress = std::function<void(uint64_t bytes)>;

  auto reader() const {
    return [this](uint64_t offset) { return text(offset); };
  }
  bool is_read() const { return state == State::read; }

  // Rebuilds the index.
  void read(const Engine& engine, const Progress& progress = {});
  // REQUIRES: is_read().
  LinkChange replace(Range range, std::string_view new_text);

  Json position(uint64_t offset, TextUnit unit) const;
  Json range(Range range, TextUnit unit) const;
  // REQUIRES: is_read().
  Range offsets(const Json& range, TextUnit unit) const;
  uint64_t offset(const Json& position, TextUnit unit) const;

  std::string uri;
  std::string language;
  Json version;
  GapBuffer text;
  LinkIndex index;
  enum class State : uint8_t { unread, read, too_large } state = State::unread;

  // Known until the next edit.
  std::optional<std::vector<ExtraLink>> extra_links;
  std::optional<std::vector<MarkdownLink>> markdown_links;

  std::vector<WarnedLink> warned;                                                   // in order
  enum class Published : uint8_t { nothing, some } published = Published::nothing;  // diagnostics
};

// --- the session

// MessageType and the error codes of the specification.
enum class MessageType : int { error = 1, warning = 2, info = 3 };
enum class ErrorCodes : int {
  parse_error = -32700,
  invalid_request = -32600,
  method_not_found = -32601,
  invalid_params = -32602,
  internal_error = -32603,
  server_not_initialized = -32002,
  request_cancelled = -32800,
};

// The response to a request: a result as JSON text, so that a long one is in memory once, or an
// error.
struct Reply {
  struct Failure {
    ErrorCodes code;
    std::string message;
  };
  std::string result = "null";
  std::optional<Failure> failure = {};
};

class Session {
 public:
  using Send = std::function<void(const std::string& message)>;
  using TakeResponse = std::function<void(const Json& response)>;  // the whole message

  Session(Environment& environment_given, Send send)
      : environment(environment_given), send_(std::move(send)) {}

  // The document with this URI; nullptr if it is not open.
  OpenDocument* document(const std::string& uri);
  // The document of `params.textDocument`, with its index; or the reply that it is not open.
  struct Found {
    OpenDocument* document = nullptr;
    Reply otherwise = {};
  };
  Found document_of(const Json& params);

  // For documents in this language.
  Scanner& scanner(std::string_view language);
  // Call it after settings have changed.
  void drop_scanners() { scanners_.clear(); }

  void notify(std::string_view method, const Json& params);
  void request(std::string_view method, const Json& params, TakeResponse take = {});
  void show_message(MessageType type, std::string_view sentence);

  // Passes the client's response to the function that was given with the request.
  void take_response(const Json& message);

  Environment& environment;
  ClientCapabilities client;
  ServerSettings settings, initial_settings;
  std::vector<std::string> folders;  // of the workspace, as paths
  WorkspaceFiles files;
  Rules rules;                                    // also the places in files
  std::map<std::string, OpenDocument> documents;  // by URI

 private:
  Send send_;
  std::map<Profile, Scanner> scanners_;
  std::map<std::string, TakeResponse> awaited_;  // by the id of the request
  uint64_t requests_ = 0;
};

// Documents that are opened, changed and closed (textDocument/didOpen, didChange, didClose).
//
//   didChange {"contentChanges":[{"range":…,"text":"s"}]}   an edit; the index follows it
//   didChange {"contentChanges":[{"text":"…"}]}             a new text
//
// A position past the end of its line counts as the end of the line, as the specification demands;
// a range whose end is before its start is reversed.
//
// Guarded by tests/command/lsp/command_lsp_edits_test.cc.

// They take the texts out of the parameters.
void did_open(Session& session, Json& params);
void did_change(Session& session, Json& params);
void did_close(Session& session, Json& params);

// Makes the index of a document and publishes its diagnostics.
void read_document(Session& session, OpenDocument& document);

// After a change of settings or of rules.
void read_documents_again(Session& session);

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
// OpenDocument: a text that the client has open, with the index of its links.
//
//   document.read(scanner.engine)        makes the index
//   document.replace({4, 8}, "https")    changes the text and the index
//
// The text of a document that is larger than the limit is not kept. It has no links until the
// client sends a new text, as a whole, that is not too large.
//
// Guarded by tests/command_lsp_edits_test.cc and tests/command_lsp_size_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/index.h"
#include "lsp/gap_buffer.h"
#include "lsp/json.h"

namespace linkspan::command::lsp {

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

}  // namespace linkspan::command::lsp

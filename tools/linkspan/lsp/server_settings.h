// SPDX-License-Identifier: Apache-2.0
// The settings of the server, section `linkspan` of the client's settings.
//
//   {"profile": "code", "schemes": "+steam", "diagnostics": "warning"}   taken
//   {"profile": "cod"}     error: linkspan.profile can be auto, prose, uts58, code or strict
//   {"bareDomain": true}   error: there is no setting linkspan.bareDomain; did you mean …?
//
// An object is accepted as a whole or not at all. Settings that are absent or null have the values
// of the start. `trace`, which VS Code keeps in the same section, is ignored.
//
// docs/lsp.md lists them; tests/command/lsp/command_lsp_settings_test.cc compares it with this
// file.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"
#include "linkspan/rules.h"
#include "lsp/messages.h"

namespace linkspan::command::lsp {

// How a serious warning about a link is published.
enum class Diagnostics : uint8_t {
  off,
  hint,
  warning,
  by_kind,  // a warning if the host is not the one that it seems to be, else a hint
};
// Whether names of files of the workspace are links.
enum class FileLinks : uint8_t { off, on };

// How documents of language markdown are read.
enum class MarkdownDocuments : uint8_t { text, markdown };

struct ServerSettings {
  Options options;                          // without the profile
  std::optional<Profile> profile;           // nothing: by the language of the document
  std::map<std::string, Profile> profiles;  // by language, before all else
  DefaultScheme default_scheme = DefaultScheme::http;
  Diagnostics diagnostics = Diagnostics::by_kind;
  std::vector<std::string> rules;  // files, or built-in sets
  RuleParameters rule_parameters;
  uint64_t max_document_bytes = 64 << 20;
  FileLinks file_links = FileLinks::off;
  MarkdownDocuments markdown = MarkdownDocuments::text;
  std::string copy_command;  // of the client, with a text as its argument; empty: none
};

// The settings in `json`, and those of `base` that it does not name. Fails with invalid_argument
// and a sentence that says what is right.
Result<ServerSettings> parse_settings(const Json& json, const ServerSettings& base);

// The names of all settings, for documentation.
std::vector<std::string> setting_names();

// By the settings, else by the language: prose for languages of text for people (plaintext,
// markdown, latex, …), code for all others.
Profile profile_of(const ServerSettings& settings, std::string_view language);

}  // namespace linkspan::command::lsp

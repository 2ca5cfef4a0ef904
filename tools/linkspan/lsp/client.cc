// SPDX-License-Identifier: Apache-2.0
#include "lsp/client.h"

namespace linkspan::command::lsp {
namespace {

// The client lists encodings in the order of its preference.
TextUnit unit_of(const Json& encodings) {
  if (!encodings.is_array()) return TextUnit::utf16;
  for (const Json& encoding : encodings) {
    for (const TextUnit unit : {TextUnit::utf8, TextUnit::utf16, TextUnit::utf32}) {
      if (string_of(encoding) == encoding_name(unit)) return unit;
    }
  }
  return TextUnit::utf16;
}

}  // namespace

const char* encoding_name(TextUnit unit) {
  if (unit == TextUnit::utf8) return "utf-8";
  return unit == TextUnit::utf16 ? "utf-16" : "utf-32";
}

ClientCapabilities parse_capabilities(const Json& capabilities) {
  const Json& text = member(capabilities, "textDocument");
  const Json& workspace = member(capabilities, "workspace");
  const auto registers = [&workspace](std::string_view name) {
    return is_true(member_at(workspace, {name, "dynamicRegistration"}));
  };
  ClientCapabilities client;
  client.unit = unit_of(member_at(capabilities, {"general", "positionEncodings"}));
  client.hover_markdown = has_string(member_at(text, {"hover", "contentFormat"}), "markdown");
  client.link_tooltips = is_true(member_at(text, {"documentLink", "tooltipSupport"}));
  client.action_literals = member_at(text, {"codeAction", "codeActionLiteralSupport"}).is_object();
  client.code_descriptions =
      is_true(member_at(text, {"publishDiagnostics", "codeDescriptionSupport"}));
  client.versioned_edits = is_true(member_at(workspace, {"workspaceEdit", "documentChanges"}));
  client.configuration = is_true(member(workspace, "configuration"));
  client.registers_configuration = registers("didChangeConfiguration");
  client.registers_watched_files = registers("didChangeWatchedFiles");
  client.work_done_progress = is_true(member_at(capabilities, {"window", "workDoneProgress"}));
  return client;
}

}  // namespace linkspan::command::lsp

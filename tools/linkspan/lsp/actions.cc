// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "lsp/document_links.h"

namespace linkspan::command::lsp {
namespace {

constexpr std::string_view kRewrite = "refactor.rewrite", kQuickFix = "quickfix";

// Which part of the URI a rewriting keeps.
enum class Keeps : uint8_t { uri, all_but_the_scheme };

struct Rewriting {
  std::string_view title, kind;
  Keeps keeps;
  std::optional<std::string> text;  // of the link; nothing: there is no such form
};

std::string_view after_scheme(std::string_view uri) { return uri.substr(uri.find(':') + 1); }

// The start of the URI that the text of the link lacks: `http://` of a domain, `mailto:` of an
// address.
std::string_view added_prefix(const DocumentLink& link) {
  if (link.form == Form::address) return "mailto:";
  if (link.form != Form::www && link.form != Form::domain) return {};
  return std::string_view(link.uri).substr(0, link.uri.find("//") + 2);
}

// Removes that start; nothing if it is missing.
std::optional<std::string> without_prefix(const Result<std::string>& made,
                                          const DocumentLink& link) {
  if (!made.ok()) return std::nullopt;
  const std::string_view prefix = added_prefix(link);
  if (!made->starts_with(prefix)) return std::nullopt;
  return made->substr(prefix.size());
}

std::optional<std::string> decoded(const DocumentLink& link) {
  const std::string lower = base::to_ascii_lower(link.text);
  const bool may_have_some = lower.find('%') != lower.npos || lower.find("xn--") != lower.npos;
  if (!may_have_some) return std::nullopt;
  return without_prefix(iri::to_iri(link.uri), link);
}

std::optional<std::string> with_https(const DocumentLink& link) {
  constexpr std::string_view kHttp = "http";
  const Result<iri::View> parsed = iri::parse(link.text);
  if (!parsed.ok() || parsed->port()) return std::nullopt;
  if (base::to_ascii_lower(parsed->scheme().value_or("")) != kHttp) return std::nullopt;
  return "https" + link.text.substr(kHttp.size());
}

std::optional<std::string> with_scheme(const DocumentLink& link) {
  if (link.form != Form::www && link.form != Form::domain) return std::nullopt;
  return std::string(added_prefix(link)) + link.text;
}

// `written` is the text of the link as it is in the document.
std::vector<Rewriting> rewritings_of(const DocumentLink& link, const std::string& written) {
  if (link.text != written) {
    return {{"Join the lines of the link", kRewrite, Keeps::uri, link.text}};
  }
  std::vector<Rewriting> all;
  all.push_back({"Use https", kQuickFix, Keeps::all_but_the_scheme, with_https(link)});
  all.push_back({"Percent-decode", kRewrite, Keeps::uri, decoded(link)});
  all.push_back({"Percent-encode minimally (UTS #58)", kRewrite, Keeps::uri,
                 without_prefix(iri::minimal(link.iri), link)});
  all.push_back({"Write as a URI in ASCII", kRewrite, Keeps::uri, without_prefix(link.uri, link)});
  all.push_back({"Add the scheme", kRewrite, Keeps::uri, with_scheme(link)});
  return all;
}

// Whether the new text is found as one link in the place of the old one, with the URI that it
// should have.
bool is_found_again(Session& session, const OpenDocument& document, const DocumentLink& link,
                    const Rewriting& rewriting) {
  constexpr uint64_t kContext = 512;
  const uint64_t begin = link.range.begin - std::min(link.range.begin, kContext);
  std::string text = document.text.copy({begin, link.range.begin});
  const Range place{text.size(), text.size() + rewriting.text->size()};
  text += *rewriting.text;
  text += document.text.copy({link.range.end, link.range.end + kContext});
  bool is_same = false;
  session.scanner(document.language).linker.find(text, [&](const Link& found) {
    if (found.span.range != place) return;
    is_same = rewriting.keeps == Keeps::uri ? iri::equal_by_scheme(found.uri, link.uri)
                                            : after_scheme(found.uri) == after_scheme(link.uri);
  });
  return is_same;
}

Json edit_of(const Session& session, const OpenDocument& document, Range range,
             const std::string& text) {
  const Json edit = {{"range", document.range(range, session.client.unit)}, {"newText", text}};
  if (!session.client.versioned_edits) {
    return {{"changes", {{document.uri, Json::array({edit})}}}};
  }
  const Json change = {{"textDocument", {{"uri", document.uri}, {"version", document.version}}},
                       {"edits", Json::array({edit})}};
  return {{"documentChanges", Json::array({change})}};
}

// Whether actions of a kind are wanted: `only` names kinds, each with those below it.
bool is_wanted(const Json& only, std::string_view kind) {
  if (!only.is_array()) return true;
  return std::any_of(only.begin(), only.end(), [kind](const Json& one) {
    const std::string wanted = string_of(one);
    return wanted.empty() || kind == wanted || kind.starts_with(wanted + '.');
  });
}

void append_rewritings(Session& session, const OpenDocument& document, const DocumentLink& link,
                       const Json& only, Json& actions) {
  const std::string written = document.text.copy(link.range);
  std::vector<std::string> offered = {written};
  for (const Rewriting& rewriting : rewritings_of(link, written)) {
    const bool is_new = rewriting.text &&
                        std::find(offered.begin(), offered.end(), *rewriting.text) == offered.end();
    if (!is_new || !is_wanted(only, rewriting.kind)) continue;
    if (!is_found_again(session, document, link, rewriting)) continue;
    offered.push_back(*rewriting.text);
    actions.push_back({{"title", rewriting.title},
                       {"kind", rewriting.kind},
                       {"edit", edit_of(session, document, link.range, *rewriting.text)}});
  }
}

void append_copying(const Session& session, const DocumentLink& link, Json& actions) {
  const std::string& command = session.settings.copy_command;
  if (command.empty()) return;
  const auto append = [&](const char* title, const std::string& text) {
    actions.push_back(
        {{"title", title},
         {"command",
          {{"title", title}, {"command", command}, {"arguments", Json::array({text})}}}});
  };
  append("Copy as URI", link.uri);
  if (const std::string iri = iri_for_people(link.uri); iri != link.uri) append("Copy as IRI", iri);
}

}  // namespace

Reply code_action(Session& session, const Json& params) {
  const Session::Found found = session.document_of(params);
  if (found.document == nullptr) return found.otherwise;
  if (!session.client.action_literals) return {"[]"};
  const Range range = found.document->offsets(member(params, "range"), session.client.unit);
  const Json& only = member_at(params, {"context", "only"});
  Json actions = Json::array();
  std::optional<DocumentLink> first;
  visit_links(session, *found.document, range, [&first](const DocumentLink& link) {
    if (!first) first = link;
  });
  if (!first) return {"[]"};
  if (first->form != Form::rule) {
    append_rewritings(session, *found.document, *first, only, actions);
  }
  if (!only.is_array()) append_copying(session, *first, actions);
  return {to_text(actions)};
}

}  // namespace linkspan::command::lsp

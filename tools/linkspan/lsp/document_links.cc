// SPDX-License-Identifier: Apache-2.0
#include "lsp/document_links.h"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/printable.h"
#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/render.h"
#include "lsp/server_session.h"

namespace linkspan::command::lsp {
namespace {

struct Fact {
  std::string_view label;
  std::vector<std::string> values;  // from the document, shown with ` = ` between them
  std::string sentence = {};        // our own text
};

std::vector<std::string> hosts_of(const std::string& uri) {
  Link link;
  link.uri = uri;
  link.span.kind = uri.starts_with("mailto:") ? Kind::email : Kind::url;
  const std::string ascii(render::destination_of(link));
  if (ascii.empty()) return {};
  const std::string unicode = iri::host_to_unicode(ascii).value_or(ascii);
  if (unicode == iri::fold_host(ascii)) return {ascii};
  return {unicode, ascii};
}

std::vector<Fact> facts_of(const LinkFacts& facts) {
  std::vector<Fact> all = {{"URI", {facts.uri}}};
  if (std::string iri = iri_for_people(facts.uri); iri != facts.uri) {
    all.push_back({"IRI", {std::move(iri)}});
  }
  if (std::vector<std::string> hosts = hosts_of(facts.uri); !hosts.empty()) {
    all.push_back({"Host", std::move(hosts)});
  }
  if (std::optional<std::string> target = iri::unwrap(facts.uri)) {
    all.push_back({"Target", {*std::move(target)}});
  }
  if (!facts.rule.empty()) all.push_back({"Rule", {facts.rule}});
  for (const Warning warning : facts.warnings) {
    const std::string_view label =
        severity(warning) == Severity::serious ? "\u26A0 Warning" : "Note";
    all.push_back({label, {}, fmt::format("{} ({})", description(warning), to_string(warning))});
  }
  return all;
}

// A code span of CommonMark (0.31, section 6.1): its fence is longer than any row of back-quotes in
// the text.
std::string code_span(std::string_view text) {
  size_t row = 0, longest = 0;
  for (const char c : text) {
    row = c == '`' ? row + 1 : 0;
    longest = std::max(longest, row);
  }
  const std::string fence(longest + 1, '`');
  const char* const space = longest > 0 ? " " : "";
  return fmt::format("{0}{1}{2}{1}{0}", fence, space, text);
}

}  // namespace

std::string iri_for_people(const std::string& uri) {
  const Result<std::string> iri = iri::to_iri(uri);
  return iri.ok() ? base::printable(iri.value()) : uri;
}

std::string plain_text(const LinkFacts& facts) {
  std::string text;
  for (const Fact& fact : facts_of(facts)) {
    text += fmt::format("{}{}: ", text.empty() ? "" : "\n", fact.label);
    for (size_t i = 0; i < fact.values.size(); ++i) {
      (text += i > 0 ? " = " : "") += base::printable(fact.values[i]);
    }
    text += fact.sentence;
  }
  return text;
}

std::string markdown(const LinkFacts& facts) {
  std::string text;
  for (const Fact& fact : facts_of(facts)) {
    text += fmt::format("{}**{}:** ", text.empty() ? "" : "  \n", fact.label);
    for (size_t i = 0; i < fact.values.size(); ++i) {
      (text += i > 0 ? " = " : "") += code_span(base::printable(fact.values[i]));
    }
    text += fact.sentence;
  }
  return text;
}

namespace {

// --- extra links
//
// Links that are not in the index of a document: matches of rules (linkspan/rules.h), and, with
// the setting `linkFiles`, places in files of the workspace (FilePlaces, docs/places.md).
//
//   BUG-12 the URI of the rule, if it is safe to open
//   see src/main.cc:7, ./a/b.md         file:///…/src/main.cc#L7, file:///…/a/b.md
//   main.cc                             not a link: there is no `/` and no line
//   ../../etc/passwd, /etc/passwd       not links: not below a workspace folder
//
// Rules may come with a workspace that is not trusted, and some editors run URIs such as
// `command:`. So a rule links only to URIs with a scheme that opens safely (render::is_openable).
//
// These links are found for a whole document, when they are first needed after an edit.
//
// Guarded by tests/command/lsp/command_lsp_settings_test.cc and
// tests/command/lsp/command_lsp_files_test.cc.

using Links = std::vector<ExtraLink>;

std::string fragment_of(const PlaceInFile& place) {
  return place.line == 0 ? std::string() : "#L" + std::to_string(place.line);
}

Links links_of_rules(Session& session, const OpenDocument& document, std::string_view text) {
  Links links;
  Document read{text, {}};
  read.options.rules = session.rules;
  session.files.begin(session.environment, session.folders, document.uri);
  const Engine& engine = session.scanner(document.language).engine;
  const auto summary = linkify(read, engine, [&links](const Link& link) {
    if (link.span.kind == Kind::file) {
      links.push_back({link.span.range, link.uri + fragment_of(link.place), {}});
    } else if (!link.rule.empty() && render::is_openable(link.uri)) {
      links.push_back({link.span.range, link.uri, std::string(link.rule)});
    }
  });
  return summary.ok() ? links : Links();
}

// Sets document.extra_links, unless it is set. REQUIRES: document.is_read().
void find_extra_links(Session& session, OpenDocument& document) {
  if (document.extra_links) return;
  document.extra_links.emplace();
  if (session.rules.empty()) return;
  const std::string text = document.text.copy({0, document.text.size()});
  document.extra_links = links_of_rules(session, document, text);
}

// How much text before and after a link its warnings depend on (TextLinker::describe).
constexpr uint64_t kBytesBefore = 8, kBytesAfter = 4;

bool overlap(Range left, Range right) { return left.begin < right.end && right.begin < left.end; }

// A piece of the text with one link, and the link before it if that is close.
struct Excerpt {
  std::string text;
  std::vector<Span> spans;  // ranges in the text
};

Excerpt excerpt_of(const OpenDocument& document, const Span* before, const Span& span) {
  Excerpt excerpt;
  uint64_t begin = span.range.begin - std::min(span.range.begin, kBytesBefore);
  if (before != nullptr && before->range.end >= begin) {
    excerpt.spans.push_back(*before);
    begin = std::min(begin, before->range.begin - std::min(before->range.begin, kBytesBefore));
  }
  excerpt.spans.push_back(span);
  excerpt.text = document.text.copy({begin, span.range.end + kBytesAfter});
  for (Span& moved : excerpt.spans) {
    moved.range.begin -= begin;
    moved.range.end -= begin;
  }
  return excerpt;
}

// With an empty range: does the link contain it, or touch it?
bool is_asked_for(Range link, Range range) {
  if (range.size() == 0) return link.begin <= range.begin && link.end >= range.begin;
  return overlap(link, range);
}

std::vector<ExtraLink> extra_links_in(Session& session, OpenDocument& document, Range range) {
  std::vector<ExtraLink> found;
  find_extra_links(session, document);
  for (const ExtraLink& link : *document.extra_links) {
    if (is_asked_for(link.range, range)) found.push_back(link);
  }
  return found;
}

void visit_extra(const OpenDocument& document, const ExtraLink& extra, const VisitLink& visit) {
  DocumentLink link;
  link.range = extra.range;
  link.form = Form::rule;
  link.uri = link.iri = extra.uri;
  link.text = document.text.copy(extra.range);
  link.rule = extra.rule;
  link.form_name = extra.rule.empty() ? "file" : to_string(Form::rule);
  visit(link);
}

Json to_json(const DocumentLink& link, const OpenDocument& document, TextUnit unit) {
  Json data = {{"form", link.form_name}};
  for (const Warning warning : link.warnings) {
    data["warnings"].push_back(to_string(warning));
  }
  if (!link.rule.empty()) data["rule"] = link.rule;
  return {
      {"range", document.range(link.range, unit)}, {"target", link.uri}, {"data", std::move(data)}};
}

Reply links_in(Session& session, OpenDocument& document, Range range) {
  Reply reply{"["};
  visit_links(session, document, range, [&](const DocumentLink& link) {
    if (reply.result.size() > 1) reply.result += ',';
    reply.result += to_text(to_json(link, document, session.client.unit));
  });
  reply.result += ']';
  return reply;
}

}  // namespace

void describe(Session& session, const OpenDocument& document, const std::vector<Span>& spans,
              const std::function<void(const Link& link, Range range)>& take) {
  TextLinker& linker = session.scanner(document.language).linker;
  for (size_t i = 0; i < spans.size(); ++i) {
    std::optional<Span> before;
    if (i > 0) before = spans[i - 1];
    if (i == 0 && spans[0].range.begin > 0) {
      const std::vector<Span> near = document.index.links_in(
          {spans[0].range.begin - std::min(spans[0].range.begin, kBytesBefore),
           spans[0].range.begin});
      if (!near.empty()) before = near.back();
    }
    const Excerpt excerpt = excerpt_of(document, before ? &*before : nullptr, spans[i]);
    size_t left = excerpt.spans.size();
    linker.describe(excerpt.text, excerpt.spans, [&](const Link& link) {
      if (--left == 0) take(link, spans[i].range);
    });
  }
}

void visit_links(Session& session, OpenDocument& document, Range range, const VisitLink& visit) {
  const std::vector<ExtraLink> extras = extra_links_in(session, document, range);
  auto extra = extras.begin();
  const auto visit_extras_before = [&](uint64_t offset) {
    for (; extra != extras.end() && extra->range.begin < offset; ++extra) {
      visit_extra(document, *extra, visit);
    }
  };
  if (is_markdown(session, document)) {
    for (const MarkdownLink& link : markdown_links(session, document)) {
      if (!is_asked_for(link.range, range)) continue;
      if (has_overlap(*document.extra_links, link.range)) continue;
      visit_extras_before(link.range.begin);
      visit({link.range,
             link.form,
             link.uri,
             link.iri,
             link.text,
             link.warnings,
             {},
             to_string(link.form)});
    }
    return visit_extras_before(UINT64_MAX);
  }
  std::vector<Span> spans = document.index.links_in(range);
  std::erase_if(spans, [&document](const Span& span) {
    return has_overlap(*document.extra_links, span.range);
  });
  describe(session, document, spans, [&](const Link& link, Range place) {
    visit_extras_before(place.begin);
    const Form form = link.span.form;
    visit(
        {place, form, link.uri, link.iri, visible_text(link), link.warnings, {}, to_string(form)});
  });
  visit_extras_before(UINT64_MAX);
}

Reply document_link(Session& session, const Json& params) {
  const Session::Found found = session.document_of(params);
  if (found.document == nullptr) return found.otherwise;
  return links_in(session, *found.document, {0, found.document->text.size() + 1});
}

Reply links_of_range(Session& session, const Json& params) {
  const Session::Found found = session.document_of(params);
  if (found.document == nullptr) return found.otherwise;
  const Range range = found.document->offsets(member(params, "range"), session.client.unit);
  return links_in(session, *found.document, range);
}

Reply resolve(Session& /*session*/, const Json& params) {
  const Json& data = member(params, "data");
  LinkFacts facts{string_of(member(params, "target")), {}, string_of(member(data, "rule"))};
  const Json& warnings = member(data, "warnings");
  for (const Warning warning : kAllWarnings) {
    if (has_string(warnings, to_string(warning))) facts.warnings.add(warning);
  }
  if (!params.is_object()) return {"null", {{ErrorCodes::invalid_params, "a link is an object"}}};
  Json resolved = params;
  resolved["tooltip"] = plain_text(facts);
  return {to_text(resolved)};
}

Reply hover(Session& session, const Json& params) {
  const Session::Found found = session.document_of(params);
  if (found.document == nullptr) return found.otherwise;
  const TextUnit unit = session.client.unit;
  const uint64_t offset = found.document->offset(member(params, "position"), unit);
  Reply reply;
  visit_links(session, *found.document, {offset, offset}, [&](const DocumentLink& link) {
    const LinkFacts facts{link.uri, link.warnings, link.rule};
    const bool is_markdown = session.client.hover_markdown;
    reply.result = to_text({{"range", found.document->range(link.range, unit)},
                            {"contents",
                             {{"kind", is_markdown ? "markdown" : "plaintext"},
                              {"value", is_markdown ? markdown(facts) : plain_text(facts)}}}});
  });
  return reply;
}

bool is_markdown(const Session& session, const OpenDocument& document) {
  constexpr uint64_t kMost = 1 << 20;
  return session.settings.markdown == MarkdownDocuments::markdown && document.is_read() &&
         document.language == "markdown" && document.text.size() <= kMost;
}

const std::vector<MarkdownLink>& markdown_links(Session& session, OpenDocument& document) {
  if (document.markdown_links) return *document.markdown_links;
  std::vector<MarkdownLink>& links = document.markdown_links.emplace();
  const std::string text = document.text.copy({0, document.text.size()});
  DocumentOptions options;
  options.markup = Markup::markdown;
  options.default_scheme = session.settings.default_scheme;
  const auto take = [&links](const Link& link) {
    links.push_back({link.span.range, link.span.form, link.uri, link.iri, std::string(link.text),
                     link.warnings});
  };
  // The options are right, and the text is in memory.
  (void)linkify({text, options}, session.scanner(document.language).engine, take);
  return links;
}

}  // namespace linkspan::command::lsp

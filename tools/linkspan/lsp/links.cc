// SPDX-License-Identifier: Apache-2.0
#include "lsp/links.h"

#include <algorithm>
#include <iterator>
#include <span>
#include <utility>

#include "lsp/extra_links.h"
#include "lsp/facts.h"
#include "lsp/markdown_links.h"
#include "lsp/ranges.h"

namespace linkspan::command::lsp {
namespace {

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

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
#include "document/page_links.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/ascii.h"
#include "document/visible.h"
#include "rules/matcher.h"
#include "scan/syntax/split.h"

namespace linkspan::document {
namespace {

std::string_view part_of(std::string_view text, const Part& part) {
  return part.present() ? text.substr(part.begin, part.end - part.begin) : std::string_view();
}

std::string text_without(const std::vector<PageLink>& links, const html::Page& page) {
  std::string text = page.text;
  for (const PageLink& link : links) {
    for (const html::TextRange& range : link.text) {
      std::fill(text.begin() + range.begin, text.begin() + range.end, '\0');
    }
  }
  return text;
}

// An anchor inside another one ends the visible pieces of the outer one.
void cut_where_next_begins(std::vector<PageLink>& links, const html::Page& page) {
  for (size_t i = 0; i + 1 < links.size(); ++i) {
    std::vector<html::TextRange>& text = links[i].text;
    const uint32_t next = links[i + 1].source_begin;
    const auto is_after = [&](const html::TextRange& range) {
      return page.source_of(range).begin >= next;
    };
    text.erase(std::find_if(text.begin(), text.end(), is_after), text.end());
  }
}

}  // namespace

std::string compared_host(std::string_view uri) {
  constexpr std::string_view kWww = "www.";
  const Parts parts = scan::split_components(uri);
  std::string host;
  if (parts.host.present()) {
    host = base::to_ascii_lower(part_of(uri, parts.host));
  } else if (base::to_ascii_lower(part_of(uri, parts.scheme)) == "mailto") {
    const std::string_view path = part_of(uri, parts.path);
    const std::string_view first = path.substr(0, path.find(','));
    const size_t at = first.rfind('@');
    if (at != first.npos) host = base::to_ascii_lower(first.substr(at + 1));
  }
  if (host.ends_with('.')) host.pop_back();
  if (host.starts_with(kWww)) host.erase(0, kWww.size());
  return host;
}

std::vector<PageLink> PageLinks::find(const html::Page& page) {
  links_.clear();
  if (options_.html_links != HtmlLinks::text) {
    for (const html::Anchor& anchor : page.anchors) add_anchor(page, anchor);
  }
  if (options_.html_links != HtmlLinks::hrefs) add_text_links(page);
  std::stable_sort(links_.begin(), links_.end(), [](const PageLink& a, const PageLink& b) {
    return a.source_begin < b.source_begin;
  });
  cut_where_next_begins(links_, page);
  return std::move(links_);
}

void PageLinks::add_anchor(const html::Page& page, const html::Anchor& anchor) {
  if (anchor.href.empty()) return;
  const std::optional<Span> span = span_of_target(anchor.href);
  if (!span) return;
  PageLink link;
  link.span = *span;
  link.anchor = &anchor;
  link.text = anchor.text;
  link.iri = anchor.href;
  link.source_begin =
      anchor.text.empty() ? anchor.attribute.begin : page.source_of(anchor.text.front()).begin;
  if (mapper_ != nullptr && !link.text.empty() &&
      names_other_host(text_of(page, link), anchor.href)) {
    link.warnings.add(Warning::text_names_other_host);
  }
  links_.push_back(std::move(link));
}

// The link that the Engine finds at the start of `<iri>`.
std::optional<Span> PageLinks::first_span(std::string_view iri) {
  std::optional<Span> found;
  const auto take = [&found](const Span& span) {
    if (span.range.begin == 1 && span.parts.scheme.present()) found = span;
  };
  stream_.feed("<", take);
  stream_.feed(iri, take);
  stream_.feed(">", take);
  stream_.finish(take);
  return found;
}

// Nothing if it must not be linked. In text, `http://user@@host/` is not a link, but a browser
// opens it.
std::optional<Span> PageLinks::span_of_target(std::string_view iri) {
  std::optional<Span> found = first_span(iri);
  const size_t colon = iri.find(':');
  if (!found && iri.substr(colon).starts_with("://")) {
    found = first_span(std::string(iri.substr(0, colon)) + "://example.org/");
  }
  if (!found) return found;
  if (found->range.size() != iri.size()) found->parts = scan::split_components(iri);
  found->form = Form::href;
  found->ended_by = EndedBy::delimiter;
  return found;
}

// The host of the first link in the text, if there is one.
bool PageLinks::names_other_host(std::string_view text, std::string_view target) {
  std::optional<Span> shown;
  const auto take = [&shown](const Span& span) {
    if (!shown) shown = span;
  };
  stream_.feed(text, take);
  stream_.finish(take);
  if (!shown) return false;
  const std::string uri = mapper_->map(shown->range.text(text), *shown).uri;
  const std::string host = compared_host(uri);
  const std::string target_host = compared_host(mapper_->map_iri(target).uri);
  return !host.empty() && !target_host.empty() && host != target_host;
}

// After the anchors.
void PageLinks::add_text_links(const html::Page& page) {
  const std::string text = text_without(links_, page);
  std::vector<Range> visible;
  const auto take = [&](const RuleLink& found) {
    const Span& span = found.span;
    PageLink link;
    link.span = span;
    link.rule = found.rule;
    link.uri = found.uri;
    visible.clear();
    const auto text_of = [&text](const Range& range) { return range.text(text); };
    find_visible(span, text_of, visible);
    for (const Range& range : visible) {
      link.text.push_back({static_cast<uint32_t>(range.begin), static_cast<uint32_t>(range.end)});
    }
    if (link.text.empty()) return;
    link.source_begin = page.source_of(link.text.front()).begin;
    links_.push_back(std::move(link));
  };
  if (options_.rules.empty()) {
    const auto take_span = [&](const Span& span) { take({span, {}, {}}); };
    stream_.feed(text, take_span);
    stream_.finish(take_span);
  } else {
    const std::unique_ptr<rules::Search> search = options_.rules.matcher()->open();
    search->feed(text, stream_, take);
    search->finish(stream_, take);
  }
}

std::string PageLinks::text_of(const html::Page& page, const PageLink& link) {
  const std::string_view all = page.text;
  if (link.anchor == nullptr) {
    return std::string(link.span.range.text(all));
  }
  std::string text;
  for (const html::TextRange& range : link.text) {
    if (!text.empty()) text += ' ';
    text += all.substr(range.begin, range.end - range.begin);
  }
  return text.empty() ? link.iri : text;
}

}  // namespace linkspan::document

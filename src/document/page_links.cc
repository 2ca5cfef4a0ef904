// SPDX-License-Identifier: Apache-2.0
#include "document/page_links.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "base/references.h"
#include "document/anchor_text.h"
#include "document/visible.h"
#include "rules/matcher.h"
#include "scan/syntax/split.h"

namespace linkspan::document {
// The links of anchors and of the text in one order. Holds one link back, as an anchor inside
// another one ends the visible pieces of the outer one.
class PageLinks::Merger {
 public:
  Merger(const std::vector<AnchorLink>& anchors, Sink<PageLink> sink)
      : next_(anchors.begin()), end_(anchors.end()), sink_(sink) {}

  // REQUIRES: in the order of the text.
  void add(PageLink link) {
    give_anchors_before(link.place);
    give(std::move(link));
  }

  void finish() {
    give_anchors_before({UINT32_MAX, UINT32_MAX});
    if (held_back_) sink_(*held_back_);
  }

 private:
  void give_anchors_before(LinkPlace place) {
    for (; next_ != end_ && next_->place <= place; ++next_) {
      PageLink link;
      link.span = next_->span;
      link.anchor = next_->anchor;
      link.text = next_->anchor->text;
      link.iri = next_->anchor->href;
      link.warnings = next_->warnings;
      link.place = next_->place;
      give(std::move(link));
    }
  }

  void give(PageLink link) {
    if (held_back_) {
      const bool is_picture = link.anchor != nullptr && !link.anchor->name.empty();
      if (held_back_->anchor != nullptr && !is_picture) cut(held_back_->text, link.place.text);
      sink_(*held_back_);
    }
    held_back_ = std::move(link);
  }

  static void cut(std::vector<html::TextRange>& text, uint32_t offset) {
    const auto is_after = [=](const html::TextRange& range) { return range.begin >= offset; };
    text.erase(std::find_if(text.begin(), text.end(), is_after), text.end());
  }

  std::vector<AnchorLink>::const_iterator next_, end_;
  std::optional<PageLink> held_back_;
  Sink<PageLink> sink_;
};

namespace {

// Is a part of the text in an element in which no link can be made?
bool is_fixed(const html::Page& page, const std::vector<html::TextRange>& text) {
  return std::any_of(text.begin(), text.end(),
                     [&page](const html::TextRange& range) { return page.has_fixed(range); });
}

}  // namespace

void PageLinks::find(const html::Page& page, Sink<PageLink> sink) {
  find_anchors(page);
  Merger merger(anchors_, sink);
  if (options_.html_links != HtmlLinks::hrefs) find_text_links(page, merger);
  merger.finish();
}

void PageLinks::find_anchors(const html::Page& page) {
  anchors_.clear();
  if (options_.html_links == HtmlLinks::text) return;
  const auto has_href = [](const html::Anchor& anchor) { return !anchor.href.empty(); };
  anchors_.reserve(
      static_cast<size_t>(std::count_if(page.anchors.begin(), page.anchors.end(), has_href)));
  for (const html::Anchor& anchor : page.anchors) add_anchor(page, anchor);
  std::sort(anchors_.begin(), anchors_.end(), [](const AnchorLink& a, const AnchorLink& b) {
    return std::pair(a.place, a.anchor) < std::pair(b.place, b.anchor);
  });
}

void PageLinks::add_anchor(const html::Page& page, const html::Anchor& anchor) {
  if (anchor.href.empty() || (anchor.is_fixed && !options_.never_in.empty())) return;
  if (anchor.is_bare_host && !is_host_with_www(anchor.href)) return;
  const std::optional<Span> span =
      anchor.is_relative ? span_of_relative(anchor.href) : span_of_target(anchor.href);
  if (!span) return;
  const LinkPlace place = anchor.text.empty() ? LinkPlace{anchor.attribute.begin, anchor.place}
                                              : LinkPlace{page.source_of(anchor.text.front()).begin,
                                                          anchor.text.front().begin};
  AnchorLink link{&anchor, *span, {}, place};
  if (hosts_ == Hosts::compared && !anchor.is_relative) {
    const std::string text = shown_text_of(page, anchor);
    const bool is_other = !text.empty() && names_other_host(text, anchor.href);
    if (is_other) link.warnings.add(Warning::text_names_other_host);
  }
  anchors_.push_back(link);
}

// The text of an anchor, and without one that of its picture: mail clients show it in its place.
std::string PageLinks::shown_text_of(const html::Page& page, const html::Anchor& anchor) const {
  if (!anchor.text.empty()) return text_of_anchor(page, anchor.text);
  const html::SourceRange alt = anchor.alt;
  if (alt.empty()) return {};
  return base::attribute_value(source_.substr(alt.begin, alt.end - alt.begin));
}

// `www.example.org/x` is, and `www.html` is not. The scheme was put before it.
bool PageLinks::is_host_with_www(std::string_view iri) {
  const std::string_view host = iri.substr(iri.find("//") + 2);
  bool is_found = false;
  const auto take = [&is_found](const Span& span) {
    is_found |= span.range.begin == 1 && span.form == Form::www;
  };
  stream_.feed("<", take);
  stream_.feed(host, take);
  stream_.feed(">", take);
  stream_.finish(take);
  return is_found;
}

Span PageLinks::span_of_relative(std::string_view reference) {
  Span span;
  span.range = {0, reference.size()};
  span.form = Form::href;
  span.ended_by = EndedBy::delimiter;
  span.parts.path = {0, static_cast<uint32_t>(reference.size())};
  return span;
}

// The link that the Engine finds at the start of `<iri>`.
std::optional<Span> PageLinks::first_span(std::string_view iri) {
  std::optional<Span> found;
  const auto take = [&found](const Span& span) {
    if (span.range.begin == 1 && span.parts.scheme.present()) found = span;
  };
  // PERF: in one chunk, as a link that a chunk cuts is read again: find_anchors() takes 7 M
  // instructions for 5.4 MB of documentation, and took 17.
  delimited_.assign(1, '<').append(iri).append(1, '>');
  stream_.feed(delimited_, take);
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

bool PageLinks::names_other_host(std::string_view text, std::string_view target) {
  return AnchorText(stream_).names_other_host(text, target);
}

// After the anchors.
void PageLinks::find_text_links(const html::Page& page, Merger& merger) {
  const std::string text = text_without_anchors(page);
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
    if (link.text.empty() || is_fixed(page, link.text)) return;
    link.place = {page.source_of(link.text.front()).begin, link.text.front().begin};
    merger.add(std::move(link));
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

// The text of anchors that are links is NUL.
std::string PageLinks::text_without_anchors(const html::Page& page) const {
  std::string text = page.text;
  for (const AnchorLink& link : anchors_) {
    for (const html::TextRange& range : link.anchor->text) {
      std::fill(text.begin() + range.begin, text.begin() + range.end, '\0');
    }
  }
  if (options_.markup == Markup::markdown) {  // code is not searched, and ends a link
    for (const html::TextRange& range : page.fixed) {
      std::fill(text.begin() + range.begin, text.begin() + range.end, '\0');
    }
  }
  return text;
}

std::string PageLinks::text_of_anchor(const html::Page& page,
                                      const std::vector<html::TextRange>& ranges) {
  std::string text;
  for (const html::TextRange& range : ranges) {
    if (!text.empty()) text += ' ';
    text.append(page.text, range.begin, range.end - range.begin);
  }
  return text;
}

std::string PageLinks::text_of(const html::Page& page, const PageLink& link) {
  if (link.anchor == nullptr) {
    return page.text.substr(link.span.range.begin, link.span.range.size());
  }
  return link.text.empty() ? std::string(link.iri) : text_of_anchor(page, link.text);
}

}  // namespace linkspan::document

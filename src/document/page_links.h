// SPDX-License-Identifier: Apache-2.0
// The links of an HTML page: the destinations of its anchors, and the links in the text around
// them.
//
//   <a href="https://example.org/x">here</a> or www.example.org
//   →  text `here`, IRI https://example.org/x, Form::href
//      text `www.example.org`, Form::www
//
//   <a href="https://evil.example/">www.bank.example</a>   →  with text-names-other-host
//   <a href="#top">, <a href="page.html">, <a href="javascript:…">  →  no links: they lead nowhere,
//                                                               or are of a scheme not to be linked
//
// The Engine decides which schemes are linked: a destination is a link if the Engine finds one at
// its start, in `<…>`, or finds another link with its scheme. The whole destination is then the
// link, as a browser would open it.
//
// The Engine does not see the text of an anchor that is a link: it is replaced by NUL, which ends a
// link. Guarded by tests/html/html_links_test.cc.
#pragma once

#include <compare>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "html/page.h"
#include "linkspan/document.h"

namespace linkspan::document {

// Where a link begins: the first piece of its text in the source, or else its attribute; and its
// text in Page::text. Several links may begin at one place of the source, such as an entity of XML.
struct LinkPlace {
  uint32_t source = 0;
  uint32_t text = 0;
  auto operator<=>(const LinkPlace&) const = default;
};

struct PageLink {
  Span span;                             // `range`: of Page::text, if the link has text
  const html::Anchor* anchor = nullptr;  // null: a link in the text
  std::vector<html::TextRange> text;     // its visible pieces; none of an anchor without text
  std::string_view iri;                  // of an anchor
  std::string rule;                      // that found the link; empty: none
  std::string uri;                       // from its template
  Warnings warnings;
  LinkPlace place;
};

// Is the host that the text of an anchor names compared with that of its destination?
enum class Hosts : uint8_t { compared, not_compared };

class PageLinks {
 public:
  // The stream is at the start of a text, before and after each call.
  PageLinks(Stream& stream, Hosts hosts, const DocumentOptions& options, std::string_view source)
      : stream_(stream), hosts_(hosts), options_(options), source_(source) {}

  // Gives them in the order of the source, one after another: a page has up to one link for five
  // bytes. The page outlives this.
  void find(const html::Page& page, Sink<PageLink> sink);

  // The text of the pieces, with a space where a line ends.
  static std::string text_of(const html::Page& page, const PageLink& link);

 private:
  // A link that is to be given before, between or after those of the text.
  struct AnchorLink {
    const html::Anchor* anchor;
    Span span;
    Warnings warnings;
    LinkPlace place;
  };
  class Merger;
  void find_anchors(const html::Page& page);
  void add_anchor(const html::Page& page, const html::Anchor& anchor);
  void find_text_links(const html::Page& page, Merger& merger);
  std::string text_without_anchors(const html::Page& page) const;
  static std::string text_of_anchor(const html::Page& page,
                                    const std::vector<html::TextRange>& ranges);
  std::string shown_text_of(const html::Page& page, const html::Anchor& anchor) const;
  bool is_host_with_www(std::string_view iri);
  std::optional<Span> first_span(std::string_view iri);
  static Span span_of_relative(std::string_view reference);
  std::optional<Span> span_of_target(std::string_view iri);
  bool names_other_host(std::string_view text, std::string_view target);

  Stream& stream_;
  Hosts hosts_;
  const DocumentOptions& options_;
  std::string_view source_;  // of the page
  std::vector<AnchorLink> anchors_;
  std::string delimited_;  // the last IRI
};

}  // namespace linkspan::document

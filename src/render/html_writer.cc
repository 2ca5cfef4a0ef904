// SPDX-License-Identifier: Apache-2.0
#include "render/html_writer.h"

#include <algorithm>
#include <array>
#include <utility>

#include "render/characters.h"

namespace linkspan::render {
namespace {

// Printable ASCII, tab and line feed, without the five characters that have a meaning in HTML.
constexpr std::array<bool, 256> kPlain = [] {
  std::array<bool, 256> plain{};
  for (unsigned c = ' '; c <= '~'; ++c) plain[c] = true;
  for (const unsigned char c : {'\t', '\n'}) plain[c] = true;
  for (const unsigned char c : {'&', '<', '>', '"', '\''}) plain[c] = false;
  return plain;
}();

// The escapes of the five; empty for all others.
std::string_view escape_of(char32_t c) {
  switch (c) {
    case '&':
      return "&amp;";
    case '<':
      return "&lt;";
    case '>':
      return "&gt;";
    case '"':
      return "&quot;";
    case '\'':
      return "&#39;";
    default:
      return {};
  }
}

constexpr std::string_view kStyle = R"(:root { color-scheme: light dark; }
body { max-width: 96ch; margin: 2rem auto; padding: 0 1rem; font: 1rem/1.5 system-ui, sans-serif; }
pre.linkspan { margin: 0; font: 0.95rem/1.6 ui-monospace, monospace; tab-size: 8;
  white-space: pre-wrap; overflow-wrap: anywhere; }
pre.linkspan a { text-underline-offset: 0.15em; }
.linkspan-destination { font-size: 0.85em; }
.linkspan-unopened { text-decoration: underline dotted; }
.linkspan-heading { margin: 2.5rem 0 1rem; padding-bottom: 0.5rem;
  border-bottom: 1px solid color-mix(in srgb, currentColor 30%, transparent); }
.linkspan-heading:first-child { margin-top: 0; }
.linkspan-heading h2 { margin: 0 0 0.5rem; font-size: 1.1rem; overflow-wrap: anywhere; }
.linkspan-heading table { border-spacing: 0; }
.linkspan-heading th { padding: 0; padding-inline-end: 1rem; text-align: start;
  vertical-align: baseline; font-weight: normal; opacity: 0.7; }
.linkspan-heading td { padding: 0; overflow-wrap: anywhere; }
)";

// The policy needs 'unsafe-inline' for the one style element; text can open neither an element nor
// a style attribute. No referrer is sent, so that linked sites do not learn where the text is read.
constexpr std::string_view kHead = R"(<!DOCTYPE html>
<html>
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'">
<meta name="referrer" content="no-referrer">
<meta name="viewport" content="width=device-width, initial-scale=1">
)";

}  // namespace

std::string_view html_style() { return kStyle; }

bool is_harmless_attribute(std::string_view name) {
  constexpr std::string_view kNames[] = {"class",          "target",   "rel",     "title",
                                         "lang",           "hreflang", "type",    "role",
                                         "referrerpolicy", "tabindex", "download"};
  const auto is_in_names = [](char c) {
    return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
  };
  if (!std::all_of(name.begin(), name.end(), is_in_names)) return false;
  if (name.starts_with("data-") || name.starts_with("aria-")) return name.size() > 5;
  return std::find(std::begin(kNames), std::end(kNames), name) != std::end(kNames);
}

HtmlWriter::HtmlWriter(std::string& out, HtmlOptions options)
    : EscapingWriter(out, kPlain, options.openable), options_(std::move(options)) {}

void HtmlWriter::begin() {
  note_attributes();
  if (options_.form != HtmlForm::page) return;
  out() += kHead;
  append_element("<title>", options_.title, "</title>\n");
  out().append("<style>\n").append(kStyle).append("</style>\n</head>\n<body>\n");
}

// Escaped once for all links.
void HtmlWriter::note_attributes() {
  const size_t size = out().size();
  append_attributes({});
  attributes_ = out().substr(size);
  out().resize(size);
}

// Those of all links that the link has no own value for, and its own.
void HtmlWriter::append_attributes(std::span<const Attribute> own) {
  const auto append_default = [&](std::string_view name, std::string_view value) {
    const bool has_own = std::any_of(own.begin(), own.end(),
                                     [&](const Attribute& each) { return each.name == name; });
    if (!has_own) append_attribute(name, value);
  };
  append_default("class", options_.css_class);
  append_default("target", options_.target);
  append_default("rel", options_.rel);
  for (const Attribute& each : own) {
    if (is_harmless_attribute(each.name)) append_attribute(each.name, each.value);
  }
}

void HtmlWriter::begin_text() {
  if (block_ == Block::pre) return;
  block_ = Block::pre;
  if (is_phrasing()) return;
  // The parser drops the first line feed after <pre>; this one keeps that of the text.
  out() += "<pre class=\"linkspan\" dir=\"auto\">\n";
}

void HtmlWriter::end_block() {
  if (block_ == Block::pre) out() += is_phrasing() ? "\n" : "</pre>\n";
  block_ = Block::none;
}

// Made at the end of the output, as all text is, and taken off again.
void HtmlWriter::start_link(const Target& target) {
  const bool is_link = target.kind != Kind::file && opens(target.uri);
  link_ = is_link ? Link::anchor : Link::unopened;
  if (link_ == Link::unopened) {
    if (is_phrasing()) return opening_.clear();
    opening_ = "<span class=\"linkspan-unopened\" dir=\"ltr\">";
    return;
  }
  const size_t size = out().size();
  append_element("<a dir=\"ltr\" href=\"", target.uri, "\"");
  const bool has_title = std::any_of(target.attributes.begin(), target.attributes.end(),
                                     [](const Attribute& each) { return each.name == "title"; });
  if (!has_title) append_attribute("title", target.title);
  if (target.attributes.empty()) {
    out() += attributes_;
  } else {
    append_attributes(target.attributes);
  }
  if (!is_phrasing()) out() += " data-link=\"" + std::to_string(target.id) + '"';
  out() += '>';
  opening_.assign(out(), size);
  out().resize(size);
}

void HtmlWriter::begin_piece() {
  const bool is_shown = !opening_.empty();
  piece_ = is_shown && may_open_again(opening_.size()) ? Piece::open : Piece::plain;
  if (piece_ == Piece::open) out() += opening_;
}

void HtmlWriter::end_piece() {
  if (piece_ == Piece::open) out() += link_ == Link::anchor ? "</a>" : "</span>";
  piece_ = Piece::none;
}

void HtmlWriter::append_heading(const Heading& heading) {
  end_block();
  if (is_phrasing()) return append_plain_heading(heading);
  out() += "<header class=\"linkspan-heading\">\n";
  if (!heading.title.empty()) append_element("<h2 dir=\"auto\">", heading.title, "</h2>\n");
  if (!heading.fields.empty()) {
    out() += "<table>\n";
    for (const HeadingField& field : heading.fields) {
      append_element("<tr><th scope=\"row\">", field.name, "</th>");
      append_element("<td dir=\"auto\">", field.value, "</td></tr>\n");
    }
    out() += "</table>\n";
  }
  out() += "</header>\n";
}

void HtmlWriter::append_plain_heading(const Heading& heading) {
  if (!heading.title.empty()) append_element("", heading.title, "\n");
  for (const HeadingField& field : heading.fields) {
    append_element("", field.name, ": ");
    append_element("", field.value, "\n");
  }
}

void HtmlWriter::append_destination(std::string_view host) {
  if (is_phrasing()) return append_element(" [", host, "]");
  append_element(" <b class=\"linkspan-destination\" dir=\"ltr\">[", host, "]</b>");
}

void HtmlWriter::append_end() {
  if (is_phrasing()) return;
  end_block();
  if (options_.form == HtmlForm::page) out() += "</body>\n</html>\n";
}

void HtmlWriter::append_element(std::string_view begin, std::string_view text,
                                std::string_view end) {
  out() += begin;
  append_line(text);
  out() += end;
}

void HtmlWriter::append_attribute(std::string_view name, std::string_view value) {
  if (value.empty()) return;
  out().append(" ").append(name);
  append_element("=\"", value, "\"");
}

void HtmlWriter::append_plain(std::string_view run) { out() += run; }

void HtmlWriter::append_other(char32_t code_point, std::string_view bytes) {
  if (const std::string_view escape = escape_of(code_point); !escape.empty()) {
    out() += escape;
    return;
  }
  // A bidi scope that is opened in a link and closed after it, or not at all, makes a link look
  // like another one; in the text around links, scopes are legitimate.
  const BidiScopes scopes = piece_ == Piece::none ? BidiScopes::keep : BidiScopes::replace;
  append_shown(out(), code_point, bytes, scopes);
}

}  // namespace linkspan::render

// SPDX-License-Identifier: Apache-2.0
// DocumentRenderer: the title and the destination of each link, for the Writer.
//
//   https://www.paypal.com@evil.example/   title and destination: ⚠ leads to evil.example
//   https://bücher.example/                destination, if wanted: [xn--bcher-kva.example]
//   https://example.org/                   none: the text of the link shows its URI
//
// Guarded by tests/render/document_renderer_test.cc and tests/command/cli/command_render_test.cc.
#include <algorithm>
#include <memory>
#include <utility>

#include "linkspan/render.h"
#include "render/ansi_writer.h"
#include "render/html_writer.h"
#include "render/markdown_writer.h"
#include "render/shortened.h"
#include "scan/syntax/split.h"

namespace linkspan::render {
namespace {

// Does the text show the whole URI in one place? A link over several lines is in pieces, and one in
// angle brackets may have white space in it: `<https://bank.example      .evil.example/>`.
bool shows_where_it_leads(const Link& link) {
  if (!link.target.empty()) return false;
  if (link.span.form == Form::href) return link.text == link.iri;
  return link.pieces.size() == 1 && (link.span.form != Form::delimited || link.text == link.iri);
}

// How many bytes of the shown text must stay, for its host to be seen.
size_t end_of_shown_host(std::string_view text, const Link& link) {
  const bool is_anchor = link.span.form == Form::href;
  const Part host = is_anchor ? scan::split_components(text).host : link.span.parts.host;
  return host.present() ? std::min<size_t>(host.end, text.size()) : 0;
}

std::string title_of(const Link& link, ShowTitle show) {
  if (show == ShowTitle::never) return {};
  if (is_serious(link.warnings)) return warning_sign(link);
  return show == ShowTitle::always || !shows_where_it_leads(link) ? std::string(opened_uri(link))
                                                                  : std::string();
}

}  // namespace

std::unique_ptr<Writer> html_writer(std::string& out, HtmlOptions options) {
  return std::make_unique<HtmlWriter>(out, std::move(options));
}

std::unique_ptr<Writer> ansi_writer(std::string& out, AnsiOptions options) {
  return std::make_unique<AnsiWriter>(out, std::move(options));
}

std::unique_ptr<Writer> markdown_writer(std::string& out, MarkdownOptions options) {
  return std::make_unique<MarkdownWriter>(out, std::move(options));
}

DocumentRenderer::DocumentRenderer(Writer& writer, RenderOptions options)
    : writer_(writer), options_(std::move(options)), id_(options_.first_id - 1) {}

void DocumentRenderer::link(const Link& link) {
  ++id_;
  kind_ = link.span.kind;
  uri_ = link.is_defanged ? std::string_view() : opened_uri(link);
  const bool is_place = kind_ == Kind::file;
  const bool is_openable = !is_place && writer_.opens(link.uri) && writer_.opens(uri_);
  if (!is_openable) uri_.clear();
  if (is_place) uri_ = options_.place_uri ? options_.place_uri(link) : link.uri;
  if (options_.rewrite && is_openable) uri_ = options_.rewrite(link).value_or(std::string());
  attributes_.clear();
  if (options_.attributes && is_openable) {
    std::optional<std::vector<Attribute>> own = options_.attributes(link);
    if (own) {
      attributes_ = *std::move(own);
    } else {
      uri_.clear();
    }
  }
  title_ = title_of(link, options_.title);
  set_destination(link);
  pieces_left_ = link.pieces.size();
  lines_ = Lines::one;
}

void DocumentRenderer::set_destination(const Link& link) {
  destination_.clear();
  if (is_serious(link.warnings)) {
    const std::string_view host = destination_of(link);
    destination_ = "\u26A0";
    if (!host.empty()) (destination_ += ' ') += host;
  } else if (options_.destination == ShowDestination::where_hidden && writer_.opens(uri_)) {
    destination_ = hidden_destination(link);
  }
}

std::string_view DocumentRenderer::shown(std::string_view decoded, const Link& link) {
  if (options_.most_characters == 0 || link.pieces.size() != 1) return decoded;
  shortened_ = shortened(decoded, end_of_shown_host(decoded, link), options_.most_characters,
                         options_.shorten);
  if (shortened_ == decoded) return decoded;
  if (title_.empty() && options_.title != ShowTitle::never) title_ = opened_uri(link);
  return shortened_;
}

void DocumentRenderer::text(std::string_view decoded) {
  if (pieces_left_ > 0 && decoded.find('\n') != decoded.npos) lines_ = Lines::several;
  writer_.text(decoded);
}

// A link in which a colour ends or begins is in pieces, too, but a reader sees it as one.
void DocumentRenderer::join_pieces_of_one_line(const Link& link) {
  if (link.pieces.size() == 1 || lines_ == Lines::several) return;
  Link whole = link;
  whole.pieces.resize(1);
  set_destination(whole);
}

void DocumentRenderer::piece(std::string_view decoded, const Link& link) {
  const Follows follows = --pieces_left_ > 0 ? Follows::another_piece : Follows::anything;
  if (pieces_left_ == 0) join_pieces_of_one_line(link);
  const std::string_view text = shown(decoded, link);
  writer_.piece(text, {uri_, title_, id_, follows, kind_, attributes_});
  if (pieces_left_ == 0 && !destination_.empty()) writer_.destination(destination_);
}

Result<Summary> render(const Document& document, const Engine& engine, Writer& writer,
                       RenderOptions options) {
  Result<DocumentStream> stream = DocumentStream::open(engine, document.options, Wants::text);
  if (!stream.ok()) return stream.error();
  DocumentRenderer renderer(writer, std::move(options));
  writer.begin();
  stream->feed(document.bytes, renderer);
  Summary summary = stream->finish(renderer);
  writer.end();
  return summary;
}

}  // namespace linkspan::render

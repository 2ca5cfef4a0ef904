// SPDX-License-Identifier: Apache-2.0
// render.h: writes text with its links for people to read: as HTML, as Markdown, or for a terminal.
//
//   std::string out;
//   const auto writer = linkspan::render::html_writer(out);
//   linkspan::render::render({.bytes = text}, *engine, *writer);
//   …out…                                 see <a href="https://example.org/%C3%A9">…</a>
//
// A Writer receives the text in order, inside and outside of links, and appends to a string. A
// DocumentRenderer passes the text and the links of documents (document.h) on to a Writer. No text
// can run a script in a page or control a terminal, and only a URI that is safe to open becomes a
// link.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/export.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"

namespace linkspan {
namespace LINKSPAN_API render {

// ---- Which links may be opened ----

// The schemes that a reader may open with one click: those that show or fetch something and never
// run code (`opens=safely` in grammars/schemes.txt), or the user's own choice.
//
//   {"+steam", "-ftp"}    the default list and steam, but not ftp
//   {"https", "steam"}    only these
//   {"+javascript"}       fails: a scheme that runs its own text is never opened
class OpenableSchemes {
 public:
  OpenableSchemes() = default;

  // Fails with invalid_argument on the first name that is not a scheme (RFC 3986, section 3.1) or
  // must never be opened, at its index.
  static Result<OpenableSchemes> create(const std::vector<std::string>& names);

  // Only `file`.
  static OpenableSchemes of_files();

  bool has(std::string_view lower_case_name) const;

 private:
  std::vector<std::string> only_, added_, removed_;
};

// Is the scheme of the URI one of `schemes` (compared case-insensitively), and is the whole URI
// printable ASCII without white space?
bool is_openable(std::string_view uri, const OpenableSchemes& schemes = {});

// ---- Writers ----

// What follows a piece of a link, after other text.
enum class Follows : uint8_t {
  anything,
  another_piece,  // of the same link: HTML writes one <a> around all of them
};

// An attribute of an <a>: plain text, which is escaped. Only names that neither run anything nor
// send anything nor change the destination are written (is_harmless_attribute), others are left
// out.
struct Attribute {
  std::string name;
  std::string value;
};

// class, target, rel, title, lang, hreflang, type, role, tabindex, referrerpolicy, download, and
// all that begin with `data-` or `aria-`; lower-case letters, digits and hyphens.
bool is_harmless_attribute(std::string_view name);

// The destination of a piece of text. The views need to live during the call only.
struct Target {
  std::string_view uri;    // if it is not openable, the piece is shown as text
  std::string_view title;  // a tooltip; may be empty
  // The same for all pieces of a link, and for no other link of the output. Of the pieces of a link
  // with no other link between them, the first one decides URI and title.
  uint64_t id = 0;
  Follows follows = Follows::anything;
  Kind kind = Kind::url;                       // a place in a file is a link for a terminal only
  std::span<const Attribute> attributes = {};  // HTML: beside those of all links, or in their place
};

// The heading of a part of the text: the name of a file, or header fields of a message. Its text is
// as untrusted as the text itself. Shown in one line each.
struct HeadingField {
  std::string_view name;
  std::string_view value;
};
struct Heading {
  std::string_view title;  // may be empty
  std::span<const HeadingField> fields;
};

// Writes text and links by appending to the string that was given to the function that made the
// Writer. The string must outlive the Writer, and the caller may empty it between any two calls.
// Text is UTF-8. It may be cut anywhere between calls, even within a character: the output is the
// same. CR LF is written as a line feed. Characters that control a terminal or reorder text are
// replaced. Belongs to one thread.
//
// Time and output are linear in the input. A form that has to repeat the URI for each piece of a
// link, or for each line of it, does so only while the repetitions take at most as much as the
// first time, or 16 bytes for each byte of the text of the link; the other pieces are text. So the
// output of a document has at most 40 bytes for each byte of the document, with the options'
// defaults (docs/security.md).
//
// Call begin() once, then the other functions, then end() once.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual void begin() = 0;

  // Text outside of links.
  virtual void text(std::string_view utf8) = 0;

  // Text of a link. Calls with the same id and nothing between them make one piece. A link that is
  // broken over lines has several pieces, with other text between them.
  virtual void piece(std::string_view utf8, const Target& target) = 0;

  // The destination of the link that was written last. It is shown in brackets, and formatted as no
  // text of a document is, so that text cannot pretend to be a destination.
  virtual void destination(std::string_view host) = 0;

  // Begins a part of the text with this heading, and ends the part before it, if there is one.
  virtual void heading(const Heading& heading) = 0;

  virtual void end() = 0;

  // Does a piece with this URI become a link, unless it is a place in a file?
  virtual bool opens(std::string_view uri) const = 0;
};

enum class HtmlForm : uint8_t {
  fragment,  // a sequence of <pre> and of headings, to be put into a page
  page,      // a whole file, whose Content-Security-Policy forbids scripts and requests
  phrasing,  // text and <a>, and nothing else: for a chat bubble, a comment, the cell of a table.
             // White space is that of the text, so a style with `white-space: pre-wrap` shows its
             // lines. Headings are text in lines of their own.
};

struct HtmlOptions {
  HtmlForm form = HtmlForm::fragment;
  std::string title = {};  // of a page; plain text
  OpenableSchemes openable = {};
  // Attributes of each <a>: plain text, which is escaped. Empty ones are left out.
  std::string target = {};  // "_blank"
  std::string rel = "noopener noreferrer";
  std::string css_class = {};
};

// A link is <a dir="ltr" href="…" rel="…" data-link="ID">. If it is known that more pieces follow
// (Target::follows), one <a> is around all pieces of a link and the text between them; else all its
// pieces have the same ID. A link that must not be opened is <span class="linkspan-unopened">.
std::unique_ptr<Writer> html_writer(std::string& out, HtmlOptions options = {});

// The style sheet of a page, light and dark. It also sets the style of <body>, so for pages that
// contain fragments it is only an example. The classes are `linkspan` (the text),
// `linkspan-heading`, `linkspan-destination` and `linkspan-unopened`. Lives for ever.
std::string_view html_style();

enum class LinkStyle : uint8_t { underlined, plain };

// How colours in the text itself (ECMA-48, SGR) are written.
enum class TextColours : uint8_t {
  show,  // as visible text: ␛[31m
  keep,  // as they are, except those that hide text or have unknown parameters. Also set
         // Layout::colours to Colours::remove, so that links are found across them.
};

struct AnsiOptions {
  LinkStyle style = LinkStyle::underlined;
  TextColours colours = TextColours::show;
  OpenableSchemes openable = {};
  // Of places in files (Kind::file), for which `openable` does not count. By default only `file`.
  OpenableSchemes for_places = OpenableSchemes::of_files();
};

// For terminals, with links by the escape sequence OSC 8; terminals that do not support it show
// only the text.
std::unique_ptr<Writer> ansi_writer(std::string& out, AnsiOptions options = {});

struct MarkdownOptions {
  OpenableSchemes openable = {};
};

// Markdown that CommonMark 0.30 renders to the original text, with its links.
std::unique_ptr<Writer> markdown_writer(std::string& out, MarkdownOptions options = {});

// ---- Documents ----

// After which links the host of the destination is shown in brackets.
enum class ShowDestination : uint8_t {
  where_serious,  // those with a serious warning, after a warning sign
  where_hidden,   // also those whose visible text does not have that host
};

// Which links have a title, which most programs show as a tooltip. The title is the URI or, with a
// serious warning, the host of the destination and the names of the warnings.
enum class ShowTitle : uint8_t {
  where_hidden,  // those with a serious warning, and those whose text does not show the whole URI
  always,
  never,
};

// Where the shown text of a long link is cut. The cut has a horizontal ellipsis, `…`.
enum class Shorten : uint8_t {
  end,     // https://example.org/a/long…
  middle,  // https://example.org/a…?last=1
};

struct RenderOptions {
  ShowDestination destination = ShowDestination::where_serious;
  ShowTitle title = ShowTitle::where_hidden;

  // Returns the URI of a link in the output, for example of a proxy or without tracking parameters:
  // absolute, in ASCII, with an openable scheme. For any other result, also a relative reference or
  // nullopt, the link is shown as text. Called for links that the Writer would open, also for
  // `mailto:`. If it puts the URI of the link into a query, it must percent-encode it there. Titles
  // and destinations are those of the link. Without a function, the URI is opened_uri().
  std::function<std::optional<std::string>(const Link&)> rewrite = {};

  // Attributes of the <a> of a link, each in the place of that of HtmlOptions with its name;
  // nullopt: the link is shown as text. Called for links that the Writer would open. Other forms
  // than HTML have no attributes.
  std::function<std::optional<std::vector<Attribute>>(const Link&)> attributes = {};

  // Returns the URI of a place in a file, such as `vscode://file/x/a.cc:12`, in which a scheme of
  // AnsiOptions::for_places is needed. Without a function it is Link::uri.
  std::function<std::string(const Link&)> place_uri = {};

  // The most characters that are shown of a link's text, as a reader counts them (UAX #29, extended
  // grapheme clusters); 0: all. The text is never cut before the end of its host, and a link in
  // several pieces is not cut. The title of a link that is cut has the whole URI.
  size_t most_characters = 0;
  Shorten shorten = Shorten::end;

  // The number of the first link (Target::id), for several documents in one page.
  uint64_t first_id = 1;
};

// Passes the text and the links of documents on to a Writer, which must outlive it. Links are
// numbered through all documents. The caller calls Writer::begin() and end(). REQUIRES: the
// documents are read with Wants::text; a Receiver gets no pieces of text with any other value.
class DocumentRenderer final : public Receiver {
 public:
  explicit DocumentRenderer(Writer& writer, RenderOptions options = {});

  void link(const Link& link) override;
  void text(std::string_view decoded) override;
  void piece(std::string_view decoded, const Link& link) override;

 private:
  Writer& writer_;
  const RenderOptions options_;
  uint64_t id_;  // of the current link, as is its kind
  Kind kind_ = Kind::url;
  void set_destination(const Link& link);
  void join_pieces_of_one_line(const Link& link);
  std::string_view shown(std::string_view decoded, const Link& link);

  std::string uri_, title_, destination_, shortened_;
  std::vector<Attribute> attributes_;
  size_t pieces_left_ = 0;
  enum class Lines : uint8_t { one, several } lines_ = Lines::one;  // of the visible link
};

// Writes a whole document: begin(), its text with links, end(). Fails as linkify() does, and writes
// nothing then.
Result<Summary> render(const Document& document, const Engine& engine, Writer& writer,
                       RenderOptions options = {});

// Appends a page of HTML, or a part of one, with <a> around the links of its text, and all its
// other bytes as they are, in the charset of the page. A link across elements has an <a> in each
// text node. No link is written into elements that can hold none, nor into those of
// DocumentOptions::in_place, such as "code". Links that must not be opened, or that RenderOptions
// refuses, stay text; `markup`, `html_links`, HtmlOptions::form and what shortens or shows
// destinations have no effect. The output is bounded as that of a Writer is.
//
// Fails as linkify() does, with invalid_argument for a name in `in_place` that is no element of
// HTML, and for a charset in which ASCII cannot be written anywhere (UTF-7, HZ, EBCDIC); then
// nothing is appended. The summary says if the page was read only in part.
Result<Summary> link_html(const Document& page, const Engine& engine, std::string& out,
                          const HtmlOptions& html = {}, RenderOptions options = {});

// ---- The destination of a link, for people ----

// Link::target, or Link::uri without one. Lives as long as `link`.
std::string_view opened_uri(const Link& link);

// The host of opened_uri(), or the domain of the address. Lives as long as `link`.
std::string_view destination_of(const Link& link);

// The same host, if the visible text of the link does not show it as its own host; else an empty
// string. A link in several pieces, or with user information, does not show its host. One without
// warnings shows an internationalized host as it is.
std::string hidden_destination(const Link& link);

// For a link with a serious warning: "⚠ leads to evil.example (userinfo-like-host)"; else empty.
std::string warning_sign(const Link& link);

}  // namespace render
}  // namespace linkspan

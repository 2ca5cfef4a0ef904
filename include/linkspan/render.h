// SPDX-License-Identifier: Apache-2.0
// render.h: text with its links in a form that people read: HTML, Markdown, or text for a terminal.
//
//   std::string out;
//   const auto writer = linkspan::render::html_writer(out);
//   linkspan::render::render({.bytes = text}, *engine, *writer);
//   …out…                                 see <a href="https://example.org/%C3%A9">…</a>
//
// A Writer is given the text in order, as what is in a link and what is not, and appends to a
// string. A DocumentRenderer passes the text and the links of documents (document.h) on to a
// Writer. Nothing in a text can run in a page or drive a terminal, and only a URI that is safe to
// open becomes a link.
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

// The schemes that a reader may open with one click: those that lead to a place or a person and
// never run anything (`opens=safely` in grammars/schemes.txt), or the user's own choice.
//
//   {"+steam", "-ftp"}    the usual ones and steam, but not ftp
//   {"https", "steam"}    only these
//   {"+javascript"}       fails: what runs its own text is never opened
class OpenableSchemes {
 public:
  OpenableSchemes() = default;

  // Fails with invalid_argument on the first name that is not a scheme (RFC 3986, section 3.1) or
  // must never be opened, at its index.
  static Result<OpenableSchemes> create(const std::vector<std::string>& names);

  bool has(std::string_view lower_case_name) const;

 private:
  std::vector<std::string> only_, added_, removed_;
};

// Is its scheme, in any case, one of these, and all of it printable ASCII without white space, as
// every URI is?
bool is_openable(std::string_view uri, const OpenableSchemes& schemes = {});

// ---- Writers ----

// Where a piece of text leads. The views need to live during the call only.
struct Target {
  std::string_view uri;    // if it is not openable, the piece is shown as text
  std::string_view title;  // a remark for whoever points at the link; may be empty
  uint64_t id = 0;         // the same for all pieces of a link, and for no other link of the output
};

// What stands before a part of the text: the name of a file, or header fields of a message. May be
// anything that came with the text. Shown in one line each.
struct HeadingField {
  std::string_view name;
  std::string_view value;
};
struct Heading {
  std::string_view title;  // may be empty
  std::span<const HeadingField> fields;
};

// Appends to the string that it was made with, which must outlive it, and which may be emptied
// between any two calls. Text is UTF-8 and may be cut anywhere, also within a character: the output
// does not depend on it. CR LF is written as a line feed. What controls a terminal or reorders text
// is replaced. Belongs to one thread. Call begin() once, then what there is to write, then end()
// once.
class Writer {
 public:
  virtual ~Writer() = default;

  virtual void begin() = 0;

  // Text that is in no link.
  virtual void text(std::string_view utf8) = 0;

  // Text of a link. Calls with the same id and nothing between them make one piece. A link that is
  // broken over lines has several pieces, with other text between them.
  virtual void piece(std::string_view utf8, const Target& target) = 0;

  // Where the link that was written last leads: shown in brackets and in a way that no text can
  // imitate.
  virtual void destination(std::string_view host) = 0;

  // Ends the part before, if there was one.
  virtual void heading(const Heading& heading) = 0;

  virtual void end() = 0;

  // Does a piece that leads to this URI become a link?
  virtual bool opens(std::string_view uri) const = 0;
};

enum class HtmlForm : uint8_t {
  fragment,  // a sequence of <pre> and of headings, to be put into a page
  page,      // a whole file, whose Content-Security-Policy forbids to run or to load anything
};

struct HtmlOptions {
  HtmlForm form = HtmlForm::fragment;
  std::string title = {};  // of a page; plain text
  OpenableSchemes openable = {};
  // Attributes of each <a>: plain text, which is escaped. One that is empty is left out.
  std::string target = {};  // "_blank"
  std::string rel = "noopener noreferrer";
  std::string css_class = {};
};

// A link is <a dir="ltr" href="…" rel="…" data-link="ID">, in which all pieces of one link have the
// same ID; a link that must not be opened is <span class="linkspan-unopened">.
std::unique_ptr<Writer> html_writer(std::string& out, HtmlOptions options = {});

// The style sheet of a page, light and dark: an example for pages that fragments are put into, as
// it sets the style of <body>, too. The classes are `linkspan` (the text), `linkspan-heading`,
// `linkspan-destination` and `linkspan-unopened`. Lives for ever.
std::string_view html_style();

enum class LinkStyle : uint8_t { underlined, plain };

// What becomes of the colours that the text has itself (ECMA-48, SGR).
enum class TextColours : uint8_t {
  show,  // the sequences, as text: ␛[31m
  keep,  // obeyed, but for those that hide text or have parameters that no terminal knows. Set
         // Layout::colours to Colours::remove, too: then links are found across them.
};

struct AnsiOptions {
  LinkStyle style = LinkStyle::underlined;
  TextColours colours = TextColours::show;
  OpenableSchemes openable = {};
};

// For terminals, with links by the escape sequence OSC 8; terminals that do not know it show the
// text alone.
std::unique_ptr<Writer> ansi_writer(std::string& out, AnsiOptions options = {});

struct MarkdownOptions {
  OpenableSchemes openable = {};
};

// Markdown that CommonMark 0.30 renders back as the text was, with its links.
std::unique_ptr<Writer> markdown_writer(std::string& out, MarkdownOptions options = {});

// ---- Documents ----

// After which links the host that they lead to is shown in brackets.
enum class ShowDestination : uint8_t {
  where_serious,  // those with a serious warning, after a warning sign
  where_hidden,   // also those whose visible text does not have that host
};

// Which links have a title, which most programs show when the mouse rests on a link. The title is
// the URI or, with a serious warning, the host that the link leads to and the names of the
// warnings.
enum class ShowTitle : uint8_t {
  where_hidden,  // those with a serious warning, and those whose URI is not seen in one place
  always,
  never,
};

struct RenderOptions {
  ShowDestination destination = ShowDestination::where_serious;
  ShowTitle title = ShowTitle::where_hidden;

  // Returns the URI that a link leads to in the output, for proxies and for what strips trackers:
  // absolute, in ASCII, with an openable scheme. Anything else, also a relative reference, refuses
  // the link, which is then shown as text; so does nullopt. It is called for links that the Writer
  // would open, `mailto:` among them. What it puts into a query it percent-encodes itself. Titles
  // and destinations are those of the link. Without a function, Link::uri.
  std::function<std::optional<std::string>(const Link&)> rewrite = {};

  // The number of the first link (Target::id), for several documents in one page.
  uint64_t first_id = 1;
};

// Passes the text and the links of documents on to a Writer, which must outlive it. Links are
// numbered through all documents. The caller calls Writer::begin() and end(). REQUIRES: documents
// are read with Wants::text; with another, nothing is written.
class DocumentRenderer final : public Receiver {
 public:
  explicit DocumentRenderer(Writer& writer, RenderOptions options = {});

  void link(const Link& link) override;
  void text(std::string_view decoded) override;
  void piece(std::string_view decoded, const Link& link) override;

 private:
  Writer& writer_;
  const RenderOptions options_;
  uint64_t id_;  // of the link at hand
  std::string uri_, title_, destination_;
  size_t pieces_left_ = 0;
};

// Writes a whole document: begin(), its text with links, end(). Fails as linkify() does, and then
// nothing was written.
Result<Summary> render(const Document& document, const Engine& engine, Writer& writer,
                       RenderOptions options = {});

// ---- Where a link leads, for people ----

// The host of Link::uri, or the domain of the address. Lives as long as `link`.
std::string_view destination_of(const Link& link);

// The same where the visible text does not have this host; else empty.
std::string hidden_destination(const Link& link);

// Of a link with a serious warning: "⚠ leads to evil.example (userinfo-like-host)"; else empty.
std::string warning_sign(const Link& link);

}  // namespace render
}  // namespace linkspan

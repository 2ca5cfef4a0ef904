// SPDX-License-Identifier: Apache-2.0
// document: the links of a text in any charset, also if mail has wrapped or quoted its lines.
//
//   linkspan::Document document;
//   document.bytes = part_body;                      // decoded from base64 or quoted-printable
//   document.options.charset = "iso-2022-jp";        // as the part declares; else "auto"
//   document.options.layout.flow = linkspan::Flow::flowed;
//   linkspan::linkify(document, *engine, [&](const linkspan::Link& link) {
//     for (const linkspan::Piece& piece : link.pieces)
//       …make piece.bytes of the part open link.uri…
//   });
//   auto links = linkspan::find_links(document, *engine);   // the same as a vector
//
// A program with its own MIME parser makes a Document of each text part; mail.h has a parser. The
// implementation needs ICU and utf8proc; for spans of UTF-8, linkspan.h is enough.
#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <string_view>
#include <unordered_set>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/iri.h"
#include "linkspan/layout.h"
#include "linkspan/linkspan.h"
#include "linkspan/result.h"
#include "linkspan/rules.h"

namespace linkspan::document {
class Pipeline;
}

namespace LINKSPAN_API linkspan {

// The unit of offsets. `bytes` are those of the input; the other units count the decoded text.
enum class OffsetUnit : uint8_t {
  bytes,
  utf16,        // for JavaScript, Java, Windows
  code_points,  // for Python
  lines,        // line and column, both from 1; columns are code points; a line ends with U+000A
  lines_utf16,  // the same, but columns are UTF-16 units
  lines_bytes,  // the same, but columns are bytes of the decoded text in UTF-8
};

struct Position {
  uint64_t line = 0;    // from 1; 0 in units without lines
  uint64_t offset = 0;  // with a line: the column, from 1
  bool operator==(const Position&) const = default;
};

// A visible part of a link. Breaks between lines, and prefixes of quoted lines, are in no piece.
struct Piece {
  Range bytes;          // of the input
  Position begin, end;  // in DocumentOptions::offsets
};

// Owns all that it holds: what a sink receives lives until the sink returns, a copy as long as it
// is wanted.
struct Link {
  // `range` goes from the start of the first piece to the end of the last, in bytes of the input;
  // `parts` are offsets into `text`, of Form::href into `iri`.
  Span span;
  std::vector<Piece> pieces;  // one or more
  std::string text;           // in UTF-8, without line wrapping
  // RFC 3987, section 3.1. For a host without a scheme, with DocumentOptions::default_scheme before
  // it; for an address, with `mailto:`. Of <a href> in HTML, the URI that a browser opens: the
  // query is in the charset of the page (docs/documents.md, URI).
  std::string iri, uri;
  // With DocumentOptions::wrapped or tracking: the URI of the place that `uri` leads to, if it is
  // another one (iri::unwrap, iri::strip_tracking); else empty.
  std::string target;
  // With linkify_text: the range of the link in the text that it returns, in units of that text.
  // For <a href>, from the first to the last character of its text; empty if it has none.
  Range in_text;
  // The IRI for people, decoded and with U-labels (iri::to_iri). Empty if it differs from `iri` at
  // most in the case of ASCII letters. Not for opening.
  std::string display;
  // The name of the rule that found the link (DocumentOptions::rules); `iri` and `uri` are then
  // both the result of its template. Else empty.
  std::string rule;
  // Of Kind::file; `iri` and `uri` are empty if no URI of it is known (BuiltIn::places).
  PlaceInFile place = {};
  // Of <a href>, for people: its text, else the `alt` of a picture in it; may be empty.
  std::string label;
  // With HtmlLinks::attributes, of an anchor or an attribute: the names of both, in lower case.
  std::string element, attribute;
  // With RelativeLinks::keep: `iri` and `uri` are relative references.
  bool is_relative = false;
  // With Defanged::refang: `text` is written so that nobody opens it, and `iri` and `uri` are what
  // it means. `parts` of the span are offsets into `iri`.
  bool is_defanged = false;
  // About the IRI (iri::diagnose), the lines that it was joined from, and the text around it.
  Warnings warnings;
};

// Which bytes decide what charset "auto" is (docs/charsets.md, section 5).
enum class Detection : uint8_t {
  first_bytes,  // the first 64 KiB, however they are cut, or if they are ASCII, the first later
                // ones that are not. Links are reported from 4 KiB on if the charset is certain by
                // then or does not matter to them: in ASCII up to the first non-ASCII byte, and in
                // most UTF-8.
  at_hand,      // for text that is still being written: all bytes until the first non-ASCII text.
                // No link waits for more.
};

enum class Markup : uint8_t {
  none,
  html,      // the document is parsed as by a browser, after its last byte has arrived
  xml,       // the document is read element by element, in parts of 128 KiB or more
  markdown,  // CommonMark with GitHub's tables, after its last byte has arrived: anchors and text
             // as in HTML, without the text of code; each definition of a reference is an anchor,
             // too
};

// What is a link in HTML.
enum class HtmlLinks : uint8_t {
  all,         // the destinations of <a href> and <area href>, and links in the text around them
  text,        // links in the visible text, also in that of anchors
  hrefs,       // the destinations of <a href> and <area href>
  attributes,  // as `all`, and the URLs in other attributes and style sheets of HTML and SVG:
               // `src`, `srcset`, `action`, <link href>, <meta http-equiv=refresh>, `url()`
};

// Of HTML, if no base is known: are `href="page.html"` and the like links?
enum class RelativeLinks : uint8_t {
  leave_out,
  keep,  // yes, with Link::is_relative, but not those to the page itself, such as `href="#top"`
};

// The kind of source that a text without markup is: what is code in it (DocumentOptions::never_in)?
enum class SourceOf : uint8_t {
  plain,             // nothing
  markdown,          // code spans, fenced and indented blocks, <code> and <pre>
  restructuredtext,  // inline literals, literal blocks, code of roles and directives, doctests
};

// The external relationships of a part of an Office document (ISO/IEC 29500-2): the targets that
// the part names by identifiers, such as `r:id="rId4"`. They are in another member of the zip.
struct Relationships {
  std::map<std::string, std::string, std::less<>> targets;  // IRIs, by their identifiers
  std::set<std::string, std::less<>> used;                  // those that a document has named
};

// `source`: of a member `_rels/*.rels`, which is XML in UTF-8.
Relationships read_relationships(std::string_view source);

// Of Link::target.
enum class Wrapped : uint8_t { keep, unwrap };
enum class Tracking : uint8_t { keep, strip };

// Whether `href="www.example.org/x"` leads to that host. `href="page.html"` never leads anywhere.
enum class RelativeHosts : uint8_t {
  leave_out,  // no, as in a page, which is relative to its own place
  read,       // yes, as in a mail, which has no place
};

// The destinations of links in several forms of one text, such as a mail in plain text and in HTML.
// Two that iri::equal_by_scheme() calls equal are one. Takes about 40 bytes for each.
class Destinations {
 public:
  void clear() { known_.clear(); }
  size_t size() const { return known_.size(); }

  // Adds one. Returns whether it was not there.
  bool add(std::string_view uri);

  // The same for a link. One with a serious warning is also new if no link with the same text and
  // destination had one: its text may mislead.
  bool add(std::string_view uri, std::string_view text, Warnings warnings);

 private:
  bool add_hash(std::string_view text);

  std::unordered_set<uint64_t> known_;  // hashes with a random key
};

// Of DocumentOptions::destinations.
enum class Repeats : uint8_t {
  keep,
  leave_out,  // links that Destinations::add() does not call new are text
};

struct DocumentOptions {
  // A name or an alias of IANA, the WHATWG or ICU, case-insensitive (docs/charsets.md, section 1);
  // or "auto", which is decided by the first 64 KiB that are not ASCII: a byte order mark, else
  // escapes of ISO 2022 or HZ, else zero bytes as in UTF-16 or UTF-32, else UTF-8 if it is
  // well-formed (of 4 KiB or more: if its first characters are), else statistics, else
  // windows-1252.
  std::string charset = "utf-8";

  // Used if `charset` is not known; if empty, an unknown charset is an error.
  std::string charset_fallback = {};

  Detection detection = Detection::first_bytes;

  // With markup, `layout` is not used, and "auto" also reads the declaration in HTML and XML.
  Markup markup = Markup::none;
  HtmlLinks html_links = HtmlLinks::all;
  RelativeHosts relative_hosts = RelativeHosts::leave_out;
  RelativeLinks relative_links = RelativeLinks::leave_out;
  // The IRI that the document was retrieved from (RFC 3986, section 5.1.3): relative destinations
  // of HTML, Markdown and XML are resolved against it, or against what the document names in its
  // place. Empty: it is not known, and relative destinations lead nowhere.
  std::string base = {};

  // HTML with HtmlLinks::text, to write links into the page: each piece of a link is in one text
  // node, and no link is in an element that can hold none (<a>, <button>, <label>, <option>,
  // <script>, <select>, <style>, <svg>, <textarea>, <title> and others) or in an
  // element with one of these names of HTML, such as "code", or classes, such as ".no-links".
  std::optional<std::vector<std::string>> in_place = {};

  // Elements in which no link is reported: names of HTML, such as "code", or classes, such as
  // ".no-links". The other links are the same as without. Not in XML. In text:
  //   "blockquote"   quoted lines of mail: a link that begins in a line `> …`
  //   "code", "pre"  in a source_of: code, and blocks of code. Such a text is read when its last
  //                  byte has arrived; after 32 MiB nothing is code.
  std::vector<std::string> never_in = {};
  SourceOf source_of = SourceOf::plain;

  Layout layout = {};
  Wrapped wrapped = Wrapped::keep;
  Tracking tracking = Tracking::keep;
  HostForm host = HostForm::ascii;
  DefaultScheme default_scheme = DefaultScheme::http;
  OffsetUnit offsets = OffsetUnit::bytes;

  // The user's own rules, which are matched in the text without line wrapping.
  Rules rules = {};

  // XML: an attribute with a prefix and one of the identifiers is a destination, and the identifier
  // is used. In the document with the relationships themselves, those that are used are no links
  // again. Used while a document is read, so not by several streams at a time.
  std::shared_ptr<Relationships> relationships = {};

  // If not null, the destinations of the links are added to it; it outlives the document.
  Destinations* destinations = nullptr;
  Repeats repeats = Repeats::keep;
};

struct Document {
  std::string_view bytes;
  DocumentOptions options = {};
};

// Facts about a document after it was read.
struct Summary {
  std::string charset;     // that it was decoded with
  int confidence = 100;    // 0 to 100: of `auto` in that charset
  bool fell_back = false;  // the declared charset is not known
  // Links that end at bytes that are not UTF-8, in a text that is read as UTF-8. More of the link
  // may follow, in another charset.
  uint64_t ended_by_ill_formed = 0;
  // Ill-formed sequences of bytes. Always 0 for UTF-8: such bytes are passed on unchanged and end
  // links.
  uint64_t ill_formed = 0;
  uint64_t links = 0;
  uint64_t links_cut = 0;  // at Options::max_link_bytes
  bool is_cut = false;     // HTML: the text after its first 32 MiB was not read
  // HTML: relative links that are not reported, as they would repeat a long <base> too often: the
  // URIs of all relative links of a page together have at most 4 KiB and four bytes for each byte
  // of the page. The place of the tag of the first, in bytes.
  uint64_t links_left_out = 0;
  uint64_t first_left_out = 0;
};

using LinkSink = Sink<Link>;

// What is computed about a document. Less takes less time.
enum class Wants : uint8_t {
  begins,               // spans; of the positions of a piece only Piece::begin
  begins_and_warnings,  // also Link::warnings; if one is serious, also Link::iri and Link::uri
  spans,                // Link::iri and Link::uri stay empty, except the IRI of Form::href
  links,                // all members of Link
  text,                 // links, and the decoded text between them
  logical_text,         // links, and the text without line wrapping
};

// Receives the links and the text of a document, in the order of the text.
class Receiver {
 public:
  virtual void link(const Link& link) = 0;

  // With Wants::text, the whole decoded text in UTF-8, without gaps: text outside of links, and the
  // visible pieces of links. text() may be cut anywhere, piece() is one whole piece, after its
  // link(). For HTML, the visible text. With Wants::logical_text, only text() is called.
  virtual void text(std::string_view /*decoded*/) {}
  virtual void piece(std::string_view /*decoded*/, const Link& /*link*/) {}

  // With Wants::logical_text, the text of the link that the next call of link() reports.
  virtual void text_of_link(std::string_view /*logical*/) {}

  // After this has returned Visit::stop, the rest of the document is not scanned; a link or two may
  // still be reported.
  virtual Visit next() const { return Visit::go_on; }

 protected:
  ~Receiver() = default;
};

// All links of a document. Fails with not_found, and similar names in the message, if the charset
// is not known and there is no fallback. Once the sink returns Visit::stop, nothing more is read.
Result<Summary> linkify(const Document& document, const Engine& engine, LinkSink sink);

// The same links, in order. Fails as linkify does.
Result<std::vector<Link>> find_links(const Document& document, const Engine& engine);

// Also reports the text that the links are in: decoded, without line wrapping, and of HTML the
// visible text. The text comes in pieces, in order and without gaps; a link comes right after its
// last character. Link::in_text counts bytes, or UTF-16 units.
Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::string_view> text);
Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::u16string_view> text);

// The same for documents that come in chunks of any size, one document after another: the links are
// those of linkify. Belongs to one thread at a time. Costly to make, cheap to reuse.
// Memory: if a link is as long as Options::max_link_bytes, four times that for ASCII, eight for
// UTF-8, and up to fourteen for another charset with flowed lines and positions by line; HTML is
// kept whole, up to 32 MiB. A moved-from stream can only be assigned to or destroyed.
class DocumentStream {
 public:
  // A Receiver receives text only with Wants::text or Wants::logical_text.
  static Result<DocumentStream> open(const Engine& engine, const DocumentOptions& options,
                                     Wants wants = Wants::links);
  DocumentStream(DocumentStream&&) noexcept;
  DocumentStream& operator=(DocumentStream&&) noexcept;
  ~DocumentStream();

  // Begins a document with other options. Returns an error, and keeps the old options, if the
  // charset is not known and there is no fallback. REQUIRES: nothing was fed since the stream was
  // opened or a document finished.
  std::optional<Error> begin(const DocumentOptions& options);

  void feed(std::string_view bytes, LinkSink sink);
  void feed(std::string_view bytes, Receiver& receiver);

  // Ends the document. The next feed begins a new one with the same options.
  Summary finish(LinkSink sink);
  Summary finish(Receiver& receiver);

  // Whether a sink returned Visit::stop: then the rest of this document is not scanned, and the
  // Summary describes what was read until then.
  bool is_stopped() const;

  // The summary of the current document so far. Its charset is empty until it is known.
  const Summary& so_far() const;

  // The end of the last finished document, in DocumentOptions::offsets.
  Position end_position() const;

 private:
  explicit DocumentStream(std::unique_ptr<document::Pipeline> pipeline, DocumentOptions options);
  void begin_if_needed();

  std::unique_ptr<document::Pipeline> pipeline_;
  DocumentOptions options_;
  enum class State : uint8_t { finished, begun } state_ = State::begun;
};

struct TextOptions {
  HostForm host = HostForm::ascii;
  DefaultScheme default_scheme = DefaultScheme::http;
  OffsetUnit offsets = OffsetUnit::bytes;
};

// The links of many short texts in UTF-8, each in memory as a whole: the same as with linkify, but
// faster. A byte order mark is a character of the text. Belongs to one thread at a time.
class TextLinker {
 public:
  // Fails with not_found if ICU has no data.
  static Result<TextLinker> create(const Engine& engine, const TextOptions& options = {});
  TextLinker(TextLinker&&) noexcept;
  TextLinker& operator=(TextLinker&&) noexcept;
  ~TextLinker();

  void find(std::string_view utf8, LinkSink sink);

  // Makes links of known spans, such as those of a LinkIndex: spans that the engine finds in this
  // text, in order. `utf8` may also be a piece of the text, with ranges in the piece: warnings
  // depend on 8 bytes before a link, 4 after it, and a link that ends directly before it.
  void describe(std::string_view utf8, std::span<const Span> spans, LinkSink sink);

 private:
  struct State;
  explicit TextLinker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The text of a link without the line breaks, and the white space around them, that a link in angle
// brackets may contain (RFC 3986, appendix C).
std::string visible_text(const Link& link);

// The names in settings and output, and the values with these names, as in linkspan.h. Those of
// OffsetUnit are "bytes", "utf16", "codepoints", "lines", "lines:utf16" and "lines:bytes"; the
// others are the names of the enumerators.
std::string_view to_string(OffsetUnit offset_unit);
std::string_view to_string(Detection detection);
std::string_view to_string(Markup markup);
std::string_view to_string(HtmlLinks html_links);

Result<OffsetUnit> parse_offset_unit(std::string_view name);
Result<Detection> parse_detection(std::string_view name);
Result<Markup> parse_markup(std::string_view name);
Result<HtmlLinks> parse_html_links(std::string_view name);

}  // namespace linkspan

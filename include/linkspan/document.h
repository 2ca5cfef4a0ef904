// SPDX-License-Identifier: Apache-2.0
// document: the links of a text in any charset, in the lines that mail is made of.
//
//   linkspan::Document document;
//   document.bytes = part_body;                      // decoded from base64 or quoted-printable
//   document.options.charset = "iso-2022-jp";        // as the part says; "auto" if it says nothing
//   document.options.layout.flow = linkspan::Flow::flowed;
//   linkspan::linkify(document, *engine, [&](const linkspan::Link& link) {
//     for (const linkspan::Piece& piece : link.pieces)
//       …make piece.bytes of the part open link.uri…
//   });
//
// A program that has its own MIME parser gives each text part as a Document; mail.h has one. The
// implementation needs ICU and utf8proc; programs that only want spans of UTF-8 take linkspan.h.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
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

// What offsets count. They are those of the decoded text but for `bytes`, which are those of the
// input.
enum class OffsetUnit : uint8_t {
  bytes,
  utf16,        // for JavaScript, Java, Windows
  code_points,  // for Python
  lines,        // line and column, both from 1; columns are code points; a line ends with U+000A
  lines_utf16,  // the same, but columns are UTF-16 units
  lines_bytes,  // the same, but columns are bytes of the decoded text in UTF-8
};

struct Position {
  uint64_t line = 0;    // 0 in the units that have no lines
  uint64_t offset = 0;  // with a line: the column, from 1
  bool operator==(const Position&) const = default;
};

// A visible part of a link. Breaks between lines, and prefixes of quoted lines, are in no piece.
struct Piece {
  Range bytes;          // of the input
  Position begin, end;  // in DocumentOptions::offsets
};

struct Link {
  // `range` goes from the start of the first piece to the end of the last, in bytes of the input;
  // `parts` are offsets into `text`, of Form::href into `iri`.
  Span span;
  std::vector<Piece> pieces;  // one or more
  std::string_view text;  // in UTF-8, as if no program had broken it; lives until the sink returns
  // RFC 3987, section 3.1. Of a host without a scheme, with DocumentOptions::default_scheme
  // before it; of an address, with `mailto:`.
  std::string iri, uri;
  // With linkify_text: where it stands in the text that is given, in units of that text. Of <a
  // href>, from the first to the last of its text; empty if it has none there.
  Range in_text;
  // For people: percent-encoded characters that can be shown as themselves, and U-labels
  // (iri::to_iri). Empty where the IRI is that already, but for the case of ASCII. Not for opening.
  std::string display;
  // The name of the rule that found it (DocumentOptions::rules), and then `iri` and `uri` are both
  // what its template makes; else empty. Lives as long as the rules.
  std::string_view rule;
  // Of the IRI (iri::diagnose), of its way here, and of the text around it.
  Warnings warnings;
};

// What "auto" judges a charset by.
enum class Detection : uint8_t {
  first_bytes,  // the first 64 KiB, however they are cut. Links come from 4 KiB on, where the
                // charset is certain by then or does not matter to them: in ASCII up to the first
                // other byte, and in most UTF-8 (docs/charsets.md).
  at_hand,      // for text that is still being written: what has come when it is first needed, with
                // the first byte that is not ASCII. No link waits for more (docs/charsets.md).
};

enum class Markup : uint8_t {
  none,
  html,  // the document is read as a browser reads it, when it has come whole
};

// What is a link in HTML.
enum class HtmlLinks : uint8_t {
  all,    // where <a href> and <area href> lead, and what reads as a link in the text around them
  text,   // what reads as a link in the text that is shown, wherever it stands
  hrefs,  // where <a href> and <area href> lead
};

struct DocumentOptions {
  // A name or an alias of IANA, the WHATWG or ICU, in any case; or "auto", which judges by the
  // first 64 KiB: a byte order mark, else the escapes of ISO 2022 or HZ, else the zero bytes of
  // UTF-16 or UTF-32, else UTF-8 if it is well-formed (of 4 KiB or more: if its first characters
  // are), else what statistics suggest, else windows-1252. What each name stands for is in
  // docs/charsets.md.
  std::string charset = "utf-8";

  // For when `charset` is not known; empty: then that is an error.
  std::string charset_fallback = {};

  Detection detection = Detection::first_bytes;

  // With HTML, `layout` is not used, and "auto" looks for the declaration in the document, too.
  Markup markup = Markup::none;
  HtmlLinks html_links = HtmlLinks::all;

  Layout layout = {};
  HostForm host = HostForm::ascii;
  DefaultScheme default_scheme = DefaultScheme::http;
  OffsetUnit offsets = OffsetUnit::bytes;

  // What else is a link: matches of rules of one's own, in the text as it was written.
  Rules rules = {};
};

struct Document {
  std::string_view bytes;
  DocumentOptions options = {};
};

// What there is to say about a document once it was read.
struct Summary {
  std::string charset;     // the one it was read in
  int confidence = 100;    // 0 to 100: how sure `auto` was of it
  bool fell_back = false;  // the charset that was asked for is not known
  // Links that end where bytes are that are not UTF-8, in a text that Detection::at_hand took for
  // UTF-8. More of the link may follow, in another charset.
  uint64_t ended_by_ill_formed = 0;
  // Sequences of bytes that stand for no character of the charset. Of UTF-8 always 0: such bytes
  // are left as they are, and end links.
  uint64_t ill_formed = 0;
  uint64_t links = 0;
  uint64_t links_cut = 0;  // at Options::max_link_bytes
  bool is_cut = false;     // HTML: what comes after the first 32 MiB of its text was not read
};

using LinkSink = Sink<Link>;

// What is worked out of a document. What is not needed costs less to leave out.
enum class Wants : uint8_t {
  begins,               // spans, and of the positions of a piece only where it begins
  begins_and_warnings,  // also Link::warnings; where one is serious, Link::iri and Link::uri, too
  spans,                // Link::iri and Link::uri stay empty, but the former of Form::href
  links,                // all of a Link
  text,                 // links, and the decoded text between them
  logical_text,         // links, and the text as it was written, before it was broken into lines
};

// Receives what is in a document, in the order of the text.
class Receiver {
 public:
  virtual void link(const Link& link) = 0;

  // With Wants::text, the whole decoded text in UTF-8, without gaps: what is in no link, and the
  // visible pieces of links. A text may be cut anywhere, a piece is whole. link() comes before its
  // pieces. Of HTML, the text that is shown. With Wants::logical_text, text() only.
  virtual void text(std::string_view /*decoded*/) {}
  virtual void piece(std::string_view /*decoded*/, const Link& /*link*/) {}

  // With Wants::logical_text, the text of the link whose link() comes next.
  virtual void text_of_link(std::string_view /*logical*/) {}

  // Once this is Visit::stop, nothing more of the document is scanned; a link or two may still
  // come.
  virtual Visit next() const { return Visit::go_on; }

 protected:
  ~Receiver() = default;
};

// All links of a document. Fails with not_found, and names that are like it, when the charset is
// not known and there is no fallback. Once the sink returns Visit::stop, nothing more is read.
Result<Summary> linkify(const Document& document, const Engine& engine, LinkSink sink);

// The same, and gives the text in which the links stand: decoded, in the lines that were written,
// and of HTML what is shown. The text comes in pieces, in order and without gaps; a link comes
// right after its last character. Link::in_text counts bytes, or UTF-16 units.
Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::string_view> text);
Result<Summary> linkify_text(const Document& document, const Engine& engine, LinkSink links,
                             Sink<std::u16string_view> text);

// The same for documents that come in chunks of any size, one document after another: the links are
// those that linkify gives. Belongs to one thread at a time. Costly to make, cheap to use again.
// Memory: while a link is as long as Options::max_link_bytes, four times that for ASCII, eight for
// UTF-8, and up to fourteen where another charset, flowed lines and positions by line come
// together; HTML is kept whole, up to 32 MiB. One that was moved from can only be assigned to or
// destroyed.
class DocumentStream {
 public:
  // A Receiver gets text only with Wants::text or Wants::logical_text.
  static Result<DocumentStream> open(const Engine& engine, const DocumentOptions& options,
                                     Wants wants = Wants::links);
  DocumentStream(DocumentStream&&) noexcept;
  DocumentStream& operator=(DocumentStream&&) noexcept;
  ~DocumentStream();

  // Begins a document with other options. Returns the error, and keeps the old options, when the
  // charset is not known and there is no fallback. REQUIRES: nothing was fed since the stream was
  // opened or a document finished.
  std::optional<Error> begin(const DocumentOptions& options);

  void feed(std::string_view bytes, LinkSink sink);
  void feed(std::string_view bytes, Receiver& receiver);

  // The document ends here. After it, feed begins a new one with the same options.
  Summary finish(LinkSink sink);
  Summary finish(Receiver& receiver);

  // Whether a sink returned Visit::stop: then nothing more of this document is scanned or given,
  // and the Summary is of what was read until then.
  bool is_stopped() const;

  // What is known so far of the document that is being fed. Its charset is empty until it is known.
  const Summary& so_far() const;

  // Where the document that was finished last ends, in DocumentOptions::offsets.
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

// The links of many short texts in UTF-8, each in memory as a whole: those that linkify gives of
// each, for less. A byte order mark is a character of the text. Belongs to one thread at a time.
class TextLinker {
 public:
  // Fails with not_found when ICU has no data.
  static Result<TextLinker> create(const Engine& engine, const TextOptions& options = {});
  TextLinker(TextLinker&&) noexcept;
  TextLinker& operator=(TextLinker&&) noexcept;
  ~TextLinker();

  void find(std::string_view utf8, LinkSink sink);

  // The same for spans that are known, such as those of a LinkIndex: some of those that the engine
  // finds in this text, in order. Or in a text that this is a piece of, with ranges in the piece:
  // what is warned about depends on 8 bytes before a link, 4 after it, and the link before it if
  // that ends there.
  void describe(std::string_view utf8, std::span<const Span> spans, LinkSink sink);

 private:
  struct State;
  explicit TextLinker(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

// The visible parts of the text of a link: only a link in angle brackets has others, which are line
// breaks with the white space around them (RFC 3986, appendix C).
std::string visible_text(const Link& link);

// The names in settings and output, and what has this name, as in linkspan.h. Those of OffsetUnit
// are "bytes", "utf16", "codepoints", "lines", "lines:utf16" and "lines:bytes"; others are those of
// the enumerators.
std::string_view to_string(OffsetUnit offset_unit);
std::string_view to_string(Detection detection);
std::string_view to_string(Markup markup);
std::string_view to_string(HtmlLinks html_links);

Result<OffsetUnit> parse_offset_unit(std::string_view name);
Result<Detection> parse_detection(std::string_view name);
Result<Markup> parse_markup(std::string_view name);
Result<HtmlLinks> parse_html_links(std::string_view name);

}  // namespace linkspan

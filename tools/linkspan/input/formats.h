// SPDX-License-Identifier: Apache-2.0
// The table of the formats of inputs, as output/form.h is that of outputs. Files, pipes, members
// of archives, records of web archives and parts of mail ask the same rows.
//
//   {.name = "calendar",                        --from calendar
//    .what = "iCalendar and vCard …",           in --from help
//    .extensions = ".ics .ifb .vcf",            teams.ics, and teams.ics.gz
//    .media_types = "text/calendar",            of parts of mail and records of web archives
//    .starts = "BEGIN:VCALENDAR|BEGIN:VCARD",   the first bytes, in upper or lower case
//    .flow = Flow::content_lines}               the lines and escapes (linkspan/layout.h)
//
// A row decides about an input in this order (guess_format.cc):
//
// 1. signatures: first bytes that no text has decide whatever the name is;
// 2. names, as far as the row says that they are enough;
// 3. first bytes, row by row; for some formats only together with the name;
// 4. otherwise it is text.
//
// Guarded by tests/command/input/formats_test.cc, which reads an example of each row from a file, a
// pipe, several processes, a zip and a mail, and by tests/command/input/guess_format_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include "common/option_values.h"
#include "input/guess_format.h"
#include "linkspan/document.h"

namespace linkspan::command {

// What reads it (input/whole_input.h).
enum class ReadAs : uint8_t {
  text,              // a document whose lines are those of `flow`
  page,              // a document of `markup`
  message,           // RFC 5322
  mailbox,           // messages one after another
  maildir,           // a directory with messages
  web_archive,       // records with payloads of any format
  archive,           // members of any format
  pages_by_program,  // PDF, by poppler (input/programs.h)
  requests,          // --from jsonl: one answer for each line
};

// How several processes may share one input (--jobs, --output).
enum class Division : uint8_t {
  whole,
  at_seams,     // of text (linkspan/seams.h)
  at_lines,     // each line stands alone
  at_messages,  // of a mailbox
};

// What a name of one of `extensions` says.
enum class Named : uint8_t {
  decides,     // it is of the format, whatever is in it
  with_start,  // it is, if it starts so, too
  not_enough,  // nothing: the start alone decides
  asked,       // it is, if an option asks for it (--markdown)
};

// When `starts` and `judge` decide.
enum class Judged : uint8_t {
  first,        // a signature, whatever the name is
  after_names,  // if no name decides
};

// Which commands have it as --from.
enum class Offered : uint8_t { to_all, to_scan, never };

struct Format {
  std::string_view name;
  std::string_view what;              // in --from help
  std::string_view extensions = {};   // with spaces between them
  std::string_view media_types = {};  // likewise; `text/*` and `*+xml` are patterns
  std::string_view starts = {};       // literals with | between them
  Judge* judge = nullptr;             // in place of literals
  Named named = Named::decides;
  Judged judged = Judged::after_names;
  ReadAs read_as = ReadAs::text;
  Flow flow = Flow::fixed;
  Markup markup = Markup::none;
  SourceOf source_of = SourceOf::plain;  // of a text: what is code in it (--not-in)
  Division division = Division::whole;
  Offered offered = Offered::to_all;
};

// In the order of --from help. Of two rows that claim the same start, the first is right.
inline constexpr Format kFormats[] = {
    {.name = "text",
     .what = "plain text in any charset",
     .media_types = "text/* *+json application/json application/javascript",
     .division = Division::at_seams},
    {.name = "html",
     .what = "HTML",
     .extensions = ".html .htm .xhtml .shtml",
     .media_types = "text/html application/xhtml+xml",
     .judge = begins_html,
     .read_as = ReadAs::page,
     .markup = Markup::html},
    {.name = "mail",
     .what = "a message (RFC 5322)",
     .extensions = ".eml",
     .media_types = "message/rfc822 message/global",
     .judge = begins_mail,
     .read_as = ReadAs::message},
    {.name = "mbox",
     .what = "a mailbox: messages, each after a line \"From …\"",
     .extensions = ".mbox",
     .media_types = "application/mbox",
     .judge = begins_mailbox,
     .read_as = ReadAs::mailbox,
     .division = Division::at_messages},
    {.name = "maildir", .what = "a directory with messages", .read_as = ReadAs::maildir},
    {.name = "jsonl",
     .what = "one text a line, {\"id\":…,\"text\":\"…\"}",
     .read_as = ReadAs::requests,
     .division = Division::at_lines,
     .offered = Offered::to_scan},
    {.name = "parquet",
     .what = "a column of texts of a Parquet file, by the Python package; answers as for jsonl",
     .read_as = ReadAs::requests,  // of the rows (input/programs.h)
     .offered = Offered::to_scan},
    {.name = "warc",
     .what = "a web archive (ISO 28500)",
     .extensions = ".warc",
     .media_types = "application/warc",
     .starts = "WARC/1.",
     .read_as = ReadAs::web_archive,
     .offered = Offered::to_scan},
    {.name = "xml",
     .what = "XML: feeds, sitemaps, drawings",
     .extensions = ".xml .atom .dbk .dita .docbook .fb2 .fodp .fods .fodt .gml .gpx .jats .kml "
                   ".mathml .mml .ncx .opf .opml .osm .owl .plist .rdf .rels .resx .rss .svg .tei "
                   ".tmx .wsdl .xbel .xlf .xliff .xmp .xsd .xsl .xslt .xspf .musicxml",
     .media_types = "text/xml application/xml *+xml",
     .judge = begins_xml,
     .read_as = ReadAs::page,
     .markup = Markup::xml},
    {.name = "markdown",
     .what = "Markdown (CommonMark)",
     .extensions = ".md .markdown .mkd .mdown",
     .named = Named::asked,
     .read_as = ReadAs::page,
     .markup = Markup::markdown,
     .source_of = SourceOf::markdown},
    {.name = "rst",
     .what = "reStructuredText, as text; --not-in code knows its literals",
     .extensions = ".rst .rest",
     .media_types = "text/x-rst text/prs.fallenstein.rst",
     .named = Named::asked,
     .source_of = SourceOf::restructuredtext,
     .division = Division::at_seams},
    {.name = "calendar",
     .what = "iCalendar and vCard",
     .extensions = ".ics .ifb .vcf .vcard .vcs",
     .starts = "BEGIN:VCALENDAR|BEGIN:VCARD",  // .vcf is also genomics' ##fileformat=VCF
     .named = Named::not_enough,
     .flow = Flow::content_lines},
    {.name = "ldif",
     .what = "entries of a directory (RFC 2849)",
     .extensions = ".ldif .ldf",
     .flow = Flow::ldif},
    {.name = "roff",
     .what = "a manual page, if it is named like one and begins like one: ls.1, tar.1.gz",
     .judge = begins_roff,
     .flow = Flow::roff},
    {.name = "po",
     .what = "a catalogue of translations (gettext)",
     .extensions = ".po .pot",
     .judge = begins_gettext,
     .named = Named::with_start,
     .flow = Flow::gettext},
    {.name = "rtf",
     .what = "Rich Text Format",
     .starts = "{\\rtf",
     .judged = Judged::first,
     .flow = Flow::rtf},
    {.name = "csv",
     .what = "a table, with commas or semicolons",
     .extensions = ".csv",
     .flow = Flow::csv},
    {.name = "tsv", .what = "a table, with tabs", .extensions = ".tsv .tab", .flow = Flow::tsv},
    {.name = "asciidoc",
     .what = "AsciiDoc",
     .extensions = ".adoc .asciidoc",
     .flow = Flow::asciidoc},
    {.name = "pdf",
     .what = "PDF, by pdftotext and pdfinfo of poppler-utils",
     .extensions = ".pdf",
     .media_types = "application/pdf application/x-pdf",
     .starts = "%PDF-",
     .named = Named::not_enough,
     .judged = Judged::first,
     .read_as = ReadAs::pages_by_program},
    {.name = "archive",
     .what = "zip and tar",
     .media_types = "application/zip application/x-zip-compressed application/x-tar "
                    "application/epub+zip application/java-archive "
                    "application/vnd.openxmlformats-* application/vnd.oasis.opendocument* "
                    "application/vnd.ms-word.document.* application/vnd.ms-excel.sheet.*",
     .judge = begins_archive,
     .judged = Judged::first,
     .read_as = ReadAs::archive,
     .offered = Offered::never},
};

inline constexpr const Format& kTextFormat = kFormats[0];

// For the few rows that code must name.
consteval const Format& format_named(std::string_view name) {
  for (const Format& row : kFormats) {
    if (row.name == name) return row;
  }
  throw "there is no such row";
}

// The row that a media type (in lower case, without parameters) belongs to; null: none.
const Format* format_of_media_type(std::string_view media_type);

// The words of --from: the names of the rows that a command has, and `help`.
inline constexpr std::string_view kHelpOnFormats = "help";
template <Offered most>
struct OfferedFormats {
  static constexpr size_t kCount = [] {
    size_t count = 1;
    for (const Format& row : kFormats) count += row.offered <= most ? 1 : 0;
    return count;
  }();
  Word<const Format*> words[kCount];

  constexpr const Word<const Format*>* begin() const { return words; }
  constexpr const Word<const Format*>* end() const { return words + kCount; }
};
template <Offered most>
inline constexpr auto kOffered = [] {
  OfferedFormats<most> offered{};
  size_t at = 0;
  for (const Format& row : kFormats) {
    if (row.offered <= most) offered.words[at++] = {row.name, &row};
  }
  offered.words[at] = {kHelpOnFormats, nullptr};
  return offered;
}();

// The text of --from help.
std::string help_on_formats();

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// The settings of one run of the command.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "input_filter.h"
#include "link_filter.h"
#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "linkspan/render.h"
#include "progress.h"
#include "record_fields.h"
#include "remarks.h"

namespace linkspan::command {

enum class InputFormat : uint8_t {
  guess,     // text, html, xml, mail, mbox or maildir, by name and first bytes
  text,      // in any charset
  mail,      // a message (RFC 5322)
  mbox,      // a mailbox of messages, each after a line `From …`
  maildir,   // a directory with messages in new/ and cur/
  html,      // an HTML document
  xml,       // an XML document
  markdown,  // Markdown; guessed by name only with MarkdownFiles::by_name
  archive,   // zip or tar; always detected, never an option
  warc,      // a web archive
  jsonl,     // {"id":…,"text":"…"}, one a line
};
// Is it read as a page (Markup)?
constexpr bool is_markup(InputFormat format) {
  return format == InputFormat::html || format == InputFormat::xml ||
         format == InputFormat::markdown;
}
// The names of the members of a line of --from jsonl.
struct RequestFields {
  std::string id = "id";
  std::string text = "text";
};
enum class OutputFormat : uint8_t { list, jsonl, tsv, uri, iri, text };
// Is a link a line with nothing else in it?
constexpr bool is_line(OutputFormat to) {
  return to == OutputFormat::uri || to == OutputFormat::iri || to == OutputFormat::text;
}
// Is a link a record whose fields have names, so that --fields can choose them?
constexpr bool has_fields(OutputFormat to) {
  return to == OutputFormat::jsonl || to == OutputFormat::tsv;
}
enum class RenderFormat : uint8_t { html, ansi, markdown };
// What is read of HTML: parts of mail, and files; and of XML files.
enum class Html : uint8_t {
  automatic,  // the plain form if a mail has several, else all of it
  text,       // links in the visible text
  links,      // the destinations of <a href>
  off,        // nothing: parts of mail are counted, and files are read as text
};
enum class Profiles : uint8_t { one, by_name };  // of texts: profile_by_name.h
enum class BinaryFiles : uint8_t { skip, read_as_text };
enum class Headers : uint8_t { leave_out, read };  // of mail

// What is read, and how. The same for scan and render.
// Which forms of a mail that has its text in several (mail::Alternatives).
enum class MailForms : uint8_t { merged, fullest, all };

// How files named *.md are read.
enum class MarkdownFiles : uint8_t { text, markdown };

struct ReadSettings {
  std::vector<std::string> inputs;  // files, directories, "-"; empty only with names_from
  std::string names_from;           // a file with names of more inputs, or "-"; empty: none
  FilterSettings filter;            // of files in directories
  InputFormat from = InputFormat::guess;
  RequestFields fields;                          // of --from jsonl
  DocumentOptions document;                      // `charset` empty: by the kind of input
  BinaryFiles binary_files = BinaryFiles::skip;  // of detected binary files
  Headers headers = Headers::leave_out;
  Html html = Html::automatic;
  MarkdownFiles markdown_files = MarkdownFiles::text;
  MailForms forms = MailForms::merged;  // with Html::automatic
  Profiles profiles = Profiles::one;
  unsigned jobs = 1;
  uint64_t part_bytes = 2 << 20;            // of a long text, the least that is one job
  uint64_t most_kept_bytes = 64 << 20;      // of records that wait for their turn to be written
  Messages messages = Messages::summed_up;  // about the inputs
  ShowProgress progress = ShowProgress::when_slow;
  Options options;
};

// The output of scan.
enum class Answer : uint8_t {
  links,           // a record for each
  count_of_links,  // each different link, with its number of occurrences
  count_of_files,  // how many links each input has
  names_of_files,  // of the inputs that have one
  nothing,         // the exit status says it
  statistics,      // how many links there are, and of which kind, hosts and top-level domains
};
enum class Repeated : uint8_t { keep, leave_out };             // links that occurred before
enum class LineEnd : uint8_t { line_feed, nul };               // of a record
enum class FileNames : uint8_t { of_several, always, never };  // before a record
enum class StatusOf : uint8_t { reading, finding };

// Of a list (--color).
enum class ListColours : uint8_t { none, shown };

// The directory of --output, and the options that affect the files in it, which identify a run.
struct OutputSettings {
  std::string directory = {};
  std::vector<std::string> options = {};
};

struct ScanSettings {
  ReadSettings read;
  OutputFormat to = OutputFormat::list;
  std::vector<RecordField> fields = {};  // of a record; empty: all
  LinkFilter::Wanted keep = {};
  Answer answer = Answer::links;
  Repeated repeated = Repeated::keep;
  std::optional<uint32_t> most_links = {};  // of each input
  uint32_t top = 20;                        // how many hosts statistics name; 0: all
  LineEnd line_end = LineEnd::line_feed;
  FileNames file_names = FileNames::of_several;
  StatusOf status_of = StatusOf::reading;
  ListColours colours = ListColours::none;
  OutputSettings output = {};
};

struct RenderSettings {
  ReadSettings read;
  RenderFormat to = RenderFormat::html;
  render::HtmlForm page = render::HtmlForm::fragment;
  uint32_t most_characters = 0;            // of a link, that are shown; 0: all
  bool keeps_html = false;                 // writes the links into the page of HTML that is read
  std::vector<std::string> never_in = {};  // elements of it
  render::TextColours colours = render::TextColours::show;
  render::OpenableSchemes openable = {};
  render::ShowDestination destination = render::ShowDestination::where_serious;
};

// The use of the chosen links; or no list, as the output is a pipe.
enum class PickWay : uint8_t { list, open, print };

struct PickSettings {
  ReadSettings read;
  LinkFilter::Wanted keep = {};
  PickWay way = PickWay::list;
};

struct ExplainSettings {
  std::vector<std::string> texts;  // "-": standard input; never empty
  Options options;
  Rules rules = {};
};

enum class IriVerb : uint8_t {
  to_uri,
  to_iri,
  minimal,
  normalize,
  compare,     // of two IRIs
  resolve,     // likewise
  relativize,  // likewise
  display,
  inspect,
};
constexpr bool takes_two(IriVerb verb) {
  return verb == IriVerb::compare || verb == IriVerb::resolve || verb == IriVerb::relativize;
}
enum class IriOutput : uint8_t { text, json };

struct IriSettings {
  IriVerb verb = IriVerb::inspect;
  // For verbs of two IRIs, the first; nullopt: each line of standard input has both.
  std::optional<std::string> first = {};
  std::vector<std::string> operands;  // "-": the lines of standard input; never empty
  IriOutput output = IriOutput::text;
  iri::ToUriOptions to_uri = {};
  iri::Formatting formatting = iri::Formatting::in_text;
  iri::Ladder rung = iri::Ladder::scheme;
  iri::DisplayOptions display = {};
};

struct LspSettings {
  std::string log;    // a file that every message is written to; empty: none
  std::string check;  // a file of such messages, to be compared with the answers of the server now
};

// The exit status, as the manual page promises it.
inline constexpr int kDone = 0;        // also if no link was found
inline constexpr int kIncomplete = 1;  // some input could not be read, or some output not written
inline constexpr int kWrongUsage = 2;

// And with StatusOf::finding, as grep has it.
inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;
inline constexpr int kFailed = 2;

// That of comparing, as cmp has it.
inline constexpr int kEqual = 0;
inline constexpr int kDifferent = 1;

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// OutputForm: one form of what `linkspan scan` writes. Each is a class, and a row of the
// table at the end; nothing else knows which forms there are. The options that are other words for
// a form (-o, -n, --json, --count) know theirs, and `linkspan pick` that it writes URIs.
//
//   --to list    a.txt:1:5: https://example.org/                            list.cc
//   --to uri     https://example.org/                                       list.cc
//   --to jsonl   {"source":"a.txt","start":4,"end":24,…}                    jsonl.cc
//   --to tsv     a.txt⇥4⇥24⇥url⇥scheme⇥hard⇥https://example.org/⇥…          columns.cc
//   --to parquet the members of --to jsonl as columns of files              jsonl.cc
//   --to csv     a.txt,4,24,url,scheme,hard,https://example.org/,…          columns.cc
//
// A form writes `head` once for a document and `record` for each link in it. What else it can do,
// it says by overriding more: the options that need it are refused for the others (has_fields() and
// the functions after it).
//
// All output is UTF-8: a byte of a file name that is not UTF-8 becomes U+FFFD. Characters that
// control a terminal are never written as they are.
//
// Forms have no state; any number of threads may use one. PERF: a call for a record, never for a
// character.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/option_values.h"
#include "common/origin.h"
#include "input/named_input.h"
#include "linkspan/document.h"
#include "linkspan/render.h"
#include "output/link_members.h"

namespace linkspan::command {

class LinkStatistics;

enum class LineEnd : uint8_t { line_feed, nul };               // of a record
enum class FileNames : uint8_t { of_several, always, never };  // before a record

constexpr char end_of(LineEnd line_end) { return line_end == LineEnd::nul ? '\0' : '\n'; }

// The name of an input in a line of its own, or before a record. Printable; but unchanged if a NUL
// ends it and the output is not a terminal, so that `xargs -0` finds the file.
std::string name_in_line(const std::string& source, LineEnd line_end);

// Which lines name their input, and how.
struct Naming {
  FileNames file_names = FileNames::of_several;
  Count inputs = Count::one;
  LineEnd line_end = LineEnd::line_feed;

  bool names_input() const {
    if (file_names == FileNames::of_several) return inputs == Count::several;
    return file_names == FileNames::always;
  }
};

class OutputForm {
 public:
  OutputForm() = default;
  virtual ~OutputForm() = default;
  OutputForm(const OutputForm&) = delete;
  OutputForm& operator=(const OutputForm&) = delete;

  // The start of the records of one document.
  virtual std::string head(const Origin& origin, const Naming& naming) const = 0;
  // A record, which ends with a line feed; the caller replaces it for LineEnd::nul.
  virtual void record(std::string& out, std::string_view head, const LinkRecord& record) const = 0;

  // The members of a link that its record needs.
  virtual Wants wants() const { return Wants::links; }
  // The unit of its places without --offsets; nothing if it has none.
  virtual std::optional<OffsetUnit> offsets() const { return OffsetUnit::bytes; }
  // Of the files of --output.
  virtual std::string_view extension() const { return "txt"; }
  // A line before the records of an output; or before the counts of --count.
  virtual std::string title(const std::vector<RecordField>& /*fields*/) const { return {}; }
  virtual std::string title_of_counts() const { return {}; }
  // The size of the first of these records, each of which ends with `end`, and how many there are.
  virtual size_t size_of_record(std::string_view records, char end) const {
    return records.find(end) + 1;
  }
  virtual uint64_t count_records(std::string_view records, char end) const {
    return static_cast<uint64_t>(std::count(records.begin(), records.end(), end));
  }
  // The line for a link that --count and --unique compare. `changed` is the buffer for a text that
  // differs from that of the link.
  virtual std::string_view line(const Link& link, std::string& /*changed*/) const {
    return render::opened_uri(link);
  }

  // --fields: records of these members; arrange() puts them into the order in which they are
  // written.
  virtual bool has_fields() const { return false; }
  virtual void arrange(std::vector<RecordField>& /*fields*/) const {}
  virtual void fields(std::string& /*out*/, const std::vector<RecordField>& /*fields*/,
                      const LinkRecord& /*record*/) const {}
  // -H and -h: are names of inputs added or left out? Other forms always have them.
  virtual bool has_names() const { return false; }
  // -0: why its records do not end with NUL; empty if they may.
  virtual std::string_view reason_against_nul() const { return {}; }
  // --count: a line that occurs `links` times.
  virtual bool has_counts() const { return true; }
  virtual void count(std::string& out, uint64_t links, std::string_view line) const;
  // --stats
  virtual bool has_statistics() const { return false; }
  virtual void statistics(std::string& /*out*/, const LinkStatistics& /*statistics*/,
                          uint32_t /*top*/) const {}
  // --output: are its files made of JSON lines, by the Python package (input/programs.h)?
  virtual bool is_packed() const { return false; }
  // Of such a form: the types of the members of its lines, as that package reads them.
  virtual std::string types_of(const std::vector<RecordField>& /*fields*/,
                               OffsetUnit /*unit*/) const {
    return {};
  }
  // --from jsonl: can an answer to a line be written so?
  virtual bool has_answers() const { return false; }
  // --color: the same form in colours; null if it has none.
  virtual const OutputForm* coloured() const { return nullptr; }
};

// --- the table of forms, whose functions are defined beside their classes

const OutputForm& list_form();
const OutputForm& uri_form();
const OutputForm& iri_form();
const OutputForm& text_form();
const OutputForm& jsonl_form();
const OutputForm& tsv_form();
const OutputForm& csv_form();
const OutputForm& parquet_form();

using FormOf = const OutputForm& (*)();

// In the order of messages and of --help.
inline constexpr Word<FormOf> kOutputForms[] = {
    {"list", list_form},   {"uri", uri_form}, {"iri", iri_form}, {"text", text_form},
    {"jsonl", jsonl_form}, {"tsv", tsv_form}, {"csv", csv_form}, {"parquet", parquet_form}};

// Without --to.
inline const OutputForm& usual_form() { return kOutputForms[0].value(); }

std::string_view name_of(const OutputForm& form);

// The object of a link in the answers to --from jsonl: its members without those of its origin.
void append_link_object(std::string& out, const Link& link);

// The names of those that have something: "jsonl, tsv and csv" for &OutputForm::has_fields.
std::string forms_that(bool (OutputForm::*has)() const, std::string_view separator = ", ",
                       std::string_view last_separator = " and ");

}  // namespace linkspan::command

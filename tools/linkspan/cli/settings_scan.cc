// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "cli/settings.h"
#include "common/option_values.h"
#include "output/link_selection.h"

namespace linkspan::command {
namespace {

constexpr Word<OutputFormat> kOutputFormats[] = {
    {"list", OutputFormat::list}, {"uri", OutputFormat::uri},     {"iri", OutputFormat::iri},
    {"text", OutputFormat::text}, {"jsonl", OutputFormat::jsonl}, {"tsv", OutputFormat::tsv}};
constexpr Word<OffsetUnit> kOffsetUnits[] = {{"bytes", OffsetUnit::bytes},
                                             {"utf16", OffsetUnit::utf16},
                                             {"codepoints", OffsetUnit::code_points},
                                             {"lines", OffsetUnit::lines},
                                             {"lines:codepoints", OffsetUnit::lines},
                                             {"lines:utf16", OffsetUnit::lines_utf16},
                                             {"lines:bytes", OffsetUnit::lines_bytes}};

enum class WhenColoured : uint8_t { on_terminal, always, never };
constexpr Word<WhenColoured> kWhenColoured[] = {{"auto", WhenColoured::on_terminal},
                                                {"always", WhenColoured::always},
                                                {"never", WhenColoured::never}};

bool is_utf8(std::string_view charset) {
  const std::string lower = base::to_ascii_lower(charset);
  return lower == "utf-8" || lower == "utf8";
}

// JSON is UTF-8, and its texts have no charset, no wrapped lines and no mail headers.
void check_decoding_of_jsonl(const Arguments& given) {
  for (const char* option :
       {"--charset", "--charset-fallback", "--lines", "--join-wrapped", "--headers"}) {
    const bool fits = option == std::string_view("--charset") && is_utf8(given.value(option));
    if (!given.has(option) || fits) continue;
    throw WrongUsage{
        fmt::format("{} says how text or mail is decoded, and is not for --from jsonl, whose texts "
                    "are UTF-8",
                    option)};
  }
}

// The answers to --from jsonl are JSON lines, one for each text.
void check_options_of_jsonl(const Arguments& given, OutputFormat to) {
  check_decoding_of_jsonl(given);
  if (to != OutputFormat::jsonl) {
    throw WrongUsage{"--from jsonl is answered in JSON lines; leave --to out, or say --to jsonl"};
  }
  for (const char* option :
       {"-q", "-l", "-c", "-m", "-H", "-h", "--count", "--stats", "--unique", "--fields",
        "--exit-status", "--kind", "--host", "--exclude-host", "--scheme"}) {
    if (!given.has(option)) continue;
    throw WrongUsage{
        fmt::format("{} is not for --from jsonl, where each line of input has one answer", option)};
  }
}

// The members of a line of --from jsonl.
RequestFields request_fields(const Arguments& given, InputFormat from) {
  RequestFields fields;
  for (const auto& [option, field] :
       {std::pair{"--id-field", &fields.id}, std::pair{"--text-field", &fields.text}}) {
    if (!given.has(option)) continue;
    if (from != InputFormat::jsonl) {
      throw WrongUsage{fmt::format("{} names a member of JSON lines; say --from jsonl", option)};
    }
    *field = given.value(option);
  }
  if (fields.id == fields.text) {
    throw WrongUsage{"--id-field and --text-field are the same; name two members"};
  }
  return fields;
}

// -q takes precedence over the others, as in grep.
Answer choose_answer(const Arguments& given) {
  if (given.has("-q")) return Answer::nothing;
  if (given.has("--stats")) return Answer::statistics;
  if (given.has("-l")) return Answer::names_of_files;
  if (given.has("-c")) return Answer::count_of_files;
  return given.has("--count") ? Answer::count_of_links : Answer::links;
}

OutputFormat choose_format(const Arguments& given, InputFormat from, Answer answer) {
  OutputFormat otherwise = OutputFormat::list;
  if (answer == Answer::count_of_links) otherwise = OutputFormat::uri;
  if (given.has("-o")) otherwise = OutputFormat::text;
  if (given.has("--json") || from == InputFormat::jsonl) otherwise = OutputFormat::jsonl;
  const OutputFormat to = choose("--to", given.value("--to"), kOutputFormats, otherwise);
  if (given.has("-o") && to != OutputFormat::text) throw WrongUsage{"-o is --to text; which?"};
  if (given.has("--json") && to != OutputFormat::jsonl) {
    throw WrongUsage{"--json is --to jsonl; which?"};
  }
  if (given.has("-n") && to != OutputFormat::list && answer == Answer::links) {
    throw WrongUsage{has_fields(to)
                         ? "-n is for --to list; for lines and columns here, say --offsets lines"
                         : "-n is for --to list, which has the line, the column and the text"};
  }
  if (answer == Answer::statistics && to != OutputFormat::list && to != OutputFormat::jsonl) {
    throw WrongUsage{"--stats is a table with --to list, and one line of JSON with --to jsonl"};
  }
  if (answer == Answer::count_of_links && to == OutputFormat::list) {
    throw WrongUsage{"--count counts links; --to can be uri|iri|text|jsonl|tsv with it"};
  }
  return to;
}

FileNames choose_names(const Arguments& given) {
  if (given.has("-H") && given.has("-h")) throw WrongUsage{"-H and -h: which?"};
  if (given.has("-H")) return FileNames::always;
  return given.has("-h") ? FileNames::never : FileNames::of_several;
}

// Sorted for JSON: the order of its keys is a contract.
std::vector<RecordField> choose_fields(const Arguments& given, const ScanSettings& settings) {
  if (!given.has("--fields")) return {};
  if (!has_fields(settings.to)) {
    throw WrongUsage{"--fields is for --to jsonl and --to tsv"};
  }
  if (settings.answer != Answer::links) {
    throw WrongUsage{
        "--fields is for records of links; -c, -l, -q, --count and --stats write none"};
  }
  std::vector<RecordField> fields = parse_record_fields(given.value("--fields"));
  if (settings.to == OutputFormat::jsonl) std::sort(fields.begin(), fields.end());
  return fields;
}

// Is standard output a terminal with colours, and does its user want them (no-color.org)?
bool is_seen_in_colour() {
  const char* const no_color = std::getenv("NO_COLOR");
  const char* const terminal = std::getenv("TERM");
  const bool is_unwanted = no_color != nullptr && *no_color != '\0';
  const bool is_dumb = terminal == nullptr || std::string_view(terminal) == "dumb";
  return isatty(STDOUT_FILENO) == 1 && !is_unwanted && !is_dumb;
}

ListColours choose_colours(const Arguments& given, const ScanSettings& settings) {
  const WhenColoured when =
      choose("--color", given.value("--color"), kWhenColoured, WhenColoured::on_terminal);
  const bool is_list = settings.to == OutputFormat::list && settings.answer == Answer::links;
  if (when == WhenColoured::always && !is_list) throw WrongUsage{"--color is for --to list"};
  const bool is_wanted =
      when == WhenColoured::on_terminal ? is_seen_in_colour() : when == WhenColoured::always;
  return is_list && is_wanted ? ListColours::shown : ListColours::none;
}

void check_record(const Arguments& given, const ScanSettings& settings) {
  if (given.has("-0") && settings.to == OutputFormat::jsonl) {
    throw WrongUsage{"-0 is not for --to jsonl, whose records hold no line feeds"};
  }
  if (given.has("-0") && settings.answer == Answer::statistics) {
    throw WrongUsage{"-0 is not for --stats, whose lines hold no line feeds"};
  }
  if (settings.answer == Answer::links && has_fields(settings.to) &&
      (given.has("-H") || given.has("-h"))) {
    throw WrongUsage{"-H and -h are for list, uri, iri and text; the other forms have the source"};
  }
}

// Each part is written by itself, in any order.
void check_output(const Arguments& given, const ScanSettings& settings) {
  if (settings.read.from == InputFormat::jsonl) {
    throw WrongUsage{"--output is not for --from jsonl; write its answers to a file"};
  }
  if (settings.answer != Answer::links || given.has("--unique")) {
    throw WrongUsage{
        "--output is for links, not for -c, -l, -q, --count, --stats or --unique, whose result "
        "depends on all inputs together"};
  }
  const auto& inputs = settings.read.inputs;
  if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw WrongUsage{"--output is for files, which can be read again; not for standard input"};
  }
}

}  // namespace

ScanSettings scan_settings(const Arguments& given) {
  ScanSettings settings;
  settings.read = read_settings(given);
  settings.read.headers = given.has("--headers") ? Headers::read : Headers::leave_out;
  settings.read.jobs = parse_number("--jobs", given.value("--jobs"), "processes", 1, 1024, 1);
  settings.read.fields = request_fields(given, settings.read.from);
  settings.answer = choose_answer(given);
  settings.to = choose_format(given, settings.read.from, settings.answer);
  if (settings.read.from == InputFormat::jsonl) check_options_of_jsonl(given, settings.to);
  check_record(given, settings);
  settings.fields = choose_fields(given, settings);
  settings.colours = choose_colours(given, settings);
  settings.file_names = choose_names(given);
  settings.repeated = given.has("--unique") ? Repeated::leave_out : Repeated::keep;
  settings.line_end = given.has("-0") ? LineEnd::nul : LineEnd::line_feed;
  if (given.has("-m")) {
    settings.most_links = parse_number("-m", given.value("-m"), "links", 1, UINT32_MAX, 1);
  }
  if (given.has("--top")) {
    if (!given.has("--stats"))
      throw WrongUsage{"--top limits the hosts that --stats shows; use it with --stats"};
    settings.top = parse_number("--top", given.value("--top"), "hosts", 0, UINT32_MAX, 1);
  }
  if (given.has("--output")) {
    check_output(given, settings);
    settings.output.directory = given.value("--output");
  }
  if (given.has("--exit-status") || given.has("-q")) settings.status_of = StatusOf::finding;
  settings.keep = wanted_links(given);
  const OffsetUnit unit = settings.to == OutputFormat::list ? OffsetUnit::lines : OffsetUnit::bytes;
  settings.read.document.offsets =
      choose("--offsets", given.value("--offsets"), kOffsetUnits, unit);
  // PERF: positions that are not written are not counted.
  if (is_line(settings.to) || settings.answer != Answer::links) {
    settings.read.document.offsets = OffsetUnit::bytes;
  }
  if (LinkSelection::needs_order(settings)) settings.read.jobs = 1;
  settings.output.options = given.deciding();
  return settings;
}

}  // namespace linkspan::command

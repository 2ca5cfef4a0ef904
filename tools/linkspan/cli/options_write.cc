// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <string_view>
#include <utility>

#include "cli/option_groups.h"
#include "common/option_values.h"

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

constexpr Word<PartCompression> kCompressions[] = {{"zstd", PartCompression::zstd},
                                                   {"gzip", PartCompression::gzip}};

enum class WhenColoured : uint8_t { on_terminal, always, never };
constexpr Word<WhenColoured> kWhenColoured[] = {{"auto", WhenColoured::on_terminal},
                                                {"always", WhenColoured::always},
                                                {"never", WhenColoured::never}};

// -q takes precedence over the others, as in grep.
Answer choose_answer(const RawWriteOptions& raw) {
  if (raw.quiet) return Answer::nothing;
  if (raw.stats) return Answer::statistics;
  if (raw.names_only) return Answer::names_of_files;
  if (raw.count_of_files) return Answer::count_of_files;
  return raw.count_of_links ? Answer::count_of_links : Answer::links;
}

OutputFormat choose_format(const RawWriteOptions& raw, InputFormat from, Answer answer) {
  OutputFormat otherwise = OutputFormat::list;
  if (answer == Answer::count_of_links) otherwise = OutputFormat::uri;
  if (raw.only_text) otherwise = OutputFormat::text;
  if (from == InputFormat::jsonl) otherwise = OutputFormat::jsonl;
  const OutputFormat to = choose("--to", raw.to, kOutputFormats, otherwise);
  if (raw.only_text && to != OutputFormat::text) throw WrongUsage{"-o is --to text; which?"};
  if (answer == Answer::statistics && to != OutputFormat::list && to != OutputFormat::jsonl) {
    throw WrongUsage{"--stats is a table with --to list, and one line of JSON with --to jsonl"};
  }
  if (answer == Answer::count_of_links && to == OutputFormat::list) {
    throw WrongUsage{"--count counts links; --to can be uri|iri|text|jsonl|tsv with it"};
  }
  return to;
}

// The answers to --from jsonl are JSON lines, one for each text.
void check_options_of_jsonl(const RawWriteOptions& raw, const RawFilterOptions& filter,
                            OutputFormat to) {
  if (to != OutputFormat::jsonl) {
    throw WrongUsage{"--from jsonl is answered in JSON lines; leave --to out, or say --to jsonl"};
  }
  const std::pair<const char*, bool> given[] = {{"-q", raw.quiet},
                                                {"-l", raw.names_only},
                                                {"-c", raw.count_of_files},
                                                {"-m", !raw.max_count.empty()},
                                                {"-H", raw.with_names},
                                                {"-h", raw.without_names},
                                                {"--count", raw.count_of_links},
                                                {"--stats", raw.stats},
                                                {"--unique", raw.unique},
                                                {"--fields", !raw.fields.empty()},
                                                {"--exit-status", raw.exit_status},
                                                {"--kind", !filter.kind.empty()},
                                                {"--host", !filter.host.empty()},
                                                {"--scheme", !filter.scheme.empty()}};
  for (const auto& [option, is_given] : given) {
    if (!is_given) continue;
    throw WrongUsage{
        fmt::format("{} is not for --from jsonl, where each line of input has one answer", option)};
  }
}

FileNames choose_names(const RawWriteOptions& raw) {
  if (raw.with_names && raw.without_names) throw WrongUsage{"-H and -h: which?"};
  if (raw.with_names) return FileNames::always;
  return raw.without_names ? FileNames::never : FileNames::of_several;
}

// Sorted for JSON: the order of its keys is a contract.
std::vector<RecordField> choose_fields(const RawWriteOptions& raw, const ScanSettings& settings) {
  if (raw.fields.empty()) return {};
  if (!has_fields(settings.to)) {
    throw WrongUsage{"--fields is for --to jsonl and --to tsv"};
  }
  if (settings.answer != Answer::links) {
    throw WrongUsage{
        "--fields is for records of links; -c, -l, -q, --count and --stats write none"};
  }
  std::vector<RecordField> fields = parse_record_fields(raw.fields);
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

ListColours choose_colours(const RawWriteOptions& raw, const ScanSettings& settings) {
  const WhenColoured when = choose("--color", raw.color, kWhenColoured, WhenColoured::on_terminal);
  const bool is_list = settings.to == OutputFormat::list && settings.answer == Answer::links;
  if (when == WhenColoured::always && !is_list) throw WrongUsage{"--color is for --to list"};
  const bool is_wanted =
      when == WhenColoured::on_terminal ? is_seen_in_colour() : when == WhenColoured::always;
  return is_list && is_wanted ? ListColours::shown : ListColours::none;
}

void check_record(const RawWriteOptions& raw, const ScanSettings& settings) {
  if (raw.null && settings.to == OutputFormat::jsonl) {
    throw WrongUsage{"-0 is not for --to jsonl, whose records hold no line feeds"};
  }
  if (raw.null && settings.answer == Answer::statistics) {
    throw WrongUsage{"-0 is not for --stats, whose lines hold no line feeds"};
  }
  if (settings.answer == Answer::links && has_fields(settings.to) &&
      (raw.with_names || raw.without_names)) {
    throw WrongUsage{"-H and -h are for list, uri, iri and text; the other forms have the source"};
  }
}

// Each part is written by itself, in any order.
void check_output(const RawWriteOptions& raw, const ScanSettings& settings) {
  if (settings.answer != Answer::links || raw.unique) {
    throw WrongUsage{
        "--output is for links, not for -c, -l, -q, --count, --stats or --unique, whose result "
        "depends on all inputs together"};
  }
  const auto& inputs = settings.read.inputs;
  if (std::find(inputs.begin(), inputs.end(), "-") != inputs.end()) {
    throw WrongUsage{"--output is for files, which can be read again; not for standard input"};
  }
}

void choose_parts(OutputSettings& output, const RawWriteOptions& raw) {
  if (output.directory.empty() && !(raw.task + raw.tasks + raw.compress).empty()) {
    throw WrongUsage{"--task, --of and --compress are for the parts of --output DIR"};
  }
  if (raw.task.empty() != raw.tasks.empty()) {
    throw WrongUsage{"--task and --of belong together: --task 0 --of 8"};
  }
  output.tasks = parse_number("--of", raw.tasks, "tasks", 1, 1u << 20, 1);
  output.task = parse_number("--task", raw.task, "tasks", 0, output.tasks - 1, 0);
  output.compression = choose("--compress", raw.compress, kCompressions, PartCompression::none);
}

}  // namespace

void declare_write_options(OptionList& options, RawWriteOptions& raw) {
  options.add_value("--to", raw.to, alternatives(kOutputFormats),
                    "The form of the output (default: list; jsonl with\n--from jsonl). uri, iri, "
                    "text: one link a line, nothing\nelse");
  options.add_value(
      "--fields", raw.fields, "LIST",
      "Only these keys of jsonl, or these as the columns of tsv,\nwith commas between "
      "them: source,start,uri");
  options.add_value(
      "--output", raw.output, "DIR",
      "Write to files in this directory, one for each 64 MiB of\ninput, with a "
      "manifest; started again, the same command\nwrites the parts that are not done");
  options.add_value("--task", raw.task, "I",
                    "With --output and --of, write only the parts I, I + N, ...,\nin one of N "
                    "processes or machines (I from 0)");
  options.add_value("--of", raw.tasks, "N",
                    "The number of tasks that share a directory of --output");
  options.add_value("--compress", raw.compress, alternatives(kCompressions),
                    "Compress the files of --output");
  options.add_value("--color", raw.color, alternatives(kWhenColoured),
                    "Colours in a list, and clickable links where they are\nsafe to open "
                    "(default: auto, on a terminal)");
  options.add_flag("-o", raw.only_text, "The same as --to text");
  options.add_flag("-0,--null", raw.null, "End lines with a NUL, not with a line feed");
  options.add_flag("-H,--with-filename", raw.with_names, "The name of the file before each line");
  options.add_flag("-h,--no-filename", raw.without_names, "Never the name of the file");
  options.add_flag("--unique", raw.unique, "Each link once, where it is found first");
  options.add_flag("--count", raw.count_of_links,
                   "Each link once, with its number of occurrences, the most\nfrequent first");
  options.add_flag(
      "--stats", raw.stats,
      "How many links there are, of which kind, and to which\nhosts and top-level domains: "
      "a table, or with --to jsonl\none line of JSON. Not for files that --output wrote, in\n"
      "which each link is there several times");
  options.add_value(
      "--top", raw.top, "N",
      "With --stats, the N most frequent hosts and top-level\ndomains (default: 20; 0: all)");
  options.add_flag("-c", raw.count_of_files, "For each file, how many links it has");
  options.add_flag("-l,--files-with-links", raw.names_only, "Only the names of files with links");
  options.add_flag("-q,--quiet", raw.quiet,
                   "Write nothing, and exit at the first link with status 0;\n1 if there is none, "
                   "2 for errors");
  options.add_value("-m,--max-count", raw.max_count, "N", "The first N links of each file");
  options.add_flag("--exit-status", raw.exit_status,
                   "Exit with 0 if a link is found, 1 if none is, 2 for errors");
  options.add_value(
      "--offsets", raw.offsets, alternatives(kOffsetUnits),
      "The unit of start and end (default: lines with list, else\nbytes). lines: "
      "line and column, from 1, in code points,\nlines:utf16 and lines:bytes in other units");
}

void write_settings(ScanSettings& settings, const RawWriteOptions& raw,
                    const RawFilterOptions& filter) {
  settings.answer = choose_answer(raw);
  settings.to = choose_format(raw, settings.read.from, settings.answer);
  if (settings.read.from == InputFormat::jsonl) check_options_of_jsonl(raw, filter, settings.to);
  check_record(raw, settings);
  settings.fields = choose_fields(raw, settings);
  settings.colours = choose_colours(raw, settings);
  settings.file_names = choose_names(raw);
  settings.repeated = raw.unique ? Repeated::leave_out : Repeated::keep;
  settings.line_end = raw.null ? LineEnd::nul : LineEnd::line_feed;
  if (!raw.max_count.empty()) {
    settings.most_links = parse_number("-m", raw.max_count, "links", 1, UINT32_MAX, 1);
  }
  if (!raw.top.empty()) {
    if (!raw.stats)
      throw WrongUsage{"--top limits the hosts that --stats shows; use it with --stats"};
    settings.top = parse_number("--top", raw.top, "hosts", 0, UINT32_MAX, 1);
  }
  if (!raw.output.empty()) {
    check_output(raw, settings);
    settings.output.directory = raw.output;
  }
  choose_parts(settings.output, raw);
  if (raw.exit_status || raw.quiet) settings.status_of = StatusOf::finding;
  settings.keep = wanted_links(filter);
  const OffsetUnit unit = settings.to == OutputFormat::list ? OffsetUnit::lines : OffsetUnit::bytes;
  settings.read.document.offsets = choose("--offsets", raw.offsets, kOffsetUnits, unit);
  // PERF: positions that are not written are not counted.
  if (is_line(settings.to) || settings.answer != Answer::links) {
    settings.read.document.offsets = OffsetUnit::bytes;
  }
}

}  // namespace linkspan::command

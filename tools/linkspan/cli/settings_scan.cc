// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <algorithm>
#include <charconv>
#include <cstdlib>
#include <fstream>
#include <string_view>
#include <system_error>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "cli/command_line.h"
#include "common/option_values.h"
#include "output/form.h"
#include "output/link_selection.h"

namespace linkspan::command {
namespace {

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

bool is_utf8(std::string_view charset) {
  const std::string lower = base::to_ascii_lower(charset);
  return lower == "utf-8" || lower == "utf8";
}

// JSON is UTF-8, and its texts have no charset, no wrapped lines and no mail headers.
void check_decoding_of_jsonl(const Arguments& given) {
  for (const char* option :
       {"--charset", "--charset-fallback", "--lines", "--join-wrapped", "--headers", "--not-in"}) {
    const bool fits = option == std::string_view("--charset") && is_utf8(given.value(option));
    if (!given.has(option) || fits) continue;
    throw WrongUsage{
        fmt::format("{} says how text or mail is read, and is not for --from jsonl, whose texts "
                    "are UTF-8",
                    option)};
  }
}

// The answers to --from jsonl are JSON lines, one for each text.
void check_options_of_jsonl(const Arguments& given, const OutputForm& to) {
  check_decoding_of_jsonl(given);
  if (!to.has_answers()) {
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
RequestFields request_fields(const Arguments& given, const ReadSettings& read) {
  RequestFields fields;
  for (const auto& [option, field] :
       {std::pair{"--id-field", &fields.id}, std::pair{"--text-field", &fields.text}}) {
    if (!given.has(option)) continue;
    if (!read.is_from(ReadAs::requests)) {
      throw WrongUsage{
          fmt::format("{} names a member of JSON lines; say --from jsonl (or parquet)", option)};
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

const OutputForm& choose_form(const Arguments& given, const ReadSettings& read, Answer answer) {
  FormOf otherwise = kOutputForms[0].value;
  if (answer == Answer::count_of_links) otherwise = uri_form;
  if (given.has("-o")) otherwise = text_form;
  if (given.has("--json") || read.is_from(ReadAs::requests)) otherwise = jsonl_form;
  const FormOf to = choose("--to", given.value("--to"), kOutputForms, otherwise);
  if (given.has("-o") && to != text_form) throw WrongUsage{"-o is --to text; which?"};
  if (given.has("--json") && to != jsonl_form) throw WrongUsage{"--json is --to jsonl; which?"};
  if (given.has("-n") && to != list_form && answer == Answer::links) {
    throw WrongUsage{to().has_fields()
                         ? "-n is for --to list; for lines and columns here, say --offsets lines"
                         : "-n is for --to list, which has the line, the column and the text"};
  }
  if (answer == Answer::statistics && !to().has_statistics()) {
    throw WrongUsage{"--stats is a table with --to list, and one line of JSON with --to jsonl"};
  }
  if (answer == Answer::count_of_links && !to().has_counts()) {
    throw WrongUsage{fmt::format("--count counts links; --to can be {} with it",
                                 forms_that(&OutputForm::has_counts, "|", "|"))};
  }
  return to();
}

FileNames choose_names(const Arguments& given) {
  if (given.has("-H") && given.has("-h")) throw WrongUsage{"-H and -h: which?"};
  if (given.has("-H")) return FileNames::always;
  return given.has("-h") ? FileNames::never : FileNames::of_several;
}

std::vector<RecordField> choose_fields(const Arguments& given, const ScanSettings& settings) {
  if (!given.has("--fields")) return {};
  if (!settings.to->has_fields()) {
    throw WrongUsage{fmt::format("--fields is for --to {}", forms_that(&OutputForm::has_fields))};
  }
  if (settings.answer != Answer::links) {
    throw WrongUsage{
        "--fields is for records of links; -c, -l, -q, --count and --stats write none"};
  }
  std::vector<RecordField> fields = parse_record_fields(given.value("--fields"));
  settings.to->arrange(fields);
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

// The form in colours, if they are wanted.
const OutputForm* choose_colours(const Arguments& given, const ScanSettings& settings) {
  const WhenColoured when =
      choose("--color", given.value("--color"), kWhenColoured, WhenColoured::on_terminal);
  const OutputForm* const coloured =
      settings.answer == Answer::links ? settings.to->coloured() : nullptr;
  if (when == WhenColoured::always && coloured == nullptr) {
    throw WrongUsage{"--color is for --to list"};
  }
  const bool is_wanted =
      when == WhenColoured::on_terminal ? is_seen_in_colour() : when == WhenColoured::always;
  return coloured != nullptr && is_wanted ? coloured : settings.to;
}

void check_record(const Arguments& given, const ScanSettings& settings) {
  if (const auto reason = settings.to->reason_against_nul(); given.has("-0") && !reason.empty()) {
    throw WrongUsage{fmt::format("-0 is not for --to {}, {}", name_of(*settings.to), reason)};
  }
  if (given.has("-0") && settings.answer == Answer::statistics) {
    throw WrongUsage{"-0 is not for --stats, whose lines hold no line feeds"};
  }
  if (settings.answer == Answer::links && !settings.to->has_names() &&
      (given.has("-H") || given.has("-h"))) {
    throw WrongUsage{fmt::format("-H and -h are for {}; the other forms have the source",
                                 forms_that(&OutputForm::has_names))};
  }
}

// Each part is written by itself, in any order.
void check_output(const Arguments& given, const ScanSettings& settings) {
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

// "500M": a number with K, M, G or T, powers of 1024. By default a quarter of the machine, or of
// what a container may use (cgroup version 2).
uint64_t memory_of(const Arguments& given) {
  constexpr uint64_t kLeast = uint64_t{16} << 20;
  if (given.has("--memory")) {
    const bool is_used = given.has("--count") || given.has("--stats") || given.has("--unique");
    if (!is_used) throw WrongUsage{"--memory is for --count, --stats and --unique"};
    const std::string& text = given.value("--memory");
    uint64_t size = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), size);
    const std::string_view unit(end, static_cast<size_t>(text.data() + text.size() - end));
    constexpr std::string_view kUnits = "KMGTkmgt";
    const size_t power = unit.size() == 1 ? kUnits.find(unit[0]) : kUnits.npos;
    const bool is_size =
        error == std::errc() && (unit.empty() || power != kUnits.npos) && size < uint64_t{1} << 20;
    if (!unit.empty() && is_size) size <<= 10 * (power % 4 + 1);
    if (!is_size || size < kLeast) {
      throw WrongUsage{
          fmt::format("--memory '{}' is not a size of 16M or more, such as 500M or 2G", text)};
    }
    return size;
  }
  uint64_t all =
      static_cast<uint64_t>(sysconf(_SC_PHYS_PAGES)) * static_cast<uint64_t>(sysconf(_SC_PAGESIZE));
  uint64_t of_container = 0;
  if (std::ifstream("/sys/fs/cgroup/memory.max") >> of_container) all = std::min(all, of_container);
  return std::max(all / 4, kLeast);
}

void choose_parts(OutputSettings& output, const Arguments& given) {
  for (const char* option : {"--task", "--of", "--compress"}) {
    if (!given.has(option) || !output.directory.empty()) continue;
    throw WrongUsage{"--task, --of and --compress are for the parts of --output DIR"};
  }
  if (given.has("--task") != given.has("--of")) {
    throw WrongUsage{"--task and --of belong together: --task 0 --of 8"};
  }
  output.tasks = parse_number("--of", given.value("--of"), "tasks", 1, 1u << 20, 1);
  output.task = parse_number("--task", given.value("--task"), "tasks", 0, output.tasks - 1, 0);
  output.compression =
      choose("--compress", given.value("--compress"), kCompressions, PartCompression::none);
}

void check_packed(const Arguments& given, const ScanSettings& settings) {
  if (!settings.to->is_packed()) return;
  const std::string_view form = name_of(*settings.to);
  if (!given.has("--output")) {
    throw WrongUsage{fmt::format("--to {} is for the files of --output DIR", form)};
  }
  if (given.has("--compress")) {
    throw WrongUsage{fmt::format("--compress is not for --to {}, which is compressed", form)};
  }
}

std::string label_of(const Arguments& given, const ReadSettings& settings) {
  const bool is_read =
      std::find(settings.inputs.begin(), settings.inputs.end(), "-") != settings.inputs.end();
  if (given.has("--label") && !is_read) {
    throw WrongUsage{"--label names standard input, which is not read here; add -"};
  }
  return given.value("--label");
}

}  // namespace

ScanSettings scan_settings(const Arguments& given) {
  ScanSettings settings;
  settings.read = read_settings(given);
  settings.read.label = label_of(given, settings.read);
  settings.read.headers = given.has("--headers") ? Headers::read : Headers::leave_out;
  settings.read.jobs = parse_number("--jobs", given.value("--jobs"), "processes", 1, 1024, 1);
  settings.read.fields = request_fields(given, settings.read);
  settings.answer = choose_answer(given);
  settings.to = &choose_form(given, settings.read, settings.answer);
  const bool needs_uri = settings.to == &uri_form() || settings.to == &iri_form();
  if (needs_uri && given.has("--files") && given.value("--files-root").empty() &&
      given.value("--files") != "existing") {
    throw WrongUsage{
        fmt::format("--to {} needs --files-root DIR, as places in files have no URI without it",
                    name_of(*settings.to))};
  }
  if (settings.read.is_from(ReadAs::requests)) check_options_of_jsonl(given, *settings.to);
  check_record(given, settings);
  settings.fields = choose_fields(given, settings);
  settings.to = choose_colours(given, settings);
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
  settings.memory = memory_of(given);
  if (given.has("--output")) {
    check_output(given, settings);
    settings.output.directory = given.value("--output");
  }
  choose_parts(settings.output, given);
  check_packed(given, settings);
  if (given.has("--exit-status") || given.has("-q")) settings.status_of = StatusOf::finding;
  settings.keep = wanted_links(given);
  const std::optional<OffsetUnit> unit = settings.to->offsets();
  const OffsetUnit chosen =
      choose("--offsets", given.value("--offsets"), kOffsetUnits, unit.value_or(OffsetUnit::bytes));
  // PERF: positions that are not written are not counted.
  settings.read.document.offsets =
      unit && settings.answer == Answer::links ? chosen : OffsetUnit::bytes;
  if (LinkSelection::needs_order(settings)) settings.read.jobs = 1;
  if (LinkSelection::needs_whole_inputs(settings)) settings.read.long_inputs = LongInputs::whole;
  settings.output.options = given.deciding();
  return settings;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <tuple>
#include <utility>

#include "base/ascii.h"
#include "cli/option_groups.h"
#include "common/option_values.h"
#include "output/link_selection.h"

namespace linkspan::command {
namespace {

constexpr Word<InputFormat> kScanFormats[] = {
    {"text", InputFormat::text}, {"html", InputFormat::html},       {"mail", InputFormat::mail},
    {"mbox", InputFormat::mbox}, {"maildir", InputFormat::maildir}, {"jsonl", InputFormat::jsonl},
    {"warc", InputFormat::warc}, {"xml", InputFormat::xml}};
bool is_utf8(std::string_view charset) {
  const std::string lower = base::to_ascii_lower(charset);
  return lower == "utf-8" || lower == "utf8";
}

// JSON is UTF-8, and its texts have no charset, no wrapped lines and no mail headers.
void check_options_of_jsonl(const RawScanOptions& raw) {
  const std::pair<const char*, bool> given[] = {
      {"--charset", !raw.read.charset.empty() && !is_utf8(raw.read.charset)},
      {"--charset-fallback", !raw.read.charset_fallback.empty()},
      {"--lines", !raw.read.lines.empty()},
      {"--join-wrapped", raw.read.join_wrapped},
      {"--headers", raw.headers}};
  for (const auto& [option, is_given] : given) {
    if (!is_given) continue;
    throw WrongUsage{
        fmt::format("{} says how text or mail is decoded, and is not for --from jsonl, whose texts "
                    "are UTF-8",
                    option)};
  }
}

// The members of a line of --from jsonl.
RequestFields request_fields(const RawScanOptions& raw, InputFormat from) {
  RequestFields fields;
  for (const auto& [option, name, field] :
       {std::tuple{"--id-field", &raw.id_field, &fields.id},
        std::tuple{"--text-field", &raw.text_field, &fields.text}}) {
    if (name->empty()) continue;
    if (from != InputFormat::jsonl) {
      throw WrongUsage{fmt::format("{} names a member of JSON lines; say --from jsonl", option)};
    }
    *field = *name;
  }
  if (fields.id == fields.text) {
    throw WrongUsage{"--id-field and --text-field are the same; name two members"};
  }
  return fields;
}

std::string label_of(const RawScanOptions& raw, const ReadSettings& settings) {
  const bool is_read =
      std::find(settings.inputs.begin(), settings.inputs.end(), "-") != settings.inputs.end();
  if (!raw.label.empty() && !is_read) {
    throw WrongUsage{"--label names standard input, which is not read here; add -"};
  }
  return raw.label;
}

}  // namespace

void declare_scan_options(OptionList& options, RawScanOptions& raw) {
  options.add_value(
      "--from", raw.from, alternatives(kScanFormats),
      "What the input is (default: guessed from its name and\nfirst bytes; never jsonl). jsonl: a "
      "line is\n{\"id\":...,\"text\":\"...\"} and is answered by\n{\"id\":...,\"links\":[...]}");
  options.add_flag("--headers", raw.headers,
                   "Find links in Subject, List-* and Archived-At of mail, too");
  options.add_value(
      "--jobs", raw.jobs, "N",
      "Read files, mailboxes, long texts and JSON lines in N\nprocesses (default: 1)");
  options.add_value("--label", raw.label, "NAME",
                    "The name of standard input in the output, such as\ns3://bucket/key.html; its "
                    "format is guessed from it");
  options.add_value("--id-field", raw.id_field, "NAME",
                    "With --from jsonl, the member that is copied to \"id\" of\nthe answer "
                    "(default: id)");
  options.add_value("--text-field", raw.text_field, "NAME",
                    "With --from jsonl, the member with the text (default:\ntext)");
  declare_read_options(options, raw.read);
  declare_write_options(options, raw.write);
  declare_filter_options(options, raw.filter);
  declare_engine_options(options, raw.engine);
}

ScanSettings scan_settings(std::vector<std::string> operands, const RawScanOptions& raw) {
  ScanSettings settings;
  settings.read = read_settings(std::move(operands), raw.read, raw.engine);
  settings.read.from = choose("--from", raw.from, kScanFormats, InputFormat::guess);
  check_html(settings.read);
  settings.read.label = label_of(raw, settings.read);
  settings.read.headers = raw.headers ? Headers::read : Headers::leave_out;
  settings.read.jobs = parse_number("--jobs", raw.jobs, "processes", 1, 1024, 1);
  if (settings.read.from == InputFormat::jsonl) check_options_of_jsonl(raw);
  write_settings(settings, raw.write, raw.filter);
  if (LinkSelection::needs_order(settings)) settings.read.jobs = 1;
  if (LinkSelection::needs_whole_inputs(settings)) settings.read.long_inputs = LongInputs::whole;
  settings.read.fields = request_fields(raw, settings.read.from);
  return settings;
}

}  // namespace linkspan::command

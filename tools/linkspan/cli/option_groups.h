// SPDX-License-Identifier: Apache-2.0
// The options of the commands, in groups: each group is declared, and made into settings, in one
// file. To add an option, add a field to the group's struct, a line to declare_…() and one to
// …_settings(); then man/linkspan.1, and a test that runs the command.
//
//   cli/options_read.cc reading: scan, render, pick
//   cli/options_inputs.cc inputs and messages about them: scan, render, pick
//   cli/options_engine.cc   what is a link: all commands
//   cli/options_rules.cc the user's own rules: scan, render, pick
//   cli/options_filter.cc which of the found links: scan, pick
//   cli/options_write.cc the output: scan
//   cli/options_scan.cc     scan alone
//   cli/options_render.cc   render alone
//   cli/options_pick.cc     pick alone
//   cli/options_iri.cc      iri alone
//   cli/options_lsp.cc      lsp alone
//
// Fields have the text of options; an option that was not given is empty.
#pragma once

#include <string>
#include <vector>

#include "cli/explain.h"
#include "cli/option_list.h"
#include "cli/pick.h"
#include "cli/render.h"
#include "common/link_filter.h"
#include "common/option_values.h"
#include "iri/verbs.h"
#include "lsp/lsp_command.h"
#include "output/scan_settings.h"

namespace linkspan::command {

// The values of --from of render and pick.
inline constexpr Word<InputFormat> kDocumentFormats[] = {
    {"text", InputFormat::text}, {"html", InputFormat::html},       {"mail", InputFormat::mail},
    {"mbox", InputFormat::mbox}, {"maildir", InputFormat::maildir}, {"xml", InputFormat::xml}};

struct RawInputOptions {
  std::vector<std::string> include, exclude;
  std::string files_from;
  bool ignore_vcs = false, text = false;
  bool verbose = false, no_messages = false;
};
void declare_input_options(OptionList& options, RawInputOptions& raw);
// Throws WrongUsage, like all functions below.
void choose_inputs(ReadSettings& settings, const RawInputOptions& raw);

struct RawRuleOptions {
  std::vector<std::string> files, rules, parameters;
};
void declare_rule_options(OptionList& options, RawRuleOptions& raw);
Rules rules_of(const RawRuleOptions& raw);

struct RawReadOptions {
  RawInputOptions inputs;
  RawRuleOptions rules;
  std::string charset, charset_fallback, lines, default_scheme, html, host_form;
  bool join_wrapped = false, progress = false, no_progress = false;
};
void declare_read_options(OptionList& options, RawReadOptions& raw);

inline constexpr const char* kProfileByName = "auto";
struct RawEngineOptions {
  std::string profile, schemes, tlds, max_link;
  bool no_bare = false, no_email = false;
};
void declare_engine_options(OptionList& options, RawEngineOptions& raw);
Options engine_options(const RawEngineOptions& raw);

// `operands`: OptionList::operands().
ReadSettings read_settings(std::vector<std::string> operands, const RawReadOptions& raw,
                           const RawEngineOptions& engine);

struct RawFilterOptions {
  std::string kind, host, scheme;
};
void declare_filter_options(OptionList& options, RawFilterOptions& raw);
LinkFilter::Wanted wanted_links(const RawFilterOptions& raw);

struct RawWriteOptions {
  std::string to, fields, offsets, max_count, top, color, output, task, tasks, compress;
  bool only_text = false, null = false, unique = false, with_names = false, without_names = false;
  bool quiet = false, names_only = false, count_of_files = false, count_of_links = false;
  bool stats = false;
  bool exit_status = false;
};
void declare_write_options(OptionList& options, RawWriteOptions& raw);
// REQUIRES: settings.read is made.
void write_settings(ScanSettings& settings, const RawWriteOptions& raw,
                    const RawFilterOptions& filter);

// Throws if markup is both the input and excluded.
void check_html(const ReadSettings& settings);

struct RawScanOptions {
  RawReadOptions read;
  RawEngineOptions engine;
  RawFilterOptions filter;
  RawWriteOptions write;
  std::string from, jobs, id_field, text_field, label;
  bool headers = false;
};
void declare_scan_options(OptionList& options, RawScanOptions& raw);
ScanSettings scan_settings(std::vector<std::string> operands, const RawScanOptions& raw);

struct RawRenderOptions {
  RawReadOptions read;
  RawEngineOptions engine;
  std::string from, to, open_schemes, shorten, not_in;
  bool page = false, is_inline = false, keep_html = false, keep_sgr = false,
       show_destination = false;
};
void declare_render_options(OptionList& options, RawRenderOptions& raw);
RenderSettings render_settings(std::vector<std::string> operands, const RawRenderOptions& raw);

struct RawPickOptions {
  RawReadOptions read;
  RawEngineOptions engine;
  RawFilterOptions filter;
  std::string from;
  bool print = false;
};
void declare_pick_options(OptionList& options, RawPickOptions& raw);
PickSettings pick_settings(std::vector<std::string> operands, const RawPickOptions& raw);

struct RawIriOptions {
  std::string host_form, rung, bidi, scripts;
  bool json = false, encode_forbidden = false, legacy = false, at_end = false;
};
void declare_iri_options(OptionList& options, RawIriOptions& raw);
IriSettings iri_settings(std::vector<std::string> operands, const RawIriOptions& raw);
// The verbs of `linkspan iri`, for completions.
std::vector<std::string> iri_verbs();

struct RawLspOptions {
  std::string log, check;
  bool stdio = false;
};
void declare_lsp_options(OptionList& options, RawLspOptions& raw);
LspSettings lsp_settings(const std::vector<std::string>& operands, const RawLspOptions& raw);

}  // namespace linkspan::command

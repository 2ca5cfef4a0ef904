// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <algorithm>
#include <utility>

#include "cli/option_groups.h"
#include "common/option_values.h"

namespace linkspan::command {
namespace {

bool has_standard_input(const std::vector<std::string>& inputs) {
  return std::find(inputs.begin(), inputs.end(), "-") != inputs.end();
}

}  // namespace

void declare_pick_options(OptionList& options, RawPickOptions& raw) {
  options.add_value("--from", raw.from, alternatives(kDocumentFormats),
                    "What the input is (default: guessed from its name and\nfirst bytes)");
  options.add_flag(
      "--print", raw.print,
      "Print the chosen URIs, one a line, and open nothing;\nexit status 1 if none was "
      "chosen");
  declare_read_options(options, raw.read);
  declare_filter_options(options, raw.filter);
  declare_engine_options(options, raw.engine);
}

PickSettings pick_settings(std::vector<std::string> operands, const RawPickOptions& raw) {
  PickSettings settings;
  settings.read = read_settings(std::move(operands), raw.read, raw.engine);
  settings.read.from = choose("--from", raw.from, kDocumentFormats, InputFormat::guess);
  settings.read.forms = MailForms::all;  // the HTML has the texts of links of the plain text
  check_html(settings.read);
  settings.read.document.offsets = OffsetUnit::lines;
  settings.read.document.layout.wrapping = Wrapping::join;  // nobody opens half a link
  settings.keep = wanted_links(raw.filter);
  if (raw.print) {
    settings.way = PickWay::print;
  } else if (isatty(STDOUT_FILENO) == 1) {
    settings.way = PickWay::open;
  }
  const bool needs_keys = settings.way != PickWay::list;
  if (needs_keys && isatty(STDIN_FILENO) == 1 && has_standard_input(settings.read.inputs)) {
    throw WrongUsage{
        "standard input is the terminal and cannot be both keys and text; name a FILE, or: dmesg | "
        "linkspan pick"};
  }
  return settings;
}

}  // namespace linkspan::command

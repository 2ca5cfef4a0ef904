// SPDX-License-Identifier: Apache-2.0
#include "cli/option_groups.h"
#include "common/wrong_usage.h"

namespace linkspan::command {
namespace {

Messages messages_of(const RawInputOptions& raw) {
  if (raw.verbose && raw.no_messages) throw WrongUsage{"--verbose and --no-messages: which?"};
  if (raw.verbose) return Messages::all;
  return raw.no_messages ? Messages::none : Messages::summed_up;
}

}  // namespace

void declare_input_options(OptionList& options, RawInputOptions& raw) {
  options.add_values(
      "--include", raw.include, "GLOB",
      "In directories, read only files with such a name, such\nas '*.md'. A glob with "
      "a slash is compared with the\npath. May be given several times");
  options.add_values("--exclude", raw.exclude, "GLOB",
                     "In directories, skip files and directories with such a\nname; 'NAME/': "
                     "only directories. May be given several\ntimes");
  options.add_flag("--ignore-vcs", raw.ignore_vcs,
                   "In directories, skip what .gitignore names, and .git");
  options.add_value("--files-from", raw.files_from, "FILE",
                    "Read also the inputs that FILE names, one a line or\nwith a zero byte after "
                    "each; -: standard input");
  options.add_flag("--text", raw.text,
                   "Read binary files, too (default: skip and count files\nwith zero bytes that "
                   "are neither UTF-16 nor UTF-32)");
  options.add_flag("--verbose", raw.verbose,
                   "All messages about inputs, at once (default: of many\nmessages of a kind, "
                   "their number and the first one)");
  options.add_flag("-s,--no-messages", raw.no_messages,
                   "No messages about inputs, not even about those that\ncannot be read");
}

void choose_inputs(ReadSettings& settings, const RawInputOptions& raw) {
  settings.messages = messages_of(raw);
  settings.filter = {raw.include, raw.exclude, raw.ignore_vcs ? IgnoreVcs::yes : IgnoreVcs::no};
  if (raw.text) settings.binary_files = BinaryFiles::read_as_text;
  settings.names_from = raw.files_from;
  // Without operands, standard input would be read.
  if (!raw.files_from.empty() && settings.inputs == std::vector<std::string>{"-"}) {
    settings.inputs.clear();
  }
}

}  // namespace linkspan::command

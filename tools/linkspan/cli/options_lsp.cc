// SPDX-License-Identifier: Apache-2.0
#include "cli/option_groups.h"
#include "common/wrong_usage.h"

namespace linkspan::command {

void declare_lsp_options(OptionList& options, RawLspOptions& raw) {
  options.add_flag("--stdio", raw.stdio,
                   "No effect: standard input and output are always used,\nand some editors pass "
                   "this option");
  options.add_value("--log", raw.log, "FILE",
                    "Write each message to FILE, as a line of JSON with its time\nand direction");
  options.add_value("--check", raw.check, "FILE",
                    "Send the messages of the client in the log FILE again,\nand show where the "
                    "answers differ from those in it");
}

LspSettings lsp_settings(const std::vector<std::string>& operands, const RawLspOptions& raw) {
  if (operands != std::vector<std::string>{"-"}) {
    throw WrongUsage{"linkspan lsp takes no file; the editor sends the text"};
  }
  if (!raw.log.empty() && !raw.check.empty()) {
    throw WrongUsage{"--log and --check cannot be used together"};
  }
  return {raw.log, raw.check};
}

}  // namespace linkspan::command

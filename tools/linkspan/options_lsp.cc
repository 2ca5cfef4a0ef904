// SPDX-License-Identifier: Apache-2.0
#include "option_groups.h"
#include "wrong_usage.h"

namespace linkspan::command {

void declare_lsp_options(OptionList& options, RawLspOptions& raw) {
  options.add_flag("--stdio", raw.stdio,
                   "Use standard input and output, as in any case: editors\nstart servers with it");
  options.add_value("--log", raw.log, "FILE",
                    "Write each message to FILE, as a line of JSON with its time\nand direction");
  options.add_value("--check", raw.check, "FILE",
                    "Send what the client sent in the log FILE again, and show\nwhere the answers "
                    "differ from those in it");
}

LspSettings lsp_settings(const std::vector<std::string>& operands, const RawLspOptions& raw) {
  if (operands != std::vector<std::string>{"-"}) {
    throw WrongUsage{"linkspan lsp takes no file; the editor sends the text"};
  }
  if (!raw.log.empty() && !raw.check.empty()) {
    throw WrongUsage{"--log and --check do not go together"};
  }
  return {raw.log, raw.check};
}

}  // namespace linkspan::command

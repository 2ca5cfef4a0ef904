// SPDX-License-Identifier: Apache-2.0
// Machine: the Environment of the command: the files of this machine, and the module of rules
// (modules/modules.h). Guarded by tests/command/lsp/command_lsp_settings_test.cc and
// tests/command/lsp/command_lsp_files_test.cc.
#pragma once

#include "lsp/environment.h"

namespace linkspan::command::lsp {

class Machine final : public Environment {
 public:
  std::optional<std::string> read_file(const std::string& path) override;
  std::optional<std::string> canonical_path(const std::string& path) override;
  std::optional<std::string> shipped_rules(const std::string& name) override;
  Result<Rules> load_rules(const RuleSources& sources) override;
};

}  // namespace linkspan::command::lsp

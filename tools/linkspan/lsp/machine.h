// SPDX-License-Identifier: Apache-2.0
// Machine: the Environment that there is, with its files and the modules of the command.
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

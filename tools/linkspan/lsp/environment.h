// SPDX-License-Identifier: Apache-2.0
// Environment: the files and modules that the server reads. All other code of the server depends
// only on messages, so that tests/fuzz/lsp_fuzz.cc can run it without files.
//
// Implemented by Machine in lsp_command.cc. Guarded by
// tests/command/lsp/command_lsp_settings_test.cc.
#pragma once

#include <optional>
#include <string>

#include "linkspan/result.h"
#include "linkspan/rules.h"
#include "modules/rule_sources.h"

namespace linkspan::command::lsp {

class Environment {
 public:
  Environment() = default;
  Environment(const Environment&) = delete;
  Environment& operator=(const Environment&) = delete;
  virtual ~Environment() = default;

  // The content of a file; nothing if it cannot be read.
  virtual std::optional<std::string> read_file(const std::string& path) = 0;

  // The absolute path of a file or folder that exists, without symbolic links, `.` and `..`.
  virtual std::optional<std::string> canonical_path(const std::string& path) = 0;

  // The rules of a built-in set; nothing if no set has this name.
  virtual std::optional<std::string> shipped_rules(const std::string& name) = 0;

  // make_rules() of modules/rule_sources.h.
  virtual Result<Rules> load_rules(const RuleSources& sources) = 0;
};

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
#include "lsp/machine.h"

#include <filesystem>
#include <fstream>
#include <iterator>
#include <system_error>

#include "modules/modules.h"

namespace linkspan::command::lsp {

std::optional<std::string> Machine::read_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<std::string> Machine::canonical_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::canonical(path, error);
  if (error) return std::nullopt;
  return found.string();
}

std::optional<std::string> Machine::shipped_rules(const std::string& name) {
  for (const ShippedRules& set : kShippedRules) {
    if (set.name == name) return std::string(set.content);
  }
  return std::nullopt;
}

Result<Rules> Machine::load_rules(const RuleSources& sources) {
  return command::load_rules(sources);
}

}  // namespace linkspan::command::lsp

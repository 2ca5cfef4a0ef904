// SPDX-License-Identifier: Apache-2.0
// Finds the folders that data.h describes.

#include "tests/support/data.h"

#include <cstdlib>
#include <fstream>
#include <sstream>
#include <stdexcept>

namespace linkspan::test {

std::filesystem::path source_dir() { return LINKSPAN_SOURCE_DIR; }

std::filesystem::path data_dir() {
  const char* const named = std::getenv("LINKSPAN_DATA");
  return named != nullptr && *named != '\0' ? named : LINKSPAN_DATA_DIR;
}

std::string read_file(const std::filesystem::path& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) throw std::runtime_error("cannot read " + path.string());
  std::ostringstream contents;
  contents << file.rdbuf();
  if (file.bad()) throw std::runtime_error("cannot read " + path.string());
  return std::move(contents).str();
}

std::string missing_data(const std::filesystem::path& relative) {
  const std::filesystem::path path = (data_dir() / relative).lexically_normal();
  if (std::filesystem::exists(path)) return {};
  return path.string() + " is missing: set LINKSPAN_DATA to the folder with the public test data";
}

}  // namespace linkspan::test

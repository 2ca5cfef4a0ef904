// Promise: includes point one way. Each folder of src may include only those that come before it,
// and each outside library is included from one folder only (src/README.md).

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace linkspan::test {
namespace {

namespace fs = std::filesystem;

// In the order of the way of the data; a folder may include itself and what stands to its left.
const std::vector<std::string> kLayers = {"base",  "unicode",  "scan", "lines",  "charset", "iri",
                                          "rules", "document", "mail", "render", "capi"};

// The folders of src from which a library may be included.
const std::map<std::string, std::set<std::string>> kLibraries = {
    {"re2/", {"rules"}},   {"gmime/", {"mail"}}, {"unicode/u", {"charset", "iri"}},
    {"utf8proc", {"iri"}}, {"archive", {}},      {"fmt/", {}}};

size_t layer_of(const std::string& folder) {
  for (size_t i = 0; i < kLayers.size(); ++i) {
    if (kLayers[i] == folder) return i;
  }
  return kLayers.size();
}

std::vector<std::string> includes_of(const fs::path& file) {
  static const std::regex kInclude(R"(^\s*#\s*include\s*["<]([^">]+)[">])");
  std::vector<std::string> found;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    if (std::regex_search(line, match, kInclude)) found.push_back(match[1]);
  }
  return found;
}

std::vector<fs::path> sources() {
  std::vector<fs::path> found;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(LINKSPAN_SOURCE_DIR) / "src")) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc" || extension == ".inc") found.push_back(entry);
  }
  return found;
}

std::string folder_of(const fs::path& file) {
  return fs::relative(file, fs::path(LINKSPAN_SOURCE_DIR) / "src").begin()->string();
}

TEST(Layers, FoldersIncludeOnlyWhatComesBefore) {
  const std::vector<fs::path> files = sources();
  ASSERT_GT(files.size(), 10u);
  for (const fs::path& file : files) {
    const std::string folder = folder_of(file);
    ASSERT_LT(layer_of(folder), kLayers.size()) << folder << " has no place in the way of the data";
    for (const std::string& include : includes_of(file)) {
      const size_t other = layer_of(include.substr(0, include.find('/')));
      if (other == kLayers.size()) continue;
      EXPECT_LE(other, layer_of(folder)) << file << " includes " << include;
    }
  }
}

TEST(Layers, LibrariesAreIncludedFromTheirFolders) {
  for (const fs::path& file : sources()) {
    for (const std::string& include : includes_of(file)) {
      for (const auto& [library, folders] : kLibraries) {
        if (!include.starts_with(library)) continue;
        EXPECT_TRUE(folders.contains(folder_of(file))) << file << " includes " << include;
      }
    }
  }
}

TEST(Layers, TheCoreIncludesNoLibrary) {
  const std::set<std::string> core = {"base", "unicode", "scan"};
  // Headers of the compiler, for the instructions of a CPU.
  const std::set<std::string> of_compiler = {"immintrin.h", "arm_neon.h"};
  for (const fs::path& file : sources()) {
    if (!core.contains(folder_of(file))) continue;
    for (const std::string& include : includes_of(file)) {
      const bool is_ours = include.find('/') != std::string::npos;
      const bool is_standard =
          include.find('.') == std::string::npos || of_compiler.contains(include);
      EXPECT_TRUE(is_ours || is_standard) << file << " includes " << include;
      EXPECT_FALSE(include.starts_with("unicode/u")) << file << " includes ICU: " << include;
    }
  }
}

}  // namespace
}  // namespace linkspan::test

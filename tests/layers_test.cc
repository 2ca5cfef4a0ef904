// SPDX-License-Identifier: Apache-2.0
// Promise: includes go in one direction. Each folder of src may include only those that come before
// it, and each outside library is included from one folder only (src/README.md). The command uses
// the public headers, as any program can; of src, it uses only base/, which has small functions in
// headers.

#include <gtest/gtest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <set>
#include <string>
#include <vector>

namespace linkspan::test {
namespace layers_test {

namespace fs = std::filesystem;

// What each folder may include besides itself, the public headers and the generated automata:
// folders, or single files of them (the table of src/README.md).
const std::map<std::string, std::set<std::string>> kMayInclude = {
    {"base", {}},
    {"unicode", {"base"}},
    {"scan", {"base", "unicode"}},
    {"index", {"base", "scan"}},
    {"lines", {"base"}},
    {"charset", {"base"}},
    {"html", {"base"}},
    {"xml", {"base", "html"}},
    {"iri",
     {"base", "unicode", "scan/syntax/split.h", "scan/syntax/tlds.h", "scan/text/escapes.h"}},
    {"rules", {"base", "unicode"}},
    {"document",
     {"base", "unicode", "scan", "lines", "charset", "html", "xml", "iri", "rules/matcher.h"}},
    {"mail", {"base"}},
    {"render", {"base", "scan/syntax/split.h"}},
    {"capi", {}}};

const std::set<std::string> kCore = {"base", "unicode", "scan", "index"};

// Libraries, by the prefixes of their headers, and the folders that may include them.
const std::map<std::string, std::set<std::string>> kLibraries = {
    {"gmime/", {"mail"}},
    {"glib.h", {"mail"}},
    {"unicode/u", {"charset", "iri", "render"}},
    {"utf8proc.h", {"iri"}},
    {"libpsl.h", {"document"}},
    {"re2/", {"rules"}},
    {"toml++/", {"rules"}}};

// Headers of the compiler for instructions of a CPU.
const std::set<std::string> kOfCompiler = {"immintrin.h", "arm_neon.h", "wasm_simd128.h"};

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

std::vector<fs::path> sources(std::string_view folder = "src") {
  std::vector<fs::path> found;
  for (const auto& entry :
       fs::recursive_directory_iterator(fs::path(LINKSPAN_SOURCE_DIR) / folder)) {
    const std::string extension = entry.path().extension();
    if (extension == ".h" || extension == ".cc" || extension == ".inc") found.push_back(entry);
  }
  return found;
}

std::string folder_of(const fs::path& file) {
  return fs::relative(file, fs::path(LINKSPAN_SOURCE_DIR) / "src").begin()->string();
}

std::string first_part(const std::string& include) { return include.substr(0, include.find('/')); }

const std::set<std::string>* folders_of_library(const std::string& include) {
  for (const auto& [library, folders] : kLibraries) {
    if (include.starts_with(library)) return &folders;
  }
  return nullptr;
}

bool is_of_linkspan(const std::string& include) {
  const std::string part = first_part(include);
  return include.find('/') != std::string::npos && folders_of_library(include) == nullptr &&
         (part == "linkspan" || part == "automata" || kMayInclude.contains(part));
}

TEST(Layers, FoldersIncludeOnlyTheFoldersListedForThem) {
  const std::vector<fs::path> files = sources();
  ASSERT_GT(files.size(), 100u);
  for (const fs::path& file : files) {
    const std::string folder = folder_of(file);
    ASSERT_TRUE(kMayInclude.contains(folder)) << folder << " is not in the table of folders";
    const std::set<std::string>& may = kMayInclude.at(folder);
    for (const std::string& include : includes_of(file)) {
      if (!is_of_linkspan(include)) continue;
      const std::string part = first_part(include);
      const bool is_allowed = part == folder || part == "linkspan" || part == "automata" ||
                              may.contains(part) || may.contains(include);
      EXPECT_TRUE(is_allowed) << file << " includes " << include;
    }
  }
}

TEST(Layers, LibrariesAreIncludedOnlyFromTheirFolders) {
  for (const fs::path& file : sources()) {
    for (const std::string& include : includes_of(file)) {
      if (is_of_linkspan(include) || kOfCompiler.contains(include)) continue;
      if (include.find_first_of("./") == std::string::npos) continue;  // of the standard library
      const std::set<std::string>* const folders = folders_of_library(include);
      ASSERT_NE(folders, nullptr) << file << " includes " << include << " of an unknown library";
      EXPECT_TRUE(folders->contains(folder_of(file))) << file << " includes " << include;
    }
  }
}

TEST(Layers, TheCommandIncludesOnlyPublicHeadersAndBase) {
  const std::vector<fs::path> files = sources("tools/linkspan");
  ASSERT_GT(files.size(), 100u);
  for (const fs::path& file : files) {
    for (const std::string& include : includes_of(file)) {
      if (!is_of_linkspan(include)) continue;
      const std::string part = first_part(include);
      EXPECT_TRUE(part == "linkspan" || part == "base") << file << " includes " << include;
    }
  }
}

// Public headers must not include src/.
TEST(Layers, PublicHeadersIncludeOnlyPublicHeaders) {
  const std::vector<fs::path> files = sources("include");
  ASSERT_GT(files.size(), 10u);
  for (const fs::path& file : files) {
    for (const std::string& include : includes_of(file)) {
      if (include.find_first_of("./") == std::string::npos) continue;  // of the standard library
      if (include.starts_with("linkspan needs C++20")) continue;       // a message, no file
      EXPECT_TRUE(include.starts_with("linkspan/") || include.ends_with("int.h") ||
                  include == "stddef.h")
          << file << " includes " << include;
    }
  }
}

// Files that read several bytes of text as one number, where the order of these bytes does not
// matter: they ask whether any byte has a property.
const std::set<std::string> kInAnyOrder = {"src/base/ascii.h", "src/charset/sequences.h",
                                           "src/document/link_remarks.cc",
                                           "tools/linkspan/record_values.cc"};

// A number made of text must be the same on every CPU, as it is looked up in tables.
TEST(Layers, WordsOfTextHaveOneOrderOfBytes) {
  static const std::regex kReadsWord(R"(memcpy\(&\w+, [^;]*;)");
  static const std::regex kOfStruct(R"(memcpy\(&(known|value)\b)");  // between processes, or of C
  size_t readers = 0;
  for (const char* const folder : {"src", "tools/linkspan"}) {
    for (const fs::path& file : sources(folder)) {
      std::ifstream in(file);
      const std::string text{std::istreambuf_iterator<char>(in), {}};
      const std::string name = fs::relative(file, LINKSPAN_SOURCE_DIR).generic_string();
      if (!std::regex_search(text, kReadsWord) || std::regex_search(text, kOfStruct)) continue;
      ++readers;
      EXPECT_TRUE(kInAnyOrder.contains(name) || text.find("first_byte") != std::string::npos)
          << name << " reads a number from text: use base::first_bytes() of base/compiler.h";
    }
  }
  EXPECT_GT(readers, kInAnyOrder.size());
}

TEST(Layers, TheCoreIncludesNoLibrary) {
  for (const auto& [library, folders] : kLibraries) {
    for (const std::string& folder : folders) EXPECT_FALSE(kCore.contains(folder)) << library;
  }
}

}  // namespace layers_test
}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Promise: includes go in one direction. Each folder of src may include only those that come before
// it, and each outside library is included from one folder only (src/README.md). The command uses
// the public headers, as any program can; of src, it uses only base/, which has small functions in
// headers. The rooms of scan have an order as well, and the map names each of its files.

#include <gtest/gtest.h>

#include <algorithm>
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
    {"markdown", {"base", "html"}},
    {"xml", {"base", "html"}},
    {"iri",
     {"base", "unicode", "scan/syntax/split.h", "scan/syntax/tlds.h", "scan/text/escapes.h"}},
    {"rules", {"base", "unicode"}},
    {"document",
     {"base", "unicode", "scan", "lines", "charset", "html", "markdown", "xml", "iri",
      "rules/matcher.h"}},
    {"mail", {"base", "unicode"}},
    {"render", {"base", "scan/syntax/split.h"}},
    {"capi", {}}};

// The rooms of src/scan in their order, and what each may include of scan besides itself. The last
// are the files that are in no folder of it.
struct Room {
  std::string name;
  std::set<std::string> may_include;
};
const std::vector<Room> kRoomsOfScan = {
    {"text", {}},
    {"syntax", {"text"}},
    {"trigger", {"text", "syntax"}},
    {"prose", {"text", "syntax"}},
    {"fast", {"text", "syntax", "trigger", "prose"}},
    {"readers", {"text", "syntax", "prose", "fast"}},
    {"state", {"text", "syntax", "trigger", "prose", "fast", "readers"}},
    {"phases", {"text", "syntax", "prose", "fast", "readers", "state"}},
    {"", {"text", "syntax", "prose", "state", "phases"}}};
constexpr size_t kMostFilesOfRoom = 45;

const std::set<std::string> kCore = {"base", "unicode", "scan", "index"};

// Libraries, by the prefixes of their headers, and the folders that may include them.
const std::map<std::string, std::set<std::string>> kLibraries = {
    {"gmime/", {"mail"}},
    {"glib.h", {"mail"}},
    {"unicode/u", {"charset", "iri", "render"}},
    {"utf8proc.h", {"iri"}},
    {"libpsl.h", {"document"}},
    {"md4c.h", {"markdown"}},
    {"re2/", {"rules"}},
    {"toml++/", {"rules"}}};

// Headers of the compiler for instructions of a CPU.
const std::set<std::string> kOfCompiler = {"immintrin.h", "arm_neon.h", "wasm_simd128.h"};
// Of the system, where its folder says.
const std::map<std::string, std::string> kOfSystem = {{"dlfcn.h", "capi"}};

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

// The room of a path such as scan/text/roles.h, or scan/scanner.h.
std::string room_of(const std::string& path) {
  const size_t begin = path.find('/') + 1;
  const size_t end = path.find('/', begin);
  return end == std::string::npos ? "" : path.substr(begin, end - begin);
}

TEST(Layers, RoomsOfScanHaveAnOrder) {
  std::set<std::string> before;
  for (const Room& room : kRoomsOfScan) {
    for (const std::string& included : room.may_include) {
      EXPECT_TRUE(before.contains(included)) << room.name << " is before " << included;
    }
    before.insert(room.name);
  }
}

TEST(Layers, RoomsOfScanIncludeOnlyTheRoomsListedForThem) {
  std::map<std::string, size_t> sizes;
  for (const fs::path& file : sources("src/scan")) {
    const std::string path = fs::relative(file, LINKSPAN_SOURCE_DIR "/src").generic_string();
    const auto room = std::find_if(kRoomsOfScan.begin(), kRoomsOfScan.end(),
                                   [&](const Room& one) { return one.name == room_of(path); });
    ASSERT_NE(room, kRoomsOfScan.end()) << path << " is in no room";
    EXPECT_LE(++sizes[room->name], kMostFilesOfRoom) << room->name;
    for (const std::string& include : includes_of(file)) {
      if (!include.starts_with("scan/")) continue;
      const std::string included = room_of(include);
      EXPECT_TRUE(included == room->name || room->may_include.contains(included))
          << path << " includes " << include;
    }
  }
  EXPECT_EQ(sizes.size(), kRoomsOfScan.size());
}

// The types that a file declares without their members, or defines: `struct Name;`, `struct Name
// {`.
enum class Kind : uint8_t { declared, defined };
std::vector<std::string> types_of(const fs::path& file, Kind kind) {
  static const std::regex kDeclared(R"(^(?:struct|class|union|enum class) (\w+)(?: : \w+)?;)");
  static const std::regex kDefined(R"(^(?:struct|class|union|enum class) (\w+)[^;]*\{)");
  std::vector<std::string> found;
  std::ifstream in(file);
  std::smatch match;
  for (std::string line; std::getline(in, line);) {
    const bool is_one =
        std::regex_search(line, match, kind == Kind::declared ? kDeclared : kDefined);
    if (is_one) found.push_back(match[1]);
  }
  return found;
}

// An include can be avoided by a declaration: that is no way to a later room.
TEST(Layers, TypesAreDeclaredOnlyWhereTheyAreDefined) {
  std::map<std::string, std::set<fs::path>> folders_of_type;
  for (const fs::path& file : sources()) {
    for (const std::string& type : types_of(file, Kind::defined)) {
      folders_of_type[type].insert(file.parent_path());
    }
  }
  ASSERT_TRUE(folders_of_type.contains("ScanState"));
  for (const fs::path& file : sources()) {
    for (const std::string& type : types_of(file, Kind::declared)) {
      const auto folders = folders_of_type.find(type);
      if (folders == folders_of_type.end()) continue;  // generated, or of a library
      EXPECT_TRUE(folders->second.contains(file.parent_path())) << file << " declares " << type;
    }
  }
}

// The names between backticks in a row of a table, with the ending of a path.
std::vector<std::string> names_in(const std::string& cell) {
  static const std::regex kName("`([^`]+)`");
  std::vector<std::string> names;
  for (std::sregex_iterator at(cell.begin(), cell.end(), kName), end; at != end; ++at) {
    names.push_back((*at)[1]);
  }
  return names;
}

// The paths that the map of scan in src/README.md names: `scan/text/roles.*`.
std::set<std::string> paths_of_map() {
  std::ifstream in(LINKSPAN_SOURCE_DIR "/src/README.md");
  std::set<std::string> paths;
  std::string room;
  bool is_of_scan = false;
  for (std::string line; std::getline(in, line);) {
    if (line.starts_with("## ")) is_of_scan = false;
    if (line.starts_with("| room | files |")) is_of_scan = true;
    if (!is_of_scan || !line.starts_with("| ")) continue;
    const size_t files = line.find(" | ");
    const std::vector<std::string> rooms = names_in(line.substr(0, files));
    if (!rooms.empty()) room = rooms[0];
    for (const std::string& name :
         names_in(line.substr(files, line.find(" | ", files + 3) - files))) {
      paths.insert(room + name);
    }
  }
  return paths;
}

bool names(const std::string& pattern, const std::string& path) {
  const size_t star = pattern.find('*');
  if (star == std::string::npos) return pattern == path;
  return path.starts_with(pattern.substr(0, star)) && path.ends_with(pattern.substr(star + 1)) &&
         path.find('/', star) == std::string::npos;
}

TEST(Layers, TheMapOfScanNamesEachOfItsFiles) {
  std::set<std::string> not_found = paths_of_map();
  const std::set<std::string> patterns = not_found;
  for (const fs::path& file : sources("src/scan")) {
    const std::string path = fs::relative(file, LINKSPAN_SOURCE_DIR "/src").generic_string();
    size_t times = 0;
    for (const std::string& pattern : patterns) {
      if (!names(pattern, path)) continue;
      ++times;
      not_found.erase(pattern);
    }
    EXPECT_EQ(times, 1u) << path << " is not in the map once";
  }
  for (const std::string& pattern : not_found) ADD_FAILURE() << pattern << " does not exist";
}

TEST(Layers, LibrariesAreIncludedOnlyFromTheirFolders) {
  for (const fs::path& file : sources()) {
    for (const std::string& include : includes_of(file)) {
      if (is_of_linkspan(include) || kOfCompiler.contains(include)) continue;
      const auto system = kOfSystem.find(include);
      if (system != kOfSystem.end() && system->second == folder_of(file)) continue;
      if (include.find_first_of("./") == std::string::npos) continue;  // of the standard library
      const std::set<std::string>* const folders = folders_of_library(include);
      ASSERT_NE(folders, nullptr) << file << " includes " << include << " of an unknown library";
      EXPECT_TRUE(folders->contains(folder_of(file))) << file << " includes " << include;
    }
  }
}

// The rooms of the command, and which of the others each may include (tools/linkspan/README.md).
const std::map<std::string, std::set<std::string>> kRooms = {
    {"common", {}},
    {"pick", {"common"}},
    {"input", {"common"}},
    {"output", {"common", "input"}},
    {"iri", {"common", "output"}},
    {"work", {"common", "input", "output"}},
    {"lsp", {"common"}},
    {"cli", {"common", "input", "output", "iri", "pick", "work", "lsp"}}};

TEST(Layers, TheCommandIncludesItsRoomsInOneDirectionPublicHeadersAndBase) {
  const fs::path command = fs::path(LINKSPAN_SOURCE_DIR) / "tools/linkspan";
  const std::vector<fs::path> files = sources("tools/linkspan");
  ASSERT_GT(files.size(), 100u);
  for (const fs::path& file : files) {
    const std::string room = fs::relative(file, command).begin()->string();
    ASSERT_TRUE(kRooms.contains(room)) << file << " is in no room";
    for (const std::string& include : includes_of(file)) {
      const std::string part = first_part(include);
      if (fs::exists(command / include)) {
        EXPECT_TRUE(part == room || kRooms.at(room).contains(part))
            << file << " includes " << include;
      } else if (is_of_linkspan(include)) {
        EXPECT_TRUE(part == "linkspan" || part == "base") << file << " includes " << include;
      }
    }
  }
}

TEST(Layers, RoomsOfTheCommandHaveNoCircle) {
  std::set<std::string> placed;
  for (size_t round = 0; round < kRooms.size(); ++round) {
    for (const auto& [room, others] : kRooms) {
      if (std::includes(placed.begin(), placed.end(), others.begin(), others.end()))
        placed.insert(room);
    }
  }
  EXPECT_EQ(placed.size(), kRooms.size());
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
                                           "tools/linkspan/common/text_values.cc"};

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

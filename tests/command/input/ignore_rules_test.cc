// SPDX-License-Identifier: Apache-2.0
// Promise: with --ignore-vcs, exactly the files of a directory that git does not ignore are read.
// The oracle is `git check-ignore`, on random trees and rules.

#include "tools/linkspan/input/ignore_rules.h"

#include <gtest/gtest.h>
#include <stdlib.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <random>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "tools/linkspan/input/inputs.h"

namespace linkspan::command {
namespace ignore_rules_test {

namespace fs = std::filesystem;
using Names = std::set<std::string>;

class IgnoreRulesTest : public testing::Test {
 protected:
  void SetUp() override {
    std::string name = testing::TempDir() + "linkspan-ignore-XXXXXX";
    ASSERT_NE(mkdtemp(name.data()), nullptr);
    folder_ = fs::canonical(name);
  }
  void TearDown() override { fs::remove_all(folder_); }

  void write(const std::string& name, std::string_view bytes) const {
    fs::create_directories((folder_ / name).parent_path());
    std::ofstream(folder_ / name, std::ios::binary) << bytes;
  }

  // The files that a walk of a directory returns, relative to the folder of the test.
  Names walked(const std::string& from = ".") const {
    ReadSettings settings;
    settings.inputs = {(folder_ / from).lexically_normal().string()};
    settings.filter.ignore_vcs = IgnoreVcs::yes;
    Names names;
    const auto visit = [&](const FoundInput& input) {
      names.insert(fs::path(input.name).lexically_relative(folder_).string());
      return Next::go_on;
    };
    visit_inputs(settings, Seek::inputs, visit, [](Remark, std::string_view, std::string_view) {});
    return names;
  }

  fs::path folder_;
};

TEST_F(IgnoreRulesTest, PatternsWorkAsInTheGitignoreManual) {
  write(".git/config", "");
  write(".git/info/exclude", "excluded\n");
  write(".gitignore", "*.o\n/build/\n!keep.o\ndoc/*.txt\n**/logs/**\n\\#a\n\\!b\nspace \\ \n");
  write("src/.gitignore", "!x.o\nlocal\n");
  for (const char* file : {"a.o",         "keep.o",  "a.c",        "src/x.o",       "src/y.o",
                           "src/local",   "local",   "build/a.c",  "src/build/a.c", "doc/a.txt",
                           "doc/b/a.txt", "logs/a",  "x/logs/y/z", "logs.txt",      "#a",
                           "!b",          "space  ", "space",      "excluded",      "src/excluded",
                           ".hidden"}) {
    write(file, "");
  }
  EXPECT_EQ(walked(), (Names{".gitignore", ".hidden", "a.c", "doc/b/a.txt", "keep.o", "local",
                             "logs.txt", "space", "src/.gitignore", "src/build/a.c", "src/x.o"}));
  EXPECT_EQ(walked("src"), (Names{"src/.gitignore", "src/build/a.c", "src/x.o"}));
  EXPECT_EQ(walked("build"), Names{"build/a.c"});  // an argument
}

TEST_F(IgnoreRulesTest, ANestedRepositoryHasItsOwnRules) {
  write(".git/config", "");
  write(".gitignore", "*.o\n");
  write("inner/.git/info/exclude", "b.c\n");
  for (const char* file : {"a.o", "inner/a.o", "inner/b.c", "inner/x/a.o", "z.c", "z.o"}) {
    write(file, "");
  }
  EXPECT_EQ(walked(), (Names{".gitignore", "inner/a.o", "inner/x/a.o", "z.c"}));
  EXPECT_EQ(walked("inner"), (Names{"inner/a.o", "inner/x/a.o"}));
}

TEST_F(IgnoreRulesTest, RulesApplyOutsideARepository) {
  write("x/.gitignore", "a\n");
  for (const char* file : {"a", "b", "x/a", "x/b"}) write(file, "");
  EXPECT_EQ(walked(), (Names{"a", "b", "x/.gitignore", "x/b"}));
  EXPECT_EQ(walked("x"), (Names{"x/.gitignore", "x/b"}));
}

TEST_F(IgnoreRulesTest, RulesMayHaveLineEndsOfAnyKindAndAByteOrderMark) {
  write(".gitignore",
        "\xEF\xBB\xBF"
        "a\r\n# b\r\n\r\nc");
  for (const char* file : {"a", "b", "c"}) write(file, "");
  EXPECT_EQ(walked(), (Names{".gitignore", "b"}));
}

// --- the oracle

class AgainstGit : public IgnoreRulesTest {
 protected:
  void SetUp() override {
    IgnoreRulesTest::SetUp();
    // Without the configuration of the user.
    setenv("HOME", folder_.c_str(), 1);
    setenv("XDG_CONFIG_HOME", folder_.c_str(), 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    for (const char* name : {"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_CONFIG_GLOBAL",
                             "GIT_CONFIG_COUNT", "GIT_TEMPLATE_DIR"}) {
      unsetenv(name);  // a hook of git that runs this test sets some of them
    }
    if (std::system("git --version > /dev/null 2>&1") != 0) GTEST_SKIP() << "there is no git";
  }

  template <size_t n>
  const char* one_of(const std::array<const char*, n>& words) {
    return words[random_() % n];
  }

  std::string random_pattern() {
    static constexpr std::array kPieces = {
        "a",  "b",    "ab", "abc",  "build", "*",  "*",  "?",   "**",          "/",    "/", "/",
        "[a", "[ab]", "]",  "[!a]", "[a-c]", ".c", "\\", "\\*", "[[:alpha:]]", "[]-]", " ", "***"};
    std::string pattern = random_() % 4 == 0 ? "!" : "";
    if (random_() % 4 == 0) pattern += '/';
    if (random_() % 6 == 0) pattern += "**/";
    for (size_t pieces = 1 + random_() % 4; pieces > 0; --pieces) pattern += one_of(kPieces);
    if (random_() % 4 == 0) pattern += '/';
    if (random_() % 6 == 0) pattern += "/**";
    return pattern;
  }

  // Git compares the literal bytes before the first wildcard by themselves, and then takes `**`
  // after them for one at the start of a path: ab** matches ab/c, and ab/** then matches ab.
  static bool is_quirk(const std::string& pattern) {
    for (size_t at = pattern.find("**"); at != std::string::npos; at = pattern.find("**", at + 1)) {
      if (at > 0 && pattern[at - 1] != '/' && pattern[at - 1] != '*') return true;
    }
    return false;
  }

  std::string random_rules() {
    std::string rules;
    for (size_t lines = 1 + random_() % 5; lines > 0; --lines) {
      std::string pattern = random_pattern();
      while (is_quirk(pattern)) pattern = random_pattern();
      rules += pattern + '\n';
    }
    return rules;
  }

  // Returns the files that are not rules.
  Names make_tree() {
    static constexpr std::array kNames = {"a",  "b",     "ab", "abc", "a.c", "b.c",
                                          ".c", "build", "a*", "c]",  "-",   "a b"};
    Names files;
    std::vector<std::string> directories = {""};
    for (size_t i = 0; i < 30; ++i) {
      const std::string name = directories[random_() % directories.size()] + one_of(kNames);
      if (fs::exists(folder_ / "tree" / name)) continue;
      if (random_() % 3 == 0) {
        fs::create_directory(folder_ / "tree" / name);
        directories.push_back(name + '/');
      } else {
        write("tree/" + name, "");
        files.insert("tree/" + name);
      }
    }
    for (const std::string& directory : directories) {
      if (directory.empty() || random_() % 4 == 0) {
        write("tree/" + directory + ".gitignore", random_rules());
      }
    }
    write("tree/.git/info/exclude", random_rules());
    return files;
  }

  Names kept_by_git(const Names& files) const {
    std::string list;
    for (const std::string& file : files) list += file.substr(5) + '\0';
    write("list", list);
    const std::string command = "cd '" + folder_.string() +
                                "/tree' && git check-ignore --no-index --stdin -z < ../list > "
                                "../ignored 2> ../errors";
    const int status = std::system(command.c_str());
    EXPECT_TRUE(status == 0 || status == 1 << 8) << status;  // 1: nothing is ignored
    Names kept = files;
    std::ifstream ignored(folder_ / "ignored", std::ios::binary);
    for (std::string name; std::getline(ignored, name, '\0');) kept.erase("tree/" + name);
    return kept;
  }

  std::string all_rules() const {
    std::string rules;
    for (const auto& entry : fs::recursive_directory_iterator(folder_ / "tree")) {
      const std::string name = entry.path().filename();
      if (name != ".gitignore" && name != "exclude") continue;
      std::ifstream in(entry.path());
      rules += entry.path().string() + ":\n" + std::string(std::istreambuf_iterator<char>(in), {});
    }
    return rules;
  }

  std::mt19937 random_{22};  // NOLINT(cert-msc51-cpp): the same trees in each run
};

TEST_F(AgainstGit, TheSameFilesAreKept) {
  const std::string init = "git init -q '" + (folder_ / "repository").string() + "'";
  ASSERT_EQ(std::system(init.c_str()), 0);
  size_t kept = 0;
  size_t all = 0;
  for (int i = 0; i < 300 && !HasFailure(); ++i) {
    fs::remove_all(folder_ / "tree");
    fs::copy(folder_ / "repository", folder_ / "tree", fs::copy_options::recursive);
    const Names files = make_tree();
    Names walked_files = walked("tree");
    std::erase_if(walked_files, [&](const std::string& name) { return !files.contains(name); });
    EXPECT_EQ(walked_files, kept_by_git(files)) << "tree " << i << '\n' << all_rules();
    kept += walked_files.size();
    all += files.size();
  }
  EXPECT_GT(kept, all / 4);
  EXPECT_LT(kept, all * 3 / 4);
}

}  // namespace ignore_rules_test
}  // namespace linkspan::command

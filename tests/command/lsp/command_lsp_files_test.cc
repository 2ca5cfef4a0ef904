// SPDX-License-Identifier: Apache-2.0
// Promise: with the setting `linkFiles`, names of files that are in the workspace are links, and
// names of files outside of it are not.

#include <filesystem>
#include <string>
#include <vector>

#include "tests/support/lsp_client.h"

namespace linkspan::test::lsp {
namespace command_lsp_files_test {

class LspFiles : public CommandTest {
 protected:
  void SetUp() override {
    CommandTest::SetUp();
    files_ = std::filesystem::canonical(files_);
    workspace_ = files_ / "work space";
    write("work space/src/main.cc", "");
    write("work space/docs/y.md", "");
    write("work space/docs/ü.md", "");
    write("outside.md", "");
    write("work spaceX/z.md", "");
    std::filesystem::create_symlink(files_, workspace_ / "out");
  }

  std::vector<std::string> targets(const std::string& text,
                                   const Json& settings = {{"linkFiles", true}}) const {
    LspClient client(files_);
    const std::string uri = "file://" + files_.string() + "/work%20space/docs/a.txt";
    client.initialize(Json::object(), settings, files_ / "work%20space");
    client.open(uri, text);
    const Json links = client.links(uri);
    EXPECT_EQ(client.end(), 0);
    return lsp_targets(links);
  }

  std::string in_workspace(const std::string& name) const {
    return "file://" + files_.string() + "/work%20space/" + name;
  }

  std::filesystem::path workspace_;
};

using Targets = std::vector<std::string>;

TEST_F(LspFiles, NamesOfFilesOfTheWorkspaceAreLinks) {
  EXPECT_EQ(
      targets("see src/main.cc, (./y.md) and ../docs/y.md."),
      (Targets{in_workspace("src/main.cc"), in_workspace("docs/y.md"), in_workspace("docs/y.md")}));
  EXPECT_EQ(targets("src/main.cc:12:3: error, src/main.cc:7"),
            (Targets{in_workspace("src/main.cc#L12"), in_workspace("src/main.cc#L7")}));
  EXPECT_EQ(targets("./ü.md"), Targets{in_workspace("docs/%C3%BC.md")});
  EXPECT_EQ(targets("<" + in_workspace("docs/y.md") + ">"), Targets{in_workspace("docs/y.md")});
}

TEST_F(LspFiles, PlacesAreThoseOfTheEngine) {
  write("work space/docs/two words.py", "");
  write("work space/docs/b.cc", "");
  EXPECT_EQ(targets("File \"two words.py\", line 3\nb.cc(12,5): error\nat b.cc:4\n"),
            (Targets{in_workspace("docs/two%20words.py#L3"), in_workspace("docs/b.cc#L12"),
                     in_workspace("docs/b.cc#L4")}));
  EXPECT_EQ(targets("missing.cc:4"), Targets());
  EXPECT_EQ(targets("'" + (workspace_ / "docs" / "y.md").string() + "'"),
            Targets{in_workspace("docs/y.md")})
      << "an absolute name in the workspace";
}

TEST_F(LspFiles, NamesOfOtherFilesAreNotLinks) {
  for (const std::string name :
       {"../../outside.md", "../../work spaceX/z.md", "out/outside.md", "../out/outside.md",
        "/etc/passwd", "src/missing.cc", "y.md", "../../../../../../../etc/passwd"}) {
    EXPECT_EQ(targets("see " + name), Targets()) << name;
  }
  EXPECT_EQ(targets((files_ / "outside.md").string()), Targets());
}

TEST_F(LspFiles, OtherLinksAreUnchanged) {
  EXPECT_EQ(targets("https://e.org/src/main.cc"), Targets{"https://e.org/src/main.cc"});
  EXPECT_EQ(targets("./y.md https://e.org/ src/main.cc"),
            (Targets{in_workspace("docs/y.md"), "https://e.org/", in_workspace("src/main.cc")}));
}

TEST_F(LspFiles, WithoutTheSettingFileNamesAreNotLinks) {
  EXPECT_EQ(targets("see src/main.cc, ./y.md", nullptr), Targets());
}

}  // namespace command_lsp_files_test
}  // namespace linkspan::test::lsp

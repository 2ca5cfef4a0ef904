// SPDX-License-Identifier: Apache-2.0
// Promise: files of source code and logs are recognized by their names, and other files are prose.

#include <gtest/gtest.h>

#include "tools/linkspan/input/guess_format.h"

namespace linkspan::command {
namespace profile_by_name_test {

TEST(ProfileByName, SourceTextAndLogsAreCode) {
  for (const char* name :
       {"a.c", "src/main.CC", "Makefile", "./x/Dockerfile", "app.log", "app.log.1", "app.log.12.gz",
        "app.log-20250131.zst", "/var/log/syslog", "/var/log/syslog.2.gz", ".bashrc",
        "a.zip:b/c.py", "CMakeLists.txt", "package.json"}) {
    EXPECT_EQ(profile_of_file(name), Profile::code) << name;
  }
}

TEST(ProfileByName, AllOtherFilesAreProse) {
  for (const char* name :
       {"", "-", "a", "a.txt", "README.md", "src.c/notes", "log", "letter.txt.gz", "printf.3", ".1",
        "1", "c", "a.tex", "a.c.txt", "x.py/"}) {
    EXPECT_EQ(profile_of_file(name), Profile::prose) << name;
  }
}

}  // namespace profile_by_name_test
}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Where tests find files: the sources of linkspan, and public test data that is not part of them.
//
// The public data (conformance files of the Unicode Consortium, sentences in many charsets, mail)
// is never copied into the repository. It is looked for in the folder that the environment variable
// LINKSPAN_DATA names, else where the build was told to look. A test that needs it begins with
//
//   LINKSPAN_SKIP_WITHOUT_DATA("uts58/17.0.0/LinkDetectionTest.txt");
//
// and is reported as skipped, by name and with the missing folder, in a checkout that has none.
// Guarded by tests/support_test.cc.
#pragma once

#include <filesystem>
#include <string>

namespace linkspan::test {

// The top folder of the sources.
std::filesystem::path source_dir();

// The folder of the public test data; it need not exist.
std::filesystem::path data_dir();

// The bytes of a file. Throws std::runtime_error, with the path, when it cannot be read.
std::string read_file(const std::filesystem::path& path);

// Why a test has to be skipped that needs this file or folder below data_dir(): a sentence that
// names it. Empty when it is there.
std::string missing_data(const std::filesystem::path& relative);

}  // namespace linkspan::test

// Ends the test as skipped, saying which folder is missing. For use in the body of a test, where
// gtest/gtest.h has been included.
#define LINKSPAN_SKIP_WITHOUT_DATA(relative)                                                  \
  if (const std::string missing = ::linkspan::test::missing_data(relative); !missing.empty()) \
  GTEST_SKIP() << missing

// SPDX-License-Identifier: Apache-2.0
// Where tests find files: the sources of linkspan, and public test data that is not part of them.
//
// The public data (conformance files of the Unicode Consortium, sentences in many charsets, mail)
// is never copied into the repository. It is read from the folder that the environment variable
// LINKSPAN_DATA names, else from the folder that the build was configured with. A test that needs
// it begins with
//
//   LINKSPAN_SKIP_WITHOUT_DATA("uts58/17.0.0/LinkDetectionTest.txt");
//
// and is reported as skipped, with its name and the missing folder, where the data is absent.
// Guarded by tests/scan/support_test.cc.
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

// The reason to skip a test that needs this file or folder below data_dir(). Empty if it exists.
std::string missing_data(const std::filesystem::path& relative);

}  // namespace linkspan::test

// Ends the test as skipped and names the missing folder. For use in the body of a test, where
// gtest/gtest.h is included.
#define LINKSPAN_SKIP_WITHOUT_DATA(relative)                                                  \
  if (const std::string missing = ::linkspan::test::missing_data(relative); !missing.empty()) \
  GTEST_SKIP() << missing

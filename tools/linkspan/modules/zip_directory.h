// SPDX-License-Identifier: Apache-2.0
// The list of members at the end of a zip, held against the members (APPNOTE 6.3.10, section 4.3).
//
//   intact                                     no fault
//   cut off, or a wrong number of members      "its list of members is damaged or cut off"
//   no member where the list says              "the list of members names one that is not there"
//   members that share bytes (a zip bomb)      "two members share the same bytes", and none is read
//
// libarchive reads members one by one, and does not notice these; `unzip -t` refuses them. Members
// that share bytes would make the decompressed size grow with the square of the size of the zip.
// What only zip64 has is not held against anything. Guarded by tests/damaged_files.py and
// tests/command/input/command_archives_test.cc.
#pragma once

#include <cstdint>
#include <string>

namespace linkspan::command {

struct ZipFault {
  enum class Kind : uint8_t {
    none,
    damaged,  // what can be read of it is read
    bomb,     // it is not read
  } kind = Kind::none;
  std::string sentence = {};
};

// The descriptor is not moved. REQUIRES: a seekable file that is a zip.
ZipFault check_zip_directory(int descriptor);

}  // namespace linkspan::command

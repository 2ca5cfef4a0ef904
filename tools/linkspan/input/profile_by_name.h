// SPDX-License-Identifier: Apache-2.0
// The profile of a text by the name of its file, for `--profile auto`.
//
//   main.cc, Makefile, app.log, syslog.2.gz     code
//   README.md, letter.txt, notes                prose
//   a.zip:src/main.cc                           code: the member of an archive has a name as well
//
// The names are data: input/code_names.inc. The extension of a compressed file, and the number or
// date of a rotated log, are removed first. Guarded by tests/command/input/profile_by_name_test.cc.
#pragma once

#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::command {

// Profile::code or Profile::prose.
Profile profile_of_file(std::string_view path);

}  // namespace linkspan::command

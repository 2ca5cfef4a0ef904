// SPDX-License-Identifier: Apache-2.0
// The profile that suits a text by the name of its file, for `--profile auto`.
//
//   main.cc, Makefile, app.log, syslog.2.gz     code
//   README.md, letter.txt, notes                prose
//   a.zip:src/main.cc                           code: the member of an archive has a name as well
//
// The names are data: code_names.inc. What compresses a file, and the number or the date of a log
// that was rotated, is taken off first. Guarded by tests/profile_by_name_test.cc.
#pragma once

#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::command {

// Profile::code or Profile::prose.
Profile profile_of_file(std::string_view path);

}  // namespace linkspan::command

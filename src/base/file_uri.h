// SPDX-License-Identifier: Apache-2.0
// Names of files as URIs, and back (RFC 8089, section 2).
//
//   file:///home/a%20b/x.md         /home/a b/x.md
//   file://localhost/x, FILE:/x     /x
//   file://server/x, untitled:1     nothing: not a file of this machine
//
// Names of files in text are made absolute without a look at the file system:
//
//   src/../a.cc below /x            /x/a.cc
//   C:\a\b.cs                     /C:/a/b.cs
//   ~/a, \\host\a                  nothing: of a user, of another machine
//
// Guarded by tests/command/lsp/lsp_parts_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace linkspan::base {

// Without query and fragment.
std::optional<std::string> path_of_uri(std::string_view uri);

// REQUIRES: the path is absolute.
std::string uri_of_path(std::string_view path);

// The path below `root` that a name in a text means, without `.` and `..`; empty if there is none.
// A relative one needs an absolute root.
std::string absolute_path(std::string_view root, std::string_view path);

}  // namespace linkspan::base

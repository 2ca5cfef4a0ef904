// SPDX-License-Identifier: Apache-2.0
// Which programs open a link: $BROWSER, a list with colons, or xdg-open.
//
//   BROWSER=firefox                        firefox URI
//   BROWSER='w3m -N %s:lynx'               w3m -N URI; where there is no w3m, lynx URI
//   BROWSER='chromium --app=%s &'          chromium --app=URI, without waiting for its end
//
// The convention is that of urlscan, of Python's webbrowser and of xdg-open; `%%` is a percent
// sign. A command is split into words at blanks outside of quotation marks. No shell is used, so no
// character of a URI has a special meaning. Guarded by tests/command/pick/browser_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan::command {

// Where a program runs: on the terminal, which it has for itself until it ends, or in the
// background.
enum class RunsOn : uint8_t { terminal, desktop };

struct BrowserCommand {
  std::vector<std::string> words;  // `%s` stands for the URI; never empty
  RunsOn runs_on = RunsOn::terminal;
};

// `browser`: the value of $BROWSER, or empty. `has_desktop`: is there a display to open windows on?
enum class Desktop : uint8_t { absent, present };
std::vector<BrowserCommand> browser_commands(std::string_view browser, Desktop desktop);

// The words with the URI in place of `%s`, or at the end without a `%s`.
std::vector<std::string> words_with(const BrowserCommand& command, std::string_view uri);

}  // namespace linkspan::command

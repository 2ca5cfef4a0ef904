// SPDX-License-Identifier: Apache-2.0
// The exit statuses of the command.
#pragma once

namespace linkspan::command {

// The exit status, as the manual page promises it.
inline constexpr int kDone = 0;        // also if no link was found
inline constexpr int kIncomplete = 1;  // some input could not be read, or some output not written
inline constexpr int kWrongUsage = 2;

// And with StatusOf::finding, as grep has it.
inline constexpr int kFound = 0;
inline constexpr int kNothingFound = 1;
inline constexpr int kFailed = 2;

// That of comparing, as cmp has it.
inline constexpr int kEqual = 0;
inline constexpr int kDifferent = 1;

}  // namespace linkspan::command

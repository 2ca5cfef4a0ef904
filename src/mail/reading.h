// SPDX-License-Identifier: Apache-2.0
// What the reading of one message needs at every depth of it, and how it begins.
//
// Guarded by tests/mail_message_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "linkspan/mail.h"

namespace linkspan::mail {

// To whom everything goes. REQUIRES: what it refers to outlives it.
struct Reading {
  const ReadOptions& options;
  Visitor& visitor;
  Summary& summary;

  // Warns of what is not read.
  void leave_out(WarningKind kind, std::optional<uint64_t> offset, std::string message) {
    summary.all_was_read = false;
    warn(kind, offset, std::move(message));
  }

  void warn(WarningKind kind, std::optional<uint64_t> offset) {
    warn(kind, offset, std::string(sentence(kind)));
  }
  void warn(WarningKind kind, std::optional<uint64_t> offset, std::string message) {
    if (summary.warnings.size() >= options.max_warnings) {
      ++summary.warnings_left_out;
    } else {
      summary.warnings.push_back({kind, offset, std::move(message)});
    }
  }
};

// Where the message at hand stands in what the caller gave.
struct Place {
  // What to add to an offset into it; nothing if it was decoded, and its offsets mean nothing.
  std::optional<uint64_t> base;
  unsigned encoded_messages = 0;  // how many messages that were encoded it is in

  std::optional<uint64_t> offset(uint64_t here) const {
    return base ? std::optional<uint64_t>(*base + here) : std::nullopt;
  }
};

// Reads a message, the numbers of whose parts begin with `prefix`: "" or the number of the part
// that it is.
void read_bytes(std::string_view message, const std::string& prefix, Place place, Reading& reading);

}  // namespace linkspan::mail

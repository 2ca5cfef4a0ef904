// SPDX-License-Identifier: Apache-2.0
// The state of reading one message, at every depth of it, and the entry point.
//
// Guarded by tests/mail/mail_message_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "linkspan/mail.h"

namespace linkspan::mail {

// The receivers. REQUIRES: they outlive this.
struct Reading {
  const ReadOptions& options;
  Visitor& visitor;
  Summary& summary;
  uint64_t alternatives = 0;  // how many were found that are in no other one

  // Warns of parts that are not read.
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

// The place of the current message in the input of the caller.
struct Place {
  // The number to add to an offset in it; nothing if it was decoded, so that its offsets mean
  // nothing.
  std::optional<uint64_t> base;
  unsigned encoded_messages = 0;  // the number of encoded messages around it

  std::optional<uint64_t> offset(uint64_t here) const {
    return base ? std::optional<uint64_t>(*base + here) : std::nullopt;
  }
};

// Reads a message. The numbers of its parts begin with `prefix`: "" or the number of the part that
// contains it.
void read_bytes(std::string_view message, const std::string& prefix, Place place, Reading& reading);

}  // namespace linkspan::mail

// SPDX-License-Identifier: Apache-2.0
// What GMime found wrong in a message while parsing it.
//
// Much of that does not touch the text (a list of addresses that is none, bytes beyond ASCII in a
// field, which RFC 6532 allows) and is not kept.
//
// This header is inside of the stage: it has GMime's types in it.
// Guarded by tests/mail_message_test.cc.
#pragma once

#include <gmime/gmime.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/mail.h"

namespace linkspan::mail {

// As much of a field as fits in a sentence about it, for people to read.
std::string excerpt(std::string_view field);

class ParseReports {
 public:
  struct Report {
    GMimeParserWarning code;
    WarningKind kind;
    std::optional<uint64_t> stream_offset;
    std::string sentence;
  };

  struct FreeOptions {
    void operator()(GMimeParserOptions* options) const { g_mime_parser_options_free(options); }
  };
  using Options = std::unique_ptr<GMimeParserOptions, FreeOptions>;

  // The options with which GMime reports to this. They die with it at the latest.
  Options options();

  const std::vector<Report>& reports() const { return reports_; }
  // The begins of lines in headers that are no fields, in the stream.
  const std::vector<uint64_t>& not_fields() const { return not_fields_; }

 private:
  static void take(gint64 offset, GMimeParserWarning code, const gchar* item, gpointer reports);

  std::vector<Report> reports_;
  std::vector<uint64_t> not_fields_;
};

}  // namespace linkspan::mail

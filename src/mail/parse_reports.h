// SPDX-License-Identifier: Apache-2.0
// The errors that GMime found in a message while parsing it.
//
// Errors that do not affect the text (a malformed list of addresses, non-ASCII bytes in a field,
// which RFC 6532 allows) are not kept.
//
// Internal to the stage: this header uses GMime's types. Guarded by
// tests/mail/mail_message_test.cc.
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

// The start of a field, as long as fits in a sentence for people.
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

  // The options with which GMime reports to this object. They must not outlive it.
  Options options();

  const std::vector<Report>& reports() const { return reports_; }
  // The starts, in the stream, of lines in headers that are not fields.
  const std::vector<uint64_t>& not_fields() const { return not_fields_; }

 private:
  static void take(gint64 offset, GMimeParserWarning code, const gchar* item, gpointer reports);

  std::vector<Report> reports_;
  std::vector<uint64_t> not_fields_;
};

}  // namespace linkspan::mail

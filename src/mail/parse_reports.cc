// SPDX-License-Identifier: Apache-2.0
#include "mail/parse_reports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <type_traits>
#include <utility>

#include "base/printable.h"
#include "mail/guard.h"

namespace linkspan::mail {
namespace {

struct KindOfCode {
  GMimeParserWarning code;
  WarningKind kind;
};

// The errors that GMime reports. Other codes do not concern the text, or are found by the walk over
// the parts (GMIME_CRIT_NESTING_OVERFLOW).
constexpr std::array<KindOfCode, 9> kKinds = {{
    {GMIME_WARN_INVALID_CONTENT_TYPE, WarningKind::malformed_content_type},
    {GMIME_WARN_INVALID_PARAMETER, WarningKind::malformed_parameter},
    {GMIME_WARN_MALFORMED_MULTIPART, WarningKind::no_parts},
    {GMIME_WARN_TRUNCATED_MESSAGE, WarningKind::cut_off},
    {GMIME_CRIT_INVALID_HEADER_NAME, WarningKind::not_a_field},
    {GMIME_CRIT_CONFLICTING_HEADER, WarningKind::conflicting_field},
    {GMIME_CRIT_CONFLICTING_PARAMETER, WarningKind::conflicting_parameter},
    {GMIME_CRIT_MULTIPART_WITHOUT_BOUNDARY, WarningKind::no_boundary},
    {GMIME_CRIT_PART_WITHOUT_HEADERS_OR_CONTENT, WarningKind::empty_part},
}};

// A field that is hidden from GMime may occur any number of times (RFC 5322, section 3.6).
bool is_of_hidden_field(GMimeParserWarning code, const gchar* item) {
  return code == GMIME_CRIT_CONFLICTING_HEADER && item != nullptr && item[0] == kHiddenName;
}

std::string as_in_message(std::string item) {
  std::replace(item.begin(), item.end(), kHiddenColon, ':');
  std::replace(item.begin(), item.end(), kHiddenDash, '-');
  return item;
}

// The maximum number of reports, as a message may have an error in each line.
constexpr size_t kMaxReports = 1000;

// For unencoded non-ASCII bytes in a field.
const char* g_field_charsets[] = {"utf-8", "windows-1252", "iso-8859-1", nullptr};  // NOLINT

// GMime 3.2.15 takes one argument more: what to call when the callback is not needed any more.
template <class Set>
void set_warning_callback(Set* set, GMimeParserOptions* options, GMimeParserWarningFunc take,
                          gpointer reports) {
  if constexpr (std::is_invocable_v<Set*, GMimeParserOptions*, GMimeParserWarningFunc, gpointer>) {
    set(options, take, reports);
  } else {
    set(options, take, reports, nullptr);
  }
}

}  // namespace

std::string excerpt(std::string_view field) {
  constexpr size_t kLongest = 60;
  return base::printable(field.substr(0, kLongest));
}

ParseReports::Options ParseReports::options() {
  Options options(g_mime_parser_options_new());
  g_mime_parser_options_set_fallback_charsets(options.get(), g_field_charsets);
  set_warning_callback(&g_mime_parser_options_set_warning_callback, options.get(), take, this);
  return options;
}

void ParseReports::take(gint64 offset, GMimeParserWarning code, const gchar* item,
                        gpointer reports) {
  auto& self = *static_cast<ParseReports*>(reports);
  if (code == GMIME_CRIT_INVALID_HEADER_NAME && offset > 0) {
    self.not_fields_.push_back(static_cast<uint64_t>(offset));
  }
  const auto known =
      std::find_if(kKinds.begin(), kKinds.end(),
                   [code](const KindOfCode& candidate) { return candidate.code == code; });
  if (known == kKinds.end() || self.reports_.size() == kMaxReports) return;
  if (is_of_hidden_field(code, item)) return;
  Report report{code, known->kind, std::nullopt, std::string(sentence(known->kind))};
  // GMime also reports 0 if it does not know the offset.
  if (offset > 0) report.stream_offset = static_cast<uint64_t>(offset);
  if (item != nullptr) {
    report.sentence += ": " + excerpt(as_in_message(item));
  }
  self.reports_.push_back(std::move(report));
}

}  // namespace linkspan::mail

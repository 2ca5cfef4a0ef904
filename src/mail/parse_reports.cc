#include "mail/parse_reports.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <utility>

#include "base/printable.h"
#include "mail/parser_view.h"

namespace linkspan::mail {
namespace {

struct Sentence {
  GMimeParserWarning code;
  std::string_view text;
};

// What GMime finds and does about it. Codes that are not here say nothing about the text, or are
// seen by what goes through the parts (GMIME_CRIT_NESTING_OVERFLOW).
constexpr std::array<Sentence, 9> kSentences = {{
    {GMIME_WARN_INVALID_CONTENT_TYPE, "a Content-Type field is malformed"},
    {GMIME_WARN_INVALID_PARAMETER, "a parameter is malformed and was left out"},
    {GMIME_WARN_MALFORMED_MULTIPART, "a multipart has no parts"},
    {GMIME_WARN_TRUNCATED_MESSAGE, "the message ends before its last boundary"},
    {GMIME_CRIT_INVALID_HEADER_NAME, "a line in a header is no field and was left out"},
    {GMIME_CRIT_CONFLICTING_HEADER, "a field comes twice and says different things"},
    {GMIME_CRIT_CONFLICTING_PARAMETER, "a parameter comes twice and says different things"},
    {GMIME_CRIT_MULTIPART_WITHOUT_BOUNDARY, "a multipart names no boundary"},
    {GMIME_CRIT_PART_WITHOUT_HEADERS_OR_CONTENT, "a part is empty"},
}};

std::string as_in_message(std::string item) {
  std::replace(item.begin(), item.end(), kHiddenColon, ':');
  return item;
}

// A message can be made of nothing but mistakes; these are enough to say so.
constexpr size_t kMaxReports = 1000;

// For bytes beyond ASCII that stand in a field without being encoded.
const char* g_field_charsets[] = {"utf-8", "windows-1252", "iso-8859-1", nullptr};  // NOLINT

}  // namespace

std::string excerpt(std::string_view field) {
  constexpr size_t kMostBytes = 60;
  return base::printable(field.substr(0, kMostBytes));
}

ParseReports::Options ParseReports::options() {
  Options options(g_mime_parser_options_new());
  g_mime_parser_options_set_fallback_charsets(options.get(), g_field_charsets);
  g_mime_parser_options_set_warning_callback(options.get(), take, this);
  return options;
}

void ParseReports::take(gint64 offset, GMimeParserWarning code, const gchar* item,
                        gpointer reports) {
  auto& self = *static_cast<ParseReports*>(reports);
  if (code == GMIME_CRIT_INVALID_HEADER_NAME && offset > 0) {
    self.not_fields_.push_back(static_cast<uint64_t>(offset));
  }
  const auto* const sentence =
      std::find_if(kSentences.begin(), kSentences.end(),
                   [code](const Sentence& candidate) { return candidate.code == code; });
  if (sentence == kSentences.end() || self.reports_.size() == kMaxReports) return;
  Report report{code, std::nullopt, std::string(sentence->text)};
  // GMime says 0 also where it does not know.
  if (offset > 0) report.stream_offset = static_cast<uint64_t>(offset);
  if (item != nullptr) {
    report.sentence += ": " + excerpt(as_in_message(item));
  }
  self.reports_.push_back(std::move(report));
}

}  // namespace linkspan::mail

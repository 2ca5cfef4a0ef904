// SPDX-License-Identifier: Apache-2.0
#include <cstddef>
#include <memory>
#include <mutex>
#include <optional>
#include <utility>

#include "base/utf8.h"
#include "linkspan/mail.h"
#include "mail/guard.h"
#include "mail/line_ends.h"
#include "mail/missing_lines.h"
#include "mail/parse_reports.h"
#include "mail/parser_view.h"
#include "mail/reading.h"
#include "mail/walk.h"

namespace linkspan::mail {
namespace {

// GMime registers the type of an object when the first one is made, which two threads must not do
// at once. So a message with one of each is made first.
constexpr std::string_view kOneOfEverything =
    "From: =?koi8-r?Q?=C1?= <a@b>\n"
    "To: g: a@b;\n"
    "Subject: =?x?B?YQ==?= \xE9\n"
    "Date: Thu, 1 Jan 1970 00:00:00 +0000\n"
    "Message-ID: <a@b>\n"
    "References: <a@b>\n"
    "Content-Type: multipart/mixed; boundary=b\n\n"
    "--b\nContent-Type: text/plain; charset*=utf-8''a\nContent-Disposition: inline; filename=a\n"
    "Content-Transfer-Encoding: base64\n\nYQ==\n"
    "--b\nContent-Type: message/rfc822\n\nA: b\n\nc\n"
    "--b\nContent-Type: message/partial\n\n"
    "--b\nContent-Type: application/pkcs7-mime\n\n"
    "--b\nContent-Type: multipart/signed; boundary=c\n\n--c\n\n--c--\n"
    "--b\nContent-Type: multipart/encrypted; boundary=d\n\n--d\n\n--d--\n"
    "--b--\n";

// GMime's own state, which is never freed.
void start_gmime() {
  static std::once_flag once;
  std::call_once(once, [] {
    g_mime_init();
    register_stream_type();
    const ReadOptions options{{"*"}, 0};
    Visitor nobody;
    Summary summary;
    Reading reading{options, nobody, summary};
    read_bytes(kOneOfEverything, "", {}, reading);
  });
}

// GMime keeps the text before the first boundary and after the last one in arrays with 32-bit
// sizes, and ends the process when one is full. Only a file that is not a message is as long as
// this.
constexpr size_t kMaxMessage = size_t{2} << 30;

// The result of GMime for a message, and its reports.
struct Parsed {
  explicit Parsed(const ParserView& view)
      : options(reports.options()),
        stream(open_stream(view)),
        parser(g_mime_parser_new_with_stream(stream.get())) {
    g_mime_parser_set_persist_stream(parser.get(), TRUE);
    message.reset(g_mime_parser_construct_message(parser.get(), options.get()));
  }

  ParseReports reports;
  ParseReports::Options options;
  Ref<GMimeStream> stream;
  Ref<GMimeParser> parser;
  Ref<GMimeMessage> message;  // none if it does not begin with a field
};

// Parses a message, and again if empty lines are missing in it.
std::unique_ptr<Parsed> parse(ParserView& view) {
  auto parsed = std::make_unique<Parsed>(view);
  std::vector<uint64_t> missing =
      missing_lines(view.message, view.ends, parsed->reports.not_fields());
  if (missing.empty()) return parsed;
  parsed.reset();
  view.line_ends = std::move(missing);
  return std::make_unique<Parsed>(view);
}

// Is the message, or the message in it, a multipart with a boundary?
bool has_boundary(GMimeMessage* message) {
  while (message != nullptr) {
    GMimeObject* const body = g_mime_message_get_mime_part(message);
    if (body == nullptr) return false;
    if (!GMIME_IS_MESSAGE_PART(body)) {
      return GMIME_IS_MULTIPART(body) &&
             g_mime_object_get_content_type_parameter(body, "boundary") != nullptr;
    }
    message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(body));
  }
  return false;
}

void warn(const ParserView& view, const Parsed& parsed, Place place, Reading& reading) {
  if (const std::optional<uint64_t> first = view.guard.messages_are_text_from) {
    reading.warn(WarningKind::cut_field, place.offset(*first),
                 "so many messages are attached that those from here on are read as text");
  }
  for (const uint64_t line : view.line_ends) {
    reading.warn(WarningKind::header_without_end, place.offset(line));
  }
  // GMime also reports a message as cut off if it ends with a header, which is allowed.
  const bool can_be_cut_off = has_boundary(parsed.message.get());
  for (const ParseReports::Report& report : parsed.reports.reports()) {
    if (report.code == GMIME_WARN_TRUNCATED_MESSAGE && !can_be_cut_off) continue;
    // Without a header, no field is missing.
    if (report.code == GMIME_CRIT_INVALID_HEADER_NAME && !parsed.message) continue;
    reading.warn(report.kind,
                 report.stream_offset ? place.offset(view.message_offset(*report.stream_offset))
                                      : std::nullopt,
                 report.sentence);
  }
}

bool is_blank_line(std::string_view line) {
  const size_t end = line.find_first_not_of(" \t");
  return end != 0 && end != line.npos && (line[end] == '\r' || line[end] == '\n');
}

// The number of bytes before the header: a byte order mark, the From_ line of a mailbox, perhaps
// quoted, and lines of blanks.
size_t before_header(std::string_view message, LineEnds ends) {
  size_t begin = message.starts_with(base::kByteOrderMark) ? base::kByteOrderMark.size() : 0;
  const std::string_view rest = message.substr(begin);
  if (rest.starts_with("From ") || rest.starts_with(">From ")) {
    begin = next_line(message, begin, ends);
  }
  while (is_blank_line(message.substr(begin))) begin = next_line(message, begin, ends);
  return begin;
}

}  // namespace

void read_bytes(std::string_view message, const std::string& prefix, Place place,
                Reading& reading) {
  const LineEnds ends = line_ends_of(message);
  const size_t header = before_header(message, ends);
  message.remove_prefix(header);
  if (place.base) *place.base += header;
  if (message.empty()) return;
  if (message.size() > kMaxMessage) {
    reading.leave_out(WarningKind::too_long, place.offset(kMaxMessage),
                      std::string(sentence(WarningKind::too_long)));
    message = message.substr(0, kMaxMessage);
  }

  ParserView view{message, ends, guard(message, ends), {}};
  const std::unique_ptr<Parsed> parsed = parse(view);
  warn(view, *parsed, place, reading);
  Walk walk(view, parsed->options.get(), place, reading);
  if (parsed->message) {
    walk.visit_message(parsed->message.get(), prefix);
    walk.warn_of_cut_fields();
  } else {
    reading.warn(WarningKind::no_header, place.offset(0));
    walk.give_all_as_text(prefix);
  }
}

Summary read_message(std::string_view message, const ReadOptions& options, Visitor& visitor) {
  start_gmime();
  Summary summary;
  Reading reading{options, visitor, summary};
  read_bytes(message, "", {uint64_t{0}, 0}, reading);
  return summary;
}

}  // namespace linkspan::mail

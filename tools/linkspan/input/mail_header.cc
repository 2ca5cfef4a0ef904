// SPDX-License-Identifier: Apache-2.0
#include "input/mail_header.h"

#include <algorithm>
#include <array>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

// A field that nothing but mail has, in lower case, and what its value must hold, as some names are
// English words.
struct FieldOfMail {
  std::string_view name, holds;
};

// What message stores, transports and mail programs write (RFC 5321, section 4.4; RFC 5322, section
// 3.6; RFC 2045, section 3).
constexpr std::array<FieldOfMail, 18> kOfMail = {{{"return-path", ""},
                                                  {"received", ";"},
                                                  {"message-id", ""},
                                                  {"delivered-to", "@"},
                                                  {"mime-version", ""},
                                                  {"dkim-signature", "="},
                                                  {"x-mailer", ""},
                                                  {"in-reply-to", "<"},
                                                  {"references", "<"},
                                                  {"content-transfer-encoding", ""},
                                                  {"resent-from", "@"},
                                                  {"list-id", "<"},
                                                  {"authentication-results", ""},
                                                  {"arc-seal", "="},
                                                  {"x-original-to", "@"},
                                                  {"x-mozilla-status", ""},
                                                  {"received-spf", ""},
                                                  {"envelope-to", "@"}}};
// Fields that notes, HTTP or news also have.
constexpr std::array<std::string_view, 10> kOthers = {
    "from", "to",       "date",   "subject",      "cc",
    "bcc",  "reply-to", "sender", "content-type", "user-agent"};

struct Field {
  std::string name;        // in lower case
  std::string_view value;  // with its line ends
};

// RFC 5322, section 3.4.1, as far as necessary to distinguish a sender from a word.
bool has_address(std::string_view value) {
  const size_t at = value.find('@');
  return at != value.npos && at > 0 && at + 1 < value.size() &&
         value.find_first_of(" \t\r\n<>", at - 1) > at + 1;
}

void count(const Field& field, MailHeader& header) {
  ++header.fields;
  const bool is_of_mail =
      std::any_of(kOfMail.begin(), kOfMail.end(), [&field](const FieldOfMail& one) {
        return one.name == field.name && field.value.find(one.holds) != field.value.npos;
      });
  header.of_mail = header.of_mail || is_of_mail;
  const bool is_known =
      is_of_mail || std::find(kOthers.begin(), kOthers.end(), field.name) != kOthers.end();
  header.known += is_known ? 1 : 0;
  if (field.name == "from" && has_address(field.value)) header.from = true;
  if (field.name == "content-type") header.content_type = true;
}

// A line without its end; `next` is where the next one begins.
struct Line {
  std::string_view text;
  size_t next;
  bool is_ended;
};

Line line_at(std::string_view bytes, size_t begin) {
  const size_t end = bytes.find_first_of("\r\n", begin);
  if (end == bytes.npos) return {bytes.substr(begin), bytes.size(), false};
  const size_t size = bytes.substr(end).starts_with("\r\n") ? 2 : 1;
  return {bytes.substr(begin, end - begin), end + size, true};
}

bool begins_with_blank(std::string_view line) {
  return line.starts_with(' ') || line.starts_with('\t');
}

// The end of the field whose first line is before `next`.
size_t end_of_field(std::string_view bytes, size_t next) {
  while (next < bytes.size() && begins_with_blank(bytes.substr(next))) {
    next = line_at(bytes, next).next;
  }
  return next;
}

// RFC 5322, section 4.5: blanks may precede the colon.
std::string_view name_of(std::string_view line) {
  const std::string_view before = line.substr(0, line.find(':'));
  return before.substr(0, before.find_last_not_of(" \t") + 1);
}

bool is_field(std::string_view line) {
  const std::string_view name = name_of(line);
  const size_t colon = std::min(line.find(':'), line.size());
  return !name.empty() && !line.substr(colon).starts_with("://") && colon < line.size() &&
         std::all_of(name.begin(), name.end(), mail::is_of_field_names);
}

}  // namespace

MailHeader read_mail_header(std::string_view bytes, FirstBytes extent) {
  MailHeader header;
  for (size_t at = 0; at < bytes.size();) {
    const Line line = line_at(bytes, at);
    if (!line.is_ended && extent == FirstBytes::cut) return header;
    if (!is_field(line.text)) {
      header.is_over = true;
      header.is_whole = line.text.empty();
      return header;
    }
    const size_t end = end_of_field(bytes, line.next);
    if (end == bytes.size() && extent == FirstBytes::cut) return header;
    const size_t value = line.text.find(':') + 1;
    count({base::to_ascii_lower(name_of(line.text)), bytes.substr(at + value, end - at - value)},
          header);
    at = end;
  }
  header.is_over = extent == FirstBytes::whole;
  header.is_whole = header.is_over;
  return header;
}

bool is_of_mail(const MailHeader& header) {
  if (header.of_mail && header.known >= 2) return true;
  return header.from && header.content_type && header.is_whole;
}

size_t size_before_header(std::string_view bytes) {
  size_t at = bytes.starts_with(base::kByteOrderMark) ? base::kByteOrderMark.size() : 0;
  while (at < bytes.size()) {
    const Line line = line_at(bytes, at);
    if (line.text.find_first_not_of(" \t") != line.text.npos) break;
    at = line.next;
  }
  return at;
}

}  // namespace linkspan::command

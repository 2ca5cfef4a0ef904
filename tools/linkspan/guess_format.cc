#include "guess_format.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "base/ascii.h"
#include "base/utf8.h"

namespace linkspan::command {
namespace {

// What message stores, transports and mail programs write (RFC 5321, section 4.4; RFC 5322, section
// 3.6; RFC 2045, section 3), in lower case. Not such as `Subject` or `To`, which notes have, too.
constexpr std::string_view kFieldsOfMail[] = {"return-path",
                                              "received",
                                              "message-id",
                                              "delivered-to",
                                              "mime-version",
                                              "dkim-signature",
                                              "x-mailer",
                                              "in-reply-to",
                                              "references",
                                              "content-type",
                                              "content-transfer-encoding",
                                              "resent-from",
                                              "list-id",
                                              "authentication-results",
                                              "x-original-to",
                                              "x-mozilla-status",
                                              "user-agent",
                                              "envelope-to"};
constexpr std::string_view kOtherFields[] = {"from", "to",       "date",  "subject",
                                             "cc",   "reply-to", "sender"};

bool has_extension(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size()) return false;
  name.remove_prefix(name.size() - extension.size());
  return std::equal(name.begin(), name.end(), extension.begin(),
                    [](char a, char b) { return base::to_ascii_lower(a) == b; });
}

bool is_in_maildir(std::string_view name) {
  const size_t file = name.rfind('/');
  if (file == std::string_view::npos) return false;
  const std::string_view folder = name.substr(0, file);
  return folder == "new" || folder == "cur" || folder.ends_with("/new") || folder.ends_with("/cur");
}

template <size_t n>
bool is_one_of(const std::string_view (&names)[n], std::string_view name) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

constexpr std::string_view kFromLine = "From ";

// Could more bytes make all of it? The empty text is the begin of anything.
bool is_begin_of(std::string_view whole, std::string_view bytes) {
  return bytes.size() < whole.size() && whole.starts_with(bytes);
}

// field-name: printable ASCII but the colon (RFC 5322, section 3.6.8). Empty if the line has none.
std::string_view field_name(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) return {};
  const std::string_view name = line.substr(0, colon);
  const bool is_name =
      std::all_of(name.begin(), name.end(), [](char c) { return c > ' ' && c < 0x7F; });
  return is_name ? name : std::string_view();
}

// The lines of a header, counted as far as they are at hand.
struct Header {
  unsigned of_mail = 0;
  unsigned other = 0;
  bool ended = false;  // an empty line, or one that no header has
};

Header read_header(std::string_view bytes, FirstBytes extent) {
  Header header;
  while (!bytes.empty()) {
    const size_t end = bytes.find_first_of("\r\n");
    if (end == std::string_view::npos && extent == FirstBytes::cut) return header;
    const std::string_view line = bytes.substr(0, end);
    bytes.remove_prefix(line.size());
    bytes.remove_prefix(bytes.starts_with("\r\n") ? 2 : std::min<size_t>(bytes.size(), 1));
    const bool is_folded = line.starts_with(' ') || line.starts_with('\t');
    if (is_folded && header.of_mail + header.other > 0) continue;
    const std::string name = base::to_ascii_lower(field_name(line));
    if (line.empty() || name.empty()) {
      header.ended = true;
      return header;
    }
    header.of_mail += is_one_of(kFieldsOfMail, name) ? 1 : 0;
    header.other += is_one_of(kOtherFields, name) ? 1 : 0;
  }
  header.ended = extent == FirstBytes::whole;
  return header;
}

}  // namespace

size_t size_before_header(std::string_view bytes) {
  const size_t mark = bytes.starts_with(base::kByteOrderMark) ? base::kByteOrderMark.size() : 0;
  return std::min(bytes.find_first_not_of("\r\n", mark), bytes.size());
}

std::optional<InputFormat> guess_format(std::string_view name, std::string_view bytes,
                                        FirstBytes extent) {
  if (bytes.size() >= kGuessBytes) extent = FirstBytes::whole;
  if (extent == FirstBytes::cut && is_begin_of(base::kByteOrderMark, bytes)) return {};
  bytes.remove_prefix(size_before_header(bytes));
  if (extent == FirstBytes::cut && is_begin_of(kFromLine, bytes)) return {};
  size_t from_line = 0;
  if (bytes.starts_with(kFromLine)) {
    from_line = bytes.find('\n');
    if (from_line == std::string_view::npos) {
      return extent == FirstBytes::cut ? std::optional<InputFormat>() : InputFormat::text;
    }
    bytes.remove_prefix(from_line + 1);
  }
  const Header header = read_header(bytes, extent);
  const bool is_expected = has_extension(name, ".eml") || is_in_maildir(name) ||
                           has_extension(name, ".mbox") || from_line > 0;
  const unsigned fields = header.of_mail > 0 || is_expected ? header.of_mail + header.other : 0;
  if (fields >= (is_expected ? 1 : 2)) {
    return from_line > 0 && !has_extension(name, ".eml") ? InputFormat::mbox : InputFormat::mail;
  }
  if (header.ended || extent == FirstBytes::whole) return InputFormat::text;
  return {};
}

}  // namespace linkspan::command

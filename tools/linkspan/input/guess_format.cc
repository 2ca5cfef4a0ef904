// SPDX-License-Identifier: Apache-2.0
#include "input/guess_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <iterator>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/code_names.h"
#include "base/few_texts.h"
#include "base/utf8.h"
#include "input/archive.h"
#include "input/formats.h"
#include "linkspan/charset.h"
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

namespace {

constexpr std::string_view kFromLine = "From ";

// The extensions of compressed files.
constexpr std::array<std::string_view, 7> kCompressed = {".gz",  ".bz2", ".xz", ".zst",
                                                         ".lz4", ".lz",  ".Z"};

std::string_view without_compression(std::string_view name) {
  for (const std::string_view suffix : kCompressed) {
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  }
  return name;
}

// ".html" of page.HTML, in lower case; empty if there is none.
std::string extension_of(std::string_view name) {
  const std::string_view file = name.substr(name.rfind('/') + 1);
  const size_t dot = file.rfind('.');
  return dot == file.npos ? std::string() : base::to_ascii_lower(file.substr(dot));
}

bool is_in_maildir(std::string_view name) {
  const size_t file = name.rfind('/');
  if (file == std::string_view::npos) return false;
  const std::string_view folder = name.substr(0, file);
  return folder == "new" || folder == "cur" || folder.ends_with("/new") || folder.ends_with("/cur");
}

// 1741000500.M1P2.host:2,S
bool is_named_by_delivery(std::string_view name) {
  const std::string_view file = name.substr(name.rfind('/') + 1);
  const size_t digits = file.find_first_not_of("0123456789");
  return digits != file.npos && digits > 0 && file[digits] == '.' &&
         file.find('.', digits + 1) != file.npos;
}

// The possible starts of HTML, in lower case.
constexpr std::string_view kHtmlBegins = "<!doctype html|<html";
constexpr std::string_view kXmlBegin = "<?xml";

// The requirement on a header, which depends on its context.
enum class Asked : uint8_t { header_of_mail, field_of_mail, any_field };

bool is_enough(const MailHeader& header, Asked asked) {
  if (asked == Asked::any_field) return header.fields > 0;
  if (asked == Asked::field_of_mail) return header.known > 0;
  return is_of_mail(header);
}

Verdict judge_header(std::string_view bytes, FirstBytes extent, Asked asked) {
  const MailHeader header = read_mail_header(bytes, extent);
  if (is_enough(header, asked)) return Verdict::yes;
  const bool is_over = header.is_over || extent == FirstBytes::whole;
  return is_over ? Verdict::no : Verdict::open;
}

// Is the text a prefix of it?
bool is_start_of(std::string_view whole, std::string_view bytes) {
  return bytes.size() < whole.size() && whole.starts_with(bytes);
}

Verdict judge_literals(std::string_view literals, const Start& start) {
  Verdict verdict = Verdict::no;
  while (!literals.empty()) {
    const std::string_view one = literals.substr(0, literals.find('|'));
    literals.remove_prefix(std::min(one.size() + 1, literals.size()));
    const std::string_view here = start.bytes.substr(0, one.size());
    const bool is_same = std::equal(here.begin(), here.end(), one.begin(), [](char a, char b) {
      return base::to_ascii_lower(a) == base::to_ascii_lower(b);
    });
    if (!is_same) continue;
    if (here.size() == one.size()) return Verdict::yes;
    if (start.extent == FirstBytes::cut) verdict = Verdict::open;
  }
  return verdict;
}

// The ASCII characters of UTF-16 after its byte order mark; else the bytes.
std::string narrow(std::string_view bytes) {
  if (!bytes.starts_with("\xFF\xFE") && !bytes.starts_with("\xFE\xFF")) return std::string(bytes);
  std::string narrow;
  for (const char c : bytes.substr(2)) {
    if (c != '\0') narrow += c;
  }
  return narrow;
}

std::string_view without_blanks(std::string_view bytes) {
  bytes.remove_prefix(std::min(bytes.find_first_not_of(" \t\r\n"), bytes.size()));
  return bytes;
}

// Without the declaration, instructions and comments before the root. Nothing if they do not end.
std::optional<std::string_view> from_root(std::string_view bytes) {
  while (true) {
    bytes = without_blanks(bytes);
    const bool is_comment = bytes.starts_with("<!--");
    if (!is_comment && !bytes.starts_with("<?")) return bytes;
    const size_t end = is_comment ? bytes.find("-->", 4) : bytes.find("?>");
    if (end == bytes.npos) return {};
    bytes.remove_prefix(end + (is_comment ? 3 : 2));
  }
}

// Is it a start tag with a namespace?
bool begins_with_namespace(std::string_view bytes) {
  if (bytes.size() < 2 || bytes[0] != '<' ||
      !base::is_ascii_letter(static_cast<uint8_t>(bytes[1]))) {
    return false;
  }
  const std::string_view tag = bytes.substr(0, bytes.find_first_of("<>", 1));
  return tag.find(" xmlns=\"") != tag.npos || tag.find(" xmlns:") != tag.npos;
}

// html or xml: they are one question.
enum class MarkupKind : uint8_t { none, open, html, xml };

MarkupKind markup_of_start(const Start& start) {
  const size_t first = start.bytes.find_first_not_of(" \t\r\n");
  if (first == start.bytes.npos) return MarkupKind::none;
  const auto byte = static_cast<unsigned char>(start.bytes[first]);
  if (byte != '<' && byte < 0xFE) return MarkupKind::none;
  const std::string ascii = narrow(start.bytes);
  const std::string_view text = without_blanks(ascii);
  const bool is_declared = text.starts_with(kXmlBegin);
  const bool is_cut = start.extent == FirstBytes::cut;
  if (!is_declared && is_cut && is_start_of(kXmlBegin, text)) return MarkupKind::open;
  const std::optional<std::string_view> root = is_declared ? from_root(text) : text;
  const bool is_tag_open = !root || (root->starts_with('<') && root->find('>') == root->npos);
  if (is_tag_open && is_cut) return MarkupKind::open;
  if (!root) return MarkupKind::xml;
  const Verdict html = judge_literals(kHtmlBegins, {start.name, *root, start.extent});
  if (html != Verdict::no) return html == Verdict::yes ? MarkupKind::html : MarkupKind::open;
  return is_declared || begins_with_namespace(*root) ? MarkupKind::xml : MarkupKind::none;
}

Verdict is_markup(const Start& start, MarkupKind kind) {
  const MarkupKind found = markup_of_start(start);
  if (found == MarkupKind::open) return Verdict::open;
  return found == kind ? Verdict::yes : Verdict::no;
}

Verdict judge(const Format& row, const Start& start) {
  if (row.judge != nullptr) return row.judge(start);
  return row.starts.empty() ? Verdict::no : judge_literals(row.starts, start);
}

// Does the media type match one of the patterns?
bool is_of_type(std::string_view media_type, std::string_view patterns) {
  if (base::is_in_list(media_type, patterns)) return true;
  for (std::string_view rest = patterns; !rest.empty();) {
    const std::string_view one = rest.substr(0, rest.find(' '));
    rest.remove_prefix(std::min(one.size() + 1, rest.size()));
    const bool is_prefix = one.size() > 2 && one.ends_with('*') && one[one.size() - 2] != '/';
    if (is_prefix && media_type.starts_with(one.substr(0, one.size() - 1))) return true;
  }
  const size_t slash = media_type.find('/');
  const size_t plus = media_type.rfind('+');
  return (slash != media_type.npos &&
          base::is_in_list(std::string(media_type.substr(0, slash)) + "/*", patterns)) ||
         (plus != media_type.npos &&
          base::is_in_list('*' + std::string(media_type.substr(plus)), patterns));
}

}  // namespace

Verdict begins_html(const Start& start) { return is_markup(start, MarkupKind::html); }
Verdict begins_xml(const Start& start) { return is_markup(start, MarkupKind::xml); }

Verdict begins_archive(const Start& start) {
  return is_archive(start.bytes) ? Verdict::yes : Verdict::no;
}

Verdict begins_mail(const Start& start) {
  if (start.bytes.starts_with(kFromLine)) return Verdict::no;
  const Asked asked = is_in_maildir(start.name) ? Asked::field_of_mail : Asked::header_of_mail;
  return judge_header(start.bytes, start.extent, asked);
}

Verdict begins_mailbox(const Start& start) {
  const std::string_view bytes = start.bytes;
  if (start.extent == FirstBytes::cut && is_start_of(kFromLine, bytes)) return Verdict::open;
  if (!bytes.starts_with(kFromLine)) return Verdict::no;
  const size_t end = bytes.find('\n');
  if (end == bytes.npos) return start.extent == FirstBytes::cut ? Verdict::open : Verdict::no;
  const Asked asked =
      mail::names_date(bytes.substr(0, end)) ? Asked::any_field : Asked::field_of_mail;
  return judge_header(bytes.substr(end + 1), start.extent, asked);
}

// Not a template of a presentation, `.pot`, which is an OLE file.
Verdict begins_gettext(const Start& start) {
  return is_binary(start.bytes) ? Verdict::no : Verdict::yes;
}

// ls.1, EVP_md5.3ssl, tcl.n, x.man: a section is a digit and letters.
Verdict begins_roff(const Start& start) {
  constexpr std::string_view kStarts =
      ".\\\"|'\\\"|.TH|.Dd|.so |.de |.ds |.if |.ie |.nr |.ig|.\\|.lf ";
  constexpr std::string_view kOfPackages = ".n .l .man .mdoc .roff .me .ms .mm .tr .troff .groff";
  const std::string extension = extension_of(start.name);
  const bool is_section = extension.size() > 1 && extension[1] >= '0' && extension[1] <= '9' &&
                          std::all_of(extension.begin() + 2, extension.end(), [](char c) {
                            return base::is_ascii_letter(static_cast<uint8_t>(c));
                          });
  const bool is_named = is_section || base::is_in_list(extension, kOfPackages);
  return is_named ? judge_literals(kStarts, start) : Verdict::no;
}

const Format* guess_format(std::string_view name, std::string_view bytes, FirstBytes extent,
                           AskedFor asked_for) {
  name = without_compression(name);
  if (bytes.size() >= kGuessBytes) extent = FirstBytes::whole;
  for (const Format& row : kFormats) {
    if (row.judged != Judged::first) continue;
    if (judge(row, {name, bytes, FirstBytes::whole}) == Verdict::yes) return &row;
  }
  const std::string extension = extension_of(name);
  const auto is_named = [&](const Format& row, Named named) {
    return row.named == named && base::is_in_list(extension, row.extensions);
  };
  for (const Format& row : kFormats) {
    if (is_named(row, Named::decides)) return &row;
    if (asked_for == AskedFor::yes && is_named(row, Named::asked)) return &row;
  }
  if (is_in_maildir(name) && is_named_by_delivery(name)) return &format_named("mail");
  if (extent == FirstBytes::cut && is_start_of(base::kByteOrderMark, bytes)) return nullptr;
  const Start start{name, bytes.substr(size_before_header(bytes)), extent};
  for (const Format& row : kFormats) {
    if (row.judged == Judged::first) continue;
    if (row.named == Named::with_start && !is_named(row, Named::with_start)) continue;
    const Verdict verdict = judge(row, start);
    if (verdict != Verdict::no) return verdict == Verdict::yes ? &row : nullptr;
  }
  return &kTextFormat;
}

SourceOf source_of_file(std::string_view path) {
  const std::string extension = extension_of(without_compression(path));
  for (const Format& row : kFormats) {
    if (base::is_in_list(extension, row.extensions)) return row.source_of;
  }
  return SourceOf::plain;
}

const Format* format_of_media_type(std::string_view media_type) {
  if (media_type == "text/plain") return &kTextFormat;  // PERF: nearly all parts of mail
  const Flow flow = flow_of_media_type(media_type);
  const Format* by_pattern = nullptr;
  for (const Format& row : kFormats) {
    const bool is_of_flow = row.flow != Flow::fixed && row.flow == flow;
    if (is_of_flow || base::is_in_list(media_type, row.media_types)) return &row;
    if (by_pattern == nullptr && is_of_type(media_type, row.media_types)) by_pattern = &row;
  }
  return by_pattern;
}

std::string help_on_formats() {
  std::string help;
  for (const Format& row : kFormats) {
    if (row.offered == Offered::never) continue;
    help += fmt::format("{:10}{}{}{}\n", row.name, row.what, row.extensions.empty() ? "" : ": ",
                        row.extensions);
  }
  return help;
}

size_t begin_of_message(std::string_view bytes) {
  const size_t begin = size_before_header(bytes);
  const std::string_view rest = bytes.substr(begin);
  const bool has_header =
      rest.starts_with(kFromLine) || read_mail_header(rest, FirstBytes::whole).known > 0;
  return has_header ? begin : 0;
}

namespace {

// Formats that may have no zero byte near their start.
constexpr std::string_view kSignatures[] = {
    "%PDF-",   "%!PS",    "\xFF\xD8\xFF", "\x89PNG\r\n\x1A\n",  "GIF87a",      "GIF89a",
    "ID3\x02", "ID3\x03", "ID3\x04",      "\xFF\xFB",           "OggS",        "fLaC",
    "RIFF",    "wOFF",    "wOF2",         "7z\xBC\xAF\x27\x1C", "Rar!\x1A\x07"};

// Random bytes have a control character, other than those of text, in 9 of 100, and hardly any
// well-formed sequence of UTF-8. Text in another charset has no control characters; logs with
// separators such as U+0001 are well-formed.
bool is_mostly_data(std::string_view bytes) {
  constexpr size_t kLeast = 64;
  constexpr size_t kOneOf = 32;
  if (bytes.size() < kLeast) return false;
  size_t controls = 0, ill_formed = 0;
  const auto* at = reinterpret_cast<const uint8_t*>(bytes.data());
  for (const uint8_t* const end = at + bytes.size(); at < end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    const bool is_of_text = (*at >= 0x08 && *at <= 0x0F) || *at == 0x1B;
    if ((*at < 0x20 && !is_of_text) || *at == 0x7F) ++controls;
    ill_formed += found.value == base::kIllFormed ? 1 : 0;
    at += found.length;
  }
  return controls * kOneOf > bytes.size() && ill_formed * kOneOf > bytes.size();
}

}  // namespace

bool is_binary(std::string_view first_bytes) {
  if (base::begins_with_one_of(first_bytes, kSignatures)) return true;
  const bool has_zero = first_bytes.find('\0') != std::string_view::npos;
  if (!has_zero && !is_mostly_data(first_bytes)) return false;
  const std::string_view charset = charset::detect(first_bytes).charset.name();
  return !charset.starts_with("UTF-16") && !charset.starts_with("UTF-32");
}

namespace {

// The number or date that logrotate adds: app.log.1, app.log-20250131.
std::string_view without_rotation(std::string_view name) {
  const size_t last = name.find_last_not_of("0123456789");
  const bool is_rotated = last != std::string_view::npos && last > 0 && last + 1 < name.size() &&
                          (name[last] == '.' || name[last] == '-');
  return is_rotated ? name.substr(0, last) : name;
}

}  // namespace

Profile profile_of_file(std::string_view path) {
  const std::string lower = base::to_ascii_lower(path.substr(path.find_last_of("/:") + 1));
  const std::string_view name = without_rotation(without_compression(lower));
  const size_t dot = name.rfind('.');
  const std::string_view extension =
      dot == std::string_view::npos ? std::string_view() : name.substr(dot + 1);
  return base::is_code_file(name) || base::is_code_extension(extension) ? Profile::code
                                                                        : Profile::prose;
}

}  // namespace linkspan::command

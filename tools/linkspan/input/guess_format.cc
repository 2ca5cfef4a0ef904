// SPDX-License-Identifier: Apache-2.0
#include "input/guess_format.h"

#include <fmt/format.h>

#include <algorithm>
#include <array>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "base/utf8.h"
#include "input/binary_input.h"
#include "input/formats.h"
#include "linkspan/mail.h"
#include "modules/archive_members.h"

namespace linkspan::command {
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
  constexpr std::string_view kOthers = ".n .l .man .mdoc .roff .me .ms .mm .tr .troff .groff";
  const std::string extension = extension_of(start.name);
  const bool is_section = extension.size() > 1 && extension[1] >= '0' && extension[1] <= '9' &&
                          std::all_of(extension.begin() + 2, extension.end(), [](char c) {
                            return base::is_ascii_letter(static_cast<uint8_t>(c));
                          });
  const bool is_named = is_section || base::is_in_list(extension, kOthers);
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

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "input/guess_format.h"

#include <algorithm>
#include <array>

#include "base/ascii.h"
#include "base/utf8.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kFromLine = "From ";
constexpr std::string_view kWarcLine = "WARC/1.";

// The extensions of compressed files.
constexpr std::array<std::string_view, 7> kCompressed = {".gz",  ".bz2", ".xz", ".zst",
                                                         ".lz4", ".lz",  ".Z"};

bool has_extension(std::string_view name, std::string_view extension) {
  if (name.size() < extension.size()) return false;
  name.remove_prefix(name.size() - extension.size());
  return std::equal(name.begin(), name.end(), extension.begin(),
                    [](char a, char b) { return base::to_ascii_lower(a) == b; });
}

std::string_view without_compression(std::string_view name) {
  for (const std::string_view suffix : kCompressed) {
    if (name.ends_with(suffix)) return name.substr(0, name.size() - suffix.size());
  }
  return name;
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

constexpr std::array<std::string_view, 4> kHtmlNames = {".html", ".htm", ".xhtml", ".shtml"};
// The possible starts of HTML, in lower case.
constexpr std::array<std::string_view, 2> kHtmlBegins = {"<!doctype html", "<html"};

constexpr std::string_view kXmlNames[] = {
    ".xml",  ".atom", ".dbk", ".dita", ".docbook", ".fb2",     ".fodp", ".fods",
    ".fodt", ".gml",  ".gpx", ".jats", ".kml",     ".mathml",  ".mml",  ".ncx",
    ".opf",  ".opml", ".osm", ".owl",  ".plist",   ".rdf",     ".rels", ".resx",
    ".rss",  ".svg",  ".tei", ".tmx",  ".wsdl",    ".xbel",    ".xlf",  ".xliff",
    ".xmp",  ".xsd",  ".xsl", ".xslt", ".xspf",    ".musicxml"};
constexpr std::string_view kXmlBegin = "<?xml";

std::optional<InputFormat> input_format_by_name(std::string_view name) {
  if (std::any_of(kHtmlNames.begin(), kHtmlNames.end(),
                  [name](std::string_view html) { return has_extension(name, html); })) {
    return InputFormat::html;
  }
  if (std::any_of(std::begin(kXmlNames), std::end(kXmlNames),
                  [name](std::string_view xml) { return has_extension(name, xml); })) {
    return InputFormat::xml;
  }
  if (has_extension(name, ".eml")) return InputFormat::mail;
  if (has_extension(name, ".mbox")) return InputFormat::mbox;
  if (has_extension(name, ".warc")) return InputFormat::warc;
  if (is_in_maildir(name) && is_named_by_delivery(name)) return InputFormat::mail;
  return {};
}

// The requirement on a header, which depends on its context.
enum class Asked : uint8_t { header_of_mail, field_of_mail, any_field };

bool is_enough(const MailHeader& header, Asked asked) {
  if (asked == Asked::any_field) return header.fields > 0;
  if (asked == Asked::field_of_mail) return header.known > 0;
  return is_of_mail(header);
}

// text, or `format` if the header that the bytes begin with is enough for it.
std::optional<InputFormat> format_by_header(std::string_view bytes, FirstBytes extent,
                                            InputFormat format, Asked asked) {
  const MailHeader header = read_mail_header(bytes, extent);
  if (is_enough(header, asked)) return format;
  if (header.is_over || extent == FirstBytes::whole) return InputFormat::text;
  return {};
}

// Is the text a prefix of it?
bool is_start_of(std::string_view whole, std::string_view bytes) {
  return bytes.size() < whole.size() && whole.starts_with(bytes);
}

// html or xml; nothing for other starts, and if more bytes are needed.
struct MarkupGuess {
  std::optional<InputFormat> format;
  bool is_open = false;  // more bytes may make it markup
};

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

MarkupGuess format_by_html(std::string_view bytes, FirstBytes extent) {
  MarkupGuess guess;
  for (const std::string_view begin : kHtmlBegins) {
    const std::string here = base::to_ascii_lower(bytes.substr(0, begin.size()));
    if (here == begin) guess.format = InputFormat::html;
    guess.is_open |= extent == FirstBytes::cut && is_start_of(begin, here);
  }
  return guess;
}

MarkupGuess format_by_markup(std::string_view bytes, FirstBytes extent) {
  const std::string ascii = narrow(bytes);
  const std::string_view text = without_blanks(ascii);
  const bool is_declared = text.starts_with(kXmlBegin);
  if (!is_declared && extent == FirstBytes::cut && is_start_of(kXmlBegin, text)) return {{}, true};
  const std::optional<std::string_view> root = is_declared ? from_root(text) : text;
  const bool is_tag_open = !root || (root->starts_with('<') && root->find('>') == root->npos);
  if (is_tag_open && extent == FirstBytes::cut) return {{}, true};
  if (!root) return {InputFormat::xml, false};
  const MarkupGuess guess = format_by_html(*root, extent);
  const bool is_xml = is_declared || begins_with_namespace(*root);
  if (guess.format || guess.is_open || !is_xml) return guess;
  return {InputFormat::xml, false};
}

}  // namespace

std::optional<InputFormat> guess_format(std::string_view name, std::string_view bytes,
                                        FirstBytes extent) {
  name = without_compression(name);
  if (const auto format = input_format_by_name(name)) return format;
  if (bytes.size() >= kGuessBytes) extent = FirstBytes::whole;
  if (extent == FirstBytes::cut && is_start_of(base::kByteOrderMark, bytes)) return {};
  bytes.remove_prefix(size_before_header(bytes));
  if (extent == FirstBytes::cut && is_start_of(kFromLine, bytes)) return {};
  if (extent == FirstBytes::cut && is_start_of(kWarcLine, bytes)) return {};
  if (bytes.starts_with(kWarcLine)) return InputFormat::warc;
  if (const MarkupGuess markup = format_by_markup(bytes, extent); markup.format || markup.is_open) {
    return markup.format;
  }
  if (!bytes.starts_with(kFromLine)) {
    const Asked asked = is_in_maildir(name) ? Asked::field_of_mail : Asked::header_of_mail;
    return format_by_header(bytes, extent, InputFormat::mail, asked);
  }
  const size_t end = bytes.find('\n');
  if (end == bytes.npos) {
    return extent == FirstBytes::cut ? std::optional<InputFormat>() : InputFormat::text;
  }
  const Asked asked =
      mail::names_date(bytes.substr(0, end)) ? Asked::any_field : Asked::field_of_mail;
  return format_by_header(bytes.substr(end + 1), extent, InputFormat::mbox, asked);
}

bool names_markdown(std::string_view name) {
  constexpr std::string_view kNames[] = {".md", ".markdown", ".mkd", ".mdown"};
  name = without_compression(name);
  return std::any_of(std::begin(kNames), std::end(kNames),
                     [name](std::string_view ending) { return has_extension(name, ending); });
}

size_t begin_of_message(std::string_view bytes) {
  const size_t begin = size_before_header(bytes);
  const std::string_view rest = bytes.substr(begin);
  const bool has_header =
      rest.starts_with(kFromLine) || read_mail_header(rest, FirstBytes::whole).known > 0;
  return has_header ? begin : 0;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "mail/walk.h"

#include <algorithm>
#include <array>
#include <memory>
#include <utility>

#include "base/ascii.h"
#include "linkspan/iri.h"
#include "mail/encoded_blocks.h"
#include "mail/field_text.h"
#include "mail/guard.h"
#include "mail/parse_reports.h"
#include "mail/signed_data.h"
#include "mail/transfer.h"

namespace linkspan::mail {
namespace {

// A message/rfc822 part that is encoded, against RFC 2045, section 6.4, or too deep for GMime, is
// decoded into memory and read as a message; such messages may be nested so many times.
constexpr unsigned kMaxEncodedMessages = 8;

// A form is read once more to be compared, for each alternative around it, up to that many.
constexpr unsigned kMaxComparisons = 3;

constexpr std::string_view kTextPlain = "text/plain";
constexpr std::string_view kTextHtml = "text/html";
// Of the message that a bounce returns (RFC 6522): the way that it took, as in its own header.
constexpr std::string_view kTextHeaders = "text/rfc822-headers";

bool equal_ignoring_case(std::string_view a, std::string_view b) {
  return a.size() == b.size() &&
         g_ascii_strncasecmp(a.data(), b.data(), static_cast<gsize>(a.size())) == 0;
}

std::string_view view_or_empty(const char* text) {
  return text == nullptr ? std::string_view() : std::string_view(text);
}

// "" and 2 → "2"; "2" and 1 → "2.1".
std::string numbered(const std::string& path, int number) {
  return (path.empty() ? path : path + '.') + std::to_string(number);
}

// RFC 2045, section 5.1, as far as it matters here: is there a type, a slash and a subtype?
bool has_type_and_subtype(std::string_view field) {
  constexpr std::string_view kEndsToken = " \t\r\n;/()<>@,\\\":[]?=";
  const size_t begin = std::min(field.find_first_not_of(" \t\r\n\""), field.size());
  const size_t slash = std::min(field.find_first_of(kEndsToken, begin), field.size());
  const std::string_view rest = field.substr(slash);
  return slash > begin && rest.size() > 1 && rest[0] == '/' &&
         kEndsToken.find(rest[1]) == std::string_view::npos;
}

// Is its boundary in the text before it for GMime, as in a multipart that is nested too deeply for
// GMime?
bool has_parts(GMimeMultipart* multipart, std::string_view prologue) {
  const std::string_view boundary =
      view_or_empty(g_mime_object_get_content_type_parameter(GMIME_OBJECT(multipart), "boundary"));
  if (boundary.empty()) return false;
  const std::string line = "--" + std::string(boundary) + '\n';
  return prologue.starts_with(line) || prologue.find('\n' + line) != prologue.npos;
}

// In lower case; text/plain if the type is missing or malformed (RFC 2045, section 5.2).
std::string media_type_of(GMimePart* part) {
  GMimeObject* const object = GMIME_OBJECT(part);
  GMimeContentType* const type = g_mime_object_get_content_type(object);
  const char* const field = g_mime_object_get_header(object, "Content-Type");
  const bool is_undeclared = field != nullptr && !has_type_and_subtype(field);
  if (is_undeclared || type == nullptr) return std::string(kTextPlain);
  const std::string_view main_type = view_or_empty(g_mime_content_type_get_media_type(type));
  const std::string_view subtype = view_or_empty(g_mime_content_type_get_media_subtype(type));
  return base::to_ascii_lower(main_type) + '/' + base::to_ascii_lower(subtype);
}

bool is_smime(std::string_view media_type) {
  return media_type == "application/pkcs7-mime" || media_type == "application/x-pkcs7-mime";
}

// RFC 8551, section 3.2.2: an encrypted S/MIME message declares it; most without a declaration that
// are not signed are encrypted, too.
bool is_enveloped(GMimePart* part) {
  const std::string_view type =
      view_or_empty(g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), "smime-type"));
  return type.empty() || equal_ignoring_case(type, "enveloped-data") ||
         equal_ignoring_case(type, "authEnveloped-data");
}

// Is it markup, not plain text? text/html, text/x-amp-html, text/xml-external-parsed-entity.
bool is_markup(std::string_view media_type) {
  return media_type.find("html") != media_type.npos || media_type.find("xml") != media_type.npos ||
         media_type == "text/rtf" || media_type == "text/css";
}

bool is_alternative(GMimeObject* object) {
  GMimeContentType* const type = g_mime_object_get_content_type(object);
  return type != nullptr && g_mime_content_type_is_type(type, "multipart", "alternative");
}

// May it be another form of a text/plain part?
bool is_form_of_text(std::string_view media_type) {
  constexpr std::array<std::string_view, 4> kForms = {kTextHtml, "text/enriched", "text/richtext",
                                                      "text/markdown"};
  return std::find(kForms.begin(), kForms.end(), media_type) != kForms.end();
}

// Is it a file, not text of the mail itself (RFC 2183)?
bool is_attached(GMimePart* part) {
  return equal_ignoring_case(view_or_empty(g_mime_object_get_disposition(GMIME_OBJECT(part))),
                             "attachment");
}

// White space in it is folding (RFC 2557, section 4.4.2). It is in quotes in the examples of RFC
// 2110.
std::string location_in(GMimeObject* object, const char* field) {
  std::string location;
  for (const char c : view_or_empty(g_mime_object_get_header(object, field))) {
    if (static_cast<unsigned char>(c) > ' ' && c != '"') location += c;
  }
  return location;
}

// The base of the relative references in it: its own, else that of the multipart around it (RFC
// 2557, section 5), which may be empty.
std::string base_of(GMimeObject* object, const std::string& around) {
  for (const char* const field : {"Content-Base", "Content-Location"}) {
    std::string location = location_in(object, field);
    if (location.find("://") != location.npos) return location;
    if (location.empty() || around.empty()) continue;
    if (Result<std::string> resolved = iri::resolve(around, location)) return *resolved;
  }
  return around;
}

// Are parts of this media type wanted? message.h says what "text/*" stands for.
bool is_wanted_type(std::string_view media_type, const std::vector<std::string>& wanted) {
  const bool is_plain_text =
      media_type.starts_with("text/") && !is_markup(media_type) && media_type != kTextHeaders;
  return std::any_of(wanted.begin(), wanted.end(), [=](std::string_view type) {
    return type == media_type || (is_plain_text && type == "text/*");
  });
}

bool is_wanted(std::string_view name, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [name](std::string_view pattern) {
    if (!pattern.ends_with('*')) return equal_ignoring_case(name, pattern);
    pattern.remove_suffix(1);
    return equal_ignoring_case(name.substr(0, pattern.size()), pattern);
  });
}

}  // namespace

void Walk::visit_message(GMimeMessage* message, const std::string& prefix) {
  const Forms around = std::exchange(forms_, Forms::all);
  const uint64_t alternative = std::exchange(alternative_, 0);
  const bool is_later_form = std::exchange(is_later_form_, false);
  std::string base = std::exchange(base_, {});
  visit_headers(message, prefix);
  GMimeObject* const body = g_mime_message_get_mime_part(message);
  if (body != nullptr && GMIME_IS_MULTIPART(body)) {
    visit_multipart(GMIME_MULTIPART(body), prefix);
  } else if (body != nullptr) {
    visit_part(body, numbered(prefix, 1));
  }
  forms_ = around;
  alternative_ = alternative;
  is_later_form_ = is_later_form;
  base_ = std::move(base);
}

void Walk::give_all_as_text(const std::string& prefix) {
  TextPart part;
  part.path = numbered(prefix, 1);
  give_text(std::move(part), {0, view_.message.size()});
}

void Walk::visit_headers(GMimeMessage* message, const std::string& prefix) {
  if (reading_.options.headers.empty()) return;
  GMimeHeaderList* const fields = g_mime_object_get_header_list(GMIME_OBJECT(message));
  for (int i = 0; i < g_mime_header_list_get_count(fields); ++i) {
    GMimeHeader* const field = g_mime_header_list_get_header_at(fields, i);
    const int64_t offset = std::max<int64_t>(g_mime_header_get_offset(field), 0);
    visit_fields(view_.message_offset(static_cast<uint64_t>(offset)), prefix);
  }
}

// One field for GMime, which begins at this place, may be several fields (guard.h).
void Walk::visit_fields(uint64_t begin, const std::string& prefix) {
  const std::vector<UnreadField>& unread = view_.guard.unread;
  auto field = std::partition_point(unread.begin(), unread.end(),
                                    [begin](const UnreadField& one) { return one.begin < begin; });
  if (field == unread.end()) return;
  do {
    visit_field(static_cast<size_t>(field->begin), prefix);
    ++field;
  } while (field != unread.end() && field->seen_as == SeenAs::line_of_field_before);
}

void Walk::visit_field(size_t begin, const std::string& prefix) {
  const std::string_view message = view_.message;
  const size_t colon = message.find(':', begin);
  std::string_view name = message.substr(begin, colon - begin);
  name = name.substr(0, name.find_last_not_of(" \t") + 1);
  if (!is_wanted(name, reading_.options.headers)) return;
  std::string value(end_of_field(message, colon, view_.ends) - (colon + 1), '\0');
  copy_text(message, colon + 1, colon + 1 + value.size(), view_.ends, value.data());
  std::replace(value.begin(), value.end(), '\0', kHiddenZero);
  reading_.visitor.header({prefix, std::string(name), field_text(value, field_options_)});
}

void Walk::visit_part(GMimeObject* object, const std::string& path) {
  if (GMIME_IS_MULTIPART(object)) {
    visit_multipart(GMIME_MULTIPART(object), path);
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* const message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (message != nullptr) visit_message(message, path);
  } else if (GMIME_IS_PART(object)) {
    visit_leaf(GMIME_PART(object), path);
  }
}

// Is there a text/plain that is not blank, in any depth but in attached messages?
bool Walk::has_text(GMimeObject* object) {
  const auto [known, is_new] = has_text_.try_emplace(object, false);
  if (!is_new) return known->second;
  const bool found = find_text(object);
  has_text_[object] = found;
  return found;
}

bool Walk::find_text(GMimeObject* object) {
  if (GMIME_IS_MULTIPART(object)) {
    GMimeMultipart* const multipart = GMIME_MULTIPART(object);
    for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i) {
      if (has_text(g_mime_multipart_get_part(multipart, i))) return true;
    }
    return false;
  }
  if (!GMIME_IS_PART(object) || media_type_of(GMIME_PART(object)) != kTextPlain) return false;
  struct Look : Visitor {
    void block(std::string_view bytes) override {
      is_blank &= bytes.find_first_not_of(" \t\r\n\f") == bytes.npos;
    }
    bool is_blank = true;
  } look;
  const Extent extent = extent_of(GMIME_PART(object));
  decode(view_.message, extent.begin, extent.end, view_.ends,
         silent_encoding_of(GMIME_PART(object), extent), look);
  return !look.is_blank;
}

void Walk::visit_multipart(GMimeMultipart* multipart, const std::string& path) {
  std::string base = std::exchange(base_, base_of(GMIME_OBJECT(multipart), base_));
  visit_children(multipart, path);
  base_ = std::move(base);
}

// A multipart whose boundary never occurs is all prologue for GMime. Here it is text.
void Walk::visit_children(GMimeMultipart* multipart, const std::string& path) {
  if (GMIME_IS_MULTIPART_ENCRYPTED(multipart)) ++reading_.summary.encrypted_parts;
  const int count = g_mime_multipart_get_count(multipart);
  if (is_alternative(GMIME_OBJECT(multipart))) {
    visit_alternative(multipart, path);
  } else {
    for (int i = 0; i < count; ++i) {
      visit_part(g_mime_multipart_get_part(multipart, i), numbered(path, i + 1));
    }
  }
  const std::string_view prologue = view_or_empty(g_mime_multipart_get_prologue(multipart));
  if (count > 0 || prologue.empty()) return;
  const std::string number = numbered(path, 1);
  const Extent extent = extent_of_prologue(multipart, prologue);
  if (has_parts(multipart, prologue)) {
    reading_.leave_out(WarningKind::too_deep, place_.offset(extent.begin),
                       "parts are nested too deeply, and the deepest were not read");
  }
  reading_.warn(WarningKind::text_of_multipart, place_.offset(extent.begin),
                "part " + number + " is the text of a multipart without parts");
  TextPart part;
  part.path = number;
  give_text(std::move(part), extent);
}

void Walk::visit_alternative(GMimeMultipart* multipart, const std::string& path) {
  const Forms forms_around = forms_;
  const uint64_t alternative_around = alternative_;
  if (alternative_ == 0) alternative_ = ++reading_.alternatives;
  FormComparer* const comparer = reading_.options.alternatives == Alternatives::fullest
                                     ? reading_.visitor.comparer()
                                     : nullptr;
  if (comparer != nullptr && forms_ == Forms::all && comparisons_ < kMaxComparisons) {
    visit_fullest(multipart, path, *comparer);
  } else {
    if (takes_only_plain() && forms_ == Forms::all && has_text(GMIME_OBJECT(multipart))) {
      forms_ = Forms::plain;
    }
    const bool is_later_form = is_later_form_;
    for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i) {
      const uint64_t before = reading_.summary.text_parts;
      visit_part(g_mime_multipart_get_part(multipart, i), numbered(path, i + 1));
      if (reading_.summary.text_parts > before) is_later_form_ = true;
    }
    is_later_form_ = is_later_form;
  }
  forms_ = forms_around;
  alternative_ = alternative_around;
}

// Without HTML, or somebody to compare it, the plain form stands for it.
bool Walk::takes_only_plain() const {
  switch (reading_.options.alternatives) {
    case Alternatives::all:
      return false;
    case Alternatives::plain_first:
      return true;
    case Alternatives::fullest:
      if (reading_.visitor.comparer() == nullptr) return true;
      break;
    case Alternatives::merged:
      break;
  }
  return !is_wanted_type(kTextHtml, reading_.options.media_types);
}

// Of the other forms, only attached files and the like are visited.
void Walk::visit_fullest(GMimeMultipart* multipart, const std::string& path,
                         FormComparer& comparer) {
  const int count = g_mime_multipart_get_count(multipart);
  for (int i = 0; i < count; ++i) {
    comparer.begin_form();
    compare(g_mime_multipart_get_part(multipart, i), comparer);
  }
  const int fullest = static_cast<int>(comparer.fullest());
  const bool is_plain = fullest >= count || !has_other_form(multipart, fullest);
  ++comparisons_;
  for (int i = 0; i < count; ++i) {
    forms_ = i == fullest ? Forms::all : is_plain ? Forms::plain : Forms::none;
    visit_part(g_mime_multipart_get_part(multipart, i), numbered(path, i + 1));
  }
  --comparisons_;
}

// Passes on the texts in it, in any depth but in attached messages.
void Walk::compare(GMimeObject* object, FormComparer& comparer) {
  if (GMIME_IS_MULTIPART(object)) {
    GMimeMultipart* const multipart = GMIME_MULTIPART(object);
    for (int i = 0; i < g_mime_multipart_get_count(multipart); ++i) {
      compare(g_mime_multipart_get_part(multipart, i), comparer);
    }
  }
  if (!GMIME_IS_PART(object)) return;
  GMimePart* const part = GMIME_PART(object);
  std::string media_type = media_type_of(part);
  const bool is_form = is_form_of_text(media_type) || media_type == kTextPlain;
  if (!is_form || is_attached(part) || !is_wanted_type(media_type, reading_.options.media_types)) {
    return;
  }
  const Extent extent = extent_of(part);
  const TransferEncoding encoding = silent_encoding_of(part, extent);
  comparer.begin_part(declared_text(part, std::move(media_type)));
  decode(view_.message, extent.begin, extent.end, view_.ends, encoding, comparer);
  comparer.end_part();
}

// Is there another form than plain text in the child, in any depth?
bool Walk::has_other_form(GMimeMultipart* multipart, int child) {
  GMimeObject* const object = g_mime_multipart_get_part(multipart, child);
  if (GMIME_IS_PART(object)) return is_form_of_text(media_type_of(GMIME_PART(object)));
  if (!GMIME_IS_MULTIPART(object)) return false;
  GMimeMultipart* const inner = GMIME_MULTIPART(object);
  for (int i = 0; i < g_mime_multipart_get_count(inner); ++i) {
    if (has_other_form(inner, i)) return true;
  }
  return false;
}

// Lines that only look like fields are not lost: the bytes of bodies are read from the message
// itself.
void Walk::warn_of_cut_fields() {
  std::sort(bodies_.begin(), bodies_.end(),
            [](const Extent& a, const Extent& b) { return a.begin < b.begin; });
  auto body = bodies_.begin();
  for (const Range& cut : view_.guard.cuts) {
    while (body != bodies_.end() && body->end <= cut.begin) ++body;
    if (body != bodies_.end() && body->begin <= cut.begin) continue;
    reading_.warn(WarningKind::cut_field, place_.offset(cut.begin));
  }
}

void Walk::visit_leaf(GMimePart* part, const std::string& path) {
  bodies_.push_back(extent_of(part));
  std::string media_type = media_type_of(part);
  if (forms_ != Forms::all && is_form_of_text(media_type)) return;
  if (forms_ == Forms::none && media_type == kTextPlain && !is_attached(part)) return;
  if (is_wanted_type(media_type, reading_.options.media_types)) {
    visit_text(part, path, std::move(media_type));
  } else if (media_type == kTextHtml) {
    ++reading_.summary.html_parts;
  } else if (media_type == "message/rfc822" || media_type == "message/global") {
    visit_encoded_message(part, path);
  } else if (is_smime(media_type)) {
    visit_smime(part, path);
  } else if (TextPart file = declared_text(part, std::move(media_type));
             reading_.options.wants_file && reading_.options.wants_file(file)) {
    visit_text(part, path, std::move(file.media_type));
  } else {
    ++reading_.summary.other_parts;
  }
}

// What its fields say.
TextPart Walk::declared_text(GMimePart* part, std::string media_type) const {
  const auto parameter = [part](const char* name) {
    return view_or_empty(g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), name));
  };
  TextPart text;
  text.media_type = std::move(media_type);
  text.charset = parameter("charset");
  text.file_name = view_or_empty(g_mime_part_get_filename(part));
  text.location = base_of(GMIME_OBJECT(part), base_);
  if (equal_ignoring_case(parameter("format"), "flowed")) {
    const bool deletes_spaces = equal_ignoring_case(parameter("delsp"), "yes");
    text.flow = deletes_spaces ? Flow::flowed_delsp : Flow::flowed;
  }
  return text;
}

void Walk::visit_text(GMimePart* part, const std::string& path, std::string media_type) {
  const Extent extent = extent_of(part);
  TextPart text = declared_text(part, std::move(media_type));
  text.path = path;
  text.transfer_encoding = encoding_of(part, path, extent);
  give_text(std::move(text), extent);
}

void Walk::visit_encoded_message(GMimePart* part, const std::string& path) {
  if (may_go_deeper(path)) read_inside(decoded(part, path), path);
}

// RFC 8551, section 3.5: an entity that was signed as a whole is read as a message.
void Walk::visit_smime(GMimePart* part, const std::string& path) {
  const std::string content = signed_content(decoded(part, path));
  if (!content.empty()) {
    if (may_go_deeper(path)) read_inside(content, path);
  } else if (is_enveloped(part)) {
    ++reading_.summary.encrypted_parts;
  } else {
    ++reading_.summary.other_parts;
  }
}

bool Walk::may_go_deeper(const std::string& path) {
  if (place_.encoded_messages < kMaxEncodedMessages) return true;
  reading_.leave_out(WarningKind::too_deep, std::nullopt,
                     "part " + path + " is a message nested too deeply to be read");
  ++reading_.summary.other_parts;
  return false;
}

std::string Walk::decoded(GMimePart* part, const std::string& path) {
  struct Collect : Visitor {
    void block(std::string_view bytes) override { message.append(bytes); }
    std::string message;
  } collected;
  const Extent extent = extent_of(part);
  decode_extent(path, extent, encoding_of(part, path, extent), collected);
  return std::move(collected.message);
}

void Walk::read_inside(const std::string& message, const std::string& path) {
  read_bytes(message, path, {std::nullopt, place_.encoded_messages + 1}, reading_);
}

void Walk::give_text(TextPart part, Extent extent) {
  bodies_.push_back(extent);
  part.alternative = alternative_;
  part.is_later_form = is_later_form_;
  if (is_identity(part.transfer_encoding)) part.raw_begin = place_.offset(extent.begin);
  ++reading_.summary.text_parts;
  reading_.visitor.begin_part(part);
  const bool is_plain = part.media_type.starts_with("text/") && part.media_type != kTextHtml;
  EncodedBlocks text(is_plain ? reading_.options.block_lines : BlockLines::keep, reading_.visitor);
  decode_extent(part.path, extent, part.transfer_encoding, text);
  text.end_part();
  if (text.encrypted() > 0) ++reading_.summary.encrypted_parts;
  reading_.visitor.end_part();
}

void Walk::decode_extent(const std::string& path, Extent extent, TransferEncoding encoding,
                         Visitor& visitor) {
  const std::optional<size_t> text =
      decode(view_.message, extent.begin, extent.end, view_.ends, encoding, visitor);
  if (!text) return;
  reading_.warn(WarningKind::text_after_encoded, place_.offset(*text),
                "part " + path + " has text after its " + std::string(to_string(encoding)) +
                    ", which was read as 8bit");
}

// The place of the body of the part in the message.
Walk::Extent Walk::extent_of(GMimePart* part) const {
  const size_t size = view_.message.size();
  GMimeDataWrapper* const content = g_mime_part_get_content(part);
  if (content == nullptr) return {size, size};
  const GMimeStream* const stream = g_mime_data_wrapper_get_stream(content);
  const auto begin_in_stream = static_cast<uint64_t>(stream->bound_start);
  const auto begin =
      static_cast<size_t>(std::min<uint64_t>(view_.message_offset(begin_in_stream), size));
  if (stream->bound_end < stream->bound_start) return {begin, begin};
  const auto end_in_stream = static_cast<uint64_t>(stream->bound_end);
  const auto end =
      static_cast<size_t>(std::clamp<uint64_t>(view_.message_offset(end_in_stream), begin, size));
  return without_line_end({begin, end});
}

// GMime has a copy of the text before the first boundary, without the CR of each CRLF, and without
// its place. It begins after the header.
Walk::Extent Walk::extent_of_prologue(GMimeMultipart* multipart, std::string_view prologue) const {
  const std::string_view message = view_.message;
  GMimeHeaderList* const fields = g_mime_object_get_header_list(GMIME_OBJECT(multipart));
  const int64_t field = g_mime_header_get_offset(g_mime_header_list_get_header_at(fields, 0));
  const uint64_t line = view_.message_offset(static_cast<uint64_t>(std::max<int64_t>(field, 0)));
  const auto begin = static_cast<size_t>(view_.body_after(line));
  size_t end = begin;
  for (size_t i = 0; i < prologue.size() && end < message.size(); ++i) {
    end += message.substr(end).starts_with("\r\n") ? 2 : 1;
  }
  return without_line_end({begin, end});
}

// The line end before a boundary is part of the boundary (RFC 2046, section 5.1.1). GMime assumes
// that it is as long as the one after the boundary, which is wrong if line ends are mixed.
Walk::Extent Walk::without_line_end(Extent extent) const {
  const std::string_view message = view_.message;
  if (view_.ends == LineEnds::cr) return extent;
  for (const size_t boundary : {extent.end + 1, extent.end + 2}) {
    if (boundary >= message.size() || !message.substr(boundary).starts_with("--")) continue;
    if (message[boundary - 1] != '\n') continue;
    const size_t length = boundary >= 2 && message[boundary - 2] == '\r' ? 2 : 1;
    return {extent.begin, std::max(extent.begin, boundary - length)};
  }
  return extent;
}

// Without warnings, for a part that is also read with them.
TransferEncoding Walk::silent_encoding_of(GMimePart* part, Extent extent) const {
  const std::string_view field =
      view_or_empty(g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding"));
  const std::string_view body = view_.message.substr(extent.begin, extent.end - extent.begin);
  const TransferEncoding declared = read_transfer_encoding(field).encoding;
  return is_encoded(body, declared) ? declared : TransferEncoding::eight_bit;
}

TransferEncoding Walk::encoding_of(GMimePart* part, const std::string& path, Extent extent) {
  const std::string_view field =
      view_or_empty(g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding"));
  const DeclaredEncoding declared = read_transfer_encoding(field);
  const std::string_view body = view_.message.substr(extent.begin, extent.end - extent.begin);
  if (!is_encoded(body, declared.encoding)) {
    reading_.warn(WarningKind::not_so_encoded, place_.offset(extent.begin),
                  "part " + path + " is not in " + std::string(to_string(declared.encoding)) +
                      ", and was read as 8bit");
    return TransferEncoding::eight_bit;
  }
  if (declared.spelling != Spelling::exact) {
    reading_.warn(WarningKind::misspelt_encoding, place_.offset(extent.begin),
                  "part " + path + " has the transfer encoding " + excerpt(field) +
                      ", which was read as " + std::string(to_string(declared.encoding)));
  }
  return declared.encoding;
}

}  // namespace linkspan::mail

#include "mail/walk.h"

#include <algorithm>
#include <memory>
#include <utility>

#include "mail/encoded_words.h"
#include "mail/parse_reports.h"
#include "mail/transfer.h"

namespace linkspan::mail {
namespace {

// A message/rfc822 part that is itself encoded, against RFC 2045, section 6.4, or that is too deep
// for GMime, is decoded into memory and read as a message; inside of it the same may come again, so
// often.
constexpr unsigned kMaxEncodedMessages = 8;

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

// Is its boundary in what stands before it to GMime? So it is in a multipart that was too deep to
// be looked into.
bool has_parts(GMimeMultipart* multipart, std::string_view prologue) {
  const std::string_view boundary =
      view_or_empty(g_mime_object_get_content_type_parameter(GMIME_OBJECT(multipart), "boundary"));
  if (boundary.empty()) return false;
  const std::string line = "--" + std::string(boundary) + '\n';
  return prologue.starts_with(line) || prologue.find('\n' + line) != prologue.npos;
}

bool is_wanted(std::string_view name, const std::vector<std::string>& wanted) {
  return std::any_of(wanted.begin(), wanted.end(), [name](std::string_view pattern) {
    if (!pattern.ends_with('*')) return equal_ignoring_case(name, pattern);
    pattern.remove_suffix(1);
    return equal_ignoring_case(name.substr(0, pattern.size()), pattern);
  });
}

struct FreeText {
  void operator()(char* text) const { g_free(text); }
};
using OwnedText = std::unique_ptr<char, FreeText>;

// The value of a field as text: unfolded, decoded, well-formed UTF-8, without blanks around it.
std::string decoded_value(GMimeHeader* field, GMimeParserOptions* options) {
  const char* const raw = g_mime_header_get_raw_value(field);
  if (raw == nullptr) return {};
  const OwnedText unfolded(g_mime_utils_header_unfold(raw));
  const std::string joined = join_encoded_words(unfolded.get());
  const OwnedText decoded(g_mime_utils_header_decode_text(options, joined.c_str()));
  const OwnedText valid(g_utf8_make_valid(decoded.get(), -1));
  const std::string_view text = valid.get();
  const size_t begin = text.find_first_not_of(" \t\r\n");
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(" \t\r\n") - begin + 1));
}

}  // namespace

void Walk::visit_message(GMimeMessage* message, const std::string& prefix) {
  visit_headers(message, prefix);
  GMimeObject* const body = g_mime_message_get_mime_part(message);
  if (body == nullptr) return;
  if (GMIME_IS_MULTIPART(body)) {
    visit_children(GMIME_MULTIPART(body), prefix);
  } else {
    visit_part(body, numbered(prefix, 1));
  }
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
    const std::string_view name = view_or_empty(g_mime_header_get_name(field));
    if (!is_wanted(name, reading_.options.headers)) continue;
    reading_.visitor.header({prefix, std::string(name), decoded_value(field, field_options_)});
  }
}

void Walk::visit_part(GMimeObject* object, const std::string& path) {
  if (GMIME_IS_MULTIPART(object)) {
    visit_children(GMIME_MULTIPART(object), path);
  } else if (GMIME_IS_MESSAGE_PART(object)) {
    GMimeMessage* const message = g_mime_message_part_get_message(GMIME_MESSAGE_PART(object));
    if (message != nullptr) visit_message(message, path);
  } else if (GMIME_IS_PART(object)) {
    visit_leaf(GMIME_PART(object), path);
  }
}

// A multipart whose boundary never comes is all prologue to GMime. To a reader it is the text.
void Walk::visit_children(GMimeMultipart* multipart, const std::string& path) {
  const int count = g_mime_multipart_get_count(multipart);
  for (int i = 0; i < count; ++i) {
    visit_part(g_mime_multipart_get_part(multipart, i), numbered(path, i + 1));
  }
  const std::string_view prologue = view_or_empty(g_mime_multipart_get_prologue(multipart));
  if (count > 0 || prologue.empty()) return;
  const std::string number = numbered(path, 1);
  const Extent extent = extent_of_prologue(multipart, prologue);
  if (has_parts(multipart, prologue)) {
    reading_.leave_out(place_.offset(extent.begin),
                       "parts are nested too deeply, and the deepest were not read");
  }
  reading_.warn(place_.offset(extent.begin),
                "part " + number + " is the text of a multipart without parts");
  TextPart part;
  part.path = number;
  give_text(std::move(part), extent);
}

// What only looks like a field lost nothing: the bytes of bodies are read from the message itself.
void Walk::warn_of_cut_fields() const {
  for (const Range& range : view_.harmful) {
    const bool is_in_body = std::any_of(bodies_.begin(), bodies_.end(), [&](const Extent& body) {
      return body.begin <= range.begin && range.begin < body.end;
    });
    if (is_in_body) continue;
    reading_.warn(place_.offset(range.begin),
                  "a field has more addresses or parameters than can be meant, and was cut");
  }
}

void Walk::visit_leaf(GMimePart* part, const std::string& path) {
  bodies_.push_back(extent_of(part));
  GMimeObject* const object = GMIME_OBJECT(part);
  GMimeContentType* const type = g_mime_object_get_content_type(object);
  const char* const field = g_mime_object_get_header(object, "Content-Type");
  // RFC 2045, section 5.2: what is declared in no readable way is text/plain.
  const bool is_undeclared = field != nullptr && !has_type_and_subtype(field);
  if (is_undeclared || type == nullptr || g_mime_content_type_is_type(type, "text", "plain")) {
    visit_text(part, path);
  } else if (g_mime_content_type_is_type(type, "text", "html")) {
    ++reading_.summary.html_parts;
  } else if (g_mime_content_type_is_type(type, "message", "rfc822") ||
             g_mime_content_type_is_type(type, "message", "global")) {
    visit_encoded_message(part, path);
  } else {
    ++reading_.summary.other_parts;
  }
}

void Walk::visit_text(GMimePart* part, const std::string& path) {
  const auto parameter = [part](const char* name) {
    return view_or_empty(g_mime_object_get_content_type_parameter(GMIME_OBJECT(part), name));
  };
  const Extent extent = extent_of(part);
  TextPart text;
  text.path = path;
  text.charset = parameter("charset");
  if (equal_ignoring_case(parameter("format"), "flowed")) text.flow = Flow::flowed;
  if (equal_ignoring_case(parameter("delsp"), "yes")) text.delsp = DelSp::yes;
  text.transfer_encoding = encoding_of(part, path, extent);
  give_text(std::move(text), extent);
}

void Walk::visit_encoded_message(GMimePart* part, const std::string& path) {
  if (place_.encoded_messages == kMaxEncodedMessages) {
    reading_.leave_out(std::nullopt, "part " + path + " is a message nested too deeply to be read");
    ++reading_.summary.other_parts;
    return;
  }
  struct Collect : Visitor {
    void block(std::string_view bytes) override { message.append(bytes); }
    std::string message;
  } decoded;
  const Extent extent = extent_of(part);
  decode_extent(path, extent, encoding_of(part, path, extent), decoded);
  read_bytes(decoded.message, path, {std::nullopt, place_.encoded_messages + 1}, reading_);
}

void Walk::give_text(TextPart part, Extent extent) {
  bodies_.push_back(extent);
  if (is_identity(part.transfer_encoding)) part.raw_begin = place_.offset(extent.begin);
  ++reading_.summary.text_parts;
  reading_.visitor.begin_part(part);
  decode_extent(part.path, extent, part.transfer_encoding, reading_.visitor);
  reading_.visitor.end_part();
}

void Walk::decode_extent(const std::string& path, Extent extent, TransferEncoding encoding,
                         Visitor& visitor) {
  const std::optional<size_t> text =
      decode(view_.message, extent.begin, extent.end, view_.ends, encoding, visitor);
  if (!text) return;
  reading_.warn(place_.offset(*text), "part " + path + " has text behind its " +
                                          std::string(name(encoding)) + ", which was read as 8bit");
}

// Where the body of the part stands in the message.
Walk::Extent Walk::extent_of(GMimePart* part) const {
  const size_t size = view_.message.size();
  GMimeDataWrapper* const content = g_mime_part_get_content(part);
  if (content == nullptr) return {size, size};
  const GMimeStream* const stream = g_mime_data_wrapper_get_stream(content);
  const auto begin_in_stream = static_cast<uint64_t>(stream->bound_start);
  const size_t begin = std::min<size_t>(view_.message_offset(begin_in_stream), size);
  if (stream->bound_end < stream->bound_start) return {begin, begin};
  const auto end_in_stream = static_cast<uint64_t>(stream->bound_end);
  const size_t end = std::clamp<size_t>(view_.message_offset(end_in_stream), begin, size);
  return without_line_end({begin, end});
}

// GMime keeps a copy of what stands before the first boundary, without the CR of each CRLF, and
// does not say where it took it from. It begins behind the header.
Walk::Extent Walk::extent_of_prologue(GMimeMultipart* multipart, std::string_view prologue) const {
  const std::string_view message = view_.message;
  GMimeHeaderList* const fields = g_mime_object_get_header_list(GMIME_OBJECT(multipart));
  const int64_t field = g_mime_header_get_offset(g_mime_header_list_get_header_at(fields, 0));
  const uint64_t line = view_.message_offset(static_cast<uint64_t>(std::max<int64_t>(field, 0)));
  const size_t begin = view_.body_behind(line);
  size_t end = begin;
  for (size_t i = 0; i < prologue.size() && end < message.size(); ++i) {
    end += message.substr(end).starts_with("\r\n") ? 2 : 1;
  }
  return without_line_end({begin, end});
}

// The line end before a boundary is part of the boundary (RFC 2046, section 5.1.1). GMime takes it
// to be as long as the one behind the boundary, which is wrong where line ends are mixed.
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

TransferEncoding Walk::encoding_of(GMimePart* part, const std::string& path, Extent extent) {
  const std::string_view field =
      view_or_empty(g_mime_object_get_header(GMIME_OBJECT(part), "Content-Transfer-Encoding"));
  const DeclaredEncoding declared = read_transfer_encoding(field);
  const std::string_view body = view_.message.substr(extent.begin, extent.end - extent.begin);
  if (!is_encoded(body, declared.encoding)) {
    reading_.warn(place_.offset(extent.begin), "part " + path + " is not in " +
                                                   std::string(name(declared.encoding)) +
                                                   ", and was read as 8bit");
    return TransferEncoding::eight_bit;
  }
  if (declared.spelling != Spelling::exact) {
    reading_.warn(place_.offset(extent.begin), "part " + path + " has the transfer encoding " +
                                                   excerpt(field) + ", which was read as " +
                                                   std::string(name(declared.encoding)));
  }
  return declared.encoding;
}

}  // namespace linkspan::mail

// SPDX-License-Identifier: Apache-2.0
#include "input/warc.h"

#include <algorithm>
#include <charconv>
#include <nlohmann/json.hpp>

#include "base/ascii.h"
#include "base/few_texts.h"
#include "common/io.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kMagic = "WARC/";
// A header is held in memory.
constexpr uint64_t kMostHeaderBytes = 1 << 20;
constexpr std::string_view kWithPayload[] = {"response", "resource", "conversion"};
constexpr std::string_view kWhiteSpace = " \t\r\n";

std::string_view trimmed(std::string_view text) {
  const size_t begin = text.find_first_not_of(kWhiteSpace);
  if (begin == text.npos) return {};
  return text.substr(begin, text.find_last_not_of(kWhiteSpace) + 1 - begin);
}

std::optional<uint64_t> number_of(std::string_view digits, int base) {
  uint64_t number = 0;
  const auto [end, error] =
      std::from_chars(digits.data(), digits.data() + digits.size(), number, base);
  if (error != std::errc() || end == digits.data()) return std::nullopt;
  return number;
}

// Returns `utf-8` for `text/html; charset="utf-8"`. RFC 9110, section 5.6.6.
std::string charset_of(std::string_view content_type) {
  constexpr std::string_view kName = "charset=";
  const std::string lower = base::to_ascii_lower(content_type);
  const size_t at = lower.find(kName);
  if (at == lower.npos) return {};
  std::string_view value = trimmed(content_type.substr(at + kName.size()));
  if (value.starts_with('"')) value = value.substr(1, value.find('"', 1) - 1);
  return std::string(trimmed(value.substr(0, value.find(';'))));
}

// Of a header with its empty line, whose line feed is at `from` or later; 0 if it does not end.
size_t size_of_header(std::string_view text, size_t from) {
  for (size_t at = text.find('\n', from); at != text.npos; at = text.find('\n', at + 1)) {
    const std::string_view after = text.substr(at + 1);
    if (after.starts_with('\n')) return at + 2;
    if (after.starts_with("\r\n")) return at + 3;
  }
  return 0;
}

void set_type(std::string_view content_type, WarcRecord& record) {
  record.media_type = base::to_ascii_lower(trimmed(content_type.substr(0, content_type.find(';'))));
  record.charset = charset_of(content_type);
}

}  // namespace

// The fields of a header. Each line is `Name: value`; a line that begins with white space continues
// the line before it. The first line is not a field.
class WarcReader::Header {
 public:
  explicit Header(std::string_view text) : text_(text) {}

  // The value of the first field with this name; empty if no field has it. `name` is in lower case.
  std::string value(std::string_view name) const {
    size_t end = 0;
    for (size_t begin = after_line(0); begin < text_.size(); begin = end) {
      end = after_line(begin);
      const std::string_view line = text_.substr(begin, end - begin);
      const size_t colon = line.find(':');
      if (colon != name.size() || base::to_ascii_lower(line.substr(0, colon)) != name) continue;
      while (end < text_.size() && (text_[end] == ' ' || text_[end] == '\t')) end = after_line(end);
      const size_t value = begin + colon + 1;
      return std::string(trimmed(text_.substr(value, end - value)));
    }
    return {};
  }

 private:
  size_t after_line(size_t at) const {
    const size_t end = text_.find('\n', at);
    return end == text_.npos ? text_.size() : end + 1;
  }

  std::string_view text_;
};

std::optional<WarcRecord> WarcReader::next_record() {
  while (failure_.empty()) {
    skip_block();
    while (fill(1) && kWhiteSpace.find(held().front()) != kWhiteSpace.npos) take(1);
    if (!failure_.empty() || !fill(1)) return std::nullopt;
    WarcRecord record;
    record.begin = offset_;
    if (!fill(kMagic.size()) || !held().starts_with(kMagic)) {
      fail("a record begins with WARC/");
      break;
    }
    const std::optional<std::string> text = read_header(kMostHeaderBytes);
    if (!text) {
      fail("the header of the record does not end");
      break;
    }
    const Header header(*text);
    const std::optional<uint64_t> length = number_of(header.value("content-length"), 10);
    if (!length) {
      fail("the record has no Content-Length");
      break;
    }
    block_left_ = *length;
    if (begin_payload(header, record)) return record;
    ++others_;
  }
  return std::nullopt;
}

// Is it a record with a payload? Then `record` describes it.
bool WarcReader::begin_payload(const Header& header, WarcRecord& record) {
  chunks_ = Chunks::none;
  const std::string type = base::to_ascii_lower(header.value("warc-type"));
  const std::string content_type = header.value("content-type");
  const bool is_json = base::to_ascii_lower(content_type).starts_with("application/json");
  if (!base::is_one_of(type, kWithPayload) && !(type == "metadata" && is_json)) return false;
  record.uri = header.value("warc-target-uri");
  // In the grammar of WARC 1.0 it is in angle brackets, and some crawlers write them.
  if (record.uri.starts_with('<') && record.uri.ends_with('>')) {
    record.uri = record.uri.substr(1, record.uri.size() - 2);
  }
  if (base::to_ascii_lower(content_type).starts_with("application/http")) {
    return type == "response" && read_http_header(record);
  }
  record.is_metadata = type == "metadata";
  set_type(content_type, record);
  // A crawler wrote the text (WET), which is UTF-8, also with zero bytes in it.
  if (type == "conversion" && record.media_type == "text/plain" && record.charset.empty()) {
    record.charset = "utf-8";
  }
  return true;
}

// The HTTP header of the block of a response. False if it does not end: then there is no payload.
bool WarcReader::read_http_header(WarcRecord& record) {
  const std::optional<std::string> text = read_header(std::min(kMostHeaderBytes, block_left_));
  if (!text) return false;
  block_left_ -= text->size();
  const Header header(*text);
  set_type(header.value("content-type"), record);
  record.encoding = base::to_ascii_lower(header.value("content-encoding"));
  if (record.encoding == "identity") record.encoding.clear();
  const std::string transfer = base::to_ascii_lower(header.value("transfer-encoding"));
  if (transfer.find("chunked") != transfer.npos) chunks_ = Chunks::at_size;
  if (chunks_ == Chunks::at_size && !begin_chunk()) chunks_ = Chunks::none;
  return true;
}

// The text up to its empty line, included. Nothing if the first `most` bytes have no empty line.
std::optional<std::string> WarcReader::read_header(uint64_t most) {
  for (size_t seen = 0;;) {
    const std::string_view text = held();
    const size_t size = size_of_header(text, seen);
    if (size > 0 && size <= most) {
      std::string header(text.substr(0, size));
      take(size);
      return header;
    }
    seen = text.size() < 2 ? 0 : text.size() - 2;
    if (text.size() >= most || !fill(text.size() + 1)) return std::nullopt;
  }
}

std::string_view WarcReader::next_block() {
  constexpr size_t kMost = kBlockBytes;
  return chunks_ == Chunks::none ? next_of_block(kMost) : next_of_chunks();
}

std::string_view WarcReader::next_of_block(size_t most) {
  if (block_left_ == 0 || !failure_.empty()) return {};
  if (!fill(1)) {
    fail("the record ends too early");
    return {};
  }
  const std::string_view block =
      held().substr(0, std::min<uint64_t>({block_left_, most, held().size()}));
  take(block.size());
  block_left_ -= block.size();
  return block;
}

// RFC 9112, section 7.1.
std::string_view WarcReader::next_of_chunks() {
  if (chunks_ == Chunks::at_size && !begin_chunk()) chunks_ = Chunks::ended;
  if (chunks_ == Chunks::ended) return {};
  const std::string_view block = next_of_block(chunk_left_);
  chunk_left_ -= block.size();
  if (chunk_left_ == 0 || block.empty()) chunks_ = Chunks::at_size;
  return block;
}

// Takes the size of a chunk and the line break before it. Returns false and takes nothing if the
// size is 0, or if there is no size, as in a payload that is not chunked.
bool WarcReader::begin_chunk() {
  constexpr size_t kLongestSize = 1024;  // with extensions
  const size_t most = static_cast<size_t>(std::min<uint64_t>(kLongestSize, block_left_));
  fill(most);
  std::string_view text = held().substr(0, most);
  const size_t begin = text.find_first_not_of("\r\n");
  if (begin > 2) return false;  // none, or more than a line break before it
  const size_t end = text.find('\n', begin);
  if (end == text.npos) return false;
  const std::optional<uint64_t> size = number_of(text.substr(begin, end - begin), 16);
  if (!size || *size == 0 || *size > block_left_) return false;
  take(end + 1);
  block_left_ -= end + 1;
  chunk_left_ = *size;
  chunks_ = Chunks::in_data;
  return true;
}

void WarcReader::skip_block() {
  while (block_left_ > 0 && !next_of_block(kBlockBytes).empty()) {
  }
}

// Reads until this many bytes are held, and drops the used ones. Returns false if the input ends
// before.
bool WarcReader::fill(size_t size) {
  if (held().size() >= size) return true;
  buffer_.erase(0, taken_);
  taken_ = 0;
  while (buffer_.size() < size && !is_at_end_) {
    const size_t before = buffer_.size();
    buffer_.resize(before + kBlockBytes);
    const size_t got = read_(buffer_.data() + before, kBlockBytes);
    buffer_.resize(before + got);
    is_at_end_ = got == 0;
  }
  return buffer_.size() >= size;
}

void WarcReader::take(size_t size) {
  taken_ += size;
  offset_ += size;
}

namespace {

// The end of a string of JSON whose quote is before `at`: that of its last quote.
size_t end_of_string(std::string_view json, size_t at) {
  while (at < json.size() && json[at] != '"') at += json[at] == '\\' ? 2 : 1;
  return std::min(at, json.size());
}

constexpr std::string_view kBaseName = "Base";

// A string that is the value of a name for destinations, with its quotes.
struct Destination {
  size_t begin, end;
  bool is_base;
};

std::optional<Destination> next_destination(std::string_view json, size_t at) {
  constexpr std::string_view kNames[] = {"url", "href", kBaseName};
  while ((at = json.find('"', at)) < json.size()) {
    const size_t end = end_of_string(json, at + 1);
    const std::string_view name = json.substr(at + 1, end - at - 1);
    at = end + 1;
    if (!base::is_one_of(name, kNames)) continue;
    const size_t colon = json.find_first_not_of(kWhiteSpace, at);
    if (colon == json.npos || json[colon] != ':') continue;
    const size_t value = json.find_first_not_of(kWhiteSpace, colon + 1);
    if (value == json.npos || json[value] != '"') continue;
    return Destination{value, end_of_string(json, value + 1) + 1, name == kBaseName};
  }
  return std::nullopt;
}

// RFC 3986, section 4.2, and not of the page itself.
bool is_relative(std::string_view reference) {
  const size_t colon = reference.find(':');
  return !reference.empty() && reference.front() != '#' &&
         (colon == reference.npos || reference.find_first_of("/?#") < colon);
}

// Of HTML.
std::string as_attribute(std::string_view value) {
  std::string attribute;
  for (const char c : value) {
    if (c == '&' || c == '"') {
      attribute += c == '&' ? "&amp;" : "&quot;";
    } else {
      attribute += c;
    }
  }
  return attribute;
}

void fill_to(size_t size, std::string& page) {
  page.append(size - std::min(size, page.size()), ' ');
}

}  // namespace

std::string take_relative_links(std::string& json) {
  std::string page;
  size_t line_end = json.find('\n');
  size_t at = 0;
  while (const std::optional<Destination> found = next_destination(json, at)) {
    at = found->end;
    const std::string_view quoted =
        std::string_view(json).substr(found->begin).substr(0, found->end - found->begin);
    const auto value = nlohmann::json::parse(quoted, nullptr, false);
    if (!value.is_string()) continue;
    const auto& reference = value.get_ref<const std::string&>();
    if (!found->is_base && !is_relative(reference)) continue;
    for (; line_end < found->begin; line_end = json.find('\n', line_end + 1)) {
      fill_to(line_end, page);
      page += '\n';
    }
    const std::string_view tag = found->is_base ? "<base href=\"" : "<a href=\"";
    fill_to(found->begin + 1 - std::min(found->begin + 1, tag.size()), page);
    page.append(tag).append(as_attribute(reference)).append("\">");
    if (!found->is_base) json.replace(found->begin + 1, quoted.size() - 2, quoted.size() - 2, ' ');
  }
  return page;
}

void WarcReader::fail(std::string_view what) {
  if (failure_.empty()) failure_ = "at byte " + std::to_string(offset_) + ": " + std::string(what);
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "lsp/messages.h"

#include <fmt/format.h>

#include <algorithm>
#include <charconv>
#include <system_error>
#include <utility>
#include <vector>

#include "base/ascii.h"
#include "base/utf8.h"
#include "common/text_values.h"

namespace linkspan::command::lsp {
namespace {

constexpr std::string_view kEndOfHeader = "\r\n\r\n";

std::string_view without_spaces_around(std::string_view text) {
  while (!text.empty() && (text.front() == ' ' || text.front() == '\t')) text.remove_prefix(1);
  while (!text.empty() && (text.back() == ' ' || text.back() == '\t')) text.remove_suffix(1);
  return text;
}

}  // namespace

std::optional<std::string> FrameReader::next(std::string_view& bytes) {
  if (!length_ && error_.empty()) take_header(bytes);
  if (!error_.empty() || !length_) return std::nullopt;
  const size_t taken = std::min<uint64_t>(*length_ - content_.size(), bytes.size());
  content_ += bytes.substr(0, taken);
  bytes.remove_prefix(taken);
  if (content_.size() < *length_) return std::nullopt;
  length_.reset();
  return std::exchange(content_, {});
}

void FrameReader::take_header(std::string_view& bytes) {
  constexpr size_t kMostBytesOfHeader = 4096;
  while (!bytes.empty()) {
    header_ += bytes.front();
    bytes.remove_prefix(1);
    if (header_.ends_with(kEndOfHeader)) return read_header();
    if (header_.size() > kMostBytesOfHeader) {
      error_ = "the header of a message is longer than 4096 bytes, or is not a header";
      return;
    }
  }
}

void FrameReader::read_header() {
  // Reserved memory is not used before bytes arrive, but some systems count it.
  constexpr uint64_t kMostReserved = 256 << 20;
  std::string_view fields = header_;
  while (!fields.starts_with("\r\n") && error_.empty()) {
    const size_t end = fields.find("\r\n");
    read_field(fields.substr(0, end));
    fields.remove_prefix(end + 2);
  }
  if (error_.empty() && !length_) error_ = "the header of a message has no Content-Length";
  if (error_.empty()) content_.reserve(std::min(*length_, kMostReserved));
  header_.clear();
}

void FrameReader::read_field(std::string_view line) {
  const size_t colon = line.find(':');
  if (colon == std::string_view::npos) {
    error_ = fmt::format("the header of a message has a line without a colon: '{}'", line);
    return;
  }
  if (base::to_ascii_lower(line.substr(0, colon)) != "content-length") return;
  const std::string_view value = without_spaces_around(line.substr(colon + 1));
  uint64_t length = 0;
  const auto [stopped_at, failure] =
      std::from_chars(value.data(), value.data() + value.size(), length);
  if (failure != std::errc() || stopped_at != value.data() + value.size()) {
    error_ = fmt::format("Content-Length '{}' is not a number of bytes", value);
  } else if (length > kMostBytes) {
    error_ = fmt::format("a message of {} bytes is too long; the limit is {}", length, kMostBytes);
  } else {
    length_ = length;
  }
}

std::string header_of(size_t bytes) { return fmt::format("Content-Length: {}\r\n\r\n", bytes); }

namespace {

// Builds a value from the events of the parser. The builder of nlohmann-json copies strings; this
// one moves them, as a string may be a whole document.
class Builder : public nlohmann::json_sax<Json> {
 public:
  Builder() : root_(Json::value_t::null) {}
  Builder(const Builder&) = delete;
  Builder& operator=(const Builder&) = delete;
  ~Builder() override = default;

  Json take() { return std::move(root_); }

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(int64_t value) override { return add(value); }
  bool number_unsigned(uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string& /*text*/) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(Json::binary_t& /*value*/) override { return false; }
  bool key(std::string& name) override {
    key_ = std::move(name);
    return true;
  }
  bool start_object(size_t /*size*/) override { return open(Json::object()); }
  bool start_array(size_t /*size*/) override { return open(Json::array()); }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(size_t /*at*/, const std::string& /*token*/,
                   const Json::exception& /*error*/) override {
    return false;
  }

 private:
  static constexpr size_t kDeepest = 256;

  Json& put(Json value) {
    if (open_.empty()) return root_ = std::move(value);
    Json& parent = *open_.back();
    if (parent.is_object()) return parent[key_] = std::move(value);
    parent.push_back(std::move(value));
    return parent.back();
  }
  bool add(Json value) {
    put(std::move(value));
    return true;
  }
  bool open(Json value) {
    if (open_.size() == kDeepest) return false;
    open_.push_back(&put(std::move(value)));
    return true;
  }
  bool close() {
    open_.pop_back();
    return true;
  }

  Json root_;
  // The incomplete values. INVARIANT: each is the last element of the one before, so that none of
  // them moves.
  std::vector<Json*> open_;
  std::string key_;
};

std::optional<Json> build(const std::string& text) {
  Builder builder;
  if (!Json::sax_parse(text, &builder)) return std::nullopt;
  return builder.take();
}

void replace_ill_formed(std::string& text) {
  auto* at = reinterpret_cast<uint8_t*>(text.data());
  for (const uint8_t* const end = at + text.size(); at != end;) {
    const base::CodePoint found = base::decode(at, end, base::Text::complete);
    if (found.value == base::kIllFormed) std::fill_n(at, found.length, uint8_t{0x7F});
    at += found.length;
  }
}

void append_json(std::string& out, const Json& json) {
  std::string_view separator;
  if (const auto* const text = json.get_ptr<const std::string*>()) {
    append_json_string(out, *text);
  } else if (json.is_object()) {
    out += '{';
    for (const auto& member : json.items()) {
      append_json_string(out += separator, member.key());
      append_json(out += ':', member.value());
      separator = ",";
    }
    out += '}';
  } else if (json.is_array()) {
    out += '[';
    for (const Json& element : json) {
      append_json(out += separator, element);
      separator = ",";
    }
    out += ']';
  } else {
    out += json.dump();
  }
}

}  // namespace

std::optional<Json> parse(std::string& text) {
  std::optional<Json> parsed = build(text);
  if (parsed) return parsed;
  replace_lone_surrogates(text);
  replace_ill_formed(text);
  return build(text);
}

std::optional<Json> parse(std::string&& text) { return parse(text); }

std::string to_text(const Json& json) {
  std::string out;
  append_json(out, json);
  return out;
}

const Json& member(const Json& json, std::string_view name) {
  static const Json kAbsent;
  if (!json.is_object()) return kAbsent;
  const auto found = json.find(name);
  return found == json.end() ? kAbsent : *found;
}

const Json& member_at(const Json& json, std::initializer_list<std::string_view> path) {
  const Json* at = &json;
  for (const std::string_view name : path) at = &member(*at, name);
  return *at;
}

std::string string_of(const Json& json) {
  const auto* const text = json.get_ptr<const std::string*>();
  return text == nullptr ? std::string() : *text;
}

std::string take_string(Json& json, std::string_view name) {
  if (!json.is_object()) return {};
  const auto found = json.find(name);
  auto* const text = found == json.end() ? nullptr : found->get_ptr<std::string*>();
  return text == nullptr ? std::string() : std::move(*text);
}

bool is_true(const Json& json) { return json.is_boolean() && json.get<bool>(); }

std::optional<uint64_t> number_of(const Json& json) {
  if (!json.is_number_unsigned()) return std::nullopt;
  return json.get<uint64_t>();
}

bool has_string(const Json& array, std::string_view value) {
  return array.is_array() && std::any_of(array.begin(), array.end(), [value](const Json& element) {
           const auto* const text = element.get_ptr<const std::string*>();
           return text != nullptr && *text == value;
         });
}

}  // namespace linkspan::command::lsp

// SPDX-License-Identifier: Apache-2.0
// parse_request(): the line is read event by event rather than into a tree: numbers of the id keep
// their digits (a tree would make 1.2345678901234568e+29 of 123456789012345678901234567890; but -0
// becomes 0, and 1e999 is refused), and unused members cost no memory. Of members with the same
// name, the last counts.
#include "output/requests.h"

#include <fmt/format.h>
#include <simdjson.h>

#include <array>
#include <charconv>
#include <cstdint>
#include <cstring>
#include <nlohmann/json.hpp>
#include <utility>

#include "common/io.h"
#include "common/text_values.h"
#include "output/form.h"

namespace linkspan::command {
namespace {

using Json = nlohmann::json;

class RequestReader : public nlohmann::json_sax<Json> {
 public:
  explicit RequestReader(const RequestFields& fields) : fields_(fields) {}

  Result<Request> result() && {
    if (!error_.empty()) return Error{ErrorCode::syntax, 0, std::move(error_)};
    if (!is_object_) return wrong("this is not a JSON object");
    switch (text_) {
      case Text::absent:
        return wrong("there is no " + name_of_text());
      case Text::no_string:
        return wrong(name_of_text() + " is not a string");
      case Text::given:
        break;
    }
    return std::move(request_);
  }

  bool null() override { return value("null"); }
  bool boolean(bool given) override { return value(given ? "true" : "false"); }
  bool number_integer(number_integer_t number) override { return value(fmt::to_string(number)); }
  bool number_unsigned(number_unsigned_t number) override { return value(fmt::to_string(number)); }
  bool number_float(number_float_t, const string_t& digits) override { return value(digits); }
  bool binary(binary_t&) override { return false; }  // JSON has none

  bool string(string_t& text) override {
    if (depth_ == 1 && member_ == Member::text) {
      text_ = Text::given;
      request_.text = std::move(text);
    } else if (member_ == Member::id) {
      separate();
      append_json_string(request_.id, text);
    }
    return true;
  }

  bool key(string_t& name) override {
    if (depth_ > 1) {
      if (member_ != Member::id) return true;
      separate();
      append_json_string(request_.id, name);
      request_.id += ':';
    } else if (name == fields_.id) {
      member_ = Member::id;
      request_.id.clear();
    } else {
      member_ = name == fields_.text ? Member::text : Member::other;
    }
    return true;
  }

  bool start_object(std::size_t) override {
    if (depth_ == 0) is_object_ = true;
    return open('{');
  }
  bool end_object() override { return close('}'); }
  bool start_array(std::size_t) override { return open('['); }
  bool end_array() override { return close(']'); }

  bool parse_error(std::size_t position, const std::string& token,
                   const nlohmann::detail::exception& exception) override {
    constexpr int kTooLargeANumber = 406;  // in the list of the library's exceptions
    error_ = exception.id == kTooLargeANumber
                 ? fmt::format("{} is a larger number than can be read", token)
                 : fmt::format("this is not JSON, from byte {} on", position);
    return false;
  }

 private:
  enum class Member : uint8_t { other, id, text };
  enum class Text : uint8_t { absent, no_string, given };

  static Error wrong(std::string why) { return Error{ErrorCode::syntax, 0, std::move(why)}; }

  std::string name_of_text() const {
    std::string name;
    append_json_string(name, fields_.text);
    return name;
  }

  // A comma, if the id so far needs one before the next value or name.
  void separate() {
    if (request_.id.empty()) return;
    const char last = request_.id.back();
    if (last != '{' && last != '[' && last != ':') request_.id += ',';
  }

  bool value(std::string_view json) {
    if (member_ == Member::id) {
      separate();
      request_.id += json;
    } else if (depth_ == 1 && member_ == Member::text) {
      text_ = Text::no_string;
    }
    return true;
  }

  bool open(char bracket) {
    value({&bracket, 1});
    ++depth_;
    return true;
  }

  bool close(char bracket) {
    --depth_;
    if (depth_ > 0 && member_ == Member::id) request_.id += bracket;
    return true;
  }

  const RequestFields& fields_;
  Request request_;
  std::string error_;
  bool is_object_ = false;
  size_t depth_ = 0;
  Member member_ = Member::other;  // the member of the outermost object that is being read
  Text text_ = Text::absent;
};

Result<Request> read_request(std::string_view line, const RequestFields& fields) {
  RequestReader reader(fields);
  Json::sax_parse(line.begin(), line.end(), &reader);
  return std::move(reader).result();
}

}  // namespace

Result<Request> parse_request(std::string_view line, const RequestFields& fields) {
  Result<Request> request = read_request(line, fields);
  if (request.ok() || !may_hold_surrogates(line)) return request;
  std::string mended(line);
  replace_lone_surrogates(mended);
  return read_request(mended, fields);
}

namespace {

using simdjson::dom::element;
using simdjson::dom::element_type;

static_assert(FastRequestReader::kPadding >= simdjson::SIMDJSON_PADDING);

// For longer lines, simdjson would allocate several times as many bytes.
constexpr size_t kLongestLine = 4 << 20;

}  // namespace

class FastRequestReader::Impl {
 public:
  explicit Impl(RequestFields fields) : fields_(std::move(fields)) {}

  std::optional<View> read(std::string_view line) {
    // simdjson reports some unpaired surrogates as errors, but not all.
    if (line.empty() || line.size() > kLongestLine || may_hold_surrogates(line)) return {};
    simdjson::dom::object object;
    const auto error = parser_.parse(line.data(), line.size(), false).get_object().get(object);
    if (error != simdjson::SUCCESS) return {};
    std::optional<element> id;
    std::optional<element> text;
    for (const simdjson::dom::key_value_pair member : object) {
      if (member.key == fields_.id) id = member.value;
      if (member.key == fields_.text) text = member.value;
    }
    View view{"null", {}};
    if (!text || text->get_string().get(view.text) != simdjson::SUCCESS) return {};
    if (id && !write_id(*id)) return {};
    if (id) view.id = id_;
    return view;
  }

 private:
  // Returns false for a line that is left to the slow reader.
  bool write_id(const element& id) {
    id_.clear();
    switch (id.type()) {
      case element_type::INT64:
        append(id.get_int64().value_unsafe());
        return true;
      case element_type::UINT64:
        append(id.get_uint64().value_unsafe());
        return true;
      case element_type::STRING:
        append_json_string(id_, id.get_string().value_unsafe());
        return true;
      case element_type::BOOL:
        id_ = id.get_bool().value_unsafe() ? "true" : "false";
        return true;
      case element_type::NULL_VALUE:
        id_ = "null";
        return true;
      default:  // digits after the point, and what is inside others
        return false;
    }
  }

  template <class Number>
  void append(Number number) {
    std::array<char, 24> digits;
    id_.append(digits.begin(), std::to_chars(digits.begin(), digits.end(), number).ptr);
  }

  RequestFields fields_;
  simdjson::dom::parser parser_;
  std::string id_;
};

FastRequestReader::FastRequestReader(const RequestFields& fields)
    : impl_(std::make_unique<Impl>(fields)) {}
FastRequestReader::~FastRequestReader() = default;

std::optional<FastRequestReader::View> FastRequestReader::read(std::string_view line) {
  return impl_->read(line);
}

Batch::Batch(const ReadSettings& settings, const Engine& engine)
    : settings_(settings),
      fast_reader_(settings.fields),
      linker_(value_or_throw(TextLinker::create(
          engine,
          {settings.document.host, settings.document.default_scheme, settings.document.offsets}))) {
}

uint64_t Batch::answer(const NextBlock& next_block, Output& output, Report& report) {
  output_ = &output;
  report_ = &report;
  line_number_ = 0;
  state_ = Line::fits;
  size_ = 0;
  for (std::string_view block = next_block(); !block.empty(); block = next_block()) take(block);
  // The last line need not end with a line feed.
  if (size_ > 0 || state_ == Line::is_too_long) end_line({text_.data(), size_});
  return line_number_;
}

void Batch::take(std::string_view block) {
  size_t searched = size_;
  append(block);
  const char* const end = text_.data() + size_;
  const char* begin = text_.data();
  for (;;) {
    const char* const from = text_.data() + searched;
    const auto* const line_feed =
        static_cast<const char*>(std::memchr(from, '\n', static_cast<size_t>(end - from)));
    if (line_feed == nullptr) break;
    end_line({begin, static_cast<size_t>(line_feed - begin)});
    begin = line_feed + 1;
    searched = static_cast<size_t>(begin - text_.data());
  }
  size_ = static_cast<size_t>(end - begin);
  if (size_ > kMaxLineBytes) {
    state_ = Line::is_too_long;
    size_ = 0;
  }
  std::memmove(text_.data(), begin, size_);
}

// PERF: the copy takes 2 % of the time; the reader needs padding after each line.
void Batch::append(std::string_view block) {
  const size_t needed = size_ + block.size() + FastRequestReader::kPadding;
  if (text_.size() < needed) text_.resize(std::max(needed, 2 * text_.size()));
  std::memcpy(text_.data() + size_, block.data(), block.size());
  size_ += block.size();
}

void Batch::end_line(std::string_view line) {
  ++line_number_;
  if (std::exchange(state_, Line::fits) == Line::is_too_long || line.size() > kMaxLineBytes) {
    answer_error(fmt::format("the line is longer than {} MiB", kMaxLineBytes >> 20));
  } else {
    answer_line(line);
  }
  output_->flush_when_full();
}

void Batch::answer_line(std::string_view line) {
  if (const auto request = fast_reader_.read(line)) {
    answer_links(request->id, request->text);
    return;
  }
  const Result<Request> request = parse_request(line, settings_.fields);
  if (request.ok()) {
    answer_links(request.value().id, request.value().text);
  } else {
    answer_error(request.error().message);
  }
}

void Batch::answer_links(std::string_view id, std::string_view text) {
  std::string& out = output_->buffer();
  out += "{\"id\":";
  out += id;
  out += ",\"links\":[";
  std::string_view separator;
  linker_.find(text, [&](const Link& link) {
    append_link_object(out += separator, link);
    separator = ",";
    ++report_->links;
    output_->flush_when_full();
  });
  out += "]}\n";
}

void Batch::answer_error(std::string_view why) {
  report_->status = kIncomplete;
  std::string& out = output_->buffer();
  out += "{\"id\":null,\"error\":\"line ";
  append_count(out, line_number_, output_->counts());
  std::string sentence;
  append_json_string(sentence, why);
  out += ": ";
  out.append(sentence, 1);  // without its first quotation mark
  out += "}\n";
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "work/fast_request.h"

#include <simdjson.h>

#include <array>
#include <charconv>
#include <string>

#include "common/json.h"

namespace linkspan::command {
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

}  // namespace linkspan::command

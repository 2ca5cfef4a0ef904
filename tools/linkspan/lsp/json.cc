// SPDX-License-Identifier: Apache-2.0
#include "lsp/json.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "base/utf8.h"
#include "common/json.h"

namespace linkspan::command::lsp {
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

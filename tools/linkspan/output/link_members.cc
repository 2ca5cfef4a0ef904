// SPDX-License-Identifier: Apache-2.0
#include "output/link_members.h"

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "common/option_values.h"

namespace linkspan::command {
namespace {

struct NamesOfMembers {
  template <MemberName name, class Value>
  void take(const Value& /*value*/) {
    names.push_back(name.view());
  }
  std::vector<std::string_view> names;
};

}  // namespace

void append_plain_position(std::string& out, Position position, Counts* counts) {
  if (position.line == 0) {
    append_count(out, position.offset, counts);
    return;
  }
  append_count(out, position.line, counts);
  out += ':';
  append_number(out, position.offset);
}

const std::vector<std::string_view>& member_names() {
  static const std::vector<std::string_view> names = [] {
    NamesOfMembers list;
    const Origin origin;
    const Link link;
    visit_members({origin, link, nullptr}, list);
    return list.names;
  }();
  return names;
}

std::vector<RecordField> usual_fields() {
  std::vector<RecordField> fields;
  for (size_t i = 0; i < member_names().size(); ++i) {
    if (!is_on_request(member_names()[i])) fields.push_back(static_cast<RecordField>(i));
  }
  return fields;
}

std::vector<RecordField> parse_record_fields(const std::string& list) {
  const std::vector<std::string_view>& names = member_names();
  std::vector<RecordField> fields;
  for (const std::string& word : split_list("--fields", list, "uri,start")) {
    const auto found = std::find(names.begin(), names.end(), word);
    if (found == names.end()) {
      throw WrongUsage{fmt::format("--fields '{}' is not known; --fields can be {}", word,
                                   fmt::join(names, "|"))};
    }
    const auto field = static_cast<RecordField>(found - names.begin());
    if (std::find(fields.begin(), fields.end(), field) != fields.end()) {
      throw WrongUsage{fmt::format("--fields names {} twice; once is enough", word)};
    }
    fields.push_back(field);
  }
  return fields;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Promise: each value of an enumeration in settings or output has one name, which is read back as
// this value; the error for an unknown name lists the known names.

#include <gtest/gtest.h>

#include <iterator>
#include <set>
#include <string>

#include "linkspan/document.h"

namespace linkspan::test {
namespace names_test {

template <class Enum, class Parse>
void expect_names(Enum last, Parse parse) {
  std::set<std::string_view> names;
  for (int value = 0; value <= static_cast<int>(last); ++value) {
    const auto one = static_cast<Enum>(value);
    const std::string_view name = to_string(one);
    EXPECT_NE(name, "?") << value;
    EXPECT_TRUE(names.insert(name).second) << name;
    const Result<Enum> read = parse(name);
    ASSERT_TRUE(read.ok()) << name;
    EXPECT_EQ(*read, one);
  }
  EXPECT_EQ(to_string(static_cast<Enum>(static_cast<int>(last) + 1)), "?") << "not the last";
  const Result<Enum> read = parse("no such name");
  ASSERT_FALSE(read.ok());
  EXPECT_EQ(read.error().code, ErrorCode::not_found);
  for (const std::string_view name : names) {
    EXPECT_NE(read.error().message.find(name), std::string::npos) << read.error().message;
  }
}

TEST(Names, ParseToTheirValues) {
  expect_names(Profile::strict, parse_profile);
  expect_names(Kind::phone, parse_kind);
  expect_names(Form::href, parse_form);
  expect_names(EndedBy::end_of_text, parse_ended_by);
  expect_names(HostKind::ip_future, parse_host_kind);
  expect_names(OffsetUnit::lines_bytes, parse_offset_unit);
  expect_names(Detection::at_hand, parse_detection);
  expect_names(Markup::xml, parse_markup);
  expect_names(HtmlLinks::attributes, parse_html_links);
  expect_names(static_cast<Flow>(std::size(kFlows) - 1), parse_flow);
  expect_names(Quoting::prefixes, parse_quoting);
  expect_names(Wrapping::join, parse_wrapping);
  expect_names(Colours::remove, parse_colours);
  expect_names(HostForm::percent, parse_host_form);
  expect_names(DefaultScheme::https, parse_default_scheme);
  expect_names(Severity::serious, parse_severity);
  expect_names(iri::Ladder::scheme, iri::parse_ladder);
  expect_names(iri::BidiForm::marks, iri::parse_bidi_form);
}

TEST(Names, NamesOfWarningsParseToTheirValues) {
  for (const Warning warning : kAllWarnings) {
    const Result<Warning> read = parse_warning(to_string(warning));
    ASSERT_TRUE(read.ok()) << to_string(warning);
    EXPECT_EQ(*read, warning);
  }
  EXPECT_FALSE(parse_warning("no-such-warning").ok());
}

}  // namespace names_test
}  // namespace linkspan::test

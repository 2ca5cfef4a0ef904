// SPDX-License-Identifier: Apache-2.0
// Promise: schemes link as grammars/schemes.txt defines, and the list of the user overrides it.

#include "scan/syntax/schemes.h"

#include <gtest/gtest.h>

namespace linkspan::scan {
namespace schemes_test {

SchemePolicy policy(const NameList& names) { return SchemePolicy::create(names).value(); }

TEST(Schemes, HaveTheFormsOfTheList) {
  const SchemePolicy usual = policy({});
  EXPECT_EQ(usual.form_of("https"), SchemeForm::slashes);
  EXPECT_EQ(usual.form_of("mailto"), SchemeForm::opaque);
  EXPECT_EQ(usual.form_of("javascript"), SchemeForm::never);
  EXPECT_EQ(usual.form_of("data"), SchemeForm::never);
  EXPECT_EQ(usual.form_of("nosuchscheme"), SchemeForm::none);
  EXPECT_TRUE(usual.links_unknown());
}

TEST(Schemes, TheNameAfterThePlusDeterminesTheForm) {
  const SchemePolicy usual = policy({});
  EXPECT_EQ(usual.form_of("git+https"), SchemeForm::slashes);
  EXPECT_EQ(usual.form_of("x+mailto"), SchemeForm::slashes);
  EXPECT_EQ(usual.form_of("x+javascript"), SchemeForm::never);
  EXPECT_EQ(usual.form_of("x+nosuchscheme"), SchemeForm::none);
}

TEST(Schemes, NamesWithoutASignReplaceTheList) {
  const SchemePolicy only = policy({.allow = {"HTTPS", "steam"}});
  EXPECT_EQ(only.form_of("https"), SchemeForm::asked_for);
  EXPECT_EQ(only.form_of("steam"), SchemeForm::asked_for);
  EXPECT_EQ(only.form_of("http"), SchemeForm::none);
  EXPECT_EQ(only.form_of("git+https"), SchemeForm::none);
  EXPECT_FALSE(only.links_unknown());
}

TEST(Schemes, SignsAddAndRemoveNames) {
  const SchemePolicy changed = policy({.add = {"javascript"}, .remove = {"ftp"}});
  EXPECT_EQ(changed.form_of("javascript"), SchemeForm::asked_for);
  EXPECT_EQ(changed.form_of("ftp"), SchemeForm::never);
  EXPECT_EQ(changed.form_of("https"), SchemeForm::slashes);
  EXPECT_TRUE(changed.links_unknown());
}

TEST(Schemes, AnInvalidNameIsAnErrorWithItsIndex) {
  const std::string too_long(65, 'a');
  for (const std::string& wrong :
       {std::string(""), std::string("+"), std::string("1a"), std::string("a b"), std::string("é"),
        std::string("https:"), too_long}) {
    const Result<SchemePolicy> result =
        SchemePolicy::create({.allow = {"http"}, .remove = {wrong}});
    ASSERT_FALSE(result.ok()) << wrong;
    EXPECT_EQ(result.error().code, ErrorCode::invalid_argument);
    EXPECT_EQ(result.error().position, 1u);
  }
}

}  // namespace schemes_test
}  // namespace linkspan::scan

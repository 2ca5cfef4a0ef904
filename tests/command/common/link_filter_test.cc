// SPDX-License-Identifier: Apache-2.0
// Promise: a filter keeps the links of the requested kinds, schemes and hosts. Hosts match in
// A-labels or U-labels and in any case.

#include "tools/linkspan/common/link_filter.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {
namespace link_filter_test {

// The texts of the links that are kept.
std::vector<std::string> kept(const std::string& text, LinkFilter::Wanted wanted) {
  const LinkFilter filter(std::move(wanted));
  const Engine engine = Engine::create({}).value();
  Document document;
  document.bytes = text;
  std::vector<std::string> found;
  EXPECT_TRUE(linkify(document, engine, [&](const Link& link) {
                if (filter.keeps(link)) found.emplace_back(link.text);
              }).ok());
  return found;
}

using Texts = std::vector<std::string>;

TEST(Glob, MatchesTheWholeText) {
  EXPECT_TRUE(matches_glob("a.org", "a.org"));
  EXPECT_FALSE(matches_glob("a.org", "a.org.b"));
  EXPECT_FALSE(matches_glob("a.org", "b.a.org"));
  EXPECT_TRUE(matches_glob("*.a.org", "b.c.a.org"));
  EXPECT_FALSE(matches_glob("*.a.org", "a.org"));
  EXPECT_TRUE(matches_glob("*a*b*", "xaxbx"));
  EXPECT_FALSE(matches_glob("*a*b*", "xbxax"));
  EXPECT_TRUE(matches_glob("b?cher", "bücher"));
  EXPECT_FALSE(matches_glob("?", ""));
  EXPECT_TRUE(matches_glob("**", ""));
  EXPECT_TRUE(matches_glob("", ""));
  EXPECT_FALSE(matches_glob("", "a"));
}

TEST(Glob, ManyStarsDoNotTakeExponentialTime) {
  std::string glob;
  for (int i = 0; i < 200; ++i) glob += "*a";
  EXPECT_FALSE(matches_glob(glob + 'b', std::string(100'000, 'a')));
}

TEST(LinkFilter, KeepsAHostInULabelsOrALabelsAndInAnyCase) {
  const std::string text =
      "https://www.xn--mller-kva.example/ a@WWW.MÜLLER.example http://www.müller.example:80/ "
      "http://müller.example/ http://example.org/ urn:isbn:0451450523";
  const Texts all = {"https://www.xn--mller-kva.example/", "a@WWW.MÜLLER.example",
                     "http://www.müller.example:80/"};
  for (const char* glob :
       {"www.müller.example", "WWW.MÜLLER.EXAMPLE", "www.xn--mller-kva.example", "*.müller.example",
        "*.xn--mller-kva.example", "???.müller.example", "www.m?ller.example"}) {
    EXPECT_EQ(kept(text, {{}, {}, {glob}}), all) << glob;
  }
  EXPECT_EQ(kept(text, {{}, {}, {"example.org", "müller.example"}}),
            (Texts{"http://müller.example/", "http://example.org/"}));
  EXPECT_EQ(kept(text, {{}, {}, {"*"}}).size(), 5u);
}

TEST(LinkFilter, KeepsLinksOfTheRequestedSchemesAndKinds) {
  const std::string text = "HTTPS://a.org/ b.org mailto:c@d.org e@f.org ftp://g.org/";
  EXPECT_EQ(kept(text, {{}, {"https"}, {}}), Texts{"HTTPS://a.org/"});
  EXPECT_EQ(kept(text, {{}, {"http", "ftp"}, {}}), (Texts{"b.org", "ftp://g.org/"}));
  EXPECT_EQ(kept(text, {{}, {"mailto"}, {}}), (Texts{"mailto:c@d.org", "e@f.org"}));
  EXPECT_EQ(kept(text, {{Kind::email}, {}, {}}), (Texts{"mailto:c@d.org", "e@f.org"}));
  EXPECT_EQ(kept(text, {{Kind::email}, {}, {"f.org"}}), Texts{"e@f.org"});
  EXPECT_EQ(kept(text, {}).size(), 5u);
}

}  // namespace link_filter_test
}  // namespace linkspan::command

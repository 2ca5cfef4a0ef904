// SPDX-License-Identifier: Apache-2.0
// Promise: keys have the same effects as in urlscan, urlview, less and fzf.

#include "tools/linkspan/pick/pick_session.h"

#include <gtest/gtest.h>

#include <clocale>
#include <string>

namespace linkspan::command {
namespace pick_session_test {

class PickSessionTest : public testing::Test {
 protected:
  void SetUp() override {
    std::setlocale(LC_CTYPE, "C.UTF-8");
    for (int i = 1; i <= 20; ++i) {
      PickLink link;
      link.iri = link.uri = "https://e.org/" + std::to_string(i);
      store.links.push_back(link);
    }
    session.model().update();
    session.set_page(10);
  }

  // Presses a key for each character, and returns the effect of the last.
  Effect type(std::string_view keys) {
    Effect effect = Effect::none;
    for (const char c : keys) effect = session.press({Key::Name::character, char32_t(c)});
    return effect;
  }
  Effect press(Key::Name name) { return session.press({name, 0}); }
  size_t selected() { return session.model().selected() + 1; }

  LinkStore store;
  PickSession session{store};
};

TEST_F(PickSessionTest, LettersAndArrowsMoveTheSelection) {
  type("jjj");
  EXPECT_EQ(selected(), 4u);
  type("k");
  press(Key::Name::up);
  EXPECT_EQ(selected(), 2u);
  press(Key::Name::page_down);
  EXPECT_EQ(selected(), 12u);
  press(Key::Name::half_page_up);
  EXPECT_EQ(selected(), 7u);
  type("G");
  EXPECT_EQ(selected(), 20u);
  type("g");
  EXPECT_EQ(selected(), 1u);
  press(Key::Name::end);
  EXPECT_EQ(selected(), 20u);
}

TEST_F(PickSessionTest, ANumberAndEnterGoToALink) {
  type("12");
  EXPECT_EQ(session.last_line(), "go to link 12 (Enter)");
  EXPECT_EQ(press(Key::Name::enter), Effect::none);
  EXPECT_EQ(selected(), 12u);
  type("7G");
  EXPECT_EQ(selected(), 7u);
  type("99");
  press(Key::Name::enter);
  EXPECT_EQ(session.last_line(), "there is no link 99");
  EXPECT_EQ(selected(), 7u);
  type("1j");  // any other key discards the number
  EXPECT_EQ(press(Key::Name::enter), Effect::choose);
  type("99999999999999999999999999");
  press(Key::Name::enter);
  EXPECT_EQ(session.tone(), PickSession::Tone::problem);
}

TEST_F(PickSessionTest, SpaceMarksALinkAndSelectsTheNext) {
  type("  j ");
  EXPECT_EQ(session.model().marked(), 3u);
  EXPECT_TRUE(session.model().is_marked(3));
  EXPECT_EQ(selected(), 5u);
}

TEST_F(PickSessionTest, ShiftTabMarksALinkAndSelectsTheOneBefore) {
  type("jj");
  press(Key::Name::mark_up);
  EXPECT_TRUE(session.model().is_marked(2));
  EXPECT_EQ(selected(), 2u);
}

TEST_F(PickSessionTest, EscapeLeavesASearchAndThenTheList) {
  type("/19");
  press(Key::Name::enter);
  EXPECT_EQ(press(Key::Name::escape), Effect::none);
  EXPECT_EQ(session.model().found(), 0u);
  EXPECT_EQ(press(Key::Name::escape), Effect::quit);
  EXPECT_EQ(type("Q"), Effect::quit);
  EXPECT_EQ(type("C"), Effect::copy_uri);
}

TEST_F(PickSessionTest, SearchIsIncremental) {
  type("j/e.org/1");
  EXPECT_EQ(selected(), 10u);  // the first from where the search began
  EXPECT_EQ(session.last_line(), "/e.org/1    11 matches");
  type("5");
  EXPECT_EQ(selected(), 15u);
  press(Key::Name::backspace);
  EXPECT_EQ(selected(), 10u);
  press(Key::Name::enter);
  EXPECT_EQ(session.mode(), PickSession::Mode::list);
  type("n");
  EXPECT_EQ(selected(), 11u);
  type("NN");
  EXPECT_EQ(selected(), 1u);
}

TEST_F(PickSessionTest, EscapeCancelsASearchAndRestoresTheSelection) {
  type("jj/19");
  EXPECT_EQ(selected(), 19u);
  press(Key::Name::escape);
  EXPECT_EQ(selected(), 3u);
  EXPECT_EQ(session.model().found(), 0u);
}

TEST_F(PickSessionTest, AnUnsuccessfulSearchKeepsTheSelection) {
  type("jj/nothing");
  EXPECT_EQ(selected(), 3u);
  EXPECT_EQ(session.last_line(), "/nothing    not found");
  press(Key::Name::half_page_up);
  EXPECT_EQ(session.last_line(), "/");
  press(Key::Name::backspace);
  EXPECT_EQ(session.mode(), PickSession::Mode::list);
}

TEST_F(PickSessionTest, AnyKeyLeavesTheHelp) {
  type("?");
  EXPECT_EQ(session.mode(), PickSession::Mode::help);
  EXPECT_EQ(type("q"), Effect::none);
  EXPECT_EQ(session.mode(), PickSession::Mode::list);
}

TEST_F(PickSessionTest, EachCommandKeyHasItsEffect) {
  EXPECT_EQ(press(Key::Name::enter), Effect::choose);
  EXPECT_EQ(type("o"), Effect::choose);
  EXPECT_EQ(type("y"), Effect::copy_uri);
  EXPECT_EQ(type("Y"), Effect::copy_line);
  EXPECT_EQ(type("q"), Effect::quit);
  EXPECT_EQ(press(Key::Name::redraw), Effect::redraw);
}

TEST_F(PickSessionTest, ASeriousWarningIsAskedAbout) {
  store.links[1].is_serious = true;
  store.links[1].host_ascii = "evil.example";
  PickSession asking(store, PickSession::Asks::if_serious);
  asking.model().update();
  const auto press_key = [&](Key::Name name, char32_t c = 0) { return asking.press({name, c}); };
  EXPECT_EQ(press_key(Key::Name::enter), Effect::choose);
  press_key(Key::Name::down);
  for (const char32_t no : {U'n', U'o', U' ', U'q'}) {
    EXPECT_EQ(press_key(Key::Name::enter), Effect::none);
    EXPECT_EQ(asking.last_line(), "Open it? y n    it leads to evil.example");
    EXPECT_EQ(press_key(Key::Name::character, no), Effect::none);
    EXPECT_EQ(asking.last_line(), "not opened");
  }
  EXPECT_EQ(press_key(Key::Name::character, U'o'), Effect::none);
  EXPECT_EQ(press_key(Key::Name::enter), Effect::none);  // not the answer
  press_key(Key::Name::enter);
  EXPECT_EQ(press_key(Key::Name::character, U'y'), Effect::choose);
  press_key(Key::Name::character, U'a');
  press_key(Key::Name::enter);
  EXPECT_EQ(asking.last_line(), "Open all? y n    1 of 20 may not lead where they seem to");
  EXPECT_EQ(press_key(Key::Name::character, U'y'), Effect::choose);
  // Without asking.
  PickSession silent(store);
  silent.model().update();
  silent.press({Key::Name::down, 0});
  EXPECT_EQ(silent.press({Key::Name::enter, 0}), Effect::choose);
}

TEST_F(PickSessionTest, KeysHaveNoEffectWithoutLinks) {
  const LinkStore empty;
  PickSession none(empty);
  for (const char c : std::string_view("oyY aun/x")) {
    EXPECT_EQ(none.press({Key::Name::character, char32_t(c)}), Effect::none) << c;
  }
  EXPECT_EQ(none.press({Key::Name::enter, 0}), Effect::none);
  EXPECT_EQ(none.press({Key::Name::enter, 0}), Effect::none);
}

}  // namespace pick_session_test
}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Promise: rows group links by URI, marks belong to URIs, and the selection stays visible and on
// its link while links are added.

#include <gtest/gtest.h>

#include <clocale>
#include <string>
#include <vector>

#include "tools/linkspan/pick/model.h"

namespace linkspan::command {
namespace pick_model_test {

void add(LinkStore& store, const std::string& uri, const std::string& line = "") {
  PickLink link;
  link.iri = link.uri = uri;
  link.place = "a.txt:" + std::to_string(store.links.size() + 1);
  if (!line.empty()) {
    store.lines.push_back({store.lines.size(), line});
    link.pieces.push_back({store.lines.size() - 1, {0, 1}});
  }
  store.links.push_back(link);
}

class PickModelTest : public testing::Test {
 protected:
  void SetUp() override { std::setlocale(LC_CTYPE, "C.UTF-8"); }

  void read(const std::vector<std::string>& uris) {
    for (const std::string& uri : uris) add(store, uri);
    model.update();
  }
  std::string rows() const {
    std::string shown;
    for (size_t row = 0; row < model.size(); ++row) {
      shown += (row == model.selected() ? ">" : "") + std::string(model.is_marked(row) ? "*" : "") +
               model.link(row).uri + std::to_string(model.links(row).size()) + ' ';
    }
    return shown;
  }

  LinkStore store;
  PickModel model{store};
};

TEST_F(PickModelTest, GroupsByUriInTheOrderOfFirstOccurrence) {
  read({"a", "b", "a", "c", "a"});
  EXPECT_EQ(rows(), ">a3 b1 c1 ");
  model.toggle_grouping();
  EXPECT_EQ(rows(), ">a1 b1 a1 c1 a1 ");
}

TEST_F(PickModelTest, ByHostRowsStayTogetherWhileLinksAreAdded) {
  const auto read_of = [this](const std::string& host, const std::string& uri) {
    add(store, uri);
    store.links.back().host_unicode = host;
    model.update();
  };
  read_of("b", "b1");
  read_of("a", "a1");
  model.select(1);
  model.toggle_mark(1);
  model.toggle_order();
  read_of("b", "b2");
  read_of("", "x");
  read_of("b", "b1");
  EXPECT_EQ(rows(), "b12 b21 >*a11 x1 ");
  EXPECT_EQ(model.hosts(), 3u);
  EXPECT_TRUE(model.begins_host(0) && !model.begins_host(1) && model.begins_host(3));
  EXPECT_EQ(model.rows_of_host(1), 2u);
  model.select(1);
  model.toggle_marks_of_host();
  EXPECT_EQ(rows(), "*b12 >*b21 *a11 x1 ");
  model.toggle_grouping();
  EXPECT_EQ(rows(), "*b11 >*b21 *b11 *a11 x1 ");
  model.toggle_marks_of_host();
  model.toggle_order();
  EXPECT_EQ(rows(), "b11 *a11 >b21 x1 b11 ");
}

TEST_F(PickModelTest, ByHostTheSelectedRowIsVisibleWithTheHeadings) {
  for (int i = 0; i < 40; ++i) {
    add(store, "u" + std::to_string(i));
    store.links.back().host_unicode = "h" + std::to_string(i / 2);
  }
  model.update();
  model.toggle_order();
  for (const size_t height : {1u, 2u, 3u, 7u, 100u}) {
    for (const size_t row : {0u, 39u, 20u, 21u, 0u, 1u}) {
      model.select(row);
      const size_t top = model.scroll(height);
      ASSERT_LE(top, row);
      size_t lines = height > 1 ? 1 : 0;
      for (size_t at = top; at <= row; ++at) lines += at > top && model.begins_host(at) ? 2 : 1;
      EXPECT_LE(lines, height) << row;
    }
  }
}

TEST_F(PickModelTest, TheSelectedLinkStaysSelected) {
  read({"a", "b", "a", "c"});
  model.select(2);
  model.toggle_grouping();
  EXPECT_EQ(rows(), "a1 b1 a1 >c1 ");
  model.select(2);
  model.toggle_grouping();
  EXPECT_EQ(rows(), ">a2 b1 c1 ");
  read({"d", "a"});
  EXPECT_EQ(rows(), ">a3 b1 c1 d1 ");
}

TEST_F(PickModelTest, AMarkAppliesToAllLinksOfAUri) {
  read({"a", "b", "a"});
  model.toggle_mark(0);
  EXPECT_EQ(model.marked(), 1u);
  model.toggle_grouping();
  EXPECT_EQ(rows(), ">*a1 b1 *a1 ");
  EXPECT_EQ(model.marked(), 2u);
  read({"a"});
  EXPECT_EQ(rows(), ">*a1 b1 *a1 *a1 ");
  model.toggle_grouping();
  EXPECT_EQ(model.chosen(), std::vector<size_t>({0}));
}

TEST_F(PickModelTest, ChosenLinksAreTheMarkedOnesOrTheSelectedOne) {
  read({"a", "b", "c"});
  model.select(1);
  EXPECT_EQ(model.chosen(), std::vector<size_t>({1}));
  model.toggle_mark(2);
  model.toggle_mark(0);
  EXPECT_EQ(model.chosen(), std::vector<size_t>({0, 2}));
  model.toggle_all_marks();
  EXPECT_EQ(model.marked(), 3u);
  model.toggle_all_marks();
  EXPECT_EQ(model.marked(), 0u);
}

TEST_F(PickModelTest, TheSelectionMovesWithinTheRows) {
  read({"a", "b", "c"});
  model.move(Direction::down, 10);
  EXPECT_EQ(model.selected(), 2u);
  model.move(Direction::up, 1);
  EXPECT_EQ(model.selected(), 1u);
  model.move(Direction::up, 10);
  EXPECT_EQ(model.selected(), 0u);
  model.select(SIZE_MAX);
  EXPECT_EQ(model.selected(), 2u);
}

TEST_F(PickModelTest, TheSearchCoversIriPlaceAndLineAndIgnoresCase) {
  add(store, "https://example.org/Straße", "one");
  add(store, "https://example.com/", "the WORD around it");
  add(store, "https://example.net/");
  model.update();
  model.search_for("STRAßE");
  EXPECT_TRUE(model.is_found(0));
  EXPECT_EQ(model.found(), 1u);
  model.search_for("word");
  EXPECT_EQ(model.found_from(0, Direction::down), 1u);
  model.search_for("A.TXT:3");
  EXPECT_EQ(model.found_from(0, Direction::up), 2u);
  model.search_for("nothing");
  EXPECT_EQ(model.found_from(0, Direction::down), std::nullopt);
  model.search_for("");
  EXPECT_EQ(model.found(), 0u);
}

TEST_F(PickModelTest, TheSearchWrapsAround) {
  read({"q1", "a", "q2", "b"});
  model.search_for("q");
  model.select_next_found(Direction::down);
  EXPECT_EQ(model.selected(), 2u);
  model.select_next_found(Direction::down);
  EXPECT_EQ(model.selected(), 0u);
  model.select_next_found(Direction::up);
  EXPECT_EQ(model.selected(), 2u);
}

TEST_F(PickModelTest, TheSelectedRowStaysVisible) {
  read({"0", "1", "2", "3", "4", "5", "6", "7", "8", "9"});
  EXPECT_EQ(model.scroll(4), 0u);
  model.select(5);
  EXPECT_EQ(model.scroll(4), 2u);
  model.select(3);
  EXPECT_EQ(model.scroll(4), 2u);
  model.select(9);
  EXPECT_EQ(model.scroll(4), 6u);
  EXPECT_EQ(model.scroll(20), 0u);
  EXPECT_EQ(model.scroll(0), 9u);
}

TEST_F(PickModelTest, OperationsHaveNoEffectWithoutLinks) {
  model.update();
  model.move(Direction::down, 1);
  model.select(3);
  model.toggle_mark(0);
  model.toggle_grouping();
  model.search_for("x");
  model.select_next_found(Direction::up);
  EXPECT_TRUE(model.chosen().empty());
  EXPECT_EQ(model.selected(), 0u);
  EXPECT_EQ(model.scroll(5), 0u);
}

}  // namespace pick_model_test
}  // namespace linkspan::command

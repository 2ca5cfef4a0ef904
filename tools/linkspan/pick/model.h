// SPDX-License-Identifier: Apache-2.0
// PickModel: the rows of the list, and which are selected, marked, found and visible.
//
//   links   https://a.example/  https://b.example/  https://a.example/
//   rows    https://a.example/ ×2, https://b.example/        grouped by URI
//           the three of them                                not grouped
//
// What a mail in several forms has in each is one place, with the label that one of them has. In
// mail, equal URIs are one (iri::normalize).
//
// Knows nothing about terminals. Rows and links count from 0. Guarded by
// tests/command/pick/pick_model_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/keyed_hash.h"
#include "pick/links.h"

namespace linkspan::command {

enum class Grouping : uint8_t { by_uri, none };
enum class Direction : uint8_t { down, up };

class PickModel {
 public:
  using RowOfUri = std::unordered_map<std::string_view, size_t, base::KeyedHash, std::equal_to<>>;

  // The store outlives this. Its mutex is held in every call.
  explicit PickModel(const LinkStore& store) : store_(store) {}

  // Adds the links that were read since the last call.
  void update();

  size_t size() const { return rows_.size(); }
  const PickLink& link(size_t row) const { return store_.links[rows_[row].links.front()]; }
  // The links of a row, in the order of the text.
  const std::vector<size_t>& links(size_t row) const { return rows_[row].links; }

  // Of a row: has one of its links a serious warning?
  bool is_serious(size_t row) const { return rows_[row].serious.has_value(); }
  // The link that stands for the row: the first with a serious warning, else the first with a
  // label, else the first.
  const PickLink& shown_link(size_t row) const;
  // The different notes of its links.
  std::vector<std::string> notes(size_t row) const;

  Grouping grouping() const { return grouping_; }
  void toggle_grouping();  // the selected link stays selected

  // --- selection. The selected row is one of them, unless there are none.
  size_t selected() const { return selected_; }
  void select(size_t row);  // the last one, if there are not as many
  void move(Direction direction, size_t rows);

  // --- marks, which are of a URI
  bool is_marked(size_t row) const;
  void toggle_mark(size_t row);
  void toggle_all_marks();                   // marks all rows, or none if all were
  size_t marked() const { return marked_; }  // how many rows
  // The marked rows in order, or the selected one if none is.
  std::vector<size_t> chosen() const;

  // --- search: rows whose IRI, URI, place, label or lines have the text, in any case
  void search_for(std::string_view text);
  const std::string& sought() const { return sought_; }
  bool is_found(size_t row);
  size_t found();                                                     // how many rows
  std::optional<size_t> found_from(size_t row, Direction direction);  // itself, or round the end
  void select_next_found(Direction direction);

  // --- the rows in sight
  // Returns the first of `height` rows, among which the selected one is.
  size_t scroll(size_t height);

 private:
  struct Row {
    std::vector<size_t> links;
    bool is_marked = false;
    std::optional<size_t> serious = {}, labelled = {};  // the first of these links
  };
  void append(size_t link);
  void add_to(Row& row, size_t link);
  bool link_has_sought(size_t link);
  bool line_has_sought(size_t line);

  const LinkStore& store_;
  Grouping grouping_ = Grouping::by_uri;
  std::vector<Row> rows_;
  RowOfUri row_of_uri_;  // the first of them
  size_t taken_ = 0;     // links
  size_t selected_ = 0;
  size_t marked_ = 0;
  size_t top_ = 0;
  std::string sought_;                      // folded
  std::vector<std::string> searched_text_;  // of each link, folded; empty until it is needed
  struct SearchedLine {
    size_t size = SIZE_MAX;  // that it had
    bool is_found = false;
  };
  std::unordered_map<size_t, SearchedLine> searched_lines_;  // for `sought_`
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "pick/model.h"

#include <algorithm>
#include <unordered_set>

#include "pick/text.h"

namespace linkspan::command {
namespace {

// The same place in another form of the text, not another place; it may have a label.
bool is_repeat(const PickLink& link) { return link.is_in_later_form && !link.is_serious; }

}  // namespace

void PickModel::update() {
  const size_t rows = size();
  for (; taken_ < store_.links.size(); ++taken_) append(taken_);
  if (order_ == Order::by_host && size() > rows) sort_rows();
}

// Keeps the selected row selected.
void PickModel::sort_rows() {
  if (rows_.empty()) return;
  const size_t selected_link = rows_[selected_].links.front();
  const auto first = [](const Row& row) { return row.links.front(); };
  std::sort(rows_.begin(), rows_.end(),
            [&](const Row& a, const Row& b) { return first(a) < first(b); });
  if (order_ == Order::by_host) {
    std::unordered_map<std::string_view, size_t, base::KeyedHash, std::equal_to<>> ranks;
    for (size_t row = 0; row < size(); ++row) ranks.try_emplace(host(row), ranks.size());
    hosts_ = ranks.size();
    const auto rank = [&](const Row& row) {
      return ranks.find(store_.links[first(row)].host_unicode)->second;
    };
    std::stable_sort(rows_.begin(), rows_.end(),
                     [&](const Row& a, const Row& b) { return rank(a) < rank(b); });
  }
  row_of_uri_.clear();
  for (size_t row = 0; row < size(); ++row) {
    row_of_uri_.try_emplace(key_of(link(row)), row);
    if (first(rows_[row]) == selected_link) selected_ = row;
  }
}

void PickModel::toggle_order() {
  order_ = order_ == Order::by_host ? Order::of_text : Order::by_host;
  hosts_ = 0;
  sort_rows();
}

size_t PickModel::rows_of_host(size_t row) const {
  size_t begin = row, end = row;
  while (begin > 0 && host(begin - 1) == host(row)) --begin;
  while (end < size() && host(end) == host(row)) ++end;
  return end - begin;
}

void PickModel::append(size_t link) {
  const auto [at, is_new] = row_of_uri_.try_emplace(key_of(store_.links[link]), rows_.size());
  if (!is_new && (grouping_ == Grouping::by_uri || is_repeat(store_.links[link]))) {
    add_to(rows_[at->second], link);
    return;
  }
  const bool is_marked = !is_new && rows_[at->second].is_marked;
  rows_.push_back({{}, is_marked});
  add_to(rows_.back(), link);
  marked_ += is_marked ? 1 : 0;
}

void PickModel::add_to(Row& row, size_t link) {
  if (row.links.empty() || !is_repeat(store_.links[link])) row.links.push_back(link);
  if (!row.serious && store_.links[link].is_serious) row.serious = link;
  if (!row.labelled && !store_.links[link].label.empty()) row.labelled = link;
}

const PickLink& PickModel::shown_link(size_t row) const {
  const Row& shown = rows_[row];
  return store_.links[shown.serious.value_or(shown.labelled.value_or(shown.links.front()))];
}

std::vector<std::string> PickModel::notes(size_t row) const {
  std::vector<std::string> notes;
  for (const size_t link : rows_[row].links) {
    for (const std::string& note : store_.links[link].notes) {
      if (std::find(notes.begin(), notes.end(), note) == notes.end()) notes.push_back(note);
    }
  }
  return notes;
}

void PickModel::toggle_grouping() {
  std::unordered_set<std::string_view, base::KeyedHash, std::equal_to<>> marked_uris;
  for (size_t row = 0; row < rows_.size(); ++row) {
    if (rows_[row].is_marked) marked_uris.insert(link(row).uri);
  }
  const size_t selected_link = rows_.empty() ? 0 : rows_[selected_].links.front();
  grouping_ = grouping_ == Grouping::by_uri ? Grouping::none : Grouping::by_uri;
  rows_.clear();
  row_of_uri_.clear();
  taken_ = selected_ = 0;
  update();
  marked_ = 0;
  for (size_t row = 0; row < rows_.size(); ++row) {
    rows_[row].is_marked = marked_uris.contains(link(row).uri);
    marked_ += rows_[row].is_marked ? 1 : 0;
    const auto& links = rows_[row].links;
    if (std::find(links.begin(), links.end(), selected_link) != links.end()) selected_ = row;
  }
}

void PickModel::select(size_t row) { selected_ = rows_.empty() ? 0 : std::min(row, size() - 1); }

void PickModel::move(Direction direction, size_t rows) {
  if (direction == Direction::down) {
    select(selected_ + std::min(rows, size()));
  } else {
    selected_ -= std::min(rows, selected_);
  }
}

bool PickModel::is_marked(size_t row) const { return rows_[row].is_marked; }

void PickModel::toggle_mark(size_t row) {
  if (row >= size()) return;
  rows_[row].is_marked = !rows_[row].is_marked;
  marked_ += rows_[row].is_marked ? 1 : -1;
}

void PickModel::toggle_all_marks() {
  const bool mark = marked_ < size();
  for (Row& row : rows_) row.is_marked = mark;
  marked_ = mark ? size() : 0;
}

void PickModel::toggle_marks_of_host() {
  std::vector<size_t> rows, unmarked;
  for (size_t row = 0; row < size(); ++row) {
    if (host(row) != host(selected_)) continue;
    rows.push_back(row);
    if (!is_marked(row)) unmarked.push_back(row);
  }
  for (const size_t row : unmarked.empty() ? rows : unmarked) toggle_mark(row);
}

std::vector<size_t> PickModel::chosen() const {
  std::vector<size_t> rows;
  for (size_t row = 0; row < size(); ++row) {
    if (rows_[row].is_marked) rows.push_back(row);
  }
  if (rows.empty() && size() > 0) rows.push_back(selected_);
  return rows;
}

void PickModel::search_for(std::string_view text) {
  sought_ = folded(text);
  searched_lines_.clear();
}

bool PickModel::link_has_sought(size_t link) {
  if (searched_text_.size() <= link) searched_text_.resize(store_.links.size());
  std::string& text = searched_text_[link];
  if (text.empty()) {
    const PickLink& searched = store_.links[link];
    text =
        folded(searched.iri + '\n' + searched.uri + '\n' + searched.place + '\n' + searched.label);
  }
  return text.find(sought_) != std::string::npos;
}

// A line is searched once, whatever the number of its links: lines of 16 KiB with 3,000 links each
// would else take 3,000 times as much time and memory. A line that has grown is searched again.
bool PickModel::line_has_sought(size_t line) {
  const std::string& text = store_.lines[line].text;
  SearchedLine& searched = searched_lines_[line];
  if (searched.size != text.size()) {
    searched = {text.size(), folded(text).find(sought_) != std::string::npos};
  }
  return searched.is_found;
}

bool PickModel::is_found(size_t row) {
  if (sought_.empty()) return false;
  const std::vector<size_t>& links = rows_[row].links;
  if (rows_[row].labelled && link_has_sought(*rows_[row].labelled)) return true;
  return std::any_of(links.begin(), links.end(), [this](size_t link) {
    const auto& pieces = store_.links[link].pieces;
    return link_has_sought(link) ||
           std::any_of(pieces.begin(), pieces.end(),
                       [this](const PickPiece& piece) { return line_has_sought(piece.line); });
  });
}

size_t PickModel::found() {
  size_t count = 0;
  for (size_t row = 0; row < size(); ++row) count += is_found(row) ? 1 : 0;
  return count;
}

std::optional<size_t> PickModel::found_from(size_t row, Direction direction) {
  const size_t step = direction == Direction::down ? 1 : size() - 1;
  for (size_t tried = 0; tried < size(); ++tried, row = (row + step) % size()) {
    if (is_found(row)) return row;
  }
  return {};
}

void PickModel::select_next_found(Direction direction) {
  if (size() == 0) return;
  const size_t step = direction == Direction::down ? 1 : size() - 1;
  selected_ = found_from((selected_ + step) % size(), direction).value_or(selected_);
}

// From the first visible row to another one.
size_t PickModel::lines_between(size_t top, size_t row) const {
  size_t lines = row - top + 1;
  if (order_ == Order::by_host) ++lines;
  for (size_t at = top + 1; at <= row; ++at) lines += begins_host(at) ? 1 : 0;
  return lines;
}

size_t PickModel::scroll(size_t height) {
  height = std::max<size_t>(height, 1);
  if (order_ == Order::by_host) {
    top_ = std::min(top_, selected_);
    top_ += selected_ - top_ >= height ? selected_ - top_ - height + 1 : 0;
    while (top_ < selected_ && lines_between(top_, selected_) > height) ++top_;
    return top_;
  }
  const size_t last_top = size() > height ? size() - height : 0;
  if (selected_ < top_) top_ = selected_;
  if (selected_ >= top_ + height) top_ = selected_ - height + 1;
  top_ = std::min(top_, last_top);
  return top_;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// PickModel: the rows of the list, and which are selected, marked, found and visible.
//
//   links   https://a.example/  https://b.example/  https://a.example/
//   rows    https://a.example/ ×2, https://b.example/        grouped by URI
//           the three of them                                not grouped
//   by host: the rows of a.example, then those of b.example, each host with a heading
//
// What a mail in several forms has in each is one place, with the label that one of them has. In
// mail, equal URIs are one (iri::normalize).
//
// Knows nothing about terminals. Rows and links count from 0. Guarded by
// tests/command/pick/pick_model_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <functional>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "base/keyed_hash.h"
#include "linkspan/document.h"

namespace linkspan::command {

// LinkStore: the links that `linkspan pick` shows, with the lines of text around them.
//
//   See https://example.org/a⏎       one link, at line 1 of letter.txt
//   and write to a@b.example.⏎       another, at line 2; line 1 is the line before it, and line 2
//                                    the line after the first
//
// One thread reads (cli/pick_collector.h) while another shows the links so far: a pipe may stay
// open for hours. INVARIANT: links and lines are only appended; a link never moves, so that
// references to it stay valid. The text of the last line may still grow.
//
// Guarded by tests/command/cli/pick_collector_test.cc.

// A line of the decoded text, without what ends it. Lines that are far from any link are not kept.
struct PickLine {
  uint64_t sequence = 0;  // that of the next line of the same document is one more
  std::string text;
};

// Where a visible part of a link is: bytes of a line.
struct PickPiece {
  size_t line = 0;  // in LinkStore::lines
  Range range;
};

struct PickLink {
  std::string iri, uri;
  // Of mail, the URI in its normal form (iri.h), if that differs; of a place in a file, the URI and
  // the position; else empty.
  std::string key;
  Kind kind = Kind::url;
  Form form = Form::scheme;
  std::string label;               // of an anchor of HTML: its text, or that for its picture
  std::vector<std::string> notes;  // warnings, in sentences
  bool is_serious = false;         // has it a serious warning?
  bool is_in_later_form = false;   // of a mail in several forms (mail::TextPart::is_later_form)
  std::string host_ascii;          // with A-labels; empty if it has no domain name
  std::string host_unicode;        // with U-labels; the same for a host that has none
  std::string place;      // "inbox.mbox:17/1.2:5", not made printable; without the name of the only
                          // input, "17/1.2:5" or "line 5"
  std::string path = {};  // of Kind::file: absolute
  uint32_t line = 0;      // of Kind::file: 0 if none is written
  size_t message = 0;     // in LinkStore::messages
  std::vector<PickPiece> pieces;
};

// Links with one key are one row.
inline std::string_view key_of(const PickLink& link) {
  return link.key.empty() ? std::string_view(link.uri) : std::string_view(link.key);
}

struct LinkStore {
  std::mutex mutex;  // over all that follows
  std::deque<PickLink> links;
  std::deque<PickLine> lines;
  std::vector<std::string> messages = {
      ""};                   // "Subject, from From"; the first is that of no message
  bool is_complete = false;  // all inputs were read
  bool is_unwanted = false;  // no longer used: reading may stop
};

// The lines that contain a link, and one before and after them if they were kept: a half-open range
// of LinkStore::lines. REQUIRES: the mutex is held.
inline Range lines_around(const LinkStore& store, const PickLink& link) {
  if (link.pieces.empty()) return {};
  Range lines{link.pieces.front().line, link.pieces.back().line + 1};
  const auto follow = [&store](size_t line) {
    return line + 1 < store.lines.size() &&
           store.lines[line].sequence + 1 == store.lines[line + 1].sequence;
  };
  if (lines.begin > 0 && follow(lines.begin - 1)) --lines.begin;
  if (follow(lines.end - 1)) ++lines.end;
  return lines;
}

enum class Grouping : uint8_t { by_uri, none };
// Of the rows: hosts in the order of their first links.
enum class Order : uint8_t { of_text, by_host };
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

  Order order() const { return order_; }
  void toggle_order();  // likewise

  // The host of a row as people read it; empty if it has none.
  const std::string& host(size_t row) const { return link(row).host_unicode; }
  // By host: is the row before it, if there is one, of another host?
  bool begins_host(size_t row) const {
    return order_ == Order::by_host && (row == 0 || host(row) != host(row - 1));
  }
  size_t hosts() const { return hosts_; }  // by host: how many there are
  size_t rows_of_host(size_t row) const;   // by host: all of them

  // --- selection. The selected row is one of them, unless there are none.
  size_t selected() const { return selected_; }
  void select(size_t row);  // the last one, if there are not as many
  void move(Direction direction, size_t rows);

  // --- marks, which are of a URI
  bool is_marked(size_t row) const;
  void toggle_mark(size_t row);
  void toggle_all_marks();                   // marks all rows, or none if all were
  void toggle_marks_of_host();               // of the selected row: marks all its rows, or none
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
  // Returns the first of the rows that fill `height` lines, among which the selected one is. By
  // host, the first and each that begins a host has a line before it, if there is room for two.
  size_t scroll(size_t height);

 private:
  struct Row {
    std::vector<size_t> links;
    bool is_marked = false;
    std::optional<size_t> serious = {}, labelled = {};  // the first of these links
  };
  void append(size_t link);
  void sort_rows();
  size_t lines_between(size_t top, size_t row) const;
  void add_to(Row& row, size_t link);
  bool link_has_sought(size_t link);
  bool line_has_sought(size_t line);

  const LinkStore& store_;
  Grouping grouping_ = Grouping::by_uri;
  Order order_ = Order::of_text;
  size_t hosts_ = 0;
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

// SPDX-License-Identifier: Apache-2.0
#include "pick/details.h"

#include <algorithm>
#include <string_view>

#include "linkspan/iri.h"

namespace linkspan::command {
namespace {

constexpr int kLabelColumns = 7;
constexpr size_t kMostRowsOfValue = 3;
constexpr size_t kMostPlaces = 4;

std::string_view kind_of(const PickLink& link) {
  switch (link.kind) {
    case Kind::email:
      return "email address";
    case Kind::custom:
      return "found by a rule of your own";
    case Kind::file:
      return "place in a file, which $EDITOR opens";
    case Kind::phone:
      return "telephone number";
    case Kind::url:
      break;
  }
  switch (link.form) {
    case Form::www:
    case Form::domain:
      return "web address written without a scheme";
    case Form::href:
      return "link of a page in HTML";
    default:
      return "link with a scheme";
  }
}

// Collects as many lines as fit.
class Details {
 public:
  Details(int columns, size_t rows) : columns_(columns), rows_(rows) {}

  void add(std::string_view label, std::string_view value, Look look = Look::plain) {
    Cells head = to_cells(label);
    head.resize(kLabelColumns, {L" ", 1});
    std::vector<Cells> rows = wrap(to_cells(value), columns_ - kLabelColumns);
    if (rows.size() > kMostRowsOfValue) {
      rows.resize(kMostRowsOfValue);
      rows.back().back() = {L"…", 1};
    }
    for (Cells& row : rows) {
      add_line({{head, Look::label}, {std::move(row), look}});
      head.assign(kLabelColumns, {L" ", 1});
    }
  }

  void add_line(ShownLine line) {
    if (lines_.size() < rows_) lines_.push_back(std::move(line));
  }

  // A line of runs, over as many rows as it needs, indented.
  void add_wrapped(const ShownLine& runs) {
    Cells cells;
    std::vector<Look> looks;  // of each cell
    for (const StyledCells& run : runs) {
      cells.insert(cells.end(), run.cells.begin(), run.cells.end());
      looks.resize(cells.size(), run.look);
    }
    const Cells indent = to_cells("  ");
    for (const CellRange& row : rows_of(cells, columns_ - columns_of(indent))) {
      ShownLine line{{indent, Look::plain}};
      for (size_t i = row.begin; i < row.end; ++i) {
        if (line.back().look != looks[i]) line.push_back({{}, looks[i]});
        line.back().cells.push_back(cells[i]);
      }
      add_line(std::move(line));
    }
  }

  size_t room() const { return rows_ - lines_.size(); }
  std::vector<ShownLine> take() { return std::move(lines_); }

 private:
  int columns_;
  size_t rows_;
  std::vector<ShownLine> lines_;
};

std::string places_of(const LinkStore& store, const std::vector<size_t>& links) {
  std::string places;
  for (size_t i = 0; i < std::min(links.size(), kMostPlaces); ++i) {
    if (i > 0) places += ", ";
    places += store.links[links[i]].place;
  }
  if (links.size() > kMostPlaces) {
    places += " and " + std::to_string(links.size() - kMostPlaces) + " more";
  }
  return places;
}

void add_fields(Details& details, const LinkStore& store, const PickModel& model, size_t row) {
  const PickLink& link = model.shown_link(row);
  if (!link.label.empty()) details.add("Text", link.label);
  if (link.iri != link.uri) details.add("IRI", link.iri);
  details.add("URI", link.uri);
  if (link.host_unicode != link.host_ascii) {
    details.add("Host", link.host_unicode + "  =  " + link.host_ascii);
  } else if (!link.host_ascii.empty()) {
    details.add("Host", link.host_ascii);
  }
  if (const auto target = iri::unwrap(link.uri)) details.add("Target", *target);
  for (const std::string& note : model.notes(row)) details.add("Note", note, Look::warning);
  details.add("Kind", kind_of(link));
  details.add("Where", places_of(store, model.links(row)));
  if (link.message > 0) details.add("Mail", store.messages[link.message]);
}

// The excerpt of a line around the link.
struct Excerpt {
  uint64_t begin, end;
};
constexpr uint64_t kBytesAround = 400;

Excerpt excerpt_of(const std::string& text, const std::vector<Range>& links) {
  Excerpt kept{0, text.size()};
  if (links.empty()) {
    kept.end = std::min<uint64_t>(kept.end, kBytesAround);
  } else {
    kept.begin = links.front().begin - std::min(links.front().begin, kBytesAround / 4);
    kept.end = std::min(kept.end, links.back().end + kBytesAround);
  }
  const auto is_inside = [&text](uint64_t at) {
    return at < text.size() && (static_cast<unsigned char>(text[at]) & 0xC0) == 0x80;
  };
  while (is_inside(kept.begin)) ++kept.begin;
  // From the start of a word.
  const uint64_t space = text.find(' ', kept.begin);
  if (kept.begin > 0 && !links.empty() && space < links.front().begin) kept.begin = space + 1;
  while (is_inside(kept.end)) ++kept.end;
  return kept;
}

ShownLine line_with_link(const std::string& text, const std::vector<Range>& links) {
  const Excerpt kept = excerpt_of(text, links);
  ShownLine line;
  const auto add = [&](uint64_t begin, uint64_t end, Look look) {
    if (begin < end) line.push_back({to_cells(text.substr(begin, end - begin)), look});
  };
  if (kept.begin > 0) line.push_back({to_cells("…"), Look::plain});
  uint64_t at = kept.begin;
  for (const Range& link : links) {
    add(at, link.begin, Look::plain);
    add(link.begin, link.end, Look::link);
    at = link.end;
  }
  add(at, kept.end, Look::plain);
  if (kept.end < text.size()) line.push_back({to_cells("…"), Look::plain});
  return line;
}

void add_context(Details& details, const LinkStore& store, const PickLink& link) {
  Range around = lines_around(store, link);
  // With little room, that of the link comes first.
  constexpr size_t kRowsOfLine = 3;
  if (!link.pieces.empty() && details.room() < kRowsOfLine) {
    around.begin = link.pieces.front().line;
  }
  for (uint64_t index = around.begin; index < around.end && details.room() > 0; ++index) {
    std::vector<Range> links;
    for (const PickPiece& piece : link.pieces) {
      if (piece.line == index) links.push_back(piece.range);
    }
    const std::string& text = store.lines[index].text;
    const bool is_blank = text.find_first_not_of(" \t>") == std::string::npos;
    if (!is_blank) details.add_wrapped(line_with_link(text, links));
  }
}

}  // namespace

std::vector<ShownLine> details_of(const LinkStore& store, const PickModel& model, size_t row,
                                  int columns, size_t rows) {
  Details details(columns, rows);
  add_fields(details, store, model, row);
  if (details.room() > 1) details.add_line({});
  add_context(details, store, model.shown_link(row));
  return details.take();
}

std::string lines_of_link(const LinkStore& store, const PickLink& link) {
  std::string text;
  if (link.pieces.empty()) return text;
  for (size_t line = link.pieces.front().line; line <= link.pieces.back().line; ++line) {
    if (!text.empty()) text += '\n';
    text += store.lines[line].text;
  }
  return text;
}

}  // namespace linkspan::command

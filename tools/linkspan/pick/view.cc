// SPDX-License-Identifier: Apache-2.0
#include "pick/view.h"

#include <curses.h>

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include "pick/details.h"
#include "pick/text.h"

namespace linkspan::command {
namespace {

constexpr int kLeastRowsForDetails = 9;  // of the terminal
constexpr int kLeastRowsOfList = 5;
constexpr int kLeastColumnsForPlace = 60;
constexpr int kLeastColumnsForLine = 120;
constexpr int kLeastColumnsForLabel = 12;

// Pairs of colours, each with the background of the terminal.
enum Pair : short { kLinkColor = 1, kWarningColor, kFoundColor, kLabelColor };

// Attributes that do without colours.
attr_t attributes_of(Look look) {
  switch (look) {
    case Look::label:
      return static_cast<attr_t>(COLOR_PAIR(kLabelColor)) | A_BOLD;
    case Look::link:
      return static_cast<attr_t>(COLOR_PAIR(kLinkColor)) | A_UNDERLINE;
    case Look::warning:
      return static_cast<attr_t>(COLOR_PAIR(kWarningColor)) | A_BOLD;
    case Look::plain:
      break;
  }
  return A_NORMAL;
}

// Draws cells from the cursor on.
void put(WINDOW* window, const Cells& cells, attr_t attributes = A_NORMAL) {
  const std::wstring text = to_text(cells);
  wattron(window, static_cast<int>(attributes));
  waddnwstr(window, text.data(), static_cast<int>(text.size()));
  wattroff(window, static_cast<int>(attributes));
}

// The same for a text before others, which stay in place even after right-to-left text.
void put_apart(Cells cells, attr_t attributes = A_NORMAL) {
  if (has_right_to_left(cells)) cells.push_back({std::wstring(1, kLeftToRightMark), 0});
  put(stdscr, cells, attributes);
}

void put_at(int y, int x, const Cells& cells, attr_t attributes = A_NORMAL) {
  wmove(stdscr, y, x);
  put_apart(cells, attributes);
}

// The end of a text, which identifies a place better than its start.
Cells end_of(Cells cells, int columns) {
  int used = columns_of(cells);
  if (used <= columns) return cells;
  size_t first = 0;
  while (first < cells.size() && used > columns - 1) used -= cells[first++].columns;
  cells.erase(cells.begin(), cells.begin() + static_cast<std::ptrdiff_t>(first));
  cells.insert(cells.begin(), Cell{L"…", 1});
  return cells;
}

std::string count_of(size_t count, const char* one, const char* several) {
  return std::to_string(count) + ' ' + (count == 1 ? one : several);
}

// The first line that contains the link, from a little before the link.
std::string line_of(const LinkStore& store, const PickLink& link) {
  if (link.pieces.empty()) return {};
  const PickPiece& piece = link.pieces.front();
  const std::string& text = store.lines[piece.line].text;
  constexpr uint64_t kBytesBefore = 40;
  constexpr uint64_t kBytes = 400;
  uint64_t begin = piece.range.begin - std::min(piece.range.begin, kBytesBefore);
  while (begin < piece.range.begin && (static_cast<unsigned char>(text[begin]) & 0xC0) == 0x80) {
    ++begin;
  }
  begin = std::min<uint64_t>(text.find_first_not_of(" \t", begin), piece.range.begin);
  return text.substr(begin, kBytes);
}

struct HelpLine {
  std::string_view keys, what;
};
constexpr std::array kHelp = {
    HelpLine{"j k, arrows, PgUp PgDn, g G", "move"},
    HelpLine{"12 Enter", "go to link 12"},
    HelpLine{"Enter, o", "open the link, or all that are marked"},
    HelpLine{"!", "the link may not lead where it seems to"},
    HelpLine{"Space, Tab; Shift-Tab", "mark, and go down; up"},
    HelpLine{"a", "mark all, or none"},
    HelpLine{"h H", "sort by host; mark those of this host"},
    HelpLine{"y, C", "copy the URI, or those that are marked"},
    HelpLine{"Y", "copy the line that contains the link"},
    HelpLine{"/", "search; Enter keeps what is found, Esc leaves"},
    HelpLine{"n N", "the next match, the previous match"},
    HelpLine{"u", "show a link once, or at every place"},
    HelpLine{"Ctrl-L", "draw the screen again"},
    HelpLine{"q, Q; Esc", "quit; leave a search, or quit"},
};

}  // namespace

PickView::PickView(std::string title, Colors colors, PickUse use)
    : title_(std::move(title)), use_(use) {
  if (colors == Colors::none) return;
  constexpr short kOfTerminal = -1;
  init_pair(kLinkColor, COLOR_CYAN, kOfTerminal);
  init_pair(kWarningColor, COLOR_RED, kOfTerminal);
  init_pair(kFoundColor, COLOR_YELLOW, kOfTerminal);
  init_pair(kLabelColor, COLOR_GREEN, kOfTerminal);
}

// One row for the title, one for the last line and one between list and details.
PickView::Layout PickView::layout_of(size_t links) const {
  const int rows = getmaxy(stdscr);
  Layout layout{getmaxx(stdscr), std::max(rows - 2, 1), 0};
  if (rows < kLeastRowsForDetails || layout.columns < 20) return layout;
  const int room = rows - 3;
  const int most_rows_of_list = std::max(room / 2, kLeastRowsOfList);
  const int wanted = static_cast<int>(std::min<size_t>(links, 10'000));
  layout.list_rows = std::clamp(wanted, std::min(kLeastRowsOfList, room / 2), most_rows_of_list);
  layout.details_rows = room - layout.list_rows;
  return layout;
}

void PickView::draw(PickSession& session, const LinkStore& store) const {
  PickModel& model = session.model();
  const Layout layout = layout_of(model.size() + model.hosts());
  session.set_page(static_cast<size_t>(layout.list_rows));
  werase(stdscr);
  draw_title(model, store, layout.columns);
  draw_list(model, store, layout);
  if (layout.details_rows > 0) draw_details(model, store, layout);
  draw_last_line(session, layout.columns);
  wnoutrefresh(stdscr);
  if (session.mode() == PickSession::Mode::help) draw_help();
  doupdate();
}

void PickView::draw_title(PickModel& model, const LinkStore& store, int columns) const {
  std::string right = count_of(model.size(), "link", "links");
  if (model.marked() > 0) right += ", " + std::to_string(model.marked()) + " marked";
  if (!store.is_complete) right += ", reading";
  const Cells shown = to_cells(right);
  const int room = columns - columns_of(shown) - 3;
  if (room > 0) put_at(0, 1, cut_to(to_cells("linkspan pick  " + title_), room), A_BOLD);
  if (columns > columns_of(shown)) put_at(0, columns - columns_of(shown) - 1, shown);
}

void PickView::draw_list(PickModel& model, const LinkStore& store, const Layout& layout) const {
  const auto height = static_cast<size_t>(layout.list_rows);
  const size_t top = model.scroll(height);
  const bool is_by_host = model.order() == Order::by_host && height > 1;
  size_t line = 0;
  for (size_t row = top; line < height && row < model.size(); ++row) {
    if (is_by_host && (row == top || model.begins_host(row))) {
      draw_heading(model, row, static_cast<int>(++line), layout.columns);
    }
    if (line < height) draw_row(model, store, row, static_cast<int>(++line), layout);
  }
  if (model.size() == 0) put_at(1, 2, to_cells("no link yet"));
}

// Before the first visible row of a host.
void PickView::draw_heading(const PickModel& model, size_t row, int y, int columns) {
  const std::string& host = model.host(row);
  const std::string count = "  " + std::to_string(model.rows_of_host(row));
  const int room = std::max(columns - 2 - static_cast<int>(count.size()), 0);
  put_at(y, 1, cut_to(to_cells(host.empty() ? "(no host)" : host), room),
         attributes_of(Look::label));
  put(stdscr, to_cells(count), A_DIM);
}

void PickView::draw_row(PickModel& model, const LinkStore& store, size_t row, int y,
                        const Layout& layout) const {
  const bool is_selected = row == model.selected();
  const attr_t base = is_selected ? A_REVERSE : A_NORMAL;
  const PickLink& link = model.shown_link(row);
  std::string number = std::to_string(row + 1);
  number.insert(0, std::to_string(model.size()).size() - number.size(), ' ');
  std::string head = is_selected ? ">" : " ";
  head += model.is_marked(row) ? "*" : " ";
  put_at(y, 0, to_cells(head), base);
  put(stdscr, to_cells(model.is_serious(row) ? "!" : " "),
      model.is_serious(row) ? base | attributes_of(Look::warning) : base);
  put(stdscr, to_cells(number + ' '), base);

  std::string right;
  if (model.links(row).size() > 1) right = "×" + std::to_string(model.links(row).size()) + "  ";
  const bool has_place = layout.columns >= kLeastColumnsForPlace;
  Cells tail = to_cells(right);
  const Cells place =
      has_place ? end_of(to_cells(model.link(row).place), std::max(layout.columns / 5, 12))
                : Cells();
  tail.insert(tail.end(), place.begin(), place.end());
  const int tail_columns = columns_of(tail);

  const int link_begin = getcurx(stdscr);
  const int room = layout.columns - link_begin - tail_columns - 3;
  const bool has_line = layout.columns >= kLeastColumnsForLine;
  const int link_room = has_line ? room / 2 : room;
  const attr_t found = model.is_found(row)
                           ? static_cast<attr_t>(COLOR_PAIR(kFoundColor)) | A_BOLD | A_UNDERLINE
                           : A_NORMAL;
  draw_link(link, link_room, base | found);
  if (has_line) {
    put_at(y, link_begin + link_room + 2,
           cut_to(to_cells(line_of(store, link)), room - link_room - 2), A_DIM);
  }
  if (tail_columns < layout.columns) put_at(y, layout.columns - tail_columns - 1, tail);
}

// A label has two fifths of the room, and the IRI begins in one column below the others.
void PickView::draw_link(const PickLink& link, int room, unsigned attributes) {
  if (room <= 0) return;
  const int label_room = room * 2 / 5;
  if (link.label.empty() || label_room < kLeastColumnsForLabel) {
    return put_apart(cut_to(to_cells(link.iri), room), attributes);
  }
  Cells label = cut_to(to_cells(link.label), label_room);
  const int padding = label_room - columns_of(label);
  put_apart(std::move(label), attributes);
  put(stdscr, Cells(static_cast<size_t>(padding) + 2, {L" ", 1}));
  put_apart(cut_to(to_cells(link.iri), room - label_room - 2));
}

void PickView::draw_details(PickModel& model, const LinkStore& store, const Layout& layout) const {
  int y = layout.list_rows + 1;
  mvwhline(stdscr, y++, 0, 0, layout.columns);
  if (model.size() == 0) return;
  const auto lines = details_of(store, model, model.selected(), layout.columns - 2,
                                static_cast<size_t>(layout.details_rows));
  for (const ShownLine& line : lines) {
    wmove(stdscr, y++, 1);
    for (const StyledCells& run : line) put(stdscr, run.cells, attributes_of(run.look));
  }
}

void PickView::draw_last_line(PickSession& session, int columns) const {
  const std::string said = session.last_line();
  const bool is_problem = session.tone() == PickSession::Tone::problem;
  const std::string_view enter = use_ == PickUse::open ? "open" : "choose";
  const std::string keys =
      "Enter " + std::string(enter) + "  Space mark  y copy  / search  ? help  q quit";
  const int y = std::max(getmaxy(stdscr) - 1, 1);
  put_at(y, 1, cut_to(to_cells(said.empty() ? keys : said), columns - 2),
         is_problem ? attributes_of(Look::warning) : static_cast<attr_t>(A_NORMAL));
}

void PickView::draw_help() const {
  constexpr int kKeysColumns = 30;
  const int height = std::min<int>(static_cast<int>(kHelp.size()) + 4, getmaxy(stdscr));
  const int width = std::min(kKeysColumns + 50, getmaxx(stdscr));
  WINDOW* const window =
      newwin(height, width, (getmaxy(stdscr) - height) / 2, (getmaxx(stdscr) - width) / 2);
  if (window == nullptr) return;
  box(window, 0, 0);
  for (int i = 0; i < std::min<int>(static_cast<int>(kHelp.size()), height - 3); ++i) {
    const HelpLine& line = kHelp[static_cast<size_t>(i)];
    wmove(window, i + 1, 2);
    put(window, cut_to(to_cells(line.keys), width - 4), attributes_of(Look::label));
    if (width <= kKeysColumns + 4) continue;
    wmove(window, i + 1, kKeysColumns);
    put(window, cut_to(to_cells(line.what), width - kKeysColumns - 2));
  }
  wmove(window, height - 2, 2);
  put(window, cut_to(to_cells("any key goes back"), width - 4));
  wnoutrefresh(window);
  delwin(window);
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// PickView: draws a PickSession.
//
//    linkspan pick  letter.eml                                    3 links, 1 marked
//      1 https://example.org/a                                              ×2  1:3
//   >* 2 https://bücher.example/über                                            1:5
//     !3 www.bank.example        https://evil.example/x                        2:14
//   ────────────────────────────────────────────────────────────────────────────────
//   (what pick/details.h has of the selected one)
//   Enter open  y copy  Space mark  / search  ? help  q quit
//
// By host, each host has a heading with the number of its links. A link of HTML has its text before
// its IRI; `!` is a serious warning. On a wide terminal each row has its line of text, too. Without
// colours, the selected row is the one with `>`, in reverse video. Guarded by
// tests/command/pick/pick_screen_test.cc, in tmux.
#pragma once

#include <string>

#include "pick/pick_session.h"
#include "pick/screen.h"

namespace linkspan::command {

class PickView {
 public:
  enum class Colors : uint8_t { none, some };
  // `title`: the name of the input. REQUIRES: a PickTerminal exists.
  PickView(std::string title, Colors colors, PickUse use);

  // REQUIRES: the mutex of the store is held.
  void draw(PickSession& session, const LinkStore& store) const;

 private:
  struct Layout {
    int columns, list_rows, details_rows;
  };
  Layout layout_of(size_t links) const;
  void draw_title(PickModel& model, const LinkStore& store, int columns) const;
  static void draw_heading(const PickModel& model, size_t row, int y, int columns);
  void draw_list(PickModel& model, const LinkStore& store, const Layout& layout) const;
  void draw_row(PickModel& model, const LinkStore& store, size_t row, int y,
                const Layout& layout) const;
  static void draw_link(const PickLink& link, int room, unsigned attributes);
  void draw_details(PickModel& model, const LinkStore& store, const Layout& layout) const;
  void draw_last_line(PickSession& session, int columns) const;
  void draw_help() const;

  std::string title_;
  PickUse use_;
};

}  // namespace linkspan::command

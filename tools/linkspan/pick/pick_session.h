// SPDX-License-Identifier: Apache-2.0
// PickSession: the effect of each key, as a state machine without a terminal.
//
//   j j Space Space Enter       marks the third and the fourth link and asks to open both
//   / k i x Enter n             selects the next link with "kix" in it, and then the one after it
//   1 2 Enter                   selects link 12
//   h H Enter                   sorts by host, marks the links of the selected one, opens them
//   Enter y                     opens a link with a serious warning; any other key does not
//
// Actions outside are an Effect, which the caller carries out. Guarded by
// tests/command/pick/pick_session_test.cc.
#pragma once

#include <cstdint>
#include <string>

#include "pick/model.h"

namespace linkspan::command {

struct Key {
  enum class Name : uint8_t {
    character,  // `c`
    enter,
    escape,
    backspace,
    up,
    down,
    mark_up,  // Shift-Tab, as in fzf
    page_up,
    page_down,
    half_page_up,  // or, while something is typed, all of it away
    half_page_down,
    home,
    end,
    redraw,  // the terminal shows something else than it should
    other,
  };
  Name name = Name::other;
  char32_t c = 0;
};

enum class Effect : uint8_t {
  none,
  redraw,
  choose,     // open, or print and end
  copy_uri,   // of model().chosen()
  copy_line,  // of the selected row
  quit,
};

class PickSession {
 public:
  enum class Mode : uint8_t { list, search, help, question };

  // Whether `choose` waits for an answer if one of the links has a serious warning.
  enum class Asks : uint8_t { never, if_serious };

  // The store outlives this. Its mutex is held in every call.
  explicit PickSession(const LinkStore& store, Asks asks = Asks::never)
      : model_(store), asks_(asks) {}

  Effect press(const Key& key);

  Mode mode() const { return mode_; }
  PickModel& model() { return model_; }

  // How many rows are in sight.
  void set_page(size_t rows) { page_ = rows; }

  // The text of the last line: the current input, or a message. Untrusted text in it is made
  // printable when it is shown.
  std::string last_line();
  enum class Tone : uint8_t { plain, problem };
  Tone tone() const { return tone_; }
  void say(std::string sentence, Tone tone = Tone::plain);

 private:
  Effect press_in_list(const Key& key);
  Effect press_character(char32_t c);
  Effect press_in_search(const Key& key);
  Effect press_in_question(const Key& key);
  Effect choose();
  bool move_by(const Key& key);
  void take_digit(char32_t digit);
  bool go_to_number();
  void mark_and_move(Direction direction);
  void begin_search();
  void search();
  void find_next(Direction direction);
  void report_found();

  PickModel model_;
  Asks asks_;
  Mode mode_ = Mode::list;
  size_t page_ = 1;
  std::string sentence_;
  Tone tone_ = Tone::plain;
  size_t number_ = 0;  // that is being typed; 0 if none is
  std::string query_;
  size_t search_origin_ = 0;  // the row selected before the search
};

}  // namespace linkspan::command

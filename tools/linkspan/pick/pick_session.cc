// SPDX-License-Identifier: Apache-2.0
#include "pick/pick_session.h"

#include <algorithm>
#include <iterator>
#include <utility>
#include <vector>

#include "base/utf8.h"

namespace linkspan::command {
namespace {

constexpr size_t kLargestNumber = 100'000'000;  // of a link, as it is typed

bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }

void append_utf8(std::string& text, char32_t c) {
  char bytes[4];
  text.append(bytes, base::write_utf8(c, bytes));
}

void remove_last_character(std::string& text) {
  const auto is_continuation = [&text] {
    return !text.empty() && (static_cast<unsigned char>(text.back()) & 0xC0) == 0x80;
  };
  while (is_continuation()) text.pop_back();
  if (!text.empty()) text.pop_back();
}

}  // namespace

void PickSession::say(std::string sentence, Tone tone) {
  sentence_ = std::move(sentence);
  tone_ = tone;
}

std::string PickSession::last_line() {
  if (mode_ == Mode::search) return '/' + query_ + (sentence_.empty() ? "" : "    " + sentence_);
  if (number_ > 0) return "go to link " + std::to_string(number_) + " (Enter)";
  return sentence_;
}

Effect PickSession::press(const Key& key) {
  if (key.name == Key::Name::redraw) return Effect::redraw;
  if (mode_ == Mode::help) {
    mode_ = Mode::list;
    return Effect::none;
  }
  if (mode_ == Mode::search) return press_in_search(key);
  if (mode_ == Mode::question) return press_in_question(key);
  say("");
  return press_in_list(key);
}

Effect PickSession::press_in_list(const Key& key) {
  if (key.name == Key::Name::character && is_digit(key.c)) {
    take_digit(key.c);
    return Effect::none;
  }
  const bool ends_number =
      key.name == Key::Name::enter || (key.name == Key::Name::character && key.c == U'G');
  if (ends_number && go_to_number()) return Effect::none;
  number_ = 0;
  if (move_by(key)) return Effect::none;
  switch (key.name) {
    case Key::Name::enter:
      return choose();
    case Key::Name::escape:
      if (model_.sought().empty()) return Effect::quit;
      model_.search_for("");
      return Effect::none;
    case Key::Name::mark_up:
      mark_and_move(Direction::up);
      return Effect::none;
    case Key::Name::character:
      return press_character(key.c);
    default:
      return Effect::none;
  }
}

Effect PickSession::press_character(char32_t c) {
  const bool is_empty = model_.size() == 0;
  switch (c) {
    case U'q':
    case U'Q':
      return Effect::quit;
    case U'o':
      return choose();
    case U'y':
    case U'C':
      return is_empty ? Effect::none : Effect::copy_uri;
    case U'Y':
      return is_empty ? Effect::none : Effect::copy_line;
    case U' ':
    case U'\t':
      mark_and_move(Direction::down);
      break;
    case U'a':
      model_.toggle_all_marks();
      break;
    case U'h':
      model_.toggle_order();
      say(model_.order() == Order::by_host ? "links are by host"
                                           : "links are in the order of the text");
      break;
    case U'H':
      if (!is_empty) model_.toggle_marks_of_host();
      break;
    case U'u':
      model_.toggle_grouping();
      say(model_.grouping() == Grouping::by_uri ? "the same link is shown once"
                                                : "every place of a link is shown");
      break;
    case U'/':
      begin_search();
      break;
    case U'n':
      find_next(Direction::down);
      break;
    case U'N':
      find_next(Direction::up);
      break;
    case U'?':
      mode_ = Mode::help;
      break;
    default:
      say("? shows the keys");
  }
  return Effect::none;
}

Effect PickSession::choose() {
  if (model_.size() == 0) return Effect::none;
  const std::vector<size_t> chosen = model_.chosen();
  std::vector<size_t> serious;
  if (asks_ == Asks::if_serious) {
    std::copy_if(chosen.begin(), chosen.end(), std::back_inserter(serious),
                 [this](size_t row) { return model_.is_serious(row); });
  }
  if (serious.empty()) return Effect::choose;
  mode_ = Mode::question;
  if (chosen.size() > 1) {
    say("Open all? y n    " + std::to_string(serious.size()) + " of " +
            std::to_string(chosen.size()) + " may not lead where they seem to",
        Tone::problem);
    return Effect::none;
  }
  const PickLink& link = model_.shown_link(serious.front());
  say("Open it? y n    it leads to " + (link.host_ascii.empty() ? link.uri : link.host_ascii),
      Tone::problem);
  return Effect::none;
}

Effect PickSession::press_in_question(const Key& key) {
  mode_ = Mode::list;
  say("");
  const bool is_yes = key.name == Key::Name::character && (key.c == U'y' || key.c == U'Y');
  if (!is_yes) say("not opened");
  return is_yes ? Effect::choose : Effect::none;
}

// Moves the selection if the key does so. Returns whether it does.
bool PickSession::move_by(const Key& key) {
  const bool is_character = key.name == Key::Name::character;
  const size_t half = std::max<size_t>(page_ / 2, 1);
  if (key.name == Key::Name::down || (is_character && key.c == U'j')) {
    model_.move(Direction::down, 1);
  } else if (key.name == Key::Name::up || (is_character && key.c == U'k')) {
    model_.move(Direction::up, 1);
  } else if (key.name == Key::Name::page_down) {
    model_.move(Direction::down, page_);
  } else if (key.name == Key::Name::page_up) {
    model_.move(Direction::up, page_);
  } else if (key.name == Key::Name::half_page_down) {
    model_.move(Direction::down, half);
  } else if (key.name == Key::Name::half_page_up) {
    model_.move(Direction::up, half);
  } else if (key.name == Key::Name::home || (is_character && key.c == U'g')) {
    model_.select(0);
  } else if (key.name == Key::Name::end || (is_character && key.c == U'G')) {
    model_.select(SIZE_MAX);
  } else {
    return false;
  }
  return true;
}

void PickSession::take_digit(char32_t digit) {
  if (number_ < kLargestNumber) number_ = number_ * 10 + static_cast<size_t>(digit - U'0');
}

bool PickSession::go_to_number() {
  const size_t number = std::exchange(number_, 0);
  if (number == 0) return false;
  if (number > model_.size()) {
    say("there is no link " + std::to_string(number), Tone::problem);
  } else {
    model_.select(number - 1);
  }
  return true;
}

void PickSession::mark_and_move(Direction direction) {
  model_.toggle_mark(model_.selected());
  model_.move(direction, 1);
}

void PickSession::begin_search() {
  mode_ = Mode::search;
  query_.clear();
  search_origin_ = model_.selected();
}

Effect PickSession::press_in_search(const Key& key) {
  switch (key.name) {
    case Key::Name::enter:
      mode_ = Mode::list;
      return Effect::none;
    case Key::Name::escape:
      query_.clear();
      search();
      mode_ = Mode::list;
      return Effect::none;
    case Key::Name::backspace:
      if (query_.empty()) mode_ = Mode::list;
      remove_last_character(query_);
      break;
    case Key::Name::half_page_up:
      query_.clear();
      break;
    case Key::Name::character:
      append_utf8(query_, key.c);
      break;
    case Key::Name::down:
    case Key::Name::up:
      find_next(key.name == Key::Name::down ? Direction::down : Direction::up);
      return Effect::none;
    default:
      return Effect::none;
  }
  search();
  return Effect::none;
}

// Selects the first row from the origin on that contains the typed text.
void PickSession::search() {
  say("");
  model_.search_for(query_);
  model_.select(search_origin_);
  if (query_.empty() || model_.size() == 0) return;
  if (const auto row = model_.found_from(search_origin_, Direction::down)) model_.select(*row);
  report_found();
}

void PickSession::find_next(Direction direction) {
  if (model_.sought().empty()) {
    say("/ searches", Tone::problem);
    return;
  }
  model_.select_next_found(direction);
  report_found();
}

void PickSession::report_found() {
  const size_t count = model_.found();
  if (count == 0) {
    say("not found", Tone::problem);
  } else {
    say(std::to_string(count) + (count == 1 ? " match" : " matches"));
  }
}

}  // namespace linkspan::command

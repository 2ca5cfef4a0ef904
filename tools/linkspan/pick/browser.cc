// SPDX-License-Identifier: Apache-2.0
#include "pick/browser.h"

#include <algorithm>
#include <array>

namespace linkspan::command {
namespace {

// Browsers that draw on the terminal, even if there is a display.
constexpr std::array<std::string_view, 9> kOnTerminal = {
    "w3m", "lynx", "links", "links2", "elinks", "www-browser", "browsh", "carbonyl", "cha"};

constexpr std::string_view kPlace = "%s";

std::vector<std::string> split_words(std::string_view command) {
  std::vector<std::string> words;
  bool in_word = false;
  char quote = '\0';
  for (const char c : command) {
    const bool is_quote = c == '"' || c == '\'';
    if (quote == '\0' && (c == ' ' || c == '\t')) {
      in_word = false;
      continue;
    }
    if (!in_word) words.emplace_back();
    in_word = true;
    if (c == quote) {
      quote = '\0';
    } else if (quote == '\0' && is_quote) {
      quote = c;
    } else {
      words.back() += c;
    }
  }
  return words;
}

RunsOn runs_on(std::string_view program, Desktop desktop) {
  const std::string_view name = program.substr(program.rfind('/') + 1);
  const bool draws_on_terminal =
      std::find(kOnTerminal.begin(), kOnTerminal.end(), name) != kOnTerminal.end();
  return draws_on_terminal || desktop == Desktop::absent ? RunsOn::terminal : RunsOn::desktop;
}

// A word of a command with its placeholders replaced.
std::string fill_in(std::string_view word, std::string_view uri) {
  std::string filled;
  for (size_t i = 0; i < word.size(); ++i) {
    const std::string_view two = word.substr(i, 2);
    if (two != kPlace && two != "%%") {
      filled += word[i];
      continue;
    }
    filled += two == kPlace ? uri : "%";
    ++i;
  }
  return filled;
}

}  // namespace

std::vector<BrowserCommand> browser_commands(std::string_view browser, Desktop desktop) {
  std::vector<BrowserCommand> commands;
  for (size_t at = 0; at <= browser.size();) {
    const size_t colon = std::min(browser.find(':', at), browser.size());
    BrowserCommand command{split_words(browser.substr(at, colon - at)), RunsOn::desktop};
    at = colon + 1;
    const bool is_detached = !command.words.empty() && command.words.back() == "&";
    if (is_detached) command.words.pop_back();
    if (command.words.empty()) continue;
    if (!is_detached) command.runs_on = runs_on(command.words.front(), desktop);
    commands.push_back(std::move(command));
  }
  if (commands.empty()) commands.push_back({{"xdg-open"}, runs_on("xdg-open", desktop)});
  return commands;
}

std::vector<std::string> words_with(const BrowserCommand& command, std::string_view uri) {
  std::vector<std::string> words;
  bool has_place = false;
  for (const std::string& word : command.words) {
    has_place = has_place || word.find(kPlace) != std::string::npos;
    words.push_back(fill_in(word, uri));
  }
  if (!has_place) words.emplace_back(uri);
  return words;
}

}  // namespace linkspan::command

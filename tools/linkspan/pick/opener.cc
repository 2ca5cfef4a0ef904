// SPDX-License-Identifier: Apache-2.0
#include "pick/opener.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <utility>

#include "common/find_program.h"
#include "linkspan/render.h"

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

std::string_view environment(const char* name) {
  const char* const value = std::getenv(name);
  return value == nullptr ? std::string_view() : value;
}

Desktop desktop() {
  const bool is_absent = environment("DISPLAY").empty() && environment("WAYLAND_DISPLAY").empty();
  return is_absent ? Desktop::absent : Desktop::present;
}

enum class Session : uint8_t { of_this_process, new_one };

// Starts a program with `input` and `output` as its standard streams, and with signals as a shell
// would set them. Returns its id, or -1 with errno set.
pid_t start(std::vector<std::string>& words, int input, int output, Session session) {
  std::string file = find_program(words.front());
  std::vector<char*> pointers;
  pointers.reserve(words.size() + 1);
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.front() = file.data();
  pointers.push_back(nullptr);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, input, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, output, STDERR_FILENO);
  posix_spawnattr_t attributes;
  posix_spawnattr_init(&attributes);
  sigset_t signals;
  sigfillset(&signals);
  posix_spawnattr_setsigdefault(&attributes, &signals);
  sigemptyset(&signals);
  posix_spawnattr_setsigmask(&attributes, &signals);
  int flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
  if (session == Session::new_one) flags |= POSIX_SPAWN_SETSID;
  posix_spawnattr_setflags(&attributes, static_cast<short>(flags));
  pid_t id = -1;
  const int error = posix_spawnp(&id, pointers[0], &actions, &attributes, pointers.data(), environ);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  errno = error;
  return error == 0 ? id : -1;
}

// While a program has the terminal, the keys are for that program: this process ignores the signal
// of Ctrl-C, and stops when Ctrl-Z stops the program.
class SignalsForProgram {
 public:
  SignalsForProgram() {
    for (size_t i = 0; i < kSignals.size(); ++i) {
      struct sigaction action {};
      action.sa_handler = kSignals[i] == SIGTSTP ? SIG_DFL : SIG_IGN;
      sigaction(kSignals[i], &action, &before_[i]);
    }
  }
  ~SignalsForProgram() {
    for (size_t i = 0; i < kSignals.size(); ++i) sigaction(kSignals[i], &before_[i], nullptr);
  }
  SignalsForProgram(const SignalsForProgram&) = delete;
  SignalsForProgram& operator=(const SignalsForProgram&) = delete;

 private:
  static constexpr std::array kSignals = {SIGINT, SIGQUIT, SIGTSTP};
  std::array<struct sigaction, kSignals.size()> before_{};
};

std::string end_of(const std::string& name, int status) {
  if (WIFSIGNALED(status)) {
    return name + " was ended by signal " + std::to_string(WTERMSIG(status));
  }
  if (!WIFEXITED(status) || WEXITSTATUS(status) == 0) return {};
  constexpr int kNoTool = 3;  // xdg-open(1)
  if (name == "xdg-open" && WEXITSTATUS(status) == kNoTool) {
    return "xdg-open knows no browser; set $BROWSER";
  }
  return name + " ended with exit status " + std::to_string(WEXITSTATUS(status));
}

std::string failure_to_start(const std::string& name, int error_number) {
  if (error_number != ENOENT) return name + " cannot be started: " + std::strerror(error_number);
  return name + " is not installed; set $BROWSER to a program that opens links";
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

std::vector<std::string> editor_words(std::string_view editor, const std::string& path,
                                      uint32_t line) {
  std::vector<std::string> words = split_words(editor);
  if (words.empty()) words = {"vi"};
  if (line > 0) words.push_back('+' + std::to_string(line));
  words.insert(words.end(), {"--", path});
  return words;
}

Opener::Opener(int terminal, std::function<void(const std::function<void()>&)> on_terminal)
    : terminal_(terminal),
      on_terminal_(std::move(on_terminal)),
      commands_(browser_commands(environment("BROWSER"), desktop())) {}

std::string Opener::open(std::string_view uri) {
  if (!render::is_openable(uri)) {
    return "not opened: it is not known what " + std::string(uri.substr(0, uri.find(':'))) +
           ": would start";
  }
  std::string problem;
  for (const BrowserCommand& command : commands_) {
    std::vector<std::string> words = words_with(command, uri);
    const std::string name = words.front();
    if (command.runs_on == RunsOn::desktop) {
      const int error_number = start_apart(words);
      if (error_number == 0) return {};
      problem = failure_to_start(name, error_number);
      continue;
    }
    const Ended ended = run_on_terminal(words);
    problem = ended.start_error != 0 ? failure_to_start(name, ended.start_error)
                                     : end_of(name, ended.status);
    if (problem.empty()) return {};
  }
  return problem;
}

std::string Opener::open_place(const std::string& path, uint32_t line) {
  const std::string_view visual = environment("VISUAL");
  std::vector<std::string> words =
      editor_words(visual.empty() ? environment("EDITOR") : visual, path, line);
  const std::string name = words.front();
  const Ended ended = run_on_terminal(words);
  if (ended.start_error == ENOENT) {
    return name + " is not installed; set $EDITOR to a program that opens files";
  }
  return ended.start_error != 0 ? failure_to_start(name, ended.start_error)
                                : end_of(name, ended.status);
}

Opener::Ended Opener::run_on_terminal(std::vector<std::string>& words) {
  Ended ended;
  on_terminal_([&] {
    const SignalsForProgram signals;
    const pid_t id = start(words, terminal_, terminal_, Session::of_this_process);
    if (id < 0) {
      ended.start_error = errno;
      return;
    }
    while (waitpid(id, &ended.status, 0) < 0 && errno == EINTR) {
    }
  });
  return ended;
}

// Returns errno, or 0.
int Opener::start_apart(std::vector<std::string>& words) {
  const int nothing = ::open("/dev/null", O_RDWR | O_CLOEXEC);
  if (nothing < 0) return errno;
  const pid_t id = start(words, nothing, nothing, Session::new_one);
  const int error_number = id < 0 ? errno : 0;
  close(nothing);
  if (id >= 0) started_.push_back({id, words.front()});
  return error_number;
}

std::string Opener::finished() {
  std::string problem;
  std::erase_if(started_, [&problem](const Started& started) {
    int status = 0;
    if (waitpid(started.id, &status, WNOHANG) != started.id) return false;
    if (std::string sentence = end_of(started.name, status); !sentence.empty()) {
      problem = std::move(sentence);
    }
    return true;
  });
  return problem;
}

namespace {

// RFC 4648, section 4.
std::string to_base64(std::string_view bytes) {
  constexpr char kAlphabet[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
  std::string encoded;
  for (size_t i = 0; i < bytes.size(); i += 3) {
    const std::string_view group = bytes.substr(i, 3);
    uint32_t bits = 0;
    for (size_t j = 0; j < 3; ++j) {
      bits = bits << 8 | (j < group.size() ? static_cast<unsigned char>(group[j]) : 0u);
    }
    for (size_t j = 0; j < 4; ++j) {
      encoded += j <= group.size() ? kAlphabet[bits >> (18 - 6 * j) & 63] : '=';
    }
  }
  return encoded;
}

bool is_set(const char* name) {
  const char* const value = std::getenv(name);
  return value != nullptr && *value != '\0';
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = write(descriptor, bytes.data(), bytes.size());
    if (count < 0 && errno != EINTR) return false;
    bytes.remove_prefix(count > 0 ? static_cast<size_t>(count) : 0);
  }
  return true;
}

// Runs a program that reads the text. Returns whether it succeeded.
bool pipe_into(std::array<const char*, 5> words, std::string_view text) {
  int ends[2];
  if (pipe2(ends, O_CLOEXEC) != 0) return false;
  const int nothing = open("/dev/null", O_WRONLY | O_CLOEXEC);
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, nothing, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&actions, nothing, STDERR_FILENO);
  const std::string file = find_program(words[0]);
  words[0] = file.c_str();
  pid_t id = -1;
  const int error = posix_spawnp(&id, words[0], &actions, nullptr,
                                 const_cast<char* const*>(words.data()), environ);
  posix_spawn_file_actions_destroy(&actions);
  close(ends[0]);
  close(nothing);
  const bool is_written = error == 0 && write_all(ends[1], text);
  close(ends[1]);
  if (error != 0) return false;
  int status = 0;
  while (waitpid(id, &status, 0) < 0 && errno == EINTR) {
  }
  return is_written && WIFEXITED(status) && WEXITSTATUS(status) == 0;
}

}  // namespace

std::string clipboard_sequence(std::string_view text, Multiplexer multiplexer) {
  std::string sequence = "\x1B]52;c;" + to_base64(text) + '\a';
  if (multiplexer == Multiplexer::none) return sequence;
  constexpr size_t kMostBytesOfDcs = 512;  // GNU screen discards longer DCS strings
  std::string wrapped;
  for (size_t i = 0; i < sequence.size(); i += kMostBytesOfDcs) {
    wrapped += "\x1BP" + sequence.substr(i, kMostBytesOfDcs) + "\x1B\\";
  }
  return wrapped;
}

std::string copy_to_clipboard(std::string_view text, int terminal) {
  if (text.size() > kMostClipboardBytes) return "too long for the clipboard of a terminal";
  if (is_set("TMUX") && pipe_into({"tmux", "load-buffer", "-w", "-", nullptr}, text)) return {};
  const Multiplexer multiplexer = is_set("STY") ? Multiplexer::screen : Multiplexer::none;
  if (!write_all(terminal, clipboard_sequence(text, multiplexer))) {
    return "the terminal cannot be written to";
  }
  return {};
}

}  // namespace linkspan::command

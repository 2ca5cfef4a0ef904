// SPDX-License-Identifier: Apache-2.0
#include "pick/terminal.h"

#include <curses.h>
#include <fcntl.h>
#include <langinfo.h>
#include <poll.h>
#include <unistd.h>

#include <atomic>
#include <cerrno>
#include <clocale>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <stdexcept>
#include <string>

namespace linkspan::command {
namespace {

constexpr int kSignals[] = {SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGTSTP, SIGCHLD};
constexpr unsigned char kWake = 0;  // in the pipe, where a signal has its number

// The pipe that signal handlers and other threads write to, and next() reads from. Made once and
// kept.
int wake_pipe[2] = {-1, -1};

// Is there a kWake in the pipe? One is enough, however many links there are.
std::atomic<bool> is_woken = false;

void write_to_pipe(unsigned char what) {
  const int error_number = errno;
  // A full pipe wakes the reader anyway.
  [[maybe_unused]] const ssize_t written = write(wake_pipe[1], &what, 1);
  errno = error_number;
}

void handle(int signal) { write_to_pipe(static_cast<unsigned char>(signal)); }

void set_handler(int signal, void (*handler)(int)) {
  struct sigaction action {};
  action.sa_handler = handler;
  action.sa_flags = SA_RESTART;
  sigaction(signal, &action, nullptr);
}

// The output is UTF-8 in any locale, as that of the other commands.
void choose_locale() {
  std::setlocale(LC_CTYPE, "");
  if (std::strcmp(nl_langinfo(CODESET), "UTF-8") != 0) std::setlocale(LC_CTYPE, "C.UTF-8");
}

Key::Name name_of_function_key(wint_t code) {
  switch (code) {
    case KEY_UP:
      return Key::Name::up;
    case KEY_DOWN:
      return Key::Name::down;
    case KEY_PPAGE:
      return Key::Name::page_up;
    case KEY_NPAGE:
      return Key::Name::page_down;
    case KEY_BTAB:
      return Key::Name::mark_up;
    case KEY_HOME:
      return Key::Name::home;
    case KEY_END:
      return Key::Name::end;
    case KEY_ENTER:
      return Key::Name::enter;
    case KEY_BACKSPACE:
      return Key::Name::backspace;
    default:
      return Key::Name::other;
  }
}

constexpr wint_t control(char letter) { return static_cast<wint_t>(letter & 0x1F); }

Key key_of_character(wint_t c) {
  switch (c) {
    case L'\r':
    case L'\n':
      return {Key::Name::enter, 0};
    case 0x1B:
      return {Key::Name::escape, 0};
    case 0x08:
    case 0x7F:
      return {Key::Name::backspace, 0};
    case control('d'):
      return {Key::Name::half_page_down, 0};
    case control('f'):
      return {Key::Name::page_down, 0};
    case control('b'):
      return {Key::Name::page_up, 0};
    case control('n'):
      return {Key::Name::down, 0};
    case control('p'):
    case control('k'):
      return {Key::Name::up, 0};
    case control('g'):
      return {Key::Name::escape, 0};
    case control('l'):
      return {Key::Name::redraw, 0};
    case control('u'):
      return {Key::Name::half_page_up, 0};
    default:
      break;
  }
  const bool is_shown = c >= 0x20 || c == L'\t';
  return {is_shown ? Key::Name::character : Key::Name::other, static_cast<char32_t>(c)};
}

}  // namespace

struct PickTerminal::Streams {
  FILE* in = nullptr;
  FILE* out = nullptr;
  SCREEN* screen = nullptr;
};

std::string PickTerminal::prepare() {
  const int descriptor = ::open("/dev/tty", O_RDWR | O_CLOEXEC);
  if (descriptor < 0) {
    return "there is no terminal to choose at; 'linkspan scan --to uri' lists the links";
  }
  std::string fault = terminal_fault(descriptor);
  close(descriptor);
  if (fault.empty() && wake_pipe[0] < 0 && pipe2(wake_pipe, O_CLOEXEC | O_NONBLOCK) != 0) {
    fault = std::string("no pipe can be made: ") + std::strerror(errno);
  }
  return fault;
}

PickTerminal::PickTerminal() : descriptor_(::open("/dev/tty", O_RDWR | O_CLOEXEC)) {
  choose_locale();
  handle_signals();
  start_screen();
  if (streams_->screen == nullptr) throw std::runtime_error("the terminal cannot be drawn on");
}

void PickTerminal::start_screen() {
  streams_ = std::make_unique<Streams>();
  if (descriptor_ < 0) return;
  streams_->in = fdopen(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0), "r");
  streams_->out = fdopen(fcntl(descriptor_, F_DUPFD_CLOEXEC, 0), "w");
  if (streams_->in == nullptr || streams_->out == nullptr) return;
  use_tioctl(TRUE);  // the size is that of the terminal, not of $LINES
  streams_->screen = newterm(nullptr, streams_->out, streams_->in);
  if (streams_->screen == nullptr) return;
  cbreak();
  noecho();
  nonl();
  keypad(stdscr, TRUE);
  nodelay(stdscr, TRUE);
  set_escdelay(25);
  curs_set(0);
  const char* const no_color = std::getenv("NO_COLOR");  // no-color.org
  has_colors_ = (no_color == nullptr || *no_color == '\0') && ::has_colors();
  if (has_colors_) {
    start_color();
    use_default_colors();
  }
}

// Before ncurses is started, which leaves signals alone that have a handler. Its own handlers end
// the process with exit status 1, and SIGTSTP would be ignored while it draws.
void PickTerminal::handle_signals() {
  for (const int signal : kSignals) {
    struct sigaction before {};
    sigaction(signal, nullptr, &before);
    const bool is_ignored = before.sa_handler == SIG_IGN && signal != SIGCHLD;
    if (is_ignored) continue;  // nohup, for one
    handlers_.push_back({signal, before});
    set_handler(signal, handle);
  }
}

PickTerminal::~PickTerminal() {
  if (streams_ && streams_->screen != nullptr) {
    endwin();
    delscreen(streams_->screen);
  }
  for (const Handler& handler : handlers_) set_handler(handler.signal, SIG_DFL);
  if (streams_ && streams_->in != nullptr) fclose(streams_->in);
  if (streams_ && streams_->out != nullptr) fclose(streams_->out);
  if (descriptor_ >= 0) close(descriptor_);
}

void PickTerminal::wake() {
  if (!is_woken.exchange(true)) write_to_pipe(kWake);
}

Event PickTerminal::next() {
  for (;;) {
    Event event;
    if (read_key(event.key, event)) return event;
    pollfd waited[] = {{descriptor_, POLLIN, 0}, {wake_pipe[0], POLLIN, 0}};
    if (poll(waited, 2, -1) < 0) continue;  // a signal: it is in the pipe, or ncurses has seen it
    unsigned char what = kWake;
    if (waited[1].revents != 0 && read(wake_pipe[0], &what, 1) == 1) {
      if (what != kWake) return event_of_signal(what);
      is_woken = false;
      return {Event::What::links, {}, 0};
    }
    const bool is_closed = (waited[0].revents & (POLLHUP | POLLERR | POLLNVAL)) != 0;
    if (is_closed) return {Event::What::ended, {}, SIGHUP};
  }
}

// Reads what was typed, if anything was.
bool PickTerminal::read_key(Key& key, Event& event) {
  wint_t c = 0;
  const int got = get_wch(&c);
  if (got == ERR) return false;
  event.what = Event::What::key;
  if (got == KEY_CODE_YES) {
    if (c == KEY_RESIZE) event.what = Event::What::redraw;
    key.name = name_of_function_key(c);
    if (c == KEY_F(1)) key = {Key::Name::character, U'?'};
  } else {
    key = key_of_character(c);
  }
  return true;
}

Event PickTerminal::event_of_signal(int signal) {
  if (signal == SIGCHLD) return {Event::What::program, {}, 0};
  if (signal != SIGTSTP) return {Event::What::ended, {}, signal};
  stop_process();
  return {Event::What::redraw, {}, 0};
}

void PickTerminal::stop_process() {
  lend([] {
    set_handler(SIGTSTP, SIG_DFL);
    raise(SIGTSTP);  // returns when the process continues
    set_handler(SIGTSTP, handle);
  });
}

void PickTerminal::lend(const std::function<void()>& run) {
  endwin();
  run();
  clearok(curscr, TRUE);
  refresh();
}

}  // namespace linkspan::command

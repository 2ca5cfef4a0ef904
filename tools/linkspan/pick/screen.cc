// SPDX-License-Identifier: Apache-2.0
#include "pick/screen.h"

#include <chrono>
#include <mutex>
#include <optional>
#include <thread>
#include <utility>

#include "pick/details.h"
#include "pick/opener.h"
#include "pick/pick_session.h"
#include "pick/terminal.h"
#include "pick/view.h"

namespace linkspan::command {
namespace {

// The delay before the screen: most inputs are read by then, and may have no links.
constexpr std::chrono::milliseconds kPatience{150};
constexpr std::chrono::milliseconds kStep{2};

// The time between two screens while links arrive, so that drawing does not slow down reading.
constexpr std::chrono::milliseconds kPause{20};

class PickScreen {
 public:
  explicit PickScreen(const PickRequest& request)
      : request_(request),
        session_(request.store, request.use == PickUse::open ? PickSession::Asks::if_serious
                                                             : PickSession::Asks::never),
        view_(request.title,
              terminal_.has_colors() ? PickView::Colors::some : PickView::Colors::none,
              request.use),
        opener_(terminal_.descriptor(),
                [this](const std::function<void()>& run) { terminal_.lend(run); }) {}

  // Until a key or a signal ends it.
  void run(PickAnswer& answer) {
    while (!is_done_) {
      draw();
      take(terminal_.next(), answer);
    }
  }

 private:
  void draw() {
    const std::lock_guard lock(request_.store.mutex);
    session_.model().update();
    view_.draw(session_, request_.store);
  }

  void take(const Event& event, PickAnswer& answer) {
    switch (event.what) {
      case Event::What::key:
        press(event.key, answer);
        break;
      case Event::What::program:
        report(opener_.finished());
        break;
      case Event::What::ended:
        answer.signal = event.signal;
        is_done_ = true;
        break;
      case Event::What::links:
        std::this_thread::sleep_for(kPause);
        break;
      case Event::What::redraw:
        break;
    }
  }

  void press(const Key& key, PickAnswer& answer) {
    std::unique_lock lock(request_.store.mutex);
    const Effect effect = session_.press(key);
    const std::vector<Chosen> links = effect == Effect::none ? std::vector<Chosen>() : chosen();
    const std::string line = effect == Effect::copy_line ? line_of_selected() : std::string();
    lock.unlock();  // this may take long
    switch (effect) {
      case Effect::none:
        break;
      case Effect::redraw:
        terminal_.lend([] {});
        break;
      case Effect::choose:
        choose(links, answer);
        break;
      case Effect::copy_uri:
        copy(joined(links), named(links, " URIs"));
        break;
      case Effect::copy_line:
        copy(line, "the line");
        break;
      case Effect::quit:
        is_done_ = true;
        break;
    }
  }

  struct Chosen {
    std::string uri;
    std::string path;  // of a place in a file; else empty
    uint32_t line;
  };
  std::vector<Chosen> chosen() {
    std::vector<Chosen> links;
    for (const size_t row : session_.model().chosen()) {
      const PickLink& link = session_.model().link(row);
      links.push_back({link.uri, link.path, link.line});
    }
    return links;
  }

  static std::string named(const std::vector<Chosen>& links, const char* several) {
    return links.size() == 1 ? links.front().uri : std::to_string(links.size()) + several;
  }

  std::string line_of_selected() {
    PickModel& model = session_.model();
    return lines_of_link(request_.store, model.link(model.selected()));
  }

  static std::string joined(const std::vector<Chosen>& links) {
    std::string lines;
    for (const Chosen& link : links) lines += (lines.empty() ? "" : "\n") + link.uri;
    return lines;
  }

  void choose(const std::vector<Chosen>& links, PickAnswer& answer) {
    if (request_.use == PickUse::print) {
      for (const Chosen& link : links) answer.chosen.push_back(link.uri);
      is_done_ = true;
      return;
    }
    for (const Chosen& link : links) {
      const std::string problem =
          link.path.empty() ? opener_.open(link.uri) : opener_.open_place(link.path, link.line);
      report(problem);
      if (!problem.empty()) return;
    }
    session_.say("opened " + named(links, " links"));
  }

  void copy(const std::string& text, const std::string& what) {
    const std::string problem = copy_to_clipboard(text, terminal_.descriptor());
    report(problem);
    if (problem.empty()) session_.say("copied " + what);
  }

  void report(const std::string& problem) {
    if (!problem.empty()) session_.say(problem, PickSession::Tone::problem);
  }

  const PickRequest& request_;
  PickTerminal terminal_;
  PickSession session_;
  PickView view_;
  Opener opener_;
  bool is_done_ = false;
};

// Waits a moment for the first link. Returns whether there are no links and reading has ended.
bool stays_empty(LinkStore& store) {
  const auto end = std::chrono::steady_clock::now() + kPatience;
  do {
    {
      const std::lock_guard lock(store.mutex);
      if (store.is_complete) return store.links.empty();
    }
    std::this_thread::sleep_for(kStep);
  } while (std::chrono::steady_clock::now() < end);
  return false;
}

}  // namespace

void linkspan_pick(const PickRequest& request, PickAnswer& answer) {
  answer.fault = PickTerminal::prepare();
  if (!answer.fault.empty()) return;
  request.start_reading(PickTerminal::wake);
  answer.is_empty = stays_empty(request.store);
  if (!answer.is_empty) PickScreen(request).run(answer);
}

}  // namespace linkspan::command

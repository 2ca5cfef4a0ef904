// SPDX-License-Identifier: Apache-2.0
#include <fcntl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <exception>
#include <functional>
#include <memory>
#include <mutex>
#include <string>
#include <thread>
#include <utility>

#include "cli/commands.h"
#include "cli/pick_collector.h"
#include "common/io.h"
#include "pick/screen.h"
#include "work/reading.h"

namespace linkspan::command {
namespace {

// Holds back output to standard error while the screen is used, and writes it afterwards.
class KeptErrors {
 public:
  KeptErrors() : kept_(memfd_create("linkspan-errors", MFD_CLOEXEC)) {
    if (kept_ < 0) return;
    stderr_ = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 0);
    if (stderr_ >= 0) dup2(kept_, STDERR_FILENO);
  }
  ~KeptErrors() { release(); }
  KeptErrors(const KeptErrors&) = delete;
  KeptErrors& operator=(const KeptErrors&) = delete;

  void release() {
    if (stderr_ < 0) return;
    dup2(stderr_, STDERR_FILENO);
    close(std::exchange(stderr_, -1));
    Output output(STDERR_FILENO);
    std::string& buffer = output.buffer();
    lseek(kept_, 0, SEEK_SET);
    for (;;) {
      buffer.resize(kBlockBytes);
      const ssize_t got = read_some(kept_, buffer.data(), buffer.size());
      buffer.resize(got > 0 ? static_cast<size_t>(got) : 0);
      if (got <= 0) break;
      output.flush();
    }
    close(kept_);
  }

 private:
  int kept_;
  int stderr_ = -1;
};

// Reads on a separate thread, so that the screen need not wait.
class Reader {
 public:
  Reader(const PickSettings& settings, const Engine& engine, LinkStore& store)
      : settings_(settings), engine_(engine), filter_(settings.keep), store_(store) {
    settings_.read.progress = ShowProgress::never;
    settings_.read.jobs = 1;  // workers would keep their links in other processes
    if (settings_.read.inputs.size() == 1) only_input_ = settings_.read.inputs.front();
  }

  void start(std::function<void()> notify) {
    thread_ = std::thread([this, notify = std::move(notify)] {
      try {
        read(notify);
      } catch (const std::exception& error) {
        report_problem(error.what());
        status_ = kIncomplete;
      }
      {
        const std::lock_guard lock(store_.mutex);
        store_.is_complete = true;
      }
      notify();
    });
  }

  // Requests the reader to stop. Returns whether it has: it may be waiting for an open input.
  bool stop() {
    constexpr std::chrono::milliseconds kStep{5};
    constexpr int kSteps = 20;
    for (int i = 0; i < kSteps && thread_.joinable(); ++i) {
      {
        const std::lock_guard lock(store_.mutex);
        store_.is_unwanted = true;
        if (store_.is_complete) break;
      }
      std::this_thread::sleep_for(kStep);
    }
    const std::lock_guard lock(store_.mutex);
    if (thread_.joinable() && !store_.is_complete) return false;
    return true;
  }

  // REQUIRES: stop() has returned true.
  int join() {
    if (thread_.joinable()) thread_.join();
    return status_;
  }

 private:
  void read(const std::function<void()>& notify) {
    Output output(STDOUT_FILENO);
    const MakeReceiver make = [this, &notify](Output& to) {
      return std::make_unique<LinkCollector>(store_, to, filter_, notify, only_input_);
    };
    status_ = read_documents(settings_.read, engine_, Wants::text, make, output);
  }

  PickSettings settings_;
  const Engine& engine_;
  LinkFilter filter_;
  std::string only_input_ = "-";
  LinkStore& store_;
  std::thread thread_;
  int status_ = kDone;
};

std::string title_of(const std::vector<NamedInput>& inputs) {
  if (inputs.empty()) return "(inputs of a list)";
  std::string first = inputs.front() == kStandardInput ? "(standard input)" : inputs.front().name();
  if (inputs.size() == 1) return first;
  return first + " and " + std::to_string(inputs.size() - 1) + " more";
}

int print_chosen(const std::vector<std::string>& uris) {
  Output output(STDOUT_FILENO);
  for (const std::string& uri : uris) output.buffer() += uri + '\n';
  output.flush();
  return uris.empty() || output.state() == Output::State::failed ? kIncomplete : kDone;
}

// Ends the process as the signal would have, so that the waiting shell sees the signal.
[[noreturn]] void end_by(int signal_number) {
  std::signal(signal_number, SIG_DFL);
  std::raise(signal_number);
  std::_Exit(128 + signal_number);  // it is blocked
}

// After the screen: messages and printed links.
int conclude(const PickSettings& settings, const PickAnswer& answer) {
  if (!answer.fault.empty()) {
    report_problem(answer.fault);
    return kWrongUsage;
  }
  if (answer.is_empty) report_problem("no links were found");
  if (answer.signal != 0) end_by(answer.signal);
  return settings.way == PickWay::print ? print_chosen(answer.chosen) : kDone;
}

Result<PickAnswer> show_screen(const PickRequest& request) {
  static const auto entry = entry_of(linkspan_pick, "linkspan-pick.so", "linkspan_pick");
  if (!entry) return entry.error();
  PickAnswer answer;
  entry.value()(request, answer);
  return answer;
}

int list_uris(const PickSettings& settings, const Engine& engine) {
  ScanSettings scan;
  scan.read = settings.read;
  scan.keep = settings.keep;
  scan.to = &uri_form();
  scan.repeated = Repeated::leave_out;  // the screen, too, shows each once
  return run_scan(scan, engine);
}

}  // namespace

int run_pick(const PickSettings& settings, const Engine& engine) {
  if (settings.way == PickWay::list) return list_uris(settings, engine);
  LinkStore store;
  Reader reader(settings, engine, store);
  KeptErrors errors;
  const PickUse use = settings.way == PickWay::print ? PickUse::print : PickUse::open;
  const Result<PickAnswer> answer =
      show_screen({store, title_of(settings.read.inputs), use,
                   [&](std::function<void()> notify) { reader.start(std::move(notify)); }});
  const bool has_ended = reader.stop();
  errors.release();
  if (!answer.ok()) {
    report_problem(answer.error().message);
    return kIncomplete;
  }
  const int status = conclude(settings, answer.value());
  if (!has_ended) std::_Exit(status);  // the other thread waits for input, and cannot be woken
  return std::max(status, reader.join());
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include "lsp/lsp_command.h"

#include <signal.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <optional>
#include <string>
#include <utility>

#include "common/exit_status.h"
#include "common/io.h"
#include "lsp/connection.h"
#include "lsp/machine.h"
#include "lsp/message_log.h"
#include "lsp/replay.h"
#include "lsp/server.h"

namespace linkspan::command {
namespace {

using lsp::Connection;

// Whether the process of the client has ended. A process that may not be signalled exists.
bool is_gone(std::optional<uint64_t> process) {
  return process && *process > 0 && kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
}

// Runs the server until the client ends it, or the connection.
class Run {
 public:
  explicit Run(lsp::MessageLog log)
      : log_(std::move(log)), server_(machine_, [this](const std::string& message) {
          log_.write(lsp::From::server, message);
          connection_.write(message);
        }) {}

  int until_the_end() {
    using std::chrono::milliseconds;
    constexpr milliseconds kBetweenLooks{3000};  // at the process of the client
    while (!server_.exit_status()) {
      connection_.read(server_.has_work() ? milliseconds(0) : kBetweenLooks);
      take_messages();
      if (server_.has_work()) {
        server_.work();
      } else if (connection_.state() != Connection::State::open) {
        return end();
      } else if (is_gone(server_.client_process())) {
        return kIncomplete;
      }
    }
    return *server_.exit_status();
  }

 private:
  void take_messages() {
    constexpr size_t kMostQueuedBytes = 64 << 20;
    while (server_.queued_bytes() <= kMostQueuedBytes) {
      std::optional<std::string> message = connection_.next();
      if (!message) return;
      log_.write(lsp::From::client, *message);
      server_.receive(std::move(*message));
    }
  }

  int end() const {
    if (!connection_.problem().empty()) report_problem(connection_.problem());
    return kIncomplete;
  }

  lsp::Machine machine_;
  lsp::MessageLog log_;
  Connection connection_{STDIN_FILENO, STDOUT_FILENO};
  lsp::Server server_;
};

}  // namespace

int run_lsp(const LspSettings& settings) {
  if (!settings.check.empty()) {
    lsp::Machine machine;
    return lsp::check_log(settings.check, machine);
  }
  if (isatty(STDIN_FILENO) == 1) {
    report_problem("waiting for the messages of an editor; docs/lsp.md says how to connect one");
  }
  if (settings.log.empty()) return Run({}).until_the_end();
  Result<lsp::MessageLog> log = lsp::MessageLog::open(settings.log);
  if (log.ok()) return Run(std::move(log).value()).until_the_end();
  report_problem(log.error().message);
  return kIncomplete;
}

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include <poll.h>
#include <signal.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <climits>
#include <cstddef>
#include <cstring>
#include <deque>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "cli/commands.h"
#include "common/io.h"
#include "lsp/message_log.h"
#include "lsp/messages.h"
#include "lsp/server.h"
#include "lsp/server_session.h"

namespace linkspan::command {

namespace lsp {
namespace {

// Connection: messages over standard input and output.
//
// While the client does not read, its messages are read, so that a client that writes many messages
// before it reads does not block for ever. Reading stops while 64 MiB of messages wait to be
// handled.
//
// Guarded by tests/command/lsp/command_lsp_test.cc.
class Connection {
 public:
  Connection(int in, int out) : in_(in), out_(out) {}

  // Reads what has arrived; waits this long for the first of it.
  void read(std::chrono::milliseconds wait);
  // The next message that was read.
  std::optional<std::string> next();

  // Writes a message; returns when it is written.
  void write(std::string_view message);

  enum class State : uint8_t {
    open,
    ended,   // there is no more input, or none that is the protocol: see problem(). What was read
             // before is answered
    broken,  // writing failed: see problem()
  };
  State state() const { return state_; }
  const std::string& problem() const { return problem_; }

 private:
  void read_block();
  void write_all(std::string_view bytes);
  void end(std::string problem);
  void fail(std::string problem);

  int in_, out_;
  FrameReader frames_;
  std::deque<std::string> messages_;
  size_t waiting_bytes_ = 0;  // of messages_
  State state_ = State::open;
  std::string problem_;
};

constexpr size_t kMostWaitingBytes = 64 << 20;

void Connection::end(std::string problem) {
  state_ = State::ended;
  problem_ = std::move(problem);
}

void Connection::fail(std::string problem) {
  state_ = State::broken;
  problem_ = std::move(problem);
}

void Connection::read_block() {
  std::string block(kBlockBytes, '\0');
  const ssize_t got = read_some(in_, block.data(), block.size());
  if (got < 0) return end(std::string("cannot read standard input: ") + std::strerror(errno));
  if (got == 0) {
    return end(frames_.is_between_messages() ? "" : "standard input ends within a message");
  }
  std::string_view bytes(block.data(), static_cast<size_t>(got));
  while (std::optional<std::string> message = frames_.next(bytes)) {
    waiting_bytes_ += message->size();
    messages_.push_back(std::move(*message));
  }
  if (!frames_.error().empty()) end(frames_.error());
}

void Connection::read(std::chrono::milliseconds wait) {
  while (state_ == State::open && waiting_bytes_ <= kMostWaitingBytes) {
    pollfd ready{in_, POLLIN, 0};
    if (poll(&ready, 1, static_cast<int>(wait.count())) <= 0) return;
    read_block();
    wait = std::chrono::milliseconds(0);
  }
}

std::optional<std::string> Connection::next() {
  if (messages_.empty()) return std::nullopt;
  std::string message = std::move(messages_.front());
  messages_.pop_front();
  waiting_bytes_ -= message.size();
  return message;
}

void Connection::write(std::string_view message) {
  write_all(header_of(message.size()));
  write_all(message);
}

// SAFETY: a pipe that is ready takes PIPE_BUF bytes without blocking.
void Connection::write_all(std::string_view rest) {
  while (!rest.empty() && state_ != State::broken) {
    const bool reads = state_ == State::open && waiting_bytes_ <= kMostWaitingBytes;
    std::array<pollfd, 2> ready = {{{out_, POLLOUT, 0}, {reads ? in_ : -1, POLLIN, 0}}};
    if (poll(ready.data(), ready.size(), -1) < 0 && errno != EINTR) {
      return fail(std::string("cannot wait for the client: ") + std::strerror(errno));
    }
    if (ready[1].revents != 0) read_block();
    if (ready[0].revents == 0) continue;
    const ssize_t written = ::write(out_, rest.data(), std::min<size_t>(rest.size(), PIPE_BUF));
    if (written < 0 && errno != EINTR && errno != EAGAIN) {
      return fail(std::string("cannot write to the client: ") + std::strerror(errno));
    }
    rest.remove_prefix(static_cast<size_t>(std::max<ssize_t>(written, 0)));
  }
}

// Machine: the Environment of the command: the files of this machine, and the module of rules
// (common/module.h). Guarded by tests/command/lsp/command_lsp_settings_test.cc and
// tests/command/lsp/command_lsp_files_test.cc.
class Machine final : public Environment {
 public:
  std::optional<std::string> read_file(const std::string& path) override;
  std::optional<std::string> canonical_path(const std::string& path) override;
  std::optional<std::string> shipped_rules(const std::string& name) override;
  Result<Rules> load_rules(const RuleSources& sources) override;
};

std::optional<std::string> Machine::read_file(const std::string& path) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(path, error)) return std::nullopt;
  std::ifstream in(path, std::ios::binary);
  if (!in) return std::nullopt;
  return std::string(std::istreambuf_iterator<char>(in), {});
}

std::optional<std::string> Machine::canonical_path(const std::string& path) {
  std::error_code error;
  const std::filesystem::path found = std::filesystem::canonical(path, error);
  if (error) return std::nullopt;
  return found.string();
}

std::optional<std::string> Machine::shipped_rules(const std::string& name) {
  for (const ShippedRules& set : kShippedRules) {
    if (set.name == name) return std::string(set.content);
  }
  return std::nullopt;
}

Result<Rules> Machine::load_rules(const RuleSources& sources) {
  return command::load_rules(sources);
}

}  // namespace
}  // namespace lsp

namespace {

using lsp::Connection;

// Whether the process of the client has ended. A process that may not be signalled exists.
bool is_gone(std::optional<uint64_t> process) {
  return process && *process > 0 && kill(static_cast<pid_t>(*process), 0) != 0 && errno == ESRCH;
}

// Runs the server until the client ends it, or the connection.
class LspRun {
 public:
  explicit LspRun(lsp::MessageLog log)
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
      if (server_.has_work() && connection_.state() != Connection::State::broken) {
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
  if (settings.log.empty()) return LspRun({}).until_the_end();
  Result<lsp::MessageLog> log = lsp::MessageLog::open(settings.log);
  if (log.ok()) return LspRun(std::move(log).value()).until_the_end();
  report_problem(log.error().message);
  return kIncomplete;
}

}  // namespace linkspan::command

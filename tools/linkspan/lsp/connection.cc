// SPDX-License-Identifier: Apache-2.0
#include "lsp/connection.h"

#include <poll.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <climits>
#include <cstring>
#include <utility>

#include "common/io.h"

namespace linkspan::command::lsp {
namespace {

constexpr size_t kMostWaitingBytes = 64 << 20;

}  // namespace

void Connection::fail(std::string problem) {
  state_ = State::broken;
  problem_ = std::move(problem);
}

void Connection::read_block() {
  std::string block(kBlockBytes, '\0');
  const ssize_t got = read_some(in_, block.data(), block.size());
  if (got < 0) return fail(std::string("cannot read standard input: ") + std::strerror(errno));
  if (got == 0) {
    if (!frames_.is_between_messages()) return fail("standard input ends within a message");
    state_ = State::ended;
    return;
  }
  std::string_view bytes(block.data(), static_cast<size_t>(got));
  while (std::optional<std::string> message = frames_.next(bytes)) {
    waiting_bytes_ += message->size();
    messages_.push_back(std::move(*message));
  }
  if (!frames_.error().empty()) fail(frames_.error());
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

}  // namespace linkspan::command::lsp

#include "worker_processes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <csignal>
#include <cstdint>
#include <cstring>
#include <utility>

#include "io.h"

namespace linkspan::command {
namespace {

constexpr int kPipeBytes = 1 << 20;  // asked for; the system may give less

// A string on its way through a pipe: its size, then its bytes.
using Size = uint64_t;

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written < 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return true;
}

bool read_all(int descriptor, char* into, size_t size) {
  while (size > 0) {
    const ssize_t got = read_some(descriptor, into, size);
    if (got <= 0) return false;
    into += got;
    size -= static_cast<size_t>(got);
  }
  return true;
}

// In one call, as far as the pipe takes it.
bool write_with_size(int descriptor, std::string_view bytes) {
  Size size = bytes.size();
  const std::array<iovec, 2> parts{iovec{&size, sizeof(size)},
                                   iovec{const_cast<char*>(bytes.data()), bytes.size()}};
  ssize_t written = 0;
  do {
    written = writev(descriptor, parts.data(), parts.size());
  } while (written < 0 && errno == EINTR);
  // A pipe takes the size whole or not at all (POSIX, write(): PIPE_BUF).
  if (written < static_cast<ssize_t>(sizeof(size))) return false;
  bytes.remove_prefix(static_cast<size_t>(written) - sizeof(size));
  return write_all(descriptor, bytes);
}

std::string with_size(std::string_view bytes) {
  const Size size = bytes.size();
  std::string framed(sizeof(size), '\0');
  std::memcpy(framed.data(), &size, sizeof(size));
  return framed.append(bytes);
}

bool read_with_size(int descriptor, std::string& bytes) {
  Size size = 0;
  if (!read_all(descriptor, reinterpret_cast<char*>(&size), sizeof(size))) return false;
  bytes.resize(size);
  return read_all(descriptor, bytes.data(), size);
}

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

struct Pipe {
  int reads = -1, writes = -1;

  bool open() {
    std::array<int, 2> ends{-1, -1};
    if (pipe2(ends.data(), O_CLOEXEC) != 0) return false;
    reads = ends[0];
    writes = ends[1];
    return true;
  }
};

}  // namespace

WorkerProcesses::WorkerProcesses(size_t workers, Work work, Tell tell, AnswerSink sink)
    : work_(std::move(work)), tell_(std::move(tell)), sink_(std::move(sink)) {
  while (workers_.size() < workers && start_worker()) {
  }
}

WorkerProcesses::~WorkerProcesses() {
  for (Worker& worker : workers_) {
    worker.close_pipes();
    if (answered_ < given_) kill(worker.id, SIGTERM);
    while (waitpid(worker.id, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

void WorkerProcesses::Worker::close_pipes() {
  for (int* const descriptor : {&jobs, &turns, &answers}) close_if_open(*descriptor);
}

bool WorkerProcesses::start_worker() {
  Pipe jobs, turns, answers;
  const pid_t id = jobs.open() && turns.open() && answers.open() ? fork() : -1;
  Worker here{id, jobs.writes, turns.writes, answers.reads, {}};
  if (id == 0) {
    for (Worker& other : workers_) other.close_pipes();  // so that they see the end of their jobs
    here.close_pipes();
    serve({jobs.reads, turns.reads, answers.writes});
  }
  for (int* const there : {&jobs.reads, &turns.reads, &answers.writes}) close_if_open(*there);
  if (id < 0) {
    here.close_pipes();
    return false;
  }
  fcntl(here.jobs, F_SETPIPE_SZ, kPipeBytes);
  fcntl(here.jobs, F_SETFL, O_NONBLOCK);
  workers_.push_back(std::move(here));
  return true;
}

// What a worker does, until there are no more jobs. A turn comes before a new job: others wait.
void WorkerProcesses::serve(const Ends& ends) const {
  std::deque<InTurn> waiting;
  std::string message;
  for (;;) {
    std::array<pollfd, 2> ready{pollfd{waiting.empty() ? -1 : ends.turns, POLLIN, 0},
                                pollfd{ends.jobs, POLLIN, 0}};
    if (poll(ready.data(), ready.size(), -1) < 0) {
      if (errno == EINTR) continue;
      break;
    }
    if (ready[0].revents != 0) {
      if (!read_with_size(ends.turns, message)) break;
      if (!write_with_size(ends.answers, waiting.front()(message))) break;
      waiting.pop_front();
    } else {
      if (!read_with_size(ends.jobs, message)) break;
      waiting.push_back(work_(message));
    }
  }
  _exit(0);  // nothing of the parent's is to be flushed or destroyed here
}

Next WorkerProcesses::submit(std::string_view job) {
  if (next_ == Next::stop) return next_;
  if (workers_.empty()) return next_ = sink_(work_(job)(tell_()));
  while (given_ - answered_ >= kJobsPerWorker * workers_.size()) {
    if (give_turn() == Next::stop) return next_;
  }
  send(worker_of(given_), with_size(job));
  ++given_;
  return next_;
}

Next WorkerProcesses::finish() {
  while (next_ == Next::go_on && answered_ < given_) give_turn();
  return next_;
}

// Writes to a worker; while it does not read, reads what it writes. A worker that has died takes
// nothing.
void WorkerProcesses::send(Worker& worker, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(worker.jobs, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      if (!receive_or_wait(worker)) return;
    } else if (errno != EINTR) {
      return;
    }
  }
}

// Takes in some of what the worker says, or waits until there is room for more jobs. False if it
// has died.
bool WorkerProcesses::receive_or_wait(Worker& worker) {
  std::array<pollfd, 2> ready{pollfd{worker.answers, POLLIN, 0}, pollfd{worker.jobs, POLLOUT, 0}};
  if (poll(ready.data(), ready.size(), -1) < 0) return errno == EINTR;
  if (ready[0].revents == 0) return true;
  const size_t before = worker.unread.size();
  worker.unread.resize(before + kBlockBytes);
  const ssize_t got = read_some(worker.answers, worker.unread.data() + before, kBlockBytes);
  worker.unread.resize(before + static_cast<size_t>(got > 0 ? got : 0));
  return got > 0;
}

bool WorkerProcesses::read_from(Worker& worker, char* into, size_t size) {
  const size_t known = worker.unread.copy(into, size);
  worker.unread.erase(0, known);
  return read_all(worker.answers, into + known, size - known);
}

// The next answer of this worker; nothing if it died before.
std::optional<std::string> WorkerProcesses::take_answer(Worker& worker) {
  Size size = 0;
  if (!read_from(worker, reinterpret_cast<char*>(&size), sizeof(size))) return {};
  std::string answer(size, '\0');
  if (!read_from(worker, answer.data(), size)) return {};
  return answer;
}

Next WorkerProcesses::give_turn() {
  Worker& worker = worker_of(answered_);
  write_with_size(worker.turns, tell_());  // one that has died does not answer
  std::optional<std::string> answer = take_answer(worker);
  ++answered_;
  return next_ = sink_(std::move(answer));
}

}  // namespace linkspan::command

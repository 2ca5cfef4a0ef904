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

void close_if_open(int& descriptor) {
  if (descriptor >= 0) close(descriptor);
  descriptor = -1;
}

}  // namespace

WorkerProcesses::WorkerProcesses(size_t workers, Work work, ResultSink sink)
    : work_(std::move(work)), sink_(std::move(sink)) {
  while (workers_.size() < workers && start_worker()) {
  }
}

WorkerProcesses::~WorkerProcesses() {
  for (Worker& worker : workers_) {
    close_if_open(worker.jobs);
    close_if_open(worker.results);
    if (handed_out_ < given_) kill(worker.id, SIGTERM);
    while (waitpid(worker.id, nullptr, 0) < 0 && errno == EINTR) {
    }
  }
}

bool WorkerProcesses::start_worker() {
  std::array<int, 2> jobs{-1, -1};
  std::array<int, 2> results{-1, -1};
  const bool has_pipes =
      pipe2(jobs.data(), O_CLOEXEC) == 0 && pipe2(results.data(), O_CLOEXEC) == 0;
  const pid_t id = has_pipes ? fork() : -1;
  if (id == 0) {
    for (Worker& other : workers_) {  // so that the others see the end of their jobs
      close_if_open(other.jobs);
      close_if_open(other.results);
    }
    close(jobs[1]);
    close(results[0]);
    serve(jobs[0], results[1]);
  }
  close_if_open(jobs[0]);
  close_if_open(results[1]);
  if (id < 0) {
    close_if_open(jobs[1]);
    close_if_open(results[0]);
    return false;
  }
  fcntl(jobs[1], F_SETPIPE_SZ, kPipeBytes);
  fcntl(results[0], F_SETPIPE_SZ, kPipeBytes);
  fcntl(jobs[1], F_SETFL, O_NONBLOCK);
  workers_.push_back({id, jobs[1], results[0], {}});
  return true;
}

// What a worker does, until there are no more jobs.
void WorkerProcesses::serve(int jobs, int results) const {
  std::string job;
  Size size = 0;
  while (read_all(jobs, reinterpret_cast<char*>(&size), sizeof(size))) {
    job.resize(size);
    if (!read_all(jobs, job.data(), size) || !write_with_size(results, work_(job))) break;
  }
  _exit(0);  // nothing of the parent's is to be flushed or destroyed here
}

Next WorkerProcesses::submit(std::string_view job) {
  if (next_ == Next::stop) return next_;
  if (workers_.empty()) return next_ = sink_(work_(job));
  while (given_ - handed_out_ >= kJobsPerWorker * workers_.size()) {
    if (hand_out_one() == Next::stop) return next_;
  }
  send(worker_of(given_), with_size(job));
  ++given_;
  return next_;
}

Next WorkerProcesses::finish() {
  while (next_ == Next::go_on && handed_out_ < given_) hand_out_one();
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
  std::array<pollfd, 2> ready{pollfd{worker.results, POLLIN, 0}, pollfd{worker.jobs, POLLOUT, 0}};
  if (poll(ready.data(), ready.size(), -1) < 0) return errno == EINTR;
  if (ready[0].revents == 0) return true;
  const size_t before = worker.unread.size();
  worker.unread.resize(before + kBlockBytes);
  const ssize_t got = read_some(worker.results, worker.unread.data() + before, kBlockBytes);
  worker.unread.resize(before + static_cast<size_t>(got > 0 ? got : 0));
  return got > 0;
}

// PERF: most of a result has not been read yet, and is read to where it is to be.
bool WorkerProcesses::read_from(Worker& worker, char* into, size_t size) {
  const size_t known = worker.unread.copy(into, size);
  worker.unread.erase(0, known);
  return read_all(worker.results, into + known, size - known);
}

// The next result of this worker; nothing if it died before it was done.
std::optional<std::string> WorkerProcesses::take_result(Worker& worker) {
  Size size = 0;
  if (!read_from(worker, reinterpret_cast<char*>(&size), sizeof(size))) return {};
  std::string result(size, '\0');
  if (!read_from(worker, result.data(), size)) return {};
  return result;
}

Next WorkerProcesses::hand_out_one() {
  std::optional<std::string> result = take_result(worker_of(handed_out_));
  ++handed_out_;
  return next_ = sink_(std::move(result));
}

}  // namespace linkspan::command

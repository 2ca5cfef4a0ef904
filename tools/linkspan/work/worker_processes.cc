// SPDX-License-Identifier: Apache-2.0
#include "work/worker_processes.h"

#include <fcntl.h>
#include <poll.h>
#include <sys/mman.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/uio.h>
#include <sys/wait.h>
#include <unistd.h>

#include <array>
#include <cerrno>
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <exception>
#include <future>
#include <memory>
#include <mutex>
#include <system_error>
#include <thread>
#include <utility>

#include "common/io.h"

namespace linkspan::command {
namespace {

constexpr int kPipeBytes = 1 << 20;  // requested; the system may grant less

// A string in a pipe: its size, then its bytes.
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

// In one call, as far as the pipe has room.
bool write_with_size(int descriptor, std::string_view bytes) {
  Size size = bytes.size();
  const std::array<iovec, 2> parts{iovec{&size, sizeof(size)},
                                   iovec{const_cast<char*>(bytes.data()), bytes.size()}};
  ssize_t written = 0;
  do {
    written = writev(descriptor, parts.data(), parts.size());
  } while (written < 0 && errno == EINTR);
  // A pipe takes the size as a whole or not at all (POSIX, write(): PIPE_BUF).
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

void wait_for_end(pid_t process) {
  while (waitpid(process, nullptr, 0) < 0 && errno == EINTR) {
  }
}

// A worker ends with its parent, whatever ends that. It ignores the signals that a terminal sends
// to all processes: otherwise the parent might first notice the end of the workers, and report it.
void end_with(pid_t parent) {
  for (const int signal : {SIGINT, SIGQUIT, SIGHUP}) std::signal(signal, SIG_IGN);
  std::signal(SIGTERM, SIG_DFL);
#ifdef __linux__
  prctl(PR_SET_PDEATHSIG, SIGKILL);
#endif
  if (getppid() != parent) _exit(0);  // the parent ended before this took effect
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

// Runs the function. An exception ends this process at once: another thread may be waiting, so
// nothing here can be destroyed.
template <class Do>
void or_end_process(const Do& do_it) {
  try {
    do_it();
  } catch (const std::exception& thrown) {
    std::fprintf(stderr, "linkspan: %s\n", thrown.what());
    _exit(1);
  } catch (...) {
    _exit(1);
  }
}

}  // namespace

// The remaining jobs, in order; for one thread that adds and one that takes.
class WorkerProcesses::InTurnQueue {
 public:
  void add(InTurn in_turn) {
    {
      const std::lock_guard lock(mutex_);
      waiting_.push_back(std::move(in_turn));
    }
    added_.notify_one();
  }

  // Waits for the next one.
  InTurn take() {
    std::unique_lock lock(mutex_);
    added_.wait(lock, [this] { return !waiting_.empty(); });
    InTurn in_turn = std::move(waiting_.front());
    waiting_.pop_front();
    return in_turn;
  }

 private:
  std::mutex mutex_;
  std::condition_variable added_;
  std::deque<InTurn> waiting_;
};

WorkerProcesses::WorkerProcesses(size_t workers, Work work, MakeMessage make_message,
                                 AnswerSink sink, LastWord last_word)
    : work_(std::move(work)),
      make_message_(std::move(make_message)),
      sink_(std::move(sink)),
      last_word_(std::move(last_word)),
      jobs_done_(share_jobs_done(workers)) {
  while (jobs_done_ && workers_.size() < workers && start_worker(jobs_done_[workers_.size()])) {
  }
  std::vector<Worker> ready;
  for (Worker& worker : workers_) {
    if (is_ready(worker)) ready.push_back(std::move(worker));
  }
  workers_ = std::move(ready);
}

WorkerProcesses::~WorkerProcesses() {
  for (Worker& worker : workers_) {
    worker.close_pipes();
    if (!unanswered_.empty()) kill(worker.id, SIGKILL);
    wait_for_end(worker.id);
  }
}

void WorkerProcesses::Worker::close_pipes() {
  for (int* const descriptor : {&jobs, &turns, &answers}) close_if_open(*descriptor);
}

void WorkerProcesses::Unmap::operator()(JobsDone* first) const {
  munmap(first, count * sizeof(JobsDone));
}

WorkerProcesses::SharedJobsDone WorkerProcesses::share_jobs_done(size_t workers) {
  void* const memory = mmap(nullptr, workers * sizeof(JobsDone), PROT_READ | PROT_WRITE,
                            MAP_SHARED | MAP_ANONYMOUS, -1, 0);
  if (memory == MAP_FAILED) return {nullptr, Unmap{0}};
  auto* const first = static_cast<JobsDone*>(memory);
  std::uninitialized_default_construct_n(first, workers);
  return {first, Unmap{workers}};
}

bool WorkerProcesses::start_worker(JobsDone& done) {
  Pipe jobs, turns, answers;
  const pid_t parent = getpid();
  const pid_t id = jobs.open() && turns.open() && answers.open() ? fork() : -1;
  Worker here;
  here.id = id;
  here.jobs = jobs.writes;
  here.turns = turns.writes;
  here.answers = answers.reads;
  here.jobs_done = &done;
  if (id == 0) {
    end_with(parent);
    for (Worker& other : workers_) other.close_pipes();  // so that they see the end of their jobs
    here.close_pipes();
    serve({jobs.reads, turns.reads, answers.writes}, done);
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

// A worker that could not start its second thread does not count.
bool WorkerProcesses::is_ready(Worker& worker) {
  char said = 0;
  if (read_all(worker.answers, &said, sizeof(said))) return true;
  worker.close_pipes();
  wait_for_end(worker.id);
  return false;
}

// A job that waits for its turn gets it from the thread that takes turns, which receives the
// answer.
void WorkerProcesses::do_job(std::string_view job, InTurnQueue& waiting) const {
  auto message = std::make_shared<std::promise<std::string>>();
  auto answer = std::make_shared<std::promise<std::string>>();
  Turn turn([&] {
    waiting.add([message, answer](std::string_view in_turn) {
      message->set_value(std::string(in_turn));
      return answer->get_future().get();
    });
    return message->get_future().get();
  });
  InTurn rest = work_(job, turn);
  if (turn.has_come()) {
    answer->set_value(rest(turn.wait()));
  } else {
    waiting.add(std::move(rest));
  }
}

// The loop of a worker, until there are no more jobs.
void WorkerProcesses::serve(const Ends& ends, JobsDone& done) const {
  InTurnQueue waiting;
  const auto take_turns = [&] {
    std::string message;
    while (read_with_size(ends.turns, message) &&
           write_with_size(ends.answers, waiting.take()(message))) {
    }
  };
  try {
    std::thread([&] { or_end_process(take_turns); }).detach();
  } catch (const std::system_error&) {
    _exit(1);  // no thread could be started: is_ready() sees it, and others do the work
  }
  or_end_process([&] {
    write_all(ends.answers, std::string_view("\0", 1));  // is_ready()
    std::string job;
    while (read_with_size(ends.jobs, job)) {
      do_job(job, waiting);
      done.count.fetch_add(1, std::memory_order_relaxed);
    }
    if (last_word_) write_with_size(ends.answers, last_word_());
  });
  _exit(0);  // no object of the parent may be flushed or destroyed here
}

Next WorkerProcesses::submit(std::string_view job) {
  if (next_ == Next::stop) return next_;
  if (workers_.empty()) {
    Turn turn(make_message_);
    const InTurn rest = work_(job, turn);
    return next_ = sink_(rest(turn.wait()));
  }
  while (unanswered_.size() >= kJobsPerWorker * workers_.size()) {
    if (give_turn() == Next::stop) return next_;
  }
  const std::string bytes = with_size(job);
  while (const std::optional<size_t> worker = least_busy()) {
    if (send(workers_[*worker], bytes) == Sent::no) continue;
    ++workers_[*worker].jobs_given;
    unanswered_.push_back(*worker);
    return next_;
  }
  if (finish() == Next::stop) return next_;
  return next_ = sink_(std::nullopt);  // all have died
}

Next WorkerProcesses::finish() {
  while (next_ == Next::go_on && !unanswered_.empty()) give_turn();
  return next_;
}

std::vector<std::optional<std::string>> WorkerProcesses::end() {
  std::vector<std::optional<std::string>> words;
  for (Worker& worker : workers_) close_if_open(worker.jobs);
  for (Worker& worker : workers_) words.push_back(take_answer(worker));
  return words;
}

uint64_t WorkerProcesses::Worker::jobs_left() const {
  return jobs_given - jobs_done->count.load(std::memory_order_relaxed);
}

// Of the workers with the fewest jobs, the next one after the worker of the last job. Nothing if
// all have died.
std::optional<size_t> WorkerProcesses::least_busy() const {
  const size_t next = unanswered_.empty() ? 0 : unanswered_.back() + 1;
  std::optional<size_t> least;
  for (size_t i = 0; i < workers_.size(); ++i) {
    const size_t worker = (next + i) % workers_.size();
    if (workers_[worker].has_died) continue;
    if (!least || workers_[worker].jobs_left() < workers_[*least].jobs_left()) least = worker;
  }
  return least;
}

// Writes to a worker; while it does not read, reads its answers.
WorkerProcesses::Sent WorkerProcesses::send(Worker& worker, std::string_view bytes) {
  while (!bytes.empty() && !worker.has_died) {
    const ssize_t written = write(worker.jobs, bytes.data(), bytes.size());
    if (written >= 0) {
      bytes.remove_prefix(static_cast<size_t>(written));
    } else if (errno == EAGAIN) {
      worker.has_died = !receive_or_wait(worker);
    } else {
      worker.has_died = errno != EINTR;
    }
  }
  return worker.has_died ? Sent::no : Sent::yes;
}

// Reads some answers of the worker, or waits until there is room for more jobs. False if it has
// died.
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
  Worker& worker = workers_[unanswered_.front()];
  write_with_size(worker.turns, make_message_());  // one that has died does not answer
  std::optional<std::string> answer = take_answer(worker);
  if (!answer) worker.has_died = true;
  unanswered_.pop_front();
  return next_ = sink_(std::move(answer));
}

}  // namespace linkspan::command

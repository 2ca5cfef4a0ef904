#include "reading.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <optional>
#include <utility>
#include <vector>

#include "base/retained_text.h"
#include "decompress.h"
#include "guess_format.h"
#include "inputs.h"
#include "mail/mbox.h"
#include "progress.h"
#include "task.h"
#include "worker_processes.h"

namespace linkspan::command {
namespace {

// What a worker is given at a time, and keeps in memory with its output.
constexpr size_t kBatchBytes = 1 << 20;
constexpr uint64_t kLargestJob = 64 << 20;

// An input, decompressed, that can be looked at before it is read.
class InputReader {
 public:
  InputReader(int descriptor, Progress& progress)
      : descriptor_(descriptor), reader_(descriptor, {}), progress_(progress) {}

  // Reads the first bytes, from which on it is known how the input is stored.
  void peek() { take_into_head(); }

  // The format, by what comes first. Reads as much as that takes; but where somebody is writing
  // still, the lines that are there have to do when no more come for a moment: what is in them is
  // not held back.
  InputFormat guess(const std::string& name) {
    for (bool is_all = head_.empty();; is_all = take_into_head() == 0) {
      const bool has_line = head_.find('\n') != std::string::npos;
      if (has_line && !has_more_soon(descriptor_)) is_all = true;
      const auto extent = is_all ? FirstBytes::whole : FirstBytes::cut;
      if (const auto format = guess_format(name, head_, extent)) return *format;
    }
  }

  // At most `size` bytes; 0 at the end, and where reading failed.
  size_t read(char* into, size_t size) {
    if (head_taken_ == head_.size()) return read_further(into, size);
    const size_t taken = std::min(size, head_.size() - head_taken_);
    std::copy_n(head_.data() + head_taken_, taken, into);
    head_taken_ += taken;
    return taken;
  }

  bool is_stored_as_read() const { return reader_.compression() == Compression::none; }
  const std::string& failure() const { return failure_; }

 private:
  size_t take_into_head() {
    const size_t size = head_.size();
    head_.resize(size + kGuessBytes);
    const size_t got = read_further(head_.data() + size, kGuessBytes);
    head_.resize(size + got);
    return got;
  }

  size_t read_further(char* into, size_t size) {
    const uint64_t before = reader_.bytes_taken();
    const ssize_t got = reader_.read(into, size);
    progress_.add_bytes(reader_.bytes_taken() - before);
    if (got < 0) failure_ = reader_.failure();
    return got < 0 ? 0 : static_cast<size_t>(got);
  }

  int descriptor_;
  DecompressingReader reader_;
  Progress& progress_;
  std::string head_;
  size_t head_taken_ = 0;
  std::string failure_;
};

class Run {
 public:
  Run(const ReadSettings& settings, const Engine& engine, document::Wants wants,
      const MakeReceiver& make, Output& output)
      : settings_(settings),
        make_(make),
        output_(output),
        receiver_(make(output)),
        reader_(settings, engine, wants),
        workers_(make_workers()),
        progress_({settings.progress, total_bytes(settings.inputs), STDERR_FILENO, STDOUT_FILENO},
                  std::chrono::steady_clock::now()) {}

  int run() {
    {
      const ProgressTicker ticker(progress_);
      const auto visit = [this](const std::string& name, int descriptor) {
        return read_input(name, descriptor);
      };
      if (visit_inputs(settings_.inputs, visit) == Reach::some) status_ = kIncomplete;
      if (workers_) workers_->finish();
    }
    output_.flush();
    if (html_parts_ > 0) {
      progress_.say(fmt::format("linkspan: {} text/html part{} left alone\n", html_parts_,
                                html_parts_ == 1 ? " was" : "s were"));
    }
    return output_.state() == Output::State::failed ? kIncomplete : status_;
  }

 private:
  static std::optional<uint64_t> total_bytes(const std::vector<std::string>& inputs) {
    uint64_t total = 0;
    for (const std::string& input : inputs) {
      struct stat status {};
      if (input == "-" || stat(input.c_str(), &status) != 0 || !S_ISREG(status.st_mode)) return {};
      total += static_cast<uint64_t>(status.st_size);
    }
    return total;
  }

  Next next() const { return output_.state() == Output::State::open ? Next::go_on : Next::stop; }

  Next read_input(const std::string& name, int descriptor) {
    InputReader input(descriptor, progress_);
    input.peek();
    const InputFormat format =
        settings_.from == InputFormat::guess ? input.guess(name) : settings_.from;
    switch (format) {
      case InputFormat::mbox:
        read_mailbox(name, descriptor, input);
        break;
      case InputFormat::mail:
      case InputFormat::maildir:
        read_mail(name, input);
        break;
      default:
        read_text(name, descriptor, input);
    }
    if (!input.failure().empty()) {
      fail(name, input.failure());
    }
    return next();
  }

  void fail(const std::string& name, const std::string& what) {
    progress_.say(fmt::format("linkspan: {}: {}\n", name, what));
    status_ = kIncomplete;
  }

  // --- work, here or in a worker

  using Work = std::function<void(Report&)>;

  std::unique_ptr<WorkerProcesses> make_workers() {
    if (settings_.jobs == 1) return nullptr;
    return std::make_unique<WorkerProcesses>(
        settings_.jobs, [this](std::string_view job) { return encode(do_task(decode_task(job))); },
        [this](std::optional<std::string> result) { return take_result(std::move(result)); });
  }

  // On this thread, with the output written as it comes.
  void do_here(const Work& work) {
    if (workers_) workers_->finish();  // what was found earlier is written first
    Report report;
    work(report);
    take_report(report);
  }

  // In a worker.
  TaskResult do_task(Task task) {
    Output kept;
    TaskResult result;
    if (!task.file.empty()) task.bytes = read_range(task);
    const auto receiver = make_(kept);
    if (!task.text_name.empty()) {
      std::string_view rest = task.bytes;
      const auto read = [&rest](char* into, size_t size) {
        const size_t taken = rest.copy(into, size);
        rest.remove_prefix(taken);
        return taken;
      };
      reader_.read_text({task.text_name, 0, {}, {}, {}}, task.charset, read, *receiver,
                        result.report);
    }
    const std::string_view bytes = task.bytes;
    for (const Task::Message& message : task.messages) {
      if (message.begin > bytes.size()) continue;  // the file has become shorter
      reader_.read_message(message.origin, bytes.substr(message.begin, message.size), *receiver,
                           result.report);
    }
    result.output = std::move(kept.buffer());
    return result;
  }

  bool has_workers() const { return workers_ != nullptr; }

  Next take_result(std::optional<std::string> encoded) {
    if (!encoded) {
      progress_.say("linkspan: a worker process has ended before its time; links are missing\n");
      status_ = kIncomplete;
      return next();
    }
    const TaskResult result = decode_result(*encoded);
    output_.buffer() += result.output;
    output_.flush_when_full();
    take_report(result.report);
    return next();
  }

  void take_report(const Report& report) {
    progress_.add_links(report.links);
    if (!report.messages.empty()) progress_.say(report.messages);
    html_parts_ += report.html_parts;
  }

  // --- the kinds of input

  void read_text(const std::string& name, int descriptor, InputReader& input) {
    const Waits waits = reading_waits(descriptor);
    // Whoever waits for a text to go on has no time to wait for the statistics of its letters.
    const std::string charset = waits == Waits::yes ? "utf-8" : "auto";
    const bool is_small = input.is_stored_as_read() && size_of(descriptor) <= kLargestJob;
    if (has_workers() && waits == Waits::no && is_small) {
      workers_->submit(encode(Task{name, charset, {}, read_all(input)}));
      return;
    }
    do_here([&](Report& report) {
      const auto read = [&](char* into, size_t size) -> size_t {
        if (next() == Next::stop) return 0;
        if (waits == Waits::yes) output_.flush();  // what was found is not held back by waiting
        return input.read(into, size);
      };
      reader_.read_text({name, 0, {}, {}, {}}, charset, read, *receiver_, report);
    });
  }

  void read_mail(const std::string& name, InputReader& input) {
    const std::string bytes = read_all(input);
    Origin origin{name, 0, {}, {}, {}};
    if (input.is_stored_as_read()) origin.raw_begin = 0;
    Task task;
    take_message(std::move(origin), bytes, {}, task);
    submit(std::move(task));
  }

  void read_mailbox(const std::string& name, int descriptor, InputReader& input) {
    // Workers read a file themselves: that is one copy through pipes less.
    const bool is_file = reading_waits(descriptor) == Waits::no && name != "-";
    const std::string file = is_file && input.is_stored_as_read() ? name : std::string();
    mail::MboxSplitter splitter;
    base::RetainedText text;
    std::vector<mail::MessagePlace> places;
    Task task;
    uint64_t number = 0;
    const auto take_places = [&] {
      for (const mail::MessagePlace& place : places) {
        Origin origin{name, ++number, {}, {}, {}};
        if (input.is_stored_as_read()) origin.raw_begin = place.begin;
        take_message(std::move(origin), text.between(place.begin, place.end), file, task);
      }
      places.clear();
    };
    const auto sink = [&places](const mail::MessagePlace& place) { places.push_back(place); };
    while (next() == Next::go_on) {
      const size_t got = input.read(text.room(kBlockBytes), kBlockBytes);
      if (got == 0) break;
      splitter.feed(text.taken(got), sink);
      take_places();
      text.release_before(splitter.retain_from());
    }
    splitter.finish(sink);
    take_places();
    submit(std::move(task));
  }

  // `file`: where the message can be read by its raw_begin; or empty.
  void take_message(Origin origin, std::string_view message, const std::string& file, Task& task) {
    if (!has_workers() || message.size() > kLargestJob) {
      submit(std::exchange(task, {}));
      do_here([&](Report& report) { reader_.read_message(origin, message, *receiver_, report); });
      return;
    }
    uint64_t begin = task.bytes.size();
    if (file.empty()) {
      task.bytes += message;
    } else {
      if (task.messages.empty()) task.file_begin = *origin.raw_begin;
      task.file = file;
      begin = *origin.raw_begin - task.file_begin;
      task.file_size = begin + message.size();
    }
    task.messages.push_back({std::move(origin), begin, message.size()});
    if (begin + message.size() >= kBatchBytes) submit(std::exchange(task, {}));
  }

  void submit(const Task& task) {
    if (!task.messages.empty()) workers_->submit(encode(task));
  }

  static uint64_t size_of(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  }

  // The bytes of a task that are in a file; fewer if it has become shorter or cannot be read now.
  static std::string read_range(const Task& task) {
    std::string bytes(task.file_size, '\0');
    const int descriptor = open(task.file.c_str(), O_RDONLY | O_CLOEXEC);
    size_t size = 0;
    while (descriptor >= 0 && size < bytes.size()) {
      const ssize_t got = pread(descriptor, bytes.data() + size, bytes.size() - size,
                                static_cast<off_t>(task.file_begin + size));
      if (got < 0 && errno == EINTR) continue;
      if (got <= 0) break;
      size += static_cast<size_t>(got);
    }
    if (descriptor >= 0) close(descriptor);
    bytes.resize(size);
    return bytes;
  }

  static std::string read_all(InputReader& input) {
    std::string bytes;
    for (;;) {
      const size_t size = bytes.size();
      bytes.resize(std::max(size + kBlockBytes, size * 2));
      const size_t got = input.read(bytes.data() + size, bytes.size() - size);
      bytes.resize(size + got);
      if (got == 0) return bytes;
    }
  }

  const ReadSettings& settings_;
  const MakeReceiver& make_;
  Output& output_;
  std::unique_ptr<DocumentReceiver> receiver_;  // of this thread
  DocumentReader reader_;
  std::unique_ptr<WorkerProcesses> workers_;  // INVARIANT: made before any thread is
  Progress progress_;
  uint64_t html_parts_ = 0;
  int status_ = kDone;
};

}  // namespace

int read_documents(const ReadSettings& settings, const Engine& engine, document::Wants wants,
                   const MakeReceiver& make, Output& output) {
  return Run(settings, engine, wants, make, output).run();
}

}  // namespace linkspan::command

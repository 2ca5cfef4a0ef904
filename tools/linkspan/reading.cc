#include "reading.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <mutex>
#include <optional>
#include <utility>
#include <vector>

#include "base/retained_text.h"
#include "decompress.h"
#include "guess_format.h"
#include "inputs.h"
#include "jobs.h"
#include "mail/mbox.h"
#include "progress.h"

namespace linkspan::command {
namespace {

// What one job takes, and keeps in memory with its output.
constexpr size_t kBatchBytes = 1 << 20;
constexpr uint64_t kLargestJob = 64 << 20;

constexpr size_t kGuessBytesOfPipe = 5;  // `From `

// DocumentReaders that are not in use: one for each thread that ever worked.
class ReaderStore {
 public:
  using Make = std::function<std::unique_ptr<DocumentReader>()>;
  explicit ReaderStore(Make make) : make_(std::move(make)) {}

  std::unique_ptr<DocumentReader> take() {
    {
      const std::lock_guard lock(mutex_);
      if (!readers_.empty()) {
        auto reader = std::move(readers_.back());
        readers_.pop_back();
        return reader;
      }
    }
    return make_();
  }

  void give_back(std::unique_ptr<DocumentReader> reader) {
    const std::lock_guard lock(mutex_);
    readers_.push_back(std::move(reader));
  }

 private:
  Make make_;
  std::mutex mutex_;
  std::vector<std::unique_ptr<DocumentReader>> readers_;
};

// An input, decompressed, that can be looked at before it is read.
class InputReader {
 public:
  InputReader(int descriptor, Progress& progress) : reader_(descriptor, {}), progress_(progress) {}

  // The format, by what comes first. Reads as much as that takes; but where reading waits for
  // somebody to write, what was written first has to do, so that a line is answered when it is there.
  InputFormat guess(const std::string& name, Waits waits) {
    for (;;) {
      const size_t size = head_.size();
      head_.resize(size + kGuessBytes);
      const size_t got = read_further(head_.data() + size, kGuessBytes);
      head_.resize(size + got);
      const bool is_all = got == 0 || (waits == Waits::yes && head_.size() >= kGuessBytesOfPipe);
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
  size_t read_further(char* into, size_t size) {
    const uint64_t before = reader_.bytes_taken();
    const ssize_t got = reader_.read(into, size);
    progress_.add_bytes(reader_.bytes_taken() - before);
    if (got < 0) failure_ = reader_.failure();
    return got < 0 ? 0 : static_cast<size_t>(got);
  }

  DecompressingReader reader_;
  Progress& progress_;
  std::string head_;
  size_t head_taken_ = 0;
  std::string failure_;
};

// Some messages of a mailbox that one job reads.
struct MessageBatch {
  struct Message {
    Origin origin;
    size_t begin, end;  // in bytes
  };
  std::string bytes;
  std::vector<Message> messages;
};

class Run {
 public:
  Run(const ReadSettings& settings, const Engine& engine, document::Wants wants,
      const MakeReceiver& make, Output& output)
      : settings_(settings),
        make_(make),
        output_(output),
        receiver_(make(output)),
        readers_([&settings, &engine, wants] {
          return std::make_unique<DocumentReader>(settings, engine, wants);
        }),
        progress_({settings.progress, total_bytes(settings.inputs), STDERR_FILENO, STDOUT_FILENO},
                  std::chrono::steady_clock::now()),
        pool_(settings.jobs, [this](JobResult result) { return take_result(std::move(result)); }) {}

  int run() {
    {
      const ProgressTicker ticker(progress_);
      const auto visit = [this](const std::string& name, int descriptor) {
        return read_input(name, descriptor);
      };
      if (visit_inputs(settings_.inputs, visit) == Reach::some) status_ = kIncomplete;
      pool_.finish();
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
    auto input = std::make_shared<InputReader>(descriptor, progress_);
    const InputFormat guessed = input->guess(name, reading_waits(descriptor));
    const InputFormat format = settings_.from == InputFormat::guess ? guessed : settings_.from;
    switch (format) {
      case InputFormat::mbox:
        read_mailbox(name, *input);
        break;
      case InputFormat::mail:
      case InputFormat::maildir:
        read_mail(name, *input);
        break;
      default:
        read_text(name, descriptor, *input);
    }
    if (!input->failure().empty()) {
      fail(name, input->failure());
    }
    return next();
  }

  void fail(const std::string& name, const std::string& what) {
    progress_.say(fmt::format("linkspan: {}: {}\n", name, what));
    status_ = kIncomplete;
  }

  // --- work, here or in the pool

  using Work = std::function<void(DocumentReader&, DocumentReceiver&, Report&)>;

  // On this thread, with the output written as it comes.
  void do_here(const Work& work) {
    pool_.finish();  // what was found earlier is written first
    Report report;
    auto reader = readers_.take();
    work(*reader, *receiver_, report);
    readers_.give_back(std::move(reader));
    take_report(report);
  }

  void do_in_pool(Work work) {
    pool_.submit([this, work = std::move(work)](const std::stop_token&) {
      Output kept;
      Report report;
      auto reader = readers_.take();
      work(*reader, *make_(kept), report);
      readers_.give_back(std::move(reader));
      progress_.add_links(report.links);
      return JobResult{std::move(kept.buffer()), static_cast<int>(report.html_parts),
                       std::move(report.messages)};
    });
  }

  bool has_threads() const { return settings_.jobs > 1; }

  Next take_result(JobResult result) {
    output_.buffer() += result.output;
    output_.flush_when_full();
    if (!result.messages.empty()) progress_.say(result.messages);
    html_parts_ += static_cast<uint64_t>(result.status);
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
    if (has_threads() && waits == Waits::no && is_small) {
      auto bytes = std::make_shared<const std::string>(read_all(input));
      do_in_pool([name, charset, bytes](DocumentReader& reader, DocumentReceiver& receiver,
                                        Report& report) {
        std::string_view rest = *bytes;
        const auto read = [&rest](char* into, size_t size) {
          const size_t taken = rest.copy(into, size);
          rest.remove_prefix(taken);
          return taken;
        };
        reader.read_text({name, 0, {}, {}, {}}, charset, read, receiver, report);
      });
      return;
    }
    do_here([&](DocumentReader& reader, DocumentReceiver& receiver, Report& report) {
      const auto read = [&](char* into, size_t size) -> size_t {
        if (next() == Next::stop) return 0;
        if (waits == Waits::yes) output_.flush();  // what was found is not held back by waiting
        return input.read(into, size);
      };
      reader.read_text({name, 0, {}, {}, {}}, charset, read, receiver, report);
    });
  }

  void read_mail(const std::string& name, InputReader& input) {
    auto bytes = std::make_shared<const std::string>(read_all(input));
    Origin origin{name, 0, {}, {}, {}};
    if (input.is_stored_as_read()) origin.raw_begin = 0;
    Work work = [origin, bytes](DocumentReader& reader, DocumentReceiver& receiver,
                                Report& report) {
      reader.read_message(origin, *bytes, receiver, report);
    };
    if (has_threads() && bytes->size() <= kLargestJob) {
      do_in_pool(std::move(work));
    } else {
      do_here(work);
    }
  }

  void read_mailbox(const std::string& name, InputReader& input) {
    mail::MboxSplitter splitter;
    base::RetainedText text;
    std::vector<mail::MessagePlace> places;
    MessageBatch batch;
    uint64_t number = 0;
    const auto take_places = [&] {
      for (const mail::MessagePlace& place : places) {
        Origin origin{name, ++number, {}, {}, {}};
        if (input.is_stored_as_read()) origin.raw_begin = place.begin;
        take_message(std::move(origin), text.between(place.begin, place.end), batch);
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
    submit(std::move(batch));
  }

  void take_message(Origin origin, std::string_view message, MessageBatch& batch) {
    if (!has_threads() || message.size() > kLargestJob) {
      submit(std::exchange(batch, {}));
      do_here([&](DocumentReader& reader, DocumentReceiver& receiver, Report& report) {
        reader.read_message(origin, message, receiver, report);
      });
      return;
    }
    batch.messages.push_back(
        {std::move(origin), batch.bytes.size(), batch.bytes.size() + message.size()});
    batch.bytes += message;
    if (batch.bytes.size() >= kBatchBytes) submit(std::exchange(batch, {}));
  }

  void submit(MessageBatch batch) {
    if (batch.messages.empty()) return;
    auto shared = std::make_shared<const MessageBatch>(std::move(batch));
    do_in_pool([shared](DocumentReader& reader, DocumentReceiver& receiver, Report& report) {
      const std::string_view bytes = shared->bytes;
      for (const MessageBatch::Message& message : shared->messages) {
        reader.read_message(message.origin,
                            bytes.substr(message.begin, message.end - message.begin), receiver,
                            report);
      }
    });
  }

  static uint64_t size_of(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
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
  ReaderStore readers_;
  Progress progress_;
  OrderedPool pool_;
  uint64_t html_parts_ = 0;
  int status_ = kDone;
};

}  // namespace

int read_documents(const ReadSettings& settings, const Engine& engine, document::Wants wants,
                   const MakeReceiver& make, Output& output) {
  return Run(settings, engine, wants, make, output).run();
}

}  // namespace linkspan::command

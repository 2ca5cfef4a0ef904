// SPDX-License-Identifier: Apache-2.0
#include "work/reading.h"

#include <unistd.h>

#include <condition_variable>
#include <deque>
#include <exception>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <system_error>
#include <thread>
#include <utility>

#include "common/io.h"
#include "common/progress.h"
#include "input/input_reader.h"
#include "input/inputs.h"
#include "input/whole_input.h"
#include "output/requests.h"
#include "work/dispatcher.h"
#include "work/parts.h"

namespace linkspan::command {

void RunReports::take(const Report& report) {
  progress_.add_bytes(report.bytes);
  progress_.add_links(report.links);
  remarks_.take_over(report.remarks);
  if (const std::string due = remarks_.take_due(); !due.empty()) progress_.say(due);
  if (report.status != kDone) status_ = report.status;
}

void RunReports::say(Remark kind, std::string_view subject, std::string_view what) {
  Report report(messages_);
  report.say(kind, subject, what);
  take(report);
}

void RunReports::fail(Remark kind, std::string_view subject, std::string_view what) {
  Report report(messages_);
  report.fail(kind, subject, what);
  take(report);
}

void RunReports::sum_up() {
  if (const std::string summary = remarks_.summary(); !summary.empty()) progress_.say(summary);
}

namespace {

// The same in a thread of its own, ahead of the reading, so that the total of their sizes is soon
// known. Without a thread if names come from a list, which may be a pipe that is still written.
class InputList {
 public:
  // Called in the thread for each input, before it is visited; then once without one.
  using CountInput = std::function<void(const FoundInput* input)>;

  // All outlive this.
  InputList(const ReadSettings& settings, Seek seek, CountInput count);
  ~InputList();
  InputList(const InputList&) = delete;
  InputList& operator=(const InputList&) = delete;

  // Once, in the thread of the caller.
  Reach visit(const VisitInput& visit, const TakeRemark& remark);

 private:
  struct Found {
    FoundInput input;  // or, with a remark, its subject
    std::optional<Remark> remark = {};
    std::string what = {};
  };
  void list();
  Next add(Found found);
  std::optional<Found> take();

  const ReadSettings& settings_;
  const Seek seek_;
  const CountInput count_;
  std::mutex mutex_;
  std::condition_variable changed_;
  std::deque<Found> found_;
  enum class Listing : uint8_t { goes_on, is_done, is_unwanted } listing_ = Listing::goes_on;
  Reach reach_ = Reach::all;
  std::thread thread_;
};

constexpr size_t kMostAhead = 1 << 20;  // inputs that are listed and not yet visited

InputList::InputList(const ReadSettings& settings, Seek seek, CountInput count)
    : settings_(settings), seek_(seek), count_(std::move(count)) {
  if (!settings.names_from.empty()) return;
  try {
    thread_ = std::thread([this] { list(); });
  } catch (const std::system_error&) {
    // No thread could be started: visit() lists them.
  }
}

InputList::~InputList() {
  {
    const std::lock_guard lock(mutex_);
    listing_ = Listing::is_unwanted;
  }
  changed_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void InputList::list() {
  const auto visit = [this](const FoundInput& input) {
    count_(&input);
    return add({input});
  };
  const auto remark = [this](Remark kind, std::string_view subject, std::string_view what) {
    Found found;
    found.input.name = subject;
    found.remark = kind;
    found.what = what;
    add(std::move(found));
  };
  Reach reach = Reach::some;
  try {
    reach = visit_inputs(settings_, seek_, visit, remark);
  } catch (const std::exception& error) {  // out of memory, for one
    remark(Remark::unreadable, "the rest of the inputs", error.what());
  }
  count_(nullptr);
  const std::lock_guard lock(mutex_);
  reach_ = reach;
  if (listing_ == Listing::goes_on) listing_ = Listing::is_done;
  changed_.notify_all();
}

Next InputList::add(Found found) {
  std::unique_lock lock(mutex_);
  changed_.wait(lock,
                [this] { return found_.size() < kMostAhead || listing_ == Listing::is_unwanted; });
  if (listing_ == Listing::is_unwanted) return Next::stop;
  found_.push_back(std::move(found));
  if (found_.size() == 1) changed_.notify_all();
  return Next::go_on;
}

// Waits for the next one. Nothing at the end.
std::optional<InputList::Found> InputList::take() {
  std::unique_lock lock(mutex_);
  changed_.wait(lock, [this] { return !found_.empty() || listing_ != Listing::goes_on; });
  if (found_.empty()) return {};
  Found found = std::move(found_.front());
  found_.pop_front();
  if (found_.size() + 1 == kMostAhead) changed_.notify_all();
  return found;
}

Reach InputList::visit(const VisitInput& visit, const TakeRemark& remark) {
  if (!thread_.joinable()) return visit_inputs(settings_, seek_, visit, remark);
  while (const std::optional<Found> found = take()) {
    if (found->remark) {
      remark(*found->remark, found->input.name, found->what);
    } else if (visit(found->input) == Next::stop) {
      break;
    }
  }
  const std::lock_guard lock(mutex_);
  return reach_;
}

class ReadingRun {
 public:
  ReadingRun(const ReadSettings& settings, const Engine& engine, Wants wants,
             const MakeReceiver& make, Output& output, PartDirectory* parts, const Tally& tally)
      : settings_(settings),
        output_(output),
        parts_(parts),
        receiver_(make(output)),
        reader_(settings, engine, wants),
        batch_(settings, engine),
        whole_input_(settings, reader_, batch_, ReadsAhead::yes),
        total_(total_of(settings, parts)),
        progress_({settings.progress, total_.bytes, STDERR_FILENO,
                   parts == nullptr ? STDOUT_FILENO : kNoTerminal, total_.kind},
                  std::chrono::steady_clock::now()),
        reports_(progress_, settings.messages),
        dispatcher_(make_dispatcher(make, tally)) {}

  int run() {
    int status = kDone;
    {
      const ProgressTicker ticker(progress_);
      if (parts_ != nullptr) {
        read_parts();
      } else if (read_inputs() == Reach::some) {
        status = kIncomplete;
      }
      if (dispatcher_) dispatcher_->finish();
    }
    output_.flush();
    reports_.sum_up();
    if (output_.state() == Output::State::failed) status = kIncomplete;
    return status == kDone ? reports_.status() : status;
  }

 private:
  static constexpr int kNoTerminal = -1;  // the results go to files

  // Of what is to be read.
  struct Total {
    std::optional<uint64_t> bytes = {};
    ProgressReading::Total kind = ProgressReading::Total::final;
  };

  Reach read_inputs() {
    const auto visit = [this](const FoundInput& input) {
      return dispatcher_ ? dispatcher_->take(input) : read(input);
    };
    const auto remark = [this](Remark kind, std::string_view subject, std::string_view what) {
      reports_.say(kind, subject, what);
    };
    // PERF: a list is a second thread and a copy of each name, so only for the one who looks.
    if (total_.kind == ProgressReading::Total::final ||
        progress_.shows() == Progress::Shows::nothing) {
      return visit_inputs(settings_, seek_of(settings_), visit, remark);
    }
    InputList inputs(settings_, seek_of(settings_),
                     [this](const FoundInput* input) { add_to_total(input); });
    return inputs.visit(visit, remark);
  }

  void read_parts() {
    for (const uint64_t number : parts_->due()) {
      if (dispatcher_->take(parts_->parts()[number], number) == Next::stop) return;
    }
  }

  // For the thread that lists inputs.
  void add_to_total(const FoundInput* input) {
    if (input == nullptr) return progress_.end_total();
    progress_.add_total(input->file_size.value_or(0));
  }

  // Files have sizes; those in directories are added while they are listed.
  static Total total_of(const ReadSettings& settings, const PartDirectory* parts) {
    if (parts != nullptr) return {parts->bytes_due()};
    if (!settings.names_from.empty()) return {};
    Total total{0};
    for (const NamedInput& input : settings.inputs) {
      const struct stat* const status = input == kStandardInput ? nullptr : input.status();
      if (status == nullptr) return {};
      if (S_ISDIR(status->st_mode)) {
        total.kind = ProgressReading::Total::grows;
      } else if (S_ISREG(status->st_mode)) {
        *total.bytes += static_cast<uint64_t>(status->st_size);
      } else {
        return {};
      }
    }
    if (total.kind == ProgressReading::Total::grows) total.bytes = 0;
    return total;
  }

  std::unique_ptr<Dispatcher> make_dispatcher(const MakeReceiver& make, const Tally& tally) {
    if (settings_.jobs == 1 && parts_ == nullptr) return nullptr;
    const auto read_here = [this](const std::string& name, int descriptor, InputReader& input,
                                  const Format& format) {
      report([&](const Target& target) {
        whole_input_.read(name, descriptor, input, format, target);
      });
    };
    return std::make_unique<Dispatcher>(settings_, make, reader_, batch_, output_, progress_,
                                        reports_, read_here, parts_, tally);
  }

  Next read(const FoundInput& input) {
    const auto count_bytes = [this](uint64_t count) { progress_.add_bytes(count); };
    report([&](const Target& target) { whole_input_.read(input, count_bytes, target); });
    return output_.state() == Output::State::open ? Next::go_on : Next::stop;
  }

  // Reads with the output of this process, and handles its reports at once.
  void report(const std::function<void(const Target&)>& read) {
    Report report = reader_.make_report();
    const auto take = [&] { reports_.take(std::exchange(report, reader_.make_report())); };
    read({*receiver_, output_, report, take});
    take();
  }

  const ReadSettings& settings_;
  Output& output_;
  PartDirectory* parts_;
  std::unique_ptr<DocumentReceiver> receiver_;  // of this process
  DocumentReader reader_;
  Batch batch_;
  WholeInput whole_input_;
  const Total total_;
  Progress progress_;
  RunReports reports_;
  // INVARIANT: made before any thread; null with one job.
  std::unique_ptr<Dispatcher> dispatcher_;
};

}  // namespace

int read_documents(const ReadSettings& settings, const Engine& engine, Wants wants,
                   const MakeReceiver& make, Output& output, PartDirectory* parts,
                   const Tally& tally) {
  return ReadingRun(settings, engine, wants, make, output, parts, tally).run();
}

}  // namespace linkspan::command

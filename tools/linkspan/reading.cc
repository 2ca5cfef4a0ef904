#include "reading.h"

#include <fmt/format.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <deque>
#include <optional>
#include <utility>
#include <vector>

#include "base/retained_text.h"
#include "charset/charset.h"
#include "charset/detect.h"
#include "counts.h"
#include "file_range.h"
#include "guess_format.h"
#include "input_reader.h"
#include "inputs.h"
#include "mail/mbox.h"
#include "progress.h"
#include "read_ahead.h"
#include "task.h"
#include "task_worker.h"
#include "text_parts.h"
#include "worker_processes.h"

namespace linkspan::command {
namespace {

// What a worker is given of a mailbox at a time, and keeps in memory with its output.
constexpr size_t kBatchBytes = 1 << 20;
// Before each seam, so many bytes have to be looked at; with longer links a text is one part.
constexpr uint32_t kLongestLinkOfParts = 1 << 20;
constexpr std::string_view kAuto = "auto";

class Run {
 public:
  Run(const ReadSettings& settings, const Engine& engine, document::Wants wants,
      const MakeReceiver& make, Output& output)
      : settings_(settings),
        output_(output),
        receiver_(make(output)),
        reader_(settings, engine, wants),
        task_worker_(make, reader_, output),
        workers_(make_workers()),
        progress_({settings.progress, total_bytes(settings.inputs), STDERR_FILENO, STDOUT_FILENO},
                  std::chrono::steady_clock::now()) {}

  int run() {
    {
      const ProgressTicker ticker(progress_);
      const auto visit = [this](const std::string& name, int descriptor) {
        return read_input(name, descriptor);
      };
      const Seek seek = settings_.from == InputFormat::maildir ? Seek::maildirs : Seek::inputs;
      if (visit_inputs(settings_.inputs, seek, visit) == Reach::some) status_ = kIncomplete;
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
    FileRange file = rest_of_file(name, descriptor);
    InputReader input(descriptor, progress_);
    input.peek();
    if (!input.is_stored_as_read()) file = {};
    const InputFormat format =
        settings_.from == InputFormat::guess ? input.guess(name) : settings_.from;
    Next reached = Next::go_on;
    switch (format) {
      case InputFormat::mbox:
        read_mailbox(name, file, input);
        break;
      case InputFormat::mail:
      case InputFormat::maildir:
        read_mail(name, input);
        break;
      default:
        reached = read_text(name, descriptor, file, input);
    }
    if (reached == Next::go_on && !input.failure().empty()) fail(name, input.failure());
    return next();
  }

  void fail(const std::string& name, const std::string& what) {
    Report report;
    report.fail(name, what);
    take_report(report);
  }

  // --- work, here or in a worker

  using Work = std::function<void(Report&)>;

  std::unique_ptr<WorkerProcesses> make_workers() {
    if (settings_.jobs == 1) return nullptr;
    return std::make_unique<WorkerProcesses>(
        settings_.jobs,
        [this](std::string_view job) { return task_worker_.start(decode_task(job)); },
        [this] { return tell(); },
        [this](const std::optional<std::string>& answer) { return take_answer(answer); });
  }

  // What a worker must know that is to write.
  std::string tell() {
    output_.flush();
    return encode(base_);
  }

  // On this thread, with the output written as it comes.
  void do_here(const Work& work) {
    if (workers_) workers_->finish();  // what was found earlier is written first
    Report report;
    work(report);
    take_report(report);
  }

  bool has_workers() const { return workers_ != nullptr; }

  Next take_answer(const std::optional<std::string>& encoded) {
    const std::string name = std::move(given_out_.front());
    given_out_.pop_front();
    if (!encoded) {
      if (name != last_lost_) {
        fail(name, "a worker process has ended before its time; links are missing");
      }
      last_lost_ = name;
      base_.reset();
      return next();
    }
    const TaskAnswer answer = decode_answer(*encoded);
    end_part(answer.part, answer.end);
    output_.follow(answer.output);
    take_report(answer.report);
    return next();
  }

  void end_part(TextPart part, Position end) {
    if (part == TextPart::first) base_ = 0;
    if (base_) *base_ += end.line > 0 ? end.line - 1 : end.offset;
  }

  void take_report(const Report& report) {
    progress_.add_bytes(report.bytes);
    progress_.add_links(report.links);
    if (!report.messages.empty()) progress_.say(report.messages);
    html_parts_ += report.html_parts;
    if (report.status != kDone) status_ = report.status;
  }

  // --- the kinds of input

  // Says whether it has come to the end. If not, what was read ahead, or failed there, is nothing.
  Next read_text(const std::string& name, int descriptor, const FileRange& file,
                 InputReader& input) {
    const Waits waits = reading_waits(descriptor);
    // Whoever waits for a text to go on has no time to wait for the statistics of its letters.
    const std::string_view guessed = waits == Waits::yes ? "utf-8" : kAuto;
    const std::string& named = settings_.document.charset;
    const std::string charset = named.empty() ? std::string(guessed) : named;
    if (has_workers() && !file.name.empty()) {
      progress_.take_back_bytes(input.bytes_taken());  // they are read again
      read_parts({name, charset, TextPart::first, {}, {}, file}, descriptor);
      return Next::go_on;
    }
    Next reached = Next::go_on;
    do_here([&](Report& report) {
      ReadAhead blocks([&](char* into, size_t size) { return input.read(into, size); }, waits);
      const auto next_block = [&]() -> std::string_view {
        reached = next();
        if (reached == Next::stop) return {};
        if (waits == Waits::yes) output_.flush();  // what was found is not held back by waiting
        return blocks.next();
      };
      reader_.read_text({name, 0, {}, {}, {}}, charset, next_block, *receiver_, report);
    });
    return reached;
  }

  // Gives out a text in a file, in parts where that can be.
  void read_parts(Task task, int descriptor) {
    const uint64_t size = size_of(descriptor) - std::min(size_of(descriptor), task.file.begin);
    const auto charset = size > settings_.part_bytes ? charset_of_parts(task, descriptor)
                                                     : std::optional<std::string>();
    if (!charset) {
      give_out(task, size);
      return;
    }
    task.charset = *charset;
    TextParts parts(descriptor, task.file,
                    {settings_.document.layout, settings_.options.max_link_bytes},
                    settings_.part_bytes);
    while (const std::optional<TextParts::Part> part = parts.next()) {
      if (next() == Next::stop) return;
      task.file = part->range;
      give_out(task, part->size);
      task.part = TextPart::further;
    }
  }

  // Of the whole, judged by its begin if need be. Nothing if the text cannot be read in parts.
  std::optional<std::string> charset_of_parts(const Task& task, int descriptor) const {
    if (settings_.options.max_link_bytes > kLongestLinkOfParts) return {};
    const Result<charset::Charset> charset = task.charset == kAuto
                                                 ? charset_by_begin(descriptor, task.file.begin)
                                                 : charset::find(task.charset);
    if (!charset || !charset.value().lines_stand_alone()) return {};
    return std::string(charset.value().name());
  }

  static charset::Charset charset_by_begin(int descriptor, uint64_t begin) {
    std::string head(charset::kDetectBytes, '\0');
    head.resize(read_at(descriptor, head.data(), head.size(), begin));
    return charset::detect(head).charset;
  }

  void give_out(const Task& task, uint64_t size) {
    if (size > settings_.largest_job_bytes) {
      read_part_here(task);
    } else {
      give_to_worker(task);
    }
  }

  void give_to_worker(const Task& task) {
    given_out_.push_back(task.text_name.empty() ? task.messages.front().origin.source
                                                : task.text_name);
    workers_->submit(encode(task));
  }

  // What is too long to be kept is written as it is found.
  void read_part_here(const Task& task) {
    do_here([&](Report& report) {
      const CountBase base = task.part == TextPart::first ? 0 : base_;
      Output kept;
      kept.note_counts();
      const auto hand_over = [&] {
        if (base) append_rebased(output_.buffer(), kept.buffer(), *kept.counts(), *base);
        kept.buffer().clear();
        kept.counts()->clear();
        output_.flush_when_full();
        return next();
      };
      const Position end = task_worker_.read_part(task, kept, hand_over, report);
      hand_over();
      end_part(task.part, end);
    });
  }

  void read_mail(const std::string& name, InputReader& input) {
    const std::string bytes = input.read_all();
    // Empty lines before what is no header are the text of a message that has none.
    const bool has_header = guess_format(name, bytes, FirstBytes::whole) != InputFormat::text;
    const size_t begin = has_header ? size_before_header(bytes) : 0;
    Origin origin{name, 0, {}, {}, {}};
    if (input.is_stored_as_read()) origin.raw_begin = begin;
    Task task;
    take_message(std::move(origin), std::string_view(bytes).substr(begin), {}, task);
    submit(task);
  }

  // Workers read a file themselves: that is one copy through pipes less.
  void read_mailbox(const std::string& name, const FileRange& file, InputReader& input) {
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
    submit(task);
  }

  // `file`: where the message can be read by its raw_begin; or without a name.
  void take_message(Origin origin, std::string_view message, const FileRange& file, Task& task) {
    if (!has_workers() || message.size() > settings_.largest_job_bytes) {
      submit(std::exchange(task, {}));
      do_here([&](Report& report) { reader_.read_message(origin, message, *receiver_, report); });
      return;
    }
    uint64_t begin = task.bytes.size();
    if (file.name.empty()) {
      task.bytes += message;
    } else {
      const uint64_t begin_in_file = file.begin + *origin.raw_begin;
      if (task.messages.empty()) {
        task.file = file;
        task.file.begin = begin_in_file;
      }
      begin = begin_in_file - task.file.begin;
      task.file.size = begin + message.size();
    }
    task.messages.push_back({std::move(origin), begin, message.size()});
    if (begin + message.size() >= kBatchBytes) submit(std::exchange(task, {}));
  }

  void submit(const Task& task) {
    if (!task.messages.empty()) give_to_worker(task);
  }

  static uint64_t size_of(int descriptor) {
    struct stat status {};
    return fstat(descriptor, &status) == 0 ? static_cast<uint64_t>(status.st_size) : 0;
  }

  const ReadSettings& settings_;
  Output& output_;
  std::unique_ptr<DocumentReceiver> receiver_;  // of this thread
  DocumentReader reader_;
  TaskWorker task_worker_;
  // INVARIANT: made before any thread is, and behind all that a worker uses.
  std::unique_ptr<WorkerProcesses> workers_;
  Progress progress_;
  uint64_t html_parts_ = 0;
  int status_ = kDone;

  // Of the text whose parts are handed out.
  CountBase base_ = 0;  // up to the next one; nothing behind one that is missing

  std::deque<std::string> given_out_;  // the inputs of the tasks without an answer, in order
  std::string last_lost_;              // the input that was last reported as not read to its end
};

}  // namespace

int read_documents(const ReadSettings& settings, const Engine& engine, document::Wants wants,
                   const MakeReceiver& make, Output& output) {
  return Run(settings, engine, wants, make, output).run();
}

}  // namespace linkspan::command

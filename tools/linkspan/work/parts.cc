// SPDX-License-Identifier: Apache-2.0
#include "work/parts.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <filesystem>
#include <fstream>
#include <memory>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "common/exit_status.h"
#include "common/io.h"
#include "common/progress.h"
#include "input/documents.h"
#include "input/inputs.h"
#include "linkspan/version.h"
#include "work/run_reports.h"
#include "work/scan.h"

namespace linkspan::command {
namespace {

namespace fs = std::filesystem;

constexpr uint64_t kPartBytes = 64 << 20;

struct Part {
  std::vector<std::string> inputs;
  uint64_t bytes = 0;
};

// FNV-1a, 64 bits: to notice changes, not to resist attacks.
class Fingerprint {
 public:
  void add(std::string_view text) {
    for (const char c : text) {
      hash_ = (hash_ ^ static_cast<unsigned char>(c)) * 0x100000001B3;
    }
    hash_ = (hash_ ^ 0xFF) * 0x100000001B3;  // no byte of UTF-8
  }
  void add(uint64_t number) { add(std::to_string(number)); }
  std::string text() const { return fmt::format("{:016x}", hash_); }

 private:
  uint64_t hash_ = 0xCBF29CE484222325;
};

// The parts of a run, and the hash that identifies it.
struct Plan {
  std::vector<Part> parts;
  uint64_t bytes = 0;
  std::string fingerprint;
  int status = kDone;
};

std::string normal(const std::string& path) {
  std::string name = fs::absolute(path).lexically_normal().string();
  if (name.ends_with('/')) name.pop_back();
  return name;
}

Plan make_plan(const ScanSettings& settings, RunReports& reports) {
  Plan plan;
  Fingerprint fingerprint;
  fingerprint.add(version());
  for (const std::string& option : settings.output.options) fingerprint.add(option);
  const std::string output = normal(settings.output.directory) + '/';
  const auto visit = [&](const FoundInput& input) {
    if (normal(input.name).starts_with(output)) return Next::go_on;  // `scan --output out .`
    struct stat status {};
    if (stat(input.name.c_str(), &status) == 0) {
      fingerprint.add(input.name);
      fingerprint.add(static_cast<uint64_t>(status.st_size));
      fingerprint.add(static_cast<uint64_t>(status.st_mtim.tv_sec));
      fingerprint.add(static_cast<uint64_t>(status.st_mtim.tv_nsec));
    }
    const uint64_t size = input.file_size.value_or(0);
    if (plan.parts.empty() || plan.parts.back().bytes + size > kPartBytes)
      plan.parts.emplace_back();
    plan.parts.back().inputs.push_back(input.name);
    plan.parts.back().bytes += size;
    plan.bytes += size;
    return Next::go_on;
  };
  const auto remark = [&](Remark kind, std::string_view subject, std::string_view what) {
    reports.say(kind, subject, what);
  };
  const Seek seek = settings.read.from == InputFormat::maildir ? Seek::maildirs : Seek::inputs;
  if (visit_inputs(settings.read, seek, visit, remark) == Reach::some) plan.status = kIncomplete;
  plan.fingerprint = fingerprint.text();
  return plan;
}

// A file that has another name until it is complete and on the disk.
class PartFile {
 public:
  explicit PartFile(fs::path path) : path_(std::move(path)), partial_(path_.string() + ".partial") {
    constexpr mode_t kMode = 0666;
    descriptor_ = open(partial_.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, kMode);
  }
  ~PartFile() {
    if (descriptor_ >= 0) close(descriptor_);
    if (!is_kept_) unlink(partial_.c_str());
  }
  PartFile(const PartFile&) = delete;
  PartFile& operator=(const PartFile&) = delete;

  int descriptor() const { return descriptor_; }
  bool keep() {
    if (fsync(descriptor_) != 0 || rename(partial_.c_str(), path_.c_str()) != 0) return false;
    is_kept_ = true;
    return true;
  }

 private:
  fs::path path_;
  std::string partial_;
  int descriptor_ = -1;
  bool is_kept_ = false;
};

// The manifest of a directory: each process appends lines to it, each in one call.
class Manifest {
 public:
  explicit Manifest(fs::path path) : path_(std::move(path)) {}

  struct Done {
    std::set<uint64_t> parts;
    int status = kDone;  // of all of them
  };

  // The parts that are done. Nothing, and a message, if the manifest is that of another run.
  std::optional<Done> read(const Plan& plan) const {
    Done done;
    std::ifstream in(path_, std::ios::binary);
    std::string line;
    if (!std::getline(in, line)) return done;
    if (nlohmann::json::parse(line, nullptr, false) != head(plan)) {
      report_problem(path_.string(),
                     "the manifest of another run: other inputs, inputs that have changed since, "
                     "or other options; name another directory, or remove this one");
      return std::nullopt;
    }
    while (std::getline(in, line)) {
      const auto entry = nlohmann::json::parse(line, nullptr, false);  // a line may be incomplete
      if (!entry.is_object() || !entry.contains("part")) continue;
      done.parts.insert(entry["part"].get<uint64_t>());
      if (entry.value("status", 0) != 0) done.status = kIncomplete;
    }
    return done;
  }

  bool begin(const Plan& plan) const { return append(head(plan).dump()); }

  bool append(std::string line) const {
    constexpr mode_t kMode = 0666;
    const int descriptor = open(path_.c_str(), O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, kMode);
    if (descriptor < 0) return false;
    // Ends a line that is incomplete because the machine stopped.
    char last = '\n';
    const off_t size = lseek(descriptor, 0, SEEK_END);
    if (size > 0 && pread(descriptor, &last, 1, size - 1) == 1 && last != '\n')
      line.insert(0, "\n");
    line += '\n';
    const ssize_t written = write(descriptor, line.data(), line.size());
    const bool is_whole = written == static_cast<ssize_t>(line.size()) && fsync(descriptor) == 0;
    close(descriptor);
    return is_whole;
  }

 private:
  static nlohmann::json head(const Plan& plan) {
    return {{"linkspan", version()}, {"run", plan.fingerprint}, {"parts", plan.parts.size()}};
  }

  fs::path path_;
};

// Shared by all processes.
struct Shared {
  std::atomic<uint64_t> next{0};  // the part to be taken
};
static_assert(std::atomic<uint64_t>::is_always_lock_free);

class PartedScan {
 public:
  PartedScan(const ScanSettings& settings, const Engine& engine)
      : settings_(settings),
        engine_(engine),
        directory_(settings.output.directory),
        manifest_(directory_ / "manifest.jsonl") {}

  int run() {
    std::error_code error;
    fs::create_directories(directory_, error);
    if (error) {
      report_problem(directory_.string(), error.message());
      return kIncomplete;
    }
    if (!lock()) {
      report_problem(directory_.string(),
                     "another run writes into this directory; start this one when that has ended");
      return kIncomplete;
    }
    Progress quiet({ShowProgress::never, {}, STDERR_FILENO, STDOUT_FILENO}, {});
    RunReports reports(quiet, settings_.read.messages);
    plan_ = make_plan(settings_, reports);
    reports.sum_up();
    const std::optional<Manifest::Done> before = manifest_.read(plan_);
    if (!before) return kWrongUsage;
    if (!fs::exists(directory_ / "manifest.jsonl") && !manifest_.begin(plan_)) {
      report_system_error(directory_.string(), errno);
      return kIncomplete;
    }
    done_ = before->parts;
    do_parts();
    return finish();
  }

 private:
  // Until this process and all that it has started have ended.
  bool lock() const {
    const int directory = open(directory_.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    return directory >= 0 && flock(directory, LOCK_EX | LOCK_NB) == 0;
  }

  // In separate processes, for which this one waits, and which end with it.
  void do_parts() {
    void* const memory =
        mmap(nullptr, sizeof(Shared), PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) return report_system_error("mmap", errno);
    shared_ = new (memory) Shared();
    int bytes_done[2];
    if (pipe2(bytes_done, O_CLOEXEC) != 0) return report_system_error("pipe", errno);
    std::vector<pid_t> processes;
    const pid_t parent = getpid();
    for (unsigned i = 0; i < settings_.read.jobs; ++i) {
      const pid_t process = fork();
      if (process == 0) {
        close(bytes_done[0]);
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        if (getppid() != parent) _exit(0);  // the parent ended before that
        take_parts(bytes_done[1]);
        _exit(0);
      }
      if (process < 0) report_system_error("fork", errno);
      if (process > 0) processes.push_back(process);
    }
    close(bytes_done[1]);
    show_progress(bytes_done[0]);
    close(bytes_done[0]);
    for (const pid_t process : processes) waitpid(process, nullptr, 0);
    munmap(memory, sizeof(Shared));
  }

  void show_progress(int bytes_done) {
    uint64_t left = plan_.bytes;
    for (const uint64_t part : done_) left -= plan_.parts[part].bytes;
    constexpr int kNoTerminal = -1;  // the results go to files
    Progress progress({settings_.read.progress, left, STDERR_FILENO, kNoTerminal},
                      std::chrono::steady_clock::now());
    const ProgressTicker ticker(progress);
    uint64_t bytes = 0;
    while (read_some(bytes_done, reinterpret_cast<char*>(&bytes), sizeof(bytes)) ==
           static_cast<ssize_t>(sizeof(bytes))) {
      progress.add_bytes(bytes);
    }
  }

  void take_parts(int bytes_done) {
    for (;;) {
      const uint64_t number = shared_->next.fetch_add(1);
      if (number >= plan_.parts.size()) return;
      if (done_.contains(number)) continue;
      do_part(number);
      const uint64_t bytes = plan_.parts[number].bytes;
      if (write(bytes_done, &bytes, sizeof(bytes)) < 0)
        return;  // the process that shows it has ended
    }
  }

  void do_part(uint64_t number) {
    const Part& part = plan_.parts[number];
    const fs::path path =
        directory_ / fmt::format("part-{:06}.{}", number, settings_.to->extension());
    PartFile file(path);
    if (file.descriptor() < 0) return report_system_error(path.string(), errno);
    ScanSettings settings = settings_;
    settings.read.inputs = part.inputs;
    settings.read.names_from.clear();
    settings.read.jobs = 1;
    settings.read.progress = ShowProgress::never;
    // Each record names its input, as if all parts were one file.
    if (settings.file_names == FileNames::of_several) settings.file_names = FileNames::always;
    Output output(file.descriptor());
    uint64_t links = 0;
    const int status = run_scan(settings, engine_, output, &links);
    if (output.state() != Output::State::open) return;  // already reported
    if (!file.keep()) return report_system_error(path.string(), errno);
    const nlohmann::json entry = {{"part", number},
                                  {"file", path.filename().string()},
                                  {"inputs", part.inputs.size()},
                                  {"first", part.inputs.front()},
                                  {"input_bytes", part.bytes},
                                  {"links", links},
                                  {"bytes", fs::file_size(path)},
                                  {"status", status == kDone ? 0 : 1}};
    // Bytes of a name that are not UTF-8 become U+FFFD.
    const std::string line = entry.dump(-1, ' ', false, nlohmann::json::error_handler_t::replace);
    if (!manifest_.append(line)) report_system_error("manifest.jsonl", errno);
  }

  int finish() const {
    const std::optional<Manifest::Done> now = manifest_.read(plan_);
    if (!now) return kIncomplete;
    if (now->parts.size() < plan_.parts.size()) {
      report_problem(
          fmt::format("{} of {} parts are done; start the same command again for the "
                      "others",
                      now->parts.size(), plan_.parts.size()));
      return kIncomplete;
    }
    return now->status == kDone ? plan_.status : kIncomplete;
  }

  const ScanSettings& settings_;
  const Engine& engine_;
  const fs::path directory_;
  const Manifest manifest_;
  Plan plan_;
  std::set<uint64_t> done_;  // before this run
  Shared* shared_ = nullptr;
};

}  // namespace

int run_scan_in_parts(const ScanSettings& settings, const Engine& engine) {
  return PartedScan(settings, engine).run();
}

}  // namespace linkspan::command

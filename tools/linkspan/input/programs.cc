// SPDX-License-Identifier: Apache-2.0
#include "input/programs.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <poll.h>
#include <signal.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <charconv>
#include <chrono>
#include <utility>

#include "common/find_program.h"
#include "common/io.h"

namespace linkspan::command {
namespace {

constexpr int kMostSeconds = 120;
constexpr uint64_t kMostMemory = uint64_t{4} << 30;
constexpr size_t kMostOutput = size_t{256} << 20;
constexpr int kNoSuchProgram = 127;
constexpr size_t kMostPages = 100000;

class Descriptor {
 public:
  explicit Descriptor(int descriptor) : descriptor_(descriptor) {}
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  ~Descriptor() { close_now(); }
  void close_now() {
    if (descriptor_ >= 0) close(descriptor_);
    descriptor_ = -1;
  }
  int get() const { return descriptor_; }

 private:
  int descriptor_;
};

enum class Program : uint8_t {
  of_poppler,  // limited in time and memory, and without messages
  of_user,
};

// Of a file that may be hostile.
void set_limits() {
  const rlimit memory{kMostMemory, kMostMemory};
  const rlimit seconds{kMostSeconds, kMostSeconds};
  setrlimit(RLIMIT_AS, &memory);
  setrlimit(RLIMIT_CPU, &seconds);
  dup2(open("/dev/null", O_WRONLY | O_CLOEXEC), STDERR_FILENO);
}

// In the new process. Does not return.
[[noreturn]] void become(Program program, const std::vector<char*>& words, int in, int out) {
  signal(SIGPIPE, SIG_DFL);
  if (program == Program::of_poppler) set_limits();
  if (dup2(in, STDIN_FILENO) >= 0 && dup2(out, STDOUT_FILENO) >= 0) {
    execvp(words[0], words.data());
  }
  _exit(kNoSuchProgram);
}

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t written = write(descriptor, bytes.data(), bytes.size());
    if (written < 0 && errno == EINTR) continue;
    if (written <= 0) return false;
    bytes.remove_prefix(static_cast<size_t>(written));
  }
  return lseek(descriptor, 0, SEEK_SET) == 0;
}

// Up to the end, the most bytes, or the end of the time.
ProgramOutput read_output(Program program, int descriptor) {
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(kMostSeconds);
  ProgramOutput output;
  while (output.bytes.size() < kMostOutput) {
    const auto left = end - std::chrono::steady_clock::now();
    const auto milliseconds = std::chrono::duration_cast<std::chrono::milliseconds>(left).count();
    pollfd ready{descriptor, POLLIN, 0};
    const bool is_patient = program == Program::of_user;
    const int timeout = is_patient ? -1 : static_cast<int>(std::max<int64_t>(milliseconds, 0));
    const int polled = poll(&ready, 1, timeout);
    if (polled < 0 && errno == EINTR) continue;
    if (polled <= 0) break;
    const size_t size = output.bytes.size();
    output.bytes.resize(size + kBlockBytes);
    const ssize_t got = read_some(descriptor, output.bytes.data() + size, kBlockBytes);
    output.bytes.resize(size + static_cast<size_t>(std::max<ssize_t>(got, 0)));
    if (got <= 0) return output;
  }
  output.state = ProgramOutput::State::too_long;
  return output;
}

struct Child {
  pid_t process = -1;
  int output = -1;  // to be closed
};

// `in`: its standard input.
Child start_program(Program program, const std::vector<std::string>& words, int in) {
  std::string file = find_program(words.front());
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.front() = file.data();
  arguments.push_back(nullptr);
  int ends[2] = {-1, -1};
  if (pipe2(ends, O_CLOEXEC) != 0) return {};
  const pid_t child = fork();
  if (child == 0) become(program, arguments, in, ends[1]);
  close(ends[1]);
  if (child >= 0) return {child, ends[0]};
  close(ends[0]);
  return {};
}

ProgramOutput::State wait_for(pid_t child) {
  int status = 0;
  while (waitpid(child, &status, 0) < 0 && errno == EINTR) {
  }
  if (!WIFEXITED(status)) return ProgramOutput::State::failed;
  if (WEXITSTATUS(status) == 0) return ProgramOutput::State::done;
  return WEXITSTATUS(status) == kNoSuchProgram ? ProgramOutput::State::not_found
                                               : ProgramOutput::State::failed;
}

ProgramOutput run_program(Program program, const std::vector<std::string>& words, int in) {
  const Child child = start_program(program, words, in);
  const Descriptor out(child.output);
  if (child.process < 0) return {ProgramOutput::State::failed, {}};
  ProgramOutput output = read_output(program, out.get());
  if (output.state == ProgramOutput::State::too_long) kill(child.process, SIGKILL);
  const ProgramOutput::State ended = wait_for(child.process);
  if (output.state != ProgramOutput::State::too_long) output.state = ended;
  return output;
}

ProgramOutput run_poppler(const std::vector<std::string>& words, std::string_view input) {
  const Descriptor in(memfd_create("input", MFD_CLOEXEC));
  if (in.get() < 0 || !write_all(in.get(), input)) return {ProgramOutput::State::failed, {}};
  return run_program(Program::of_poppler, words, in.get());
}

}  // namespace

std::vector<std::string> parquet_program(std::vector<std::string> options) {
  // As `python3 -m linkspan.parquet`, but without the current folder, whose files may be of others
  // (CWE-427), in the path that modules are searched in. `python3 -P` needs Python 3.11.
  constexpr const char* kMain =
      "import sys\n"
      "sys.path[:] = [folder for folder in sys.path if folder]\n"
      "try:\n"
      "  from linkspan.parquet import main\n"
      "except ImportError as error:\n"
      "  sys.exit(f'python3: {error}; it needs the packages linkspan and pyarrow')\n"
      "sys.exit(main())\n";
  options.insert(options.begin(), {"python3", "-c", kMain});
  return options;
}

std::string fault_of_parquet_program(std::string_view option, ProgramOutput::State state) {
  const bool is_found = state != ProgramOutput::State::not_found;
  return fmt::format("{} needs python3, which {}", option,
                     is_found ? "failed; its own message is above" : "was not found");
}

RunningProgram::RunningProgram(const std::vector<std::string>& words, int input) {
  const Child child = start_program(Program::of_user, words, input);
  child_ = child.process;
  output_ = child.output;
}

RunningProgram::~RunningProgram() {
  if (output_ >= 0) close(output_);  // it gets SIGPIPE, if it still writes
  if (child_ >= 0) wait_for(child_);
}

ProgramOutput::State RunningProgram::finish() {
  if (child_ < 0) return ProgramOutput::State::failed;
  return wait_for(std::exchange(child_, -1));
}

bool Preprocessor::reads(const std::string& name) const {
  if (program.empty() || name == "-") return false;
  return globs.empty() || globs.decide(name, EntryKind::file) == RuleList::Verdict::ignored;
}

ProgramOutput Preprocessor::run(const std::string& name, int descriptor) const {
  const std::string path = name.starts_with('-') ? "./" + name : name;  // it is no option
  return run_program(Program::of_user, {program, path}, descriptor);
}

// pdfinfo -url: after a line of titles, `   3  Annotation     https://example.org/`.
PdfPages read_pdf(std::string_view bytes) {
  PdfPages pdf;
  const ProgramOutput text = run_poppler({"pdftotext", "-q", "-enc", "UTF-8", "-", "-"}, bytes);
  pdf.state = text.state;
  std::string_view rest = text.bytes;
  while (!rest.empty() && pdf.pages.size() < kMostPages) {
    const size_t end = std::min(rest.find('\f'), rest.size());
    pdf.pages.push_back({std::string(rest.substr(0, end)), {}});
    rest.remove_prefix(std::min(end + 1, rest.size()));
  }
  if (text.state != ProgramOutput::State::done) return pdf;
  const ProgramOutput links = run_poppler({"pdfinfo", "-url", "-"}, bytes);
  for (rest = links.bytes; !rest.empty();) {
    std::string_view line = rest.substr(0, rest.find('\n'));
    rest.remove_prefix(std::min(line.size() + 1, rest.size()));
    line.remove_prefix(std::min(line.find_first_not_of(' '), line.size()));
    size_t page = 0;
    const auto number = std::from_chars(line.data(), line.data() + line.size(), page);
    const size_t uri = line.rfind(' ');
    const bool is_link = number.ec == std::errc() && page > 0 && page <= kMostPages &&
                         uri != line.npos && line.find("Annotation") != line.npos;
    if (!is_link) continue;
    if (page > pdf.pages.size()) pdf.pages.resize(page);
    pdf.pages[page - 1].links += '<' + std::string(line.substr(uri + 1)) + ">\n";
  }
  return pdf;
}

}  // namespace linkspan::command

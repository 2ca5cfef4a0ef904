// SPDX-License-Identifier: Apache-2.0
#include "input/inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <array>
#include <cerrno>
#include <cstddef>
#include <cstring>
#include <exception>
#include <iterator>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <system_error>
#include <utility>

#include "common/io.h"
#include "input/archive.h"
#include "input/ignore_rules.h"
#include "linkspan/mail.h"

namespace linkspan::command {
namespace {

// NameList: names of inputs in a file or a pipe, one a line, for `--files-from`.
//
//   a.txt⏎docs⏎            a.txt, docs
//   a.txt NUL b⏎c NUL      a.txt, "b⏎c": a zero byte in the first block says that they end names,
//                          as find -print0 and git ls-files -z write them
//
// Empty names are skipped. Names are returned as they arrive, without waiting for the end of a
// pipe. Guarded by tests/command/input/command_inputs_test.cc.
class NameList {
 public:
  // The descriptor stays the caller's.
  explicit NameList(int descriptor) : descriptor_(descriptor) {}

  // The next name. Nothing at the end, and if reading fails: then error_number() is not 0.
  std::optional<std::string> next();
  int error_number() const { return error_number_; }

 private:
  bool read_more();

  int descriptor_;
  std::string held_;
  size_t given_ = 0;  // how much of it was returned
  std::optional<char> separator_;
  int error_number_ = 0;
};

std::optional<std::string> NameList::next() {
  for (;;) {
    const size_t end = separator_ ? held_.find(*separator_, given_) : std::string::npos;
    if (end == std::string::npos && read_more()) continue;
    if (given_ == held_.size()) return {};
    std::string name = held_.substr(given_, end == std::string::npos ? end : end - given_);
    given_ = std::min(given_ + name.size() + 1, held_.size());
    if (!name.empty()) return name;
  }
}

bool NameList::read_more() {
  held_.erase(0, std::exchange(given_, 0));
  const size_t size = held_.size();
  held_.resize(size + kBlockBytes);
  const ssize_t got = read_some(descriptor_, held_.data() + size, kBlockBytes);
  if (got < 0) error_number_ = errno;
  held_.resize(size + static_cast<size_t>(std::max<ssize_t>(got, 0)));
  if (!separator_ && got > 0) separator_ = held_.find('\0') == std::string::npos ? '\n' : '\0';
  return got > 0;
}

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

// The names in a directory, in their order: bytes in one string, as there may be millions.
class Names {
 public:
  void add(std::string_view name) {
    ends_.push_back(bytes_.size() + name.size());
    bytes_ += name;
  }
  // They live as long as this.
  std::vector<std::string_view> sorted() const {
    std::vector<std::string_view> names;
    names.reserve(ends_.size());
    size_t begin = 0;
    for (const size_t end : ends_) {
      names.push_back(std::string_view(bytes_).substr(begin, end - begin));
      begin = end;
    }
    std::sort(names.begin(), names.end());
    return names;
  }

 private:
  std::string bytes_;
  std::vector<size_t> ends_;
};

// PERF: the main process of `scan --jobs` walks, so that no worker waits for less than this: per
// file, a string for each name and path, and copies of them, were half of its instructions.
class Walk {
 public:
  Walk(const FilterSettings& filter, Seek seek, const VisitInput& visit, const TakeRemark& remark)
      : filter_(filter), seek_(seek), visit_(visit), remark_(remark) {}

  Reach reach() const { return reach_; }

  // An input that the user named: it is always read, unless it is the output.
  Next named(const NamedInput& argument) {
    if (seek_ == Seek::maildirs) return named_maildir(argument);
    if (argument == kStandardInput) return visit_({argument, By::name, {}});
    const struct stat* const status = argument.status();
    if (status == nullptr) return unreadable(argument);
    if (S_ISDIR(status->st_mode)) return named_directory(argument);
    found_.opened = argument.opened();
    const Next next = file(argument, *status, By::name);
    found_.opened = nullptr;
    return next;
  }

  // The names in a file, or in standard input.
  Next named_in(const std::string& list) {
    const bool is_standard_input = list == kStandardInput;
    const OpenInput opened(is_standard_input ? STDIN_FILENO
                                             : ::open(list.c_str(), O_RDONLY | O_CLOEXEC));
    if (!opened.is_open()) return unreadable(list);
    NameList names(opened.descriptor());
    while (const std::optional<std::string> name = names.next()) {
      if (named(NamedInput(*name)) == Next::stop) return Next::stop;
    }
    errno = names.error_number();
    return errno == 0 ? Next::go_on : unreadable(list);
  }

 private:
  using By = FoundInput::By;

  Next named_directory(const std::string& path) {
    filter_.begin(path);
    root_bytes_ = path.size() + (path.ends_with('/') ? 0 : 1);
    return directory(path);
  }

  // `path`: of an entry of the named directory, or of one below it.
  bool takes(const std::string& path, EntryKind kind) const {
    return filter_.takes(std::string_view(path).substr(root_bytes_), kind);
  }

  Next named_maildir(const NamedInput& argument) {
    if (argument != kStandardInput && argument.status() == nullptr) return unreadable(argument);
    // For an argument that is not a maildir, there is only one message.
    return mail::is_maildir(argument.name()) ? named_directory(argument) : messages(argument);
  }

  Next unreadable(const std::string& path) {
    remark_(Remark::unreadable, path, std::strerror(errno));
    reach_ = Reach::some;
    return Next::go_on;
  }

  Next file(const std::string& path, const struct stat& status, By by) {
    found_.name = path;
    found_.by = by;
    found_.file_size.reset();
    if (S_ISREG(status.st_mode)) found_.file_size = static_cast<uint64_t>(status.st_size);
    constexpr uint64_t kNanoseconds = 1'000'000'000;
    found_.modified = static_cast<uint64_t>(status.st_mtim.tv_sec) * kNanoseconds +
                      static_cast<uint64_t>(status.st_mtim.tv_nsec);
    return visit_(found_);
  }

  Next directory(const std::string& path) {  // NOLINT(misc-no-recursion): PATH_MAX bounds it
    const Names entries = names_in(path);
    std::vector<std::string_view> names = entries.sorted();
    if (mail::is_maildir(path)) {
      if (messages(path) == Next::stop) return Next::stop;
      for (const char* const of_maildir : {"cur", "new", "tmp"}) std::erase(names, of_maildir);
    }
    const std::string prefix = path.ends_with('/') ? path : path + '/';
    filter_.enter(path, prefix.substr(root_bytes_), names);
    std::string entry;
    for (const std::string_view name : names) {
      entry.assign(prefix).append(name);
      if (found(entry) == Next::stop) return Next::stop;
    }
    filter_.leave();
    return Next::go_on;
  }

  // None, and a message, if it cannot be read.
  Names names_in(const std::string& path) {
    Names names;
    const std::unique_ptr<DIR, CloseDirectory> open_directory(opendir(path.c_str()));
    if (!open_directory) {
      unreadable(path);
      return names;
    }
    errno = 0;
    while (const dirent* entry = readdir(open_directory.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.add(name);
    }
    if (errno != 0) unreadable(path);
    return names;
  }

  Next messages(const std::string& maildir) {
    const auto paths = mail::maildir_messages(maildir);
    if (!paths) {
      remark_(Remark::no_maildir, {}, paths.error().message);
      reach_ = Reach::some;
      return Next::go_on;
    }
    for (const auto& path : paths.value()) {
      if (!takes(path.string(), EntryKind::file)) continue;
      struct stat status {};
      const Next next = stat(path.c_str(), &status) == 0
                            ? file(path.string(), status, By::directory)
                            : unreadable(path.string());
      if (next == Next::stop) return Next::stop;
    }
    return Next::go_on;
  }

  // Entries of a directory: files, and links to files, are read.
  Next found(const std::string& path) {  // NOLINT(misc-no-recursion)
    if (seek_ == Seek::maildirs && !mail::is_maildir(path)) return Next::go_on;
    struct stat target {};
    if (lstat(path.c_str(), &target) != 0) return unreadable(path);
    const bool is_link = S_ISLNK(target.st_mode);
    if (is_link && stat(path.c_str(), &target) != 0) return unreadable(path);
    const bool is_directory = S_ISDIR(target.st_mode) && !is_link;
    if (!takes(path, is_directory ? EntryKind::directory : EntryKind::file)) return Next::go_on;
    if (S_ISREG(target.st_mode)) return file(path, target, By::directory);
    if (!S_ISDIR(target.st_mode)) {
      remark_(Remark::not_a_file, path, {});
    } else if (is_link) {
      remark_(Remark::link_to_directory, path, {});
    } else {
      return directory(path);
    }
    return Next::go_on;
  }

  FoundInput found_;  // its string is used again
  InputFilter filter_;
  size_t root_bytes_ = 0;  // of paths, up to below the directory that was named
  const Seek seek_;
  const VisitInput& visit_;
  const TakeRemark& remark_;
  Reach reach_ = Reach::all;
};

}  // namespace

Reach visit_inputs(const ReadSettings& settings, Seek seek, const VisitInput& visit,
                   const TakeRemark& remark) {
  Walk walk(settings.filter, seek, visit, remark);
  for (const NamedInput& argument : settings.inputs) {
    if (walk.named(argument) == Next::stop) return walk.reach();
  }
  if (!settings.names_from.empty()) walk.named_in(settings.names_from);
  return walk.reach();
}

const struct stat* NamedInput::status() const {
  Known& known = *known_;
  if (known.state == Known::State::unasked) {
    known.state =
        stat(name_.c_str(), &known.status) == 0 ? Known::State::there : Known::State::missing;
    known.error_number = errno;
  }
  if (known.state == Known::State::there) return &known.status;
  errno = known.error_number;
  return nullptr;
}

const OpenInput& NamedInput::open() const {
  if (!known_->opened) {
    known_->opened =
        std::make_shared<OpenInput>(::open(name_.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  }
  return *known_->opened;
}

InputOpener::InputOpener()
    : output_is_file_(fstat(STDOUT_FILENO, &output_) == 0 && S_ISREG(output_.st_mode)) {}

bool InputOpener::is_output(int descriptor) const {
  struct stat input {};
  return output_is_file_ && fstat(descriptor, &input) == 0 && input.st_dev == output_.st_dev &&
         input.st_ino == output_.st_ino;
}

// Reading the output as input would never end.
OpenInput InputOpener::open(const FoundInput& input, Report& report) const {
  OpenInput opened = input.opened && input.opened->is_open() ? std::move(*input.opened)
                     : input.name == kStandardInput
                         ? OpenInput(STDIN_FILENO)
                         : OpenInput(::open(input.name.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY));
  if (!opened.is_open()) {
    report.fail(Remark::unreadable, input.name, std::strerror(errno));
    return opened;
  }
  if (!is_output(opened.descriptor())) return opened;
  report.say(Remark::output_is_input, input.name);
  if (input.by == FoundInput::By::name) report.status = kIncomplete;
  return OpenInput();
}

namespace {

// Is the file an archive? A compressed one is recognized only by its name.
bool holds_members(const NamedInput& input) {
  const std::string& name = input;
  constexpr std::string_view kCompressedTar[] = {".tar.gz",  ".tgz",  ".tar.xz",  ".txz",
                                                 ".tar.bz2", ".tbz2", ".tar.zst", ".tzst"};
  if (std::any_of(std::begin(kCompressedTar), std::end(kCompressedTar),
                  [&name](std::string_view end) { return name.ends_with(end); })) {
    return true;
  }
  const OpenInput& opened = input.open();
  std::array<char, 512> head{};
  const ssize_t got =
      opened.is_open() ? pread(opened.descriptor(), head.data(), head.size(), 0) : 0;
  return got > 0 && is_archive({head.data(), static_cast<size_t>(got)});
}

}  // namespace

Count count_inputs(const ReadSettings& settings) {
  if (settings.inputs.size() > 1 || !settings.names_from.empty()) return Count::several;
  const NamedInput& only = settings.inputs.front();
  const struct stat* const status = only == kStandardInput ? nullptr : only.status();
  if (status == nullptr) return Count::one;
  const bool has_several =
      S_ISDIR(status->st_mode) || (S_ISREG(status->st_mode) && holds_members(only));
  return has_several ? Count::several : Count::one;
}

}  // namespace linkspan::command

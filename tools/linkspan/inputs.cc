#include "inputs.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <memory>
#include <string_view>

#include "io.h"
#include "mail/maildir.h"

namespace linkspan::command {
namespace {

constexpr std::string_view kStandardInput = "-";

struct CloseDirectory {
  void operator()(DIR* directory) const { closedir(directory); }
};

// The file that standard output is written to, if it is one.
class OutputFile {
 public:
  OutputFile() : is_file_(fstat(STDOUT_FILENO, &status_) == 0 && S_ISREG(status_.st_mode)) {}

  bool is_open_as(int descriptor) const {
    struct stat other {};
    return is_file_ && fstat(descriptor, &other) == 0 && other.st_dev == status_.st_dev &&
           other.st_ino == status_.st_ino;
  }

 private:
  struct stat status_ {};
  bool is_file_;
};

class Walk {
 public:
  Walk(Seek seek, const VisitInput& visit) : seek_(seek), visit_(visit) {}

  Reach reach() const { return reach_; }

  // An input that the user named: whatever it is, it is read, unless it is the output.
  Next named(const std::string& argument) {
    if (seek_ == Seek::maildirs) return named_maildir(argument);
    if (argument == kStandardInput) return visit_unless_output(argument, STDIN_FILENO, By::name);
    struct stat status {};
    if (stat(argument.c_str(), &status) != 0) return unreadable(argument);
    return S_ISDIR(status.st_mode) ? directory(argument) : file(argument, By::name);
  }

 private:
  // How an input was come by: was it asked for itself?
  enum class By : uint8_t { name, directory };

  Next named_maildir(const std::string& argument) {
    struct stat status {};
    if (argument != kStandardInput && stat(argument.c_str(), &status) != 0) {
      return unreadable(argument);
    }
    // Of what is none, there are no messages but a sentence that says so.
    return mail::is_maildir(argument) ? directory(argument) : messages(argument);
  }

  Next unreadable(const std::string& path) {
    report_system_error(path, errno);
    reach_ = Reach::some;
    return Next::go_on;
  }

  Next file(const std::string& path, By by) {
    const int descriptor = open(path.c_str(), O_RDONLY | O_CLOEXEC | O_NOCTTY);
    if (descriptor < 0) return unreadable(path);
    const Next next = visit_unless_output(path, descriptor, by);
    close(descriptor);
    return next;
  }

  // Whoever reads what they write themselves comes to no end.
  Next visit_unless_output(const std::string& name, int descriptor, By by) {
    if (!output_.is_open_as(descriptor)) return visit_(name, descriptor);
    report_problem(name, "this input is also the output; it is not read");
    if (by == By::name) reach_ = Reach::some;
    return Next::go_on;
  }

  Next directory(const std::string& path) {  // NOLINT(misc-no-recursion): PATH_MAX bounds it
    std::vector<std::string> names = names_in(path);
    if (mail::is_maildir(path)) {
      if (messages(path) == Next::stop) return Next::stop;
      for (const char* const of_maildir : {"cur", "new", "tmp"}) std::erase(names, of_maildir);
    }
    const std::string prefix = path.ends_with('/') ? path : path + '/';
    for (const std::string& name : names) {
      if (found(prefix + name) == Next::stop) return Next::stop;
    }
    return Next::go_on;
  }

  // In order; none, and a message, if it cannot be read.
  std::vector<std::string> names_in(const std::string& path) {
    std::vector<std::string> names;
    const std::unique_ptr<DIR, CloseDirectory> open_directory(opendir(path.c_str()));
    if (!open_directory) {
      unreadable(path);
      return names;
    }
    errno = 0;
    while (const dirent* entry = readdir(open_directory.get())) {
      const std::string_view name = entry->d_name;
      if (name != "." && name != "..") names.emplace_back(name);
    }
    if (errno != 0) unreadable(path);
    std::sort(names.begin(), names.end());
    return names;
  }

  Next messages(const std::string& maildir) {
    const auto paths = mail::maildir_messages(maildir);
    if (!paths) {
      report_problem(paths.error().message);
      reach_ = Reach::some;
      return Next::go_on;
    }
    for (const auto& path : paths.value()) {
      if (file(path.string(), By::directory) == Next::stop) return Next::stop;
    }
    return Next::go_on;
  }

  // What lies in a directory: files, and links to files, are read.
  Next found(const std::string& path) {  // NOLINT(misc-no-recursion)
    if (seek_ == Seek::maildirs && !mail::is_maildir(path)) return Next::go_on;
    struct stat itself {};
    struct stat target {};
    if (lstat(path.c_str(), &itself) != 0 || stat(path.c_str(), &target) != 0) {
      return unreadable(path);
    }
    if (S_ISREG(target.st_mode)) return file(path, By::directory);
    if (!S_ISDIR(target.st_mode)) {
      report_problem(path, "not a file; name it as an argument to have it read");
    } else if (S_ISLNK(itself.st_mode)) {
      report_problem(path, "a link to a directory is not followed; name it as an argument");
    } else {
      return directory(path);
    }
    return Next::go_on;
  }

  const Seek seek_;
  const VisitInput& visit_;
  const OutputFile output_;
  Reach reach_ = Reach::all;
};

}  // namespace

Reach visit_inputs(const std::vector<std::string>& arguments, Seek seek, const VisitInput& visit) {
  Walk walk(seek, visit);
  for (const std::string& argument : arguments) {
    if (walk.named(argument) == Next::stop) break;
  }
  return walk.reach();
}

Count count_inputs(const std::vector<std::string>& arguments) {
  if (arguments.size() > 1) return Count::several;
  struct stat status {};
  const std::string& only = arguments.front();
  const bool directory =
      only != kStandardInput && stat(only.c_str(), &status) == 0 && S_ISDIR(status.st_mode);
  return directory ? Count::several : Count::one;
}

}  // namespace linkspan::command

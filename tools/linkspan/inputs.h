// SPDX-License-Identifier: Apache-2.0
// The inputs of a run: what is named on the command line, and what lies in the directories among
// it.
//
//   a.txt docs -      →  a.txt, docs/1.txt, docs/sub/2.txt, standard input
//   missing.txt a.txt →  a message for missing.txt; then a.txt
//   --files-from list →  what each line of the list names, after the arguments
//
// A directory is gone through in the order of its names, byte by byte, with all that is below it;
// of a maildir first come the messages, by the time of their delivery. What is no message of it,
// such as what is still being delivered (tmp/), is left out (include/linkspan/mail.h). Nothing else
// is left out without a remark, unless that was asked for (input_filter.h): devices, sockets and
// pipes met in a directory are not read, links to directories not followed (they may lead in
// circles), and the file that is standard output is not read, which would have no end: `linkspan
// scan . > links.jsonl`.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "documents.h"  // Report
#include "remarks.h"
#include "settings.h"

namespace linkspan::command {

enum class Next : uint8_t { go_on, stop };

// An input that was found and is not open yet.
struct FoundInput {
  // How it was found: was it asked for itself?
  enum class By : uint8_t { name, directory };

  std::string name;  // for people, and to open it; "-" is standard input
  By by = By::name;
  std::optional<uint64_t> file_size = {};  // of a regular file
};
using VisitInput = std::function<Next(const FoundInput& input)>;

enum class Reach : uint8_t {
  all,
  some,  // some input could not be found or looked into, or is no maildir; which and
         // why was remarked
};

// What the arguments stand for: any inputs, or maildirs only. Then each must be one, and besides
// its messages those of the maildirs in it are read (Maildir++ keeps folders so), and nothing else.
enum class Seek : uint8_t { inputs, maildirs };

// Receives what Remarks::add takes.
using TakeRemark = std::function<void(Remark, std::string_view subject, std::string_view what)>;

// Finds one input after the other. "-" is standard input. Stops early if `visit` says so.
Reach visit_inputs(const ReadSettings& settings, Seek seek, const VisitInput& visit,
                   const TakeRemark& remark);

// A descriptor, closed at the end unless it is standard input.
class OpenInput {
 public:
  explicit OpenInput(int descriptor = -1) : descriptor_(descriptor) {}
  OpenInput(OpenInput&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenInput& operator=(OpenInput&&) = delete;
  ~OpenInput();

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// Opens inputs that were found, in any process of a run.
class InputOpener {
 public:
  InputOpener();  // takes note of what standard output is

  // Not open where that fails or the input is the output: the report has the reason.
  OpenInput open(const FoundInput& input, Report& report) const;

 private:
  bool is_output(int descriptor) const;

  struct stat output_ {};
  bool output_is_file_;
};

// Can there be more than one input? (A directory can hold several.)
enum class Count : uint8_t { one, several };
Count count_inputs(const ReadSettings& settings);

}  // namespace linkspan::command

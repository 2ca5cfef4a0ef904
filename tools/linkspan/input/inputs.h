// SPDX-License-Identifier: Apache-2.0
// The inputs of a run: the arguments, and the files in directories among them.
//
//   a.txt docs -      →  a.txt, docs/1.txt, docs/sub/2.txt, standard input
//   missing.txt a.txt →  a message for missing.txt; then a.txt
//   --files-from list →  what each line of the list names, after the arguments
//
// A directory is read recursively, in the byte order of names; of a maildir first the messages, by
// the time of their delivery. Other files of a maildir, such as those in tmp/, are left out
// (include/linkspan/mail.h). Other omissions cause a remark, except on request
// (input/ignore_rules.h): devices, sockets and pipes in a directory are not read, links to
// directories are not followed (they may form cycles), and standard output is not read if it is a
// file in the directory: `linkspan scan . > links.jsonl`.
#pragma once

#include <sys/stat.h>

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "common/remarks.h"
#include "input/document_reader.h"  // Report
#include "input/named_input.h"
#include "input/read_settings.h"

namespace linkspan::command {

enum class Next : uint8_t { go_on, stop };

// An input that was found and is not open yet.
struct FoundInput {
  // How it was found: named by the user, or in a directory?
  enum class By : uint8_t { name, directory };

  std::string name;  // for people, and to open it; "-" is standard input
  By by = By::name;
  std::optional<uint64_t> file_size = {};  // of a regular file
  uint64_t modified = 0;                   // of that, in nanoseconds, modulo 2^64
  std::shared_ptr<OpenInput> opened = {};  // null, or open already: whoever reads it takes it over
};
// The input lives until it returns.
using VisitInput = std::function<Next(const FoundInput& input)>;

enum class Reach : uint8_t {
  all,
  some,  // some input could not be found or read, or is not a Maildir: there was a remark on it
};

// What the arguments are: any inputs, or only Maildirs. Each must then be a Maildir, and only its
// messages and those of the Maildirs in it are read (as in Maildir++).
enum class Seek : uint8_t { inputs, maildirs };
inline Seek seek_of(const ReadSettings& settings) {
  return settings.is_from(ReadAs::maildir) ? Seek::maildirs : Seek::inputs;
}

// Receives the arguments of Remarks::add.
using TakeRemark = std::function<void(Remark, std::string_view subject, std::string_view what)>;

// Finds one input after the other. "-" is standard input. Stops early if `visit` says so.
Reach visit_inputs(const ReadSettings& settings, Seek seek, const VisitInput& visit,
                   const TakeRemark& remark);

// Opens inputs that were found, in any process of a run.
class InputOpener {
 public:
  InputOpener();  // remembers the file of standard output

  // Not open if that fails or the input is the output: the report has the reason.
  OpenInput open(const FoundInput& input, Report& report) const;

 private:
  bool is_output(int descriptor) const;

  struct stat output_ {};
  bool output_is_file_;
};

// Can there be more than one input? (A directory can hold several.)
Count count_inputs(const ReadSettings& settings);

}  // namespace linkspan::command

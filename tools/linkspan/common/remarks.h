// SPDX-License-Identifier: Apache-2.0
// Remarks: messages about the inputs, counted by kind.
//
//   3 of a kind    linkspan: m.eml:1: there is no charset "foo-1"; its charset is guessed
//   or fewer         … each as it is, in the order of the kinds, when everything is read
//   more           linkspan: 12,345 times: the message ends before its last boundary; first:
//                    inbox.mbox: message 17
//   counted only linkspan: 17 text/html parts were not read
//   an error       linkspan: no-such.txt: No such file or directory
//                    … at once, up to ten in a run; then they are counted like the others
//
// So a mailbox of a million malformed messages causes at most kMostLines lines on standard error.
// Each process counts its own; take_over() adds its counts, in the order of the input. With
// Messages::all each remark is a line at once; with Messages::none there are none, and only the
// exit status reports a problem.
//
// A new kind is a name in Remark and a line in the table of common/remarks.cc. Guarded by
// tests/command/common/remarks_test.cc and tests/command/common/command_remarks_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace linkspan::mail {
enum class WarningKind : uint8_t;
}

namespace linkspan::command {

// Is a line with the progress shown?
enum class ShowProgress : uint8_t {
  when_slow,  // only on a terminal that the results do not go to, and only after two seconds
  always,     // --progress
  never,      // --no-progress
};

enum class Remark : uint8_t {
  // errors, which make the exit status 1
  unreadable,
  no_maildir,
  output_is_input,
  damaged,
  html_cut,
  markdown_cut,
  worker_lost,
  no_memory,
  part_changed,
  // possible reasons for missing links
  charset_of_pipe,
  mixed_charsets,
  relative_links_left_out,
  // inputs that were not read, or not as requested
  link_to_directory,
  not_a_file,
  parquet_file,
  binary_file,
  nested_archive,
  program_missing,
  encrypted_member,
  record_without_text,
  encoded_record,
  long_name,
  charset_unknown,
  html_part,
  encrypted_part,
  other_part,
  // malformed mail
  more_warnings,
  mail,  // INVARIANT: the last one; mail + k is that of the mail::WarningKind k
};

constexpr Remark remark_of(mail::WarningKind kind) {
  return static_cast<Remark>(static_cast<unsigned>(Remark::mail) + static_cast<unsigned>(kind));
}

// Which remarks are printed.
enum class Messages : uint8_t { summed_up, all, none };

// Belongs to one thread at a time.
class Remarks {
 public:
  static constexpr size_t kMostLines = 40;      // of one run
  static constexpr size_t kMostAtOnce = 10;     // of them, errors that are printed at once
  static constexpr size_t kExamplesOfKind = 3;  // printed in place of a sum

  // The remarks of one kind.
  struct Sum {
    Remark kind = {};
    uint64_t count = 0;
    uint64_t given = 0;                      // of them, printed at once
    std::vector<std::string> examples = {};  // the first ones, as in Line::text
  };
  // A line to be printed as soon as possible.
  struct Line {
    Remark kind = {};
    uint64_t count = 0;
    std::string text;  // without `linkspan: ` and the line feed
  };
  struct State {
    std::vector<Sum> sums;  // of the kinds that occurred, in any order
    std::vector<Line> due;
  };

  explicit Remarks(Messages messages = Messages::summed_up, State state = {})
      : messages_(messages), state_(std::move(state)) {}

  // `what` is the sentence for people; empty: that of the kind. `subject` may be empty. Both are
  // made printable: names of files and labels in mail are untrusted.
  void add(Remark kind, std::string_view subject, std::string_view what = {}, uint64_t count = 1);

  // Adds later remarks, perhaps of another process.
  void take_over(const Remarks& later);

  // The lines that are due; each is returned once.
  std::string take_due();

  // The lines for the end: remarks that were not printed before.
  std::string summary() const;

  const State& state() const { return state_; }

 private:
  Sum& sum_of(Remark kind);

  Messages messages_;
  State state_;
  size_t given_at_once_ = 0;
};

// "12,345"
std::string with_separators(uint64_t number);

}  // namespace linkspan::command

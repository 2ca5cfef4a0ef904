// SPDX-License-Identifier: Apache-2.0
// WholeInput: reads one input from its first byte to its last, in one process.
//
//   input ─▶ decompress ─▶ what is it? ─┬─▶ text, HTML, XML ───┬─▶ DocumentReader ─▶ receiver
//                                       ├─▶ a message          │
//                                       ├─▶ mailbox ─▶ messages┘
//                                       ├─▶ web archive ─▶ payloads, as text or markup
//                                       ├─▶ JSON lines ─▶ LineAnswerer
//                                       └─▶ archive ─▶ its members, each as an input
//
// Without --jobs, all inputs are read so; with --jobs, each worker reads inputs so that are not
// divided (work/dispatcher.h).
//
// Guarded by tests/command/cli/command_test.cc, tests/command/work/jobs_test.cc and
// tests/command/input/mail_links_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <new>
#include <string>

#include "common/io.h"
#include "input/archive.h"
#include "input/document_reader.h"
#include "input/inputs.h"
#include "input/read_settings.h"
#include "input/warc.h"

namespace linkspan::command {

// Does a separate thread read ahead of the one that scans?
enum class ReadsAhead : uint8_t { no, yes };

class InputReader;
// Receives the number of further bytes of the stored input that were read.
using CountBytes = std::function<void(uint64_t)>;

// The receiver of the documents of an input, and the report about it.
struct Target {
  DocumentReceiver& receiver;
  Output& output;  // that of the receiver; reading ends when it is closed
  Report& report;
  // Called between documents, and before waiting for input: the caller may take the remarks of the
  // report.
  std::function<void()> checkpoint = [] {};
};

// The name of an input for people and programs: --label, for standard input.
const std::string& name_in_output(const ReadSettings& settings, const std::string& name);

// The name of the charset of texts, or "auto".
std::string charset_of_text(const ReadSettings& settings);

// Runs the function, which reads `name`. If memory runs out, only this input fails; what was found
// in it stays.
template <class Read>
void or_report_no_memory(const std::string& name, Report& report, const Read& read) {
  try {
    read();
  } catch (const std::bad_alloc&) {
    report.fail(Remark::no_memory, name);
  }
}

// Belongs to one thread.
class WholeInput {
 public:
  // `settings`, `reader` and `batch` outlive this.
  WholeInput(const ReadSettings& settings, DocumentReader& reader, LineAnswerer& batch,
             ReadsAhead reads_ahead)
      : settings_(settings), reader_(reader), batch_(batch), reads_ahead_(reads_ahead) {}

  // Opens an input and reads all of it.
  void read(const FoundInput& input, const CountBytes& count_bytes, const Target& target);

  // Reads an open input. REQUIRES: only peek() and guess() were called on `input`.
  void read(const std::string& name, int descriptor, InputReader& input, const Format& format,
            const Target& target);

  // The format of an input, by --from or by its name and first bytes. REQUIRES: input.peek() was
  // called.
  static const Format& format_of(const ReadSettings& settings, const std::string& name,
                                 InputReader& input);

  // The same without --from.
  static const Format& guessed_format_of(const ReadSettings& settings, const std::string& name,
                                         InputReader& input);

  // Reads a message, and the files that are attached to it.
  void read_message(const Origin& origin, std::string_view message, const Target& target);

  // Is a file named like compressed data or a zip, and is it neither? It is damaged then, or named
  // wrongly. REQUIRES: as skips().
  static bool is_not_as_named(const std::string& name, const InputReader& input,
                              const Format& format);

  // Is it a binary file, which is skipped? Adds a remark if it is. REQUIRES: `format` is that of
  // format_of().
  bool skips(const std::string& name, int descriptor, InputReader& input, const Format& format,
             Report& report) const;

  std::string charset_of_text() const { return command::charset_of_text(settings_); }

 private:
  bool is_said_to_have_zero_bytes() const;
  void read_rows(const std::string& name, int descriptor, const Target& target);
  void read_made_text(const FoundInput& input, int descriptor, const Target& target);
  void read_open(const Origin& origin, int descriptor, InputReader& input, const Format& format,
                 const Target& target);
  // Text, HTML or JSON lines.
  Next read_blocks(const Origin& origin, int descriptor, InputReader& input, const Format& format,
                   const Target& target);
  void read_archive(const Origin& origin, int descriptor, InputReader& input, const Target& target);
  void read_member(const ArchiveMembers::Member& member, const Origin& origin,
                   ArchiveMembers& members, const Target& target);
  bool read_nested(const Origin& origin, InputReader& input, const Format& format,
                   const Target& target);
  bool read_attachment(const Origin& origin, const std::string& name, std::string_view bytes,
                       const Target& target);
  void read_held(const OfficeParts& office, const Origin& origin, const Target& target);
  void read_mail(const Origin& file, InputReader& input, const Target& target);
  void read_warc(const Origin& origin, InputReader& input, const Target& target);
  void read_record(const Origin& archive, const WarcRecord& record, WarcReader& warc,
                   const Target& target);
  void read_metadata(const Origin& origin, const NextBlock& next_block, const std::string& uri,
                     const Target& target);
  void read_pages(const Origin& origin, InputReader& input, const Target& target);
  void read_mailbox(const Origin& file, InputReader& input, const Target& target);

  const ReadSettings& settings_;
  DocumentReader& reader_;
  LineAnswerer& batch_;
  ReadsAhead reads_ahead_;
  InputOpener opener_;
  std::shared_ptr<Relationships> relationships_;  // of the member that is read
  int descriptor_ = -1;                           // of the outermost input; -1: in memory
  unsigned nested_ = 0;                           // archives and mails around what is read
  uint64_t left_of_nested_ = 0;                   // bytes
};

// The failure of an input, if there is one.
void report_failure(const std::string& name, const InputReader& input, Report& report);

// Calls `take` for each message of a mailbox with its origin and its bytes, until the end or until
// `next` says stop.
void split_mailbox(const std::string& name, InputReader& input, const std::function<Next()>& next,
                   const std::function<void(Origin origin, std::string_view message)>& take);

}  // namespace linkspan::command

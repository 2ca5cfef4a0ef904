// SPDX-License-Identifier: Apache-2.0
// `linkspan scan --output DIR`: the links of many inputs in many files, in a run that can be
// continued, and divided among machines.
//
//   DIR/manifest.jsonl       what the run is, then a line for each part that is done
//   DIR/part-000000.jsonl    the links of one part
//
// A part is some inputs, one after another, of kPartBytes at most. A longer text or mailbox is cut
// at seams and between messages; what cannot be cut is a part by itself. Parts and their numbers
// follow from the inputs, whatever --jobs and --task are. A part is written under another name,
// synced and renamed, and only then added to the manifest. So the same command, started again after
// it was killed, writes only the missing parts, and those whose files were deleted or changed
// since. If inputs or options differ from those of the manifest, or another run uses the directory,
// nothing is done. The name of DIR does not matter: it may be moved, or mounted elsewhere.
//
// With --task I --of N, a run does the parts I, I + N, …, and has a manifest of its own,
// manifest-I-of-N.jsonl: to append to one file from several machines is not safe.
//
// The work is that of --jobs (work/dispatcher.h): its workers write into the part whose turn it is.
// The parts with the largest inputs are done first, so that at the end no worker is alone with one
// of them. Guarded by tests/command/work/command_output_test.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "common/io.h"
#include "input/inputs.h"
#include "output/scan_settings.h"
#include "work/reading.h"
#include "work/task.h"

namespace linkspan::command {

// An input, or some of it.
struct Piece {
  FoundInput input;
  FileRange range = {};      // with a name: of a text, only these bytes
  CountBase base = {};       // of a text: the numbers at the start of the range
  std::string charset = {};  // of a text
  struct Message {
    uint64_t begin, size;  // in the file
  };
  std::vector<Message> messages = {};  // of a mailbox, only these
  uint64_t messages_before = 0;
};

struct Part {
  std::vector<Piece> pieces;
  uint64_t bytes = 0;
  uint64_t largest_input = 0;  // of those that are not cut
};

// The results of a part.
struct PartResult {
  uint64_t links = 0;
  int status = kDone;
};

class PartDirectory {
 public:
  explicit PartDirectory(const ScanSettings& settings);
  ~PartDirectory();
  PartDirectory(const PartDirectory&) = delete;
  PartDirectory& operator=(const PartDirectory&) = delete;

  // Plans the run. Returns an exit status instead if nothing can be done; there was a message.
  std::optional<int> open(const ReadSettings& settings, RunReports& reports);

  const std::vector<Part>& parts() const { return parts_; }
  // The parts of this task that are not done, in the order in which they are to be done.
  std::vector<uint64_t> due() const;
  uint64_t bytes_due() const;

  // Parts are ended in the order in which they are begun. False if the file cannot be made; there
  // was a message.
  bool begin(uint64_t number);
  void end(uint64_t number, const PartResult& result);
  void discard(uint64_t number) const;

  // Waits until the manifest has all ended parts. The exit status of the run.
  int finish(int status);

  // The following are for workers. Opens a part that was begun, to append to it.
  int open_part(uint64_t number) const;
  uint64_t count_links(std::string_view records) const;
  void compress(std::string& records) const;

 private:
  struct Done {
    std::set<uint64_t> parts = {};
    std::map<uint64_t, std::string> changed = {};  // files of this task, not as they were written
    int status = kDone;                            // of all of this task
  };
  struct Ended {
    uint64_t number;
    PartResult result;
  };
  class Ender;

  bool lock();
  bool remove_torn_line() const;
  bool begin_manifest();
  void plan(const ReadSettings& settings, RunReports& reports);
  std::optional<Done> read_manifests() const;
  bool read_manifest(const std::filesystem::path& path, Done& done) const;
  bool is_whole(const std::string& file, uint64_t bytes) const;
  bool is_valid_if_empty(int descriptor) const;
  bool pack(uint64_t number) const;
  std::string compressed(std::string_view bytes) const;
  bool append_to_manifest(std::string lines) const;
  std::string head_of_manifest() const;
  bool is_of_task(uint64_t number) const;
  bool is_due(uint64_t number) const;
  std::optional<uint64_t> keep(uint64_t number) const;
  std::string line_of_manifest(const Ended& ended, uint64_t bytes) const;
  void end_all(const std::vector<Ended>& ended) const;
  std::filesystem::path path_of(uint64_t number) const;
  std::string partial_path_of(uint64_t number) const;

  const OutputSettings& settings_;
  const std::filesystem::path directory_;
  const std::string extension_;
  const OutputForm& form_;
  const std::string title_;
  const char line_end_;
  const std::vector<std::string> packing_;  // the program for forms that are packed
  const unsigned jobs_;
  std::filesystem::path manifest_;
  std::vector<Part> parts_;
  std::string fingerprint_;
  int plan_status_ = kDone;
  std::set<uint64_t> done_;                   // before this run
  std::optional<uint64_t> open_ = {};         // the last part that was begun
  int directory_lock_ = -1, task_lock_ = -1;  // until this process and its workers have ended
  std::unique_ptr<Ender> ender_;              // INVARIANT: a thread; made after the workers
};

}  // namespace linkspan::command

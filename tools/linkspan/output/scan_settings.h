// SPDX-License-Identifier: Apache-2.0
// What `linkspan scan` writes, and in which form.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "common/link_filter.h"
#include "input/read_settings.h"
#include "output/form.h"

namespace linkspan::command {

// The output of scan.
enum class Answer : uint8_t {
  links,           // a record for each
  count_of_links,  // each different link, with its number of occurrences
  count_of_files,  // how many links each input has
  names_of_files,  // of the inputs that have one
  nothing,         // the exit status says it
  statistics,      // how many links there are, and of which kind, hosts and top-level domains
};
enum class Repeated : uint8_t { keep, leave_out };  // links that occurred before
enum class StatusOf : uint8_t { reading, finding };

enum class PartCompression : uint8_t { none, gzip, zstd };

// The directory of --output, and the options that affect the files in it, which identify a run.
struct OutputSettings {
  std::string directory = {};
  std::vector<std::string> options = {};
  PartCompression compression = PartCompression::none;
  unsigned task = 0, tasks = 1;  // --task, --of: the parts task, task + tasks, …
};

struct ScanSettings {
  ReadSettings read;
  const OutputForm* to = &usual_form();
  std::vector<RecordField> fields = {};  // of a record, arranged by the form; empty: all
  LinkFilter::Wanted keep = {};
  Answer answer = Answer::links;
  Repeated repeated = Repeated::keep;
  std::optional<uint32_t> most_links = {};  // of each input
  uint32_t top = 20;                        // how many hosts statistics name; 0: all
  uint64_t memory = UINT64_MAX;             // for links that are remembered (output/spill.h)
  LineEnd line_end = LineEnd::line_feed;
  FileNames file_names = FileNames::of_several;
  StatusOf status_of = StatusOf::reading;
  OutputSettings output = {};
};

}  // namespace linkspan::command

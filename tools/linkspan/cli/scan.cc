// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstring>
#include <memory>
#include <optional>
#include <vector>

#include "cli/commands.h"
#include "common/io.h"
#include "common/progress.h"
#include "input/document_reader.h"
#include "input/inputs.h"
#include "output/answers.h"
#include "output/link_selection.h"
#include "output/spill.h"
#include "output/statistics.h"
#include "work/parts.h"
#include "work/reading.h"

namespace linkspan::command {
namespace {

// The members of a link that the output needs.
Wants wants_of(const ScanSettings& settings) {
  const bool needs_lines =
      settings.answer == Answer::count_of_links || settings.repeated == Repeated::leave_out;
  if (settings.answer == Answer::statistics) return Wants::links;
  if (settings.answer != Answer::links && !needs_lines) return Wants::begins;
  const Wants wants = settings.to->wants();
  const DocumentOptions& document = settings.read.document;
  const bool has_targets =
      document.wrapped == Wrapped::unwrap || document.tracking == Tracking::strip;
  if (has_targets && wants == Wants::begins_and_warnings) return Wants::links;
  return needs_lines && wants == Wants::begins_and_warnings ? Wants::links : wants;
}

// The output, and the counts for it.
class Scan {
 public:
  Scan(const ScanSettings& settings, Output& output, PartDirectory* parts = nullptr)
      : settings_(settings),
        parts_(parts),
        inputs_(count_inputs(settings.read)),
        output_(output),
        selection_(settings),
        file_counts_(settings, inputs_) {
    const uint64_t memory = settings.memory / settings.read.jobs;
    if (settings.answer == Answer::count_of_links) link_counts_.emplace(spill(), memory);
    if (settings.answer == Answer::statistics) statistics_.emplace(spill(), memory);
    if (settings.repeated == Repeated::leave_out) spilled_.emplace(spill());
  }

  // Returns the exit status.
  int run(const Engine& engine) {
    if (settings_.answer == Answer::links && !settings_.read.is_from(ReadAs::requests) &&
        parts_ == nullptr) {
      output_.buffer() += settings_.to->title(settings_.fields);
      output_.flush();  // before those of other processes
    }
    const MakeReceiver make = [this](Output& to) { return make_receiver(to); };
    int status = read_documents(settings_.read, engine, wants_of(settings_), make, output_, parts_,
                                make_tally());
    if (link_counts_) write_counts(settings_, *link_counts_, output_);
    if (settings_.answer == Answer::count_of_files) file_counts_.finish(output_);
    if (statistics_) {
      statistics_->finish();
      settings_.to->statistics(output_.buffer(), *statistics_, settings_.top);
    }
    if (spilled_) write_spilled();
    output_.flush();
    if (output_.state() == Output::State::failed) status = kIncomplete;
    const bool is_jsonl = settings_.read.is_from(ReadAs::requests);
    const bool is_of_reading = is_jsonl || settings_.status_of == StatusOf::reading;
    return is_of_reading ? status : status_of_finding(status);
  }

 private:
  Tally make_tally() {
    Tally tally;
    if (settings_.answer == Answer::count_of_files) {
      tally.of_task = [this] { return file_counts_.take_kept(); };
      tally.add_task = [this](std::string_view kept) { file_counts_.add(kept, output_); };
    } else if (settings_.answer == Answer::count_of_links) {
      tally.of_process = [this] { return link_counts_->take_encoded(); };
      tally.add_process = [this](std::string_view counts) { link_counts_->add_encoded(counts); };
    } else if (settings_.answer == Answer::statistics) {
      tally.of_process = [this] { return statistics_->take_encoded(); };
      tally.add_process = [this](std::string_view counts) { statistics_->add(counts); };
    } else if (settings_.repeated == Repeated::leave_out) {
      tally.take_hashes = [this] { return selection_.take_hashes(); };
      tally.keep_new = [this](std::string& records, const std::vector<Hash128>& hashes) {
        keep_new(records, hashes);
      };
      tally.of_process = [this] { return spilled_->take_encoded(); };
      tally.add_process = [this](std::string_view places) { spilled_->add_encoded(places); };
    }
    return tally;
  }

  // Each record has a hash.
  void keep_new(std::string& records, const std::vector<Hash128>& hashes) {
    const char end = end_of(settings_.line_end);
    size_t read = 0, kept = 0;
    for (const Hash128& hash : hashes) {
      const size_t size = settings_.to->size_of_record(std::string_view(records).substr(read), end);
      const LinkSet::Seen seen = selection_.see(hash);
      if (seen == LinkSet::Seen::no_room) spilled_->add(hash, {records.data() + read, size});
      if (seen == LinkSet::Seen::first_time) {
        std::memmove(records.data() + kept, records.data() + read, size);
        kept += size;
      }
      read += size;
    }
    records.resize(kept);
  }

  // What --unique could not decide before.
  void write_spilled() {
    spilled_->visit([this](std::string_view record) {
      output_.buffer() += record;
      output_.flush_when_full();
      return output_.state() == Output::State::open;
    });
  }

  // INVARIANT: made before other processes, which share it.
  SpillFile& spill() {
    if (!spill_) spill_ = std::make_unique<SpillFile>();
    return *spill_;
  }

  std::unique_ptr<DocumentReceiver> make_receiver(Output& to) {
    switch (settings_.answer) {
      case Answer::links:
        break;
      case Answer::count_of_links:
        return std::make_unique<CountOfLinks>(selection_, *settings_.to, *link_counts_);
      case Answer::count_of_files:
        return std::make_unique<CountOfFiles>(selection_, file_counts_, to);
      case Answer::statistics:
        return std::make_unique<Statistics>(selection_, *statistics_);
      case Answer::names_of_files:
        return std::make_unique<NamesOfFiles>(selection_, settings_.line_end, to);
      case Answer::nothing:
        return std::make_unique<Nothing>(selection_, to);
    }
    return std::make_unique<RecordWriter>(settings_, inputs_, selection_,
                                          spilled_ ? &*spilled_ : nullptr, to);
  }

  // As in grep: a found link takes precedence over an error only with -q.
  int status_of_finding(int status_of_reading) const {
    const bool finding_is_all = settings_.answer == Answer::nothing && selection_.has_found();
    if (status_of_reading != kDone && !finding_is_all) return kFailed;
    return selection_.has_found() ? kFound : kNothingFound;
  }

  const ScanSettings& settings_;
  PartDirectory* parts_;
  Count inputs_;
  Output& output_;
  LinkSelection selection_;
  std::unique_ptr<SpillFile> spill_;
  std::optional<TextCounts> link_counts_;
  std::optional<LinkStatistics> statistics_;
  std::optional<SpilledRecords> spilled_;
  FileCounts file_counts_;
};

}  // namespace

int run_scan(const ScanSettings& settings, const Engine& engine) {
  Output output(STDOUT_FILENO);
  if (settings.output.directory.empty()) return run_scan(settings, engine, output);
  // Each record names its input, as if all parts were one file.
  ScanSettings in_parts = settings;
  if (in_parts.file_names == FileNames::of_several) in_parts.file_names = FileNames::always;
  PartDirectory parts(in_parts);
  Progress quiet({ShowProgress::never, {}, STDERR_FILENO, STDOUT_FILENO}, {});
  RunReports reports(quiet, settings.read.messages);
  const std::optional<int> failed = parts.open(settings.read, reports);
  reports.sum_up();
  return failed ? *failed : parts.finish(Scan(in_parts, output, &parts).run(engine));
}

int run_scan(const ScanSettings& settings, const Engine& engine, Output& output) {
  return Scan(settings, output).run(engine);
}

}  // namespace linkspan::command

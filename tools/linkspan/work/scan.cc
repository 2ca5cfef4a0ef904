// SPDX-License-Identifier: Apache-2.0
#include "work/scan.h"

#include <unistd.h>

#include <memory>

#include "common/exit_status.h"
#include "common/io.h"
#include "input/documents.h"
#include "input/inputs.h"
#include "output/answers.h"
#include "output/link_selection.h"
#include "output/statistics.h"
#include "work/parts.h"
#include "work/reading.h"

namespace linkspan::command {
namespace {

// Writes a record for each link.
class RecordWriter final : public SelectingReceiver {
 public:
  RecordWriter(const ScanSettings& settings, Count inputs, LinkSelection& selection, Output& output,
               uint64_t& records)
      : SelectingReceiver(selection),
        settings_(settings),
        form_(*settings.to),
        naming_{settings.file_names, inputs, settings.line_end},
        output_(output),
        records_(records) {}

  void begin(const Origin& origin) override {
    SelectingReceiver::begin(origin);
    origin_ = origin;
    head_ = form_.head(origin, naming_);
  }

 private:
  void take(const Link& link) override {
    std::string& out = output_.buffer();
    const LinkRecord record{origin_, link, output_.counts()};
    if (settings_.fields.empty()) {
      form_.record(out, head_, record);
    } else {
      form_.fields(out, settings_.fields, record);
    }
    if (settings_.line_end == LineEnd::nul) out.back() = '\0';
    ++records_;
    output_.flush_when_full();
  }

  const ScanSettings& settings_;
  const OutputForm& form_;
  const Naming naming_;
  Output& output_;
  uint64_t& records_;
  Origin origin_;
  std::string head_;
};

// The members of a link that the output needs.
Wants wants_of(const ScanSettings& settings) {
  const bool needs_lines =
      settings.answer == Answer::count_of_links || settings.repeated == Repeated::leave_out;
  if (settings.answer == Answer::statistics) return Wants::links;
  if (settings.answer != Answer::links && !needs_lines) return Wants::begins;
  const Wants wants = settings.to->wants();
  return needs_lines && wants == Wants::begins_and_warnings ? Wants::links : wants;
}

// The output, and the counts for it.
class Scan {
 public:
  Scan(const ScanSettings& settings, Output& output)
      : settings_(settings),
        inputs_(count_inputs(settings.read)),
        output_(output),
        selection_(settings),
        file_counts_(settings, inputs_) {}

  // Returns the exit status.
  int run(const Engine& engine) {
    if (settings_.answer == Answer::links && settings_.read.from != InputFormat::jsonl) {
      output_.buffer() += settings_.to->title(settings_.fields);
      output_.flush();  // before those of other processes
    }
    const MakeReceiver make = [this](Output& to) { return make_receiver(to); };
    int status = read_documents(settings_.read, engine, wants_of(settings_), make, output_);
    if (settings_.answer == Answer::count_of_links) link_counts_.write(settings_, output_);
    if (settings_.answer == Answer::count_of_files) file_counts_.finish(output_);
    if (settings_.answer == Answer::statistics) {
      settings_.to->statistics(output_.buffer(), statistics_, settings_.top);
    }
    output_.flush();
    if (output_.state() == Output::State::failed) status = kIncomplete;
    const bool is_jsonl = settings_.read.from == InputFormat::jsonl;
    const bool is_of_reading = is_jsonl || settings_.status_of == StatusOf::reading;
    return is_of_reading ? status : status_of_finding(status);
  }

  uint64_t records() const { return records_; }

 private:
  std::unique_ptr<DocumentReceiver> make_receiver(Output& to) {
    switch (settings_.answer) {
      case Answer::links:
        break;
      case Answer::count_of_links:
        return std::make_unique<CountOfLinks>(selection_, *settings_.to, link_counts_);
      case Answer::count_of_files:
        return std::make_unique<CountOfFiles>(selection_, file_counts_, to);
      case Answer::statistics:
        return std::make_unique<Statistics>(selection_, statistics_);
      case Answer::names_of_files:
        return std::make_unique<NamesOfFiles>(selection_, settings_.line_end, to);
      case Answer::nothing:
        return std::make_unique<Nothing>(selection_, to);
    }
    return std::make_unique<RecordWriter>(settings_, inputs_, selection_, to, records_);
  }

  // As in grep: a found link takes precedence over an error only with -q.
  int status_of_finding(int status_of_reading) const {
    const bool finding_is_all = settings_.answer == Answer::nothing && selection_.has_found();
    if (status_of_reading != kDone && !finding_is_all) return kFailed;
    return selection_.has_found() ? kFound : kNothingFound;
  }

  const ScanSettings& settings_;
  Count inputs_;
  Output& output_;
  LinkSelection selection_;
  LinkCounts link_counts_;
  LinkStatistics statistics_;
  FileCounts file_counts_;
  uint64_t records_ = 0;
};

}  // namespace

int run_scan(const ScanSettings& settings, const Engine& engine) {
  if (!settings.output.directory.empty()) return run_scan_in_parts(settings, engine);
  Output output(STDOUT_FILENO);
  return run_scan(settings, engine, output);
}

int run_scan(const ScanSettings& settings, const Engine& engine, Output& output, uint64_t* links) {
  Scan scan(settings, output);
  const int status = scan.run(engine);
  if (links != nullptr) *links = scan.records();
  return status;
}

}  // namespace linkspan::command

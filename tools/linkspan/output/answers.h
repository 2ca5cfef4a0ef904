// SPDX-License-Identifier: Apache-2.0
// The outputs of `linkspan scan`:
//
//   --to FORM  "a.txt:1:5: https://example.org/": RecordWriter
//   --count   "      3 https://example.org/", the most frequent first: CountOfLinks
//   -c        "a.txt:3": CountOfFiles
//   -l        "a.txt": NamesOfFiles
//   -q        nothing, and reading ends at the first link: Nothing
//   --stats their number and destinations: Statistics (output/statistics.h)
//
// Each is a receiver that may be made several times in a run; the caller keeps its counts. Guarded
// by tests/command/output/command_selection_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/io.h"
#include "input/document_reader.h"
#include "input/inputs.h"
#include "output/link_selection.h"
#include "output/scan_settings.h"
#include "output/spill.h"

namespace linkspan::command {

// Passes on the links that the selection takes.
class SelectingReceiver : public DocumentReceiver {
 public:
  explicit SelectingReceiver(LinkSelection& selection,
                             LinkSelection::Order order = LinkSelection::Order::now)
      : selection_(selection), order_(order) {}

  void begin_message(const Origin& origin) override { begin_source(origin.source); }
  void begin(const Origin& origin) override { begin_source(origin.source); }
  void end() override {}
  void link(const Link& link) override {
    if (selection_.takes(link, order_)) take(link);
  }
  bool has_enough_of(const std::string& source) const override {
    return selection_.has_enough_of(source);
  }

 protected:
  virtual void take(const Link& link) = 0;
  // Called for each document.
  virtual void begin_source(const std::string& source) { selection_.begin(source); }

 private:
  LinkSelection& selection_;
  LinkSelection::Order order_;
};

// Writes a record for each link.
class RecordWriter final : public SelectingReceiver {
 public:
  // All outlive this. `spilled`: with --unique, else null.
  RecordWriter(const ScanSettings& settings, Count inputs, LinkSelection& selection,
               SpilledRecords* spilled, Output& output);

  void begin(const Origin& origin) override;

 private:
  void take(const Link& link) override;

  const LinkSelection& selection_;
  SpilledRecords* const spilled_;
  const ScanSettings& settings_;
  const OutputForm& form_;
  const Naming naming_;
  Output& output_;
  Origin origin_;
  std::string head_;
};

// Writes each link with its number of occurrences, sorted like `sort | uniq -c | sort -rn`, equally
// frequent ones in the order of their bytes.
void write_counts(const ScanSettings& settings, TextCounts& counts, Output& output);

class CountOfLinks final : public SelectingReceiver {
 public:
  CountOfLinks(LinkSelection& selection, const OutputForm& form, TextCounts& counts)
      : SelectingReceiver(selection), form_(form), counts_(counts) {}

 private:
  void take(const Link& link) override;

  const OutputForm& form_;
  TextCounts& counts_;
};

// Writes the number of links of an input when the next one begins. In a worker, keeps the numbers
// of a task, whose first input may be the last of the task before it.
class FileCounts {
 public:
  FileCounts(const ScanSettings& settings, Count inputs) : settings_(settings), inputs_(inputs) {}
  void begin(const std::string& source, Output& output);
  void count() { ++count_; }
  void finish(Output& output);

  void begin_kept(const std::string& source);
  void count_kept() { ++kept_.back().count; }
  std::string take_kept();
  void add(std::string_view kept, Output& output);

 private:
  const ScanSettings& settings_;
  Count inputs_;
  std::optional<std::string> source_;
  uint64_t count_ = 0;
  struct Kept {
    std::string source;
    uint64_t count = 0;
  };
  std::vector<Kept> kept_;
};

class CountOfFiles final : public SelectingReceiver {
 public:
  CountOfFiles(LinkSelection& selection, FileCounts& counts, Output& output)
      : SelectingReceiver(selection), counts_(counts), output_(output) {}

 private:
  void begin_source(const std::string& source) override;
  void take(const Link& /*link*/) override {
    output_.is_kept() ? counts_.count_kept() : counts_.count();
  }

  FileCounts& counts_;
  Output& output_;
};

class NamesOfFiles final : public SelectingReceiver {
 public:
  NamesOfFiles(LinkSelection& selection, LineEnd line_end, Output& output)
      : SelectingReceiver(selection), line_end_(line_end), output_(output) {}

 private:
  void begin_source(const std::string& source) override;
  void take(const Link& link) override;

  LineEnd line_end_;
  Output& output_;
  std::string source_;
};

class Nothing final : public SelectingReceiver {
 public:
  Nothing(LinkSelection& selection, Output& output)
      : SelectingReceiver(selection), selection_(selection), output_(output) {}

  // Also of one that another process has found.
  bool has_enough_of(const std::string& /*source*/) const override {
    return selection_.has_found();
  }

 private:
  void take(const Link& /*link*/) override { output_.follow(Output::State::unwanted); }

  const LinkSelection& selection_;
  Output& output_;
};

}  // namespace linkspan::command

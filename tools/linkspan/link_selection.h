// SPDX-License-Identifier: Apache-2.0
// LinkSelection: which links of a run are written: those that pass the filter, are not there for a
// second time (--unique), and are among the first of their input (-m).
//
// What is taken is counted on where the order of the links is known, in one process; with a filter
// alone, takes() changes nothing but a flag that all processes share, and any number of threads may
// call it. Guarded by tests/command_selection_test.cc and tests/jobs_test.cc.
#pragma once

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>

#include "link_filter.h"
#include "link_set.h"
#include "linkspan/document.h"
#include "settings.h"

namespace linkspan::command {

// What a line of --to uri, iri or text has of a link: printable, and without line breaks. Other
// formats have the URI. `changed` keeps it where it is not in the link.
std::string_view line_of(const Link& link, OutputFormat to, std::string& changed);

class LinkSelection {
 public:
  explicit LinkSelection(const ScanSettings& settings);

  // Does it matter in which order the links come, and what came before? Then one process has to
  // read all.
  static bool needs_order(const ScanSettings& settings);

  // What follows is of this input.
  void begin(const std::string& source);

  // REQUIRES: with Repeated::leave_out, the link has what line_of() asks for.
  bool takes(const Link& link);

  // Would no further link of this input be taken?
  bool has_enough_of(const std::string& source) const;

  // Was any link taken, by any process that was forked since this was made?
  bool has_found() const { return found_->load(std::memory_order_relaxed); }

 private:
  using Flag = std::atomic<bool>;
  static_assert(Flag::is_always_lock_free);
  struct Unmap {
    void operator()(Flag* flag) const;
  };
  static std::unique_ptr<Flag, Unmap> share_flag();

  std::optional<LinkFilter> filter_;
  OutputFormat to_;
  std::optional<uint32_t> most_;
  std::optional<LinkSet> seen_;
  std::string source_;
  uint32_t taken_ = 0;  // of this source
  std::unique_ptr<Flag, Unmap> found_;
};

}  // namespace linkspan::command

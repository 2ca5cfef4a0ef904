// SPDX-License-Identifier: Apache-2.0
// LinkStatistics: the kinds and destinations of the links of a run: `linkspan scan --stats`.
//
//   2 documents              {"links":3,"documents":2,"kinds":{"url":2,"email":1,"custom":0},
//   3 links                   "hosts":{"count":2,"top":[{"host":"example.org","links":2},…]},
//       2 url                 "tlds":{"count":1,"top":[{"tld":"org","links":3}]}}
//       1 email
//   2 hosts
//       2 example.org
//       …
//
// Hosts are those of the URIs, in lower case, with A-labels; of an address, its domain; of a
// mailto: link, that of its first address. A link without a host (urn:…) counts only as a link, and
// an IP address has no top-level domain. All numbers are exact.
//
// Guarded by tests/command/output/command_selection_test.cc.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <string_view>

#include "common/io.h"
#include "linkspan/document.h"
#include "output/answers.h"
#include "output/scan_settings.h"
#include "output/spill.h"

namespace linkspan::command {

class LinkStatistics {
 public:
  // `memory`: for the names of hosts; what is more goes to the file (output/spill.h).
  LinkStatistics(SpillFile& file, uint64_t memory)
      : hosts_(file, memory / 4 * 3), tlds_(file, memory / 4) {}

  void count_document() { ++documents_; }
  void count(const Link& link);
  // For another process, which adds them to its own.
  std::string take_encoded();
  void add(std::string_view encoded);
  // After this, nothing is added.
  void finish();
  // `top`: how many hosts and top-level domains are named, the most frequent first and else in the
  // order of their bytes; 0: all.
  void append_json(std::string& out, uint32_t top) const;
  void append_table(std::string& out, uint32_t top) const;

 private:
  uint64_t documents_ = 0;
  uint64_t links_ = 0;
  std::array<uint64_t, 5> kinds_{};  // by Kind
  TextCounts hosts_, tlds_;
};

class Statistics final : public SelectingReceiver {
 public:
  Statistics(LinkSelection& selection, LinkStatistics& statistics)
      : SelectingReceiver(selection), statistics_(statistics) {}

 private:
  void begin(const Origin& origin) override {
    SelectingReceiver::begin(origin);
    if (!origin.is_continued) statistics_.count_document();
  }
  void take(const Link& link) override { statistics_.count(link); }

  LinkStatistics& statistics_;
};

}  // namespace linkspan::command

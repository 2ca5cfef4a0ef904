// SPDX-License-Identifier: Apache-2.0
// HostCut: where the host ends in a run of prose that has been read to its end (docs/rules.md).
//
// Its functions try the places that DomainRun has noted, and look for some more in the last label.
//
//   www.example.de.Danke      cut before `.Danke`
//   http://例子.中国了解       cut after 中国
//   example.com-based         cut before the hyphen
//   example.org--and          the hyphens are dropped
//
// Guarded by tests/scan/domain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/syntax/tlds.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// What a run is read as: a domain (bare or of an address), or the host after a scheme.
enum class RunUse : uint8_t { domain, host };

// A run from its start to `end`.
struct RunPart {
  uint64_t end = 0;         // after the last character that is not a dot
  uint64_t domain_end = 0;  // the last place where the text so far was a whole domain
  uint64_t host_end = 0;
  uint64_t last_label = 0;
  uint64_t first_label_end = 0;
  unsigned labels = 0;
};

// Where a run of prose could be cut. Without labels: there is no such place.
struct PlacesToCut {
  RunPart known;   // the first place after a top-level domain where the script changes
  RunPart hyphen;  // the last hyphen after a top-level domain
  RunPart dot;     // the first wide dot
  RunPart change;  // where the script of the current label changes to one without spaces
  RunPart label;   // before the last label, if there are two others
};

class HostCut {
 public:
  // The run [begin, at): `found` is all of it. Both are changed by apply(). All outlive this.
  HostCut(const Window& window, const TopLevelDomains& tlds, RunUse use, uint64_t begin,
          const PlacesToCut& cuts, RunPart& found, uint64_t& at)
      : window_(window),
        tlds_(tlds),
        use_(use),
        begin_(begin),
        cuts_(cuts),
        found_(found),
        at_(at) {}

  // Is text after the host cut off? Hyphens and underscores at the end are dropped without being a
  // cut.
  bool apply();

 private:
  bool cut_at(const RunPart& cut);
  bool next_sentence_follows() const;
  bool cut_after_glued_tld();
  bool has_ending_after_hyphen() const;
  bool must_be_host() const;
  bool host_continues() const;
  void drop_final(char mark);
  bool is_after_dash(uint64_t at) const;
  void drop_hyphens();
  bool ends_with_top_level_domain(const RunPart& part) const {
    return tlds_.contains(window_, part.last_label, part.end);
  }

  const Window& window_;
  const TopLevelDomains& tlds_;
  RunUse use_;
  uint64_t begin_;
  const PlacesToCut& cuts_;
  RunPart& found_;
  uint64_t& at_;
};

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// rescan: scans only the part of a text that an edit can affect.
//
//   before the edit   │ s0 │ s1 │ s2 ▒│▒ s3 │ s4 │ s5 │ …     ▒ is replaced
//   after it          │ s0 │ s1 │ n1 │ n2 │ n3 │ s5 │ …       n1 to n3 are scanned
//
// The scan starts at the last checkpoint before the edit, which link_index.cc chooses. That
// checkpoint depends only on text before it, so the edit does not change it. The scan ends at the
// first segment after the edit whose checkpoint equals the state of the scanner there, if the
// context of the scanner (scan::kContext bytes) has only unchanged text: from there on it would
// find the same links as before. This needs no knowledge of the rules, only that the scanner reads
// no text before its context; a Stream relies on this, too.
//
// At the end of a text the scanner decides candidates that it would leave open elsewhere; so after
// an edit close to the end the scan goes up to the end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/segment_tree.h"
#include "linkspan/index.h"
#include "scan/state/config.h"

namespace linkspan::index {

struct Rescanned {
  std::vector<Segment> segments;  // from the start of the scan to its end
  std::vector<Span> replaced;     // links of the replaced segments; old ranges
  uint64_t bytes_scanned = 0;
};

// What is scanned again. All offsets are in the text after the edit.
struct Edit {
  uint64_t start = 0;      // the start of the first scanned segment
  uint64_t end = 0;        // of the inserted text
  uint64_t text_size = 0;  // of the whole text
  uint64_t tail_start =
      0;  // where the first segment of `tail` begins, at least 4 bytes after `end`
  int64_t moved_by = 0;
};

// `checkpoint` is that of the start of the scan. Removes segments from `tail`, the old ones after
// the edit, until the rest of it can stay. Returns nothing if the reader returns no text.
std::optional<Rescanned> rescan(const scan::Config& config, const scan::Checkpoint& checkpoint,
                                const Edit& edit, SegmentTree& tail, TextReader read);

}  // namespace linkspan::index

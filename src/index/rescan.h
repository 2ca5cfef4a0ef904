// SPDX-License-Identifier: Apache-2.0
// rescan: scans the part of a text that an edit can affect, and no more.
//
//   before the edit   │ s0 │ s1 │ s2 ▒│▒ s3 │ s4 │ s5 │ …     ▒ is replaced
//   after it          │ s0 │ s1 │ n1 │ n2 │ n3 │ s5 │ …       n1 to n3 are scanned
//
// It starts at the last checkpoint before the edit, which depends on nothing after it. It is done
// at the first segment after the edit at which the scanner is again in the state that the
// checkpoint of that segment has, with only unchanged text in its context (scan::kContext bytes):
// whatever it would find from there on is what it found before. No rule of the scanner has to be
// known here; that the scanner looks at nothing before its context is what a Stream relies on too.
//
// At the end of a text the scanner decides what it would leave open in the middle; so an edit close
// to the end is scanned up to the end.
#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "index/segment_tree.h"
#include "linkspan/index.h"
#include "scan/config.h"

namespace linkspan::index {

struct Rescanned {
  std::vector<Segment> segments;  // from the start of the scan to where it was done
  std::vector<Span> replaced;     // links of the old segments that these stand for; old ranges
  uint64_t bytes_scanned = 0;
};

// What is scanned again. All offsets are in the text after the edit.
struct Edit {
  uint64_t start = 0;      // where the segment begins that the scan starts with
  uint64_t end = 0;        // of what was put in
  uint64_t text_size = 0;  // of the whole text
  uint64_t tail_start =
      0;  // where the first segment of `tail` begins, at least 4 bytes after `end`
  int64_t moved_by = 0;
};

// `checkpoint` is that of the place where the scan starts. Takes segments off `tail`, the old ones
// after the edit, until the rest of it can stay. Nothing if the reader returns no text.
std::optional<Rescanned> rescan(const scan::Config& config, const scan::Checkpoint& checkpoint,
                                const Edit& edit, SegmentTree& tail, TextReader read);

}  // namespace linkspan::index

// SPDX-License-Identifier: Apache-2.0
// Checkpoint: all that a Scanner knows of the text before a place, between two candidates.
//
// A Scanner that was given the text up to a place, and is not in the middle of a candidate there,
// can be made again from its checkpoint and the kContext bytes before Checkpoint::at. Distances are
// counted back from that place: two checkpoints are equal if, and only if, the scanner finds the
// same in the same text after them, wherever in a document they are. So an edited text has to be
// scanned only until the checkpoint is the one that was there before (index/rescan.h).
//
// Guarded by tests/scan/link_index_test.cc.
#pragma once

#include <cstdint>

namespace linkspan::scan {

struct Checkpoint {
  static constexpr uint32_t kNone = UINT32_MAX;

  uint32_t at = 0;                  // where search continues
  uint32_t floor = 0;               // no link may begin before; not before the context of `at`
  uint32_t mailto_colon = kNone;    // the colon of a `mailto:` seen before, if it is in the context
  uint32_t message_id_end = kNone;  // the same for the end of a message identifier
  bool floor_is_link_end = false;

  bool operator==(const Checkpoint&) const = default;
};

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// From offsets to lines and characters, and back: LinkIndex::position_of and offset_of.
//
// The segment tree returns the segment of a place and the extent of the text before it; only the
// text of that segment is read, and counted code point by code point. CR LF counts like one code
// point here, so that no place is between them.
//
//   "a\r\nbé!"   offset 6, after é   ↔   line 1, character 2 in UTF-16 and UTF-32, 3 in UTF-8
//   "a\r\nbé!"   offset 2, in CR LF   →   line 0, character 1
//
// Guarded by tests/scan/link_index_test.cc.
#pragma once

#include "index/segment_tree.h"
#include "linkspan/index.h"

namespace linkspan::index {

TextPosition position_of(const SegmentTree& segments, uint64_t offset, TextUnit unit,
                         TextReader read);
uint64_t offset_of(const SegmentTree& segments, TextPosition position, TextUnit unit,
                   TextReader read);

}  // namespace linkspan::index

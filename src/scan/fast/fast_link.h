// SPDX-License-Identifier: Apache-2.0
// The fast path of links: where a link with `http`, `https` or `ftp` ends that is plain ASCII from
// end to end, and whether a plain host after any scheme is all of the host (docs/scanning.md,
// section 3). Guarded by tests/scan/fast_path_test.cc.
#pragma once

#include <cstdint>

#include "linkspan/linkspan.h"
#include "scan/fast/fast_path.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// Could the host be more or less than [begin, end), or not be a host? https://example.de.Danke,
// https://example.hu-n, https://www.<domain>, https://example.org.:80, https://exam…,
// http://host:port/, http://host[:port]/
bool may_be_other_host(const Window& window, uint64_t begin, uint64_t end);

struct FastEnd {
  uint64_t end = kNowhere;  // if something else matters; then the phases decide
  Form form = Form::scheme;
  EndedBy ended_by = EndedBy::hard;
  bool has_escapes = false;
};

// The end of the link that begins at `begin` and is plain from `host` on.
FastEnd end_of_fast_link(const Window& whole, uint64_t begin, uint64_t host, const PlainLink& link,
                         bool is_code);

}  // namespace linkspan::scan

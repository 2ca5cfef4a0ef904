// SPDX-License-Identifier: Apache-2.0
// The steps of the scanner: a function for each phase and each trigger.
//
// Most of them make an object of a class that is local to their file (scanner.h says why) and call
// it once. They return `need_more`, with nothing changed but what was read, if the window ends too
// early.
#pragma once

#include <cstdint>

#include "base/byte_sets.h"
#include "base/dfa.h"
#include "scan/prose/bare_domain.h"
#include "scan/prose/line_joint.h"
#include "scan/prose/prose_rules.h"
#include "scan/readers/domain_run.h"
#include "scan/state/scan_state.h"
#include "scan/text/link_edges.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// What all phases work with.
class PhaseStep {
 public:
  explicit PhaseStep(ScanState& scan) : scan_(scan) {}

 protected:
  const Config& config() const { return *scan_.config; }
  const Window& window() const { return scan_.window; }
  SearchMemory& memory() const { return scan_.memory; }
  LinkCandidate& candidate() const { return scan_.candidate; }
  DomainRun& run() const { return scan_.run; }
  Tail& tail() const { return scan_.tail; }
  Reading& reading() const { return scan_.reading; }

  bool is_prose() const { return scan_.is_prose(); }
  Style style() const { return scan_.style; }
  uint64_t limit() const { return scan_.limit(); }
  Part part(uint64_t begin, uint64_t end) const { return candidate().part(begin, end); }

  ScanState& scan_;
};

// The state after all bytes of the code point at `offset`.
inline base::Dfa::State step_code_point(const base::Dfa& dfa, base::Dfa::State state,
                                        const Window& window, uint64_t offset, uint8_t length) {
  for (uint8_t i = 0; i < length; ++i) state = dfa.step(state, window.byte(offset + i));
  return state;
}

Progress search(ScanState& scan);

// The character at memory.at, which is a trigger or none.
Progress on_trigger(ScanState& scan);
Progress on_colon(ScanState& scan);
Progress on_at(ScanState& scan);
Progress on_dot(ScanState& scan);

// PERF: a phase calls the next one where that is known, as the switch over phases is mispredicted.
Progress gather_authority(ScanState& scan);
Progress gather_address(ScanState& scan);
Progress gather_domain(ScanState& scan);
Progress settle_ending(ScanState& scan);
Progress gather_tail(ScanState& scan);
Progress gather_iri(ScanState& scan);
Progress gather_delimited(ScanState& scan);
Progress skip_overflow(ScanState& scan);

// The link is divided at `at` by a line break or the end of a string literal. Reports it joined, if
// the wrapping is certain.
Answer report_joined_link(ScanState& scan, uint64_t at, Divided divided);
// The same within a host; if the wrapping is not certain, rejects all up to `drop_to`.
Progress end_in_divided_host(ScanState& scan, uint64_t at, uint64_t drop_to);

// Begins phase `address`. The local part begins at `from` by UTS #58 and has `most` bytes at most.
Progress begin_address(ScanState& scan, uint64_t from, uint64_t most);

// After a host these may begin a dot that was made harmless, or a remark: example[.]com,
// example\.com, example.cn(官网)
inline constexpr base::AsciiSet kMayContinueHost("[({\\");

// Could the name before the colon be that of a scheme that links without `//`?
bool may_end_scheme(const ScanState& scan, uint64_t colon);

// A server on this machine, at the colon of its port; then the phase is `ending`.
Answer begin_local_host(ScanState& scan);

// Does a rule of prose or code reject a bare domain with what follows it? See doubt_of_domain().
Answer doubt_of_bare_domain(const ScanState& scan, const DomainPlaces& domain, Evidence evidence,
                            ProseRule& rule);

// Does the candidate begin with `file://`? There `\` separates as `/` does: file://C:\notes\a.txt
bool is_file(const ScanState& scan);

// Does a port follow the host that ends at `colon`? It ends at `end`.
enum class After : uint8_t { scheme, no_scheme };
Answer find_port_end(const ScanState& scan, After after, uint64_t colon, uint64_t& end);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// BareDomain: does a careful reader take a domain without a scheme for a link? (docs/rules.md)
//
// It has a known top-level domain already. If the same letters are usually something else, the
// rules of grammars/prose_rules.txt require more. `www.` or, in text, a path is enough:
//
//   example.com, crates.io, docs.python.org      links
//   README.md, lib.rs, e.target, m.in.           rejected: a file, a member, an abbreviation
//   gewartet.Es kam, System.Net                  rejected: the next sentence, a namespace
//   lib.rs/crates, www.example.name              links, because of the evidence
//
// Guarded by tests/scan/explain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/prose/prose_rules.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/window.h"

namespace linkspan::scan {

// The text after the host. A query or a fragment without a path is not evidence: README.md#install
enum class Evidence : uint8_t { none, port, path };

// In source code and logs a bare domain always needs evidence.
enum class Setting : uint8_t { text, code };

// How many bytes after a domain the rules may read: for the next word, and for the end of a
// statement such as `return router.page;`.
inline constexpr uint64_t kReadAfterDomain = 96;

// Are they in the window, or all bytes up to the end of the line?
bool is_known_after_domain(const Window& window, uint64_t run_end);

// Does a rule reject the domain? Then `rule` is set to it. Unknown: a rule asks for text after it
// that is not in the window. REQUIRES: the domain ends with a top-level domain.
Answer doubt_of_domain(const Window& window, const DomainPlaces& domain, Evidence evidence,
                       Setting setting, ProseRule& rule);

}  // namespace linkspan::scan

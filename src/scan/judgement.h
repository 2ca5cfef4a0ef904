// Judgement: does a careful reader take this for a link, where no scheme says so?
// (docs/profiles.md)
//
// A bare domain has a known top-level domain already. These rules ask for more where the same
// letters are usually something else, and take a path, a port or `www.` as the evidence that
// settles it:
//
//   example.com, crates.io, docs.python.org      links
//   README.md, lib.rs, e.target, m.in.           none: a file, a member, an abbreviation
//   gewartet.Es kam, System.Net                  none: the next sentence, a namespace
//   lib.rs/crates, www.example.name              links after all
//
// Guarded by tests/explain_test.cc and the corpus.
#pragma once

#include <cstdint>

#include "scan/domain.h"
#include "scan/rejection.h"
#include "scan/window.h"

namespace linkspan::scan {

// What stands behind the host. A query or a fragment without a path is no evidence:
// README.md#install
enum class Evidence : uint8_t { none, port, path };

// How many bytes behind a domain are looked at: for the word that follows, and for what is written
// like it.
inline constexpr uint64_t kLookedAtBehindDomain = 96;

// Why it does not read as a domain; Rejected::no if it does.
// REQUIRES: the domain ends with a top-level domain; kLookedAtBehindDomain bytes behind its run are
// in the window, or all there are up to the end of the line.
Rejected doubt_of_domain(const Window& window, const DomainPlaces& domain, Evidence evidence);

// Does it stand behind the slash of another site, that ended there?
enum class BehindSite : uint8_t { no, yes };

// www.example.de/www.example.net, zone example.net/IN: is what stands behind the slash no path?
// REQUIRES: as above.
bool ends_before_slash(const Window& window, const DomainPlaces& domain, BehindSite behind_site);

// example.com?was it safe: is what stands behind the question mark no query? REQUIRES: as above.
bool ends_before_question(const Window& window, const DomainPlaces& domain);

// olx.pt+vinted.pt: does the name of a site stand there, behind the run of another and a mark?
// REQUIRES: as above.
bool site_stands_at(const Window& window, uint64_t begin);

// In source code and logs a bare domain needs evidence always.
Rejected doubt_of_domain_in_code(const Window& window, const DomainPlaces& domain,
                                 Evidence evidence);

}  // namespace linkspan::scan

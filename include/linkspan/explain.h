// SPDX-License-Identifier: Apache-2.0
// explain: the candidates of a text, which of them are links, and why. For people who write rules,
// and for reports of wrong links.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "linkspan/export.h"
#include "linkspan/linkspan.h"

namespace LINKSPAN_API linkspan {

// A rule of docs/rules.md without which a candidate would have another result.
struct DecidingRule {
  std::string_view id;             // as in docs/rules.md; lives for ever
  std::string_view reason;         // a phrase; lives for ever
  std::optional<Range> otherwise;  // the link in this place without the rule; absent: none
};

// One candidate: a link that was found, or something that was rejected.
struct Candidate {
  Range range;           // of the link; else from its possible start to the end of the scanned text
  uint64_t trigger = 0;  // the colon, `@` or dot that made the scanner look; of a link, its start
  std::optional<Span> link;  // there if it is one
  std::string_view rule;  // the rule that ended or rejected it: "soft", "no_top_level_domain", …
  std::string_view reason;  // a sentence; lives for ever
  // The rules without which another link, or none, would be in this place, in the order of
  // docs/rules.md; not `rule` itself. If two rules each suffice, neither is listed.
  std::vector<DecidingRule> decided_by = {};
};

// All candidates of the text, in the order of their start. Fails as Engine::create does. The
// text is scanned once for each rule, which takes some 80 times as long as a scan.
Result<std::vector<Candidate>> explain(std::string_view utf8, const Options& options);

}  // namespace linkspan

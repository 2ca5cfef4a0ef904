// SPDX-License-Identifier: Apache-2.0
#include "linkspan/explain.h"

#include <algorithm>
#include <iterator>

#include "automata/prose_rules.h"
#include "scan/config.h"
#include "scan/prose/prose_rules.h"
#include "scan/rejection.h"
#include "scan/scanner.h"

namespace linkspan {
namespace scan {

namespace {

// Without the mark of rules that are kept however few cases they decide.
std::string_view reason_of(const base::Decision& rule) {
  constexpr std::string_view kMark = "harm: ";
  return rule.reason.substr(rule.reason.starts_with(kMark) ? kMark.size() : 0);
}

// In the order of Rejected.
constexpr Explanation kExplanations[] = {
    {"no", "not rejected"},
    {"not_a_trigger", "nothing that could show a link"},
    {"no_scheme", "the letters before the colon are no scheme that is linked here"},
    {"scheme_is_never_linked",
     "a scheme that runs what follows it, or holds it as data:, is linked when asked for by name "
     "only (--schemes +NAME)"},
    {"scheme_without_its_shape",
     "without // the text after the colon must look like what the scheme is for"},
    {"mailto_without_address", "mailto: links together with the address after it"},
    {"user_information_of_web", "UTS #58 links no http(s) URL with user information"},
    {"no_host", "no host stands after the scheme"},
    {"empty_host", "the host is empty"},
    {"at_sign_after_host", "an @ after the host: a part of this would be linked"},
    {"too_long", "longer than a host or a link may be"},
    {"nothing_after_scheme", "nothing that belongs to a link stands after the scheme"},
    {"email_is_off", "addresses are not wanted"},
    {"local_part", "what stands before the @ is no local part of an address"},
    {"message_id", "an identifier of a message, not an address"},
    {"no_top_level_domain", "not two labels or more, the last a top-level domain"},
    {"part_of_address_or_scheme", "an @ or :// follows and decides"},
    {"path_after_address", "the place of git, scp or rsync, or a prompt"},
    {"bare_domains_are_off", "domains without a scheme are not wanted"},
    {"text_around", "what stands right before or after makes it part of something else"},
    {"prose_rule", ""},
};
static_assert(std::size(kExplanations) == static_cast<size_t>(Rejected::prose_rule) + 1);

}  // namespace

Explanation explain(const Rejection& rejection) {
  if (rejection.reason != Rejected::prose_rule) {
    return kExplanations[static_cast<size_t>(rejection.reason)];
  }
  const base::Decision& rule = decision_of(rejection.rule);
  return {rule.id, reason_of(rule)};
}

namespace {

std::string_view sentence(EndedBy ended_by) {
  switch (ended_by) {
    case EndedBy::hard:
      return "a character follows that no link holds here";
    case EndedBy::soft:
      return "text at its end (punctuation, an ending or a particle) was left outside";
    case EndedBy::bracket:
      return "a bracket has no partner within it";
    case EndedBy::quote:
      return "the quotation mark before it closes here";
    case EndedBy::delimiter:
      return "the > of its < follows";
    case EndedBy::script:
      return "the script changes to that of the text around it";
    case EndedBy::limit:
      return "it is longer than a link may be";
    case EndedBy::end_of_text:
      return "the text ends";
  }
  return "";
}

class Collector final : public RejectionSink {
 public:
  void note(const Rejection& rejection) override {
    if (rejection.reason == Rejected::not_a_trigger) return;
    const Explanation why = scan::explain(rejection);
    candidates.push_back({{rejection.begin, std::max(rejection.end, rejection.trigger + 1)},
                          rejection.trigger,
                          std::nullopt,
                          why.name,
                          why.sentence});
  }
  void take(const Span& span) {
    candidates.push_back(
        {span.range, span.range.begin, span, to_string(span.ended_by), sentence(span.ended_by)});
  }

  std::vector<Candidate> candidates;
};

Window window_of(std::string_view utf8) {
  return {reinterpret_cast<const uint8_t*>(utf8.data()), 0, utf8.size(), base::Text::complete};
}

std::vector<Range> links_of(const Config& config, std::string_view utf8) {
  std::vector<Range> links;
  Scanner(config).run(window_of(utf8), [&](const Span& span) { links.push_back(span.range); });
  return links;
}

// The first link that shares a byte with the range. REQUIRES: the links are in order.
std::optional<Range> link_at(const std::vector<Range>& links, const Range& range) {
  const auto link = std::partition_point(links.begin(), links.end(),
                                         [&](const Range& one) { return one.end <= range.begin; });
  if (link == links.end() || link->begin >= range.end) return std::nullopt;
  return *link;
}

// Adds to each candidate the rules that decided it: those without which another link, or none, is
// in its place.
void add_rules(const Config& config, std::string_view utf8, std::vector<Candidate>& candidates) {
  const std::vector<Range> links = links_of(config, utf8);
  for (size_t rule = 0; rule < std::size(automata::kProseRules); ++rule) {
    const base::Decision& decision = automata::kProseRules[rule];
    const WithoutRule off(static_cast<ProseRule>(rule));
    const std::vector<Range> others = links_of(config, utf8);
    if (others == links) continue;
    for (Candidate& candidate : candidates) {
      const std::optional<Range> link = link_at(links, candidate.range);
      const std::optional<Range> other = link_at(others, candidate.range);
      const bool is_part_of_link = !candidate.link && link;
      if (decision.id == candidate.rule || is_part_of_link || link == other) continue;
      candidate.decided_by.push_back({decision.id, reason_of(decision), other});
    }
  }
}

}  // namespace
}  // namespace scan

Result<std::vector<Candidate>> explain(std::string_view utf8, const Options& options) {
  Result<scan::Config> config = scan::make_config(options);
  if (!config) return config.error();
  // The fast ones skip text without a report.
  config.value().kernels = scan::kSlowKernels;
  config.value().fast_path = scan::FastPath::off;
  scan::Collector collector;
  scan::Scanner scanner(config.value());
  scanner.report_rejections(&collector);
  scanner.run(scan::window_of(utf8), [&](const Span& span) { collector.take(span); });
  std::stable_sort(
      collector.candidates.begin(), collector.candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.range.begin < b.range.begin; });
  scan::add_rules(config.value(), utf8, collector.candidates);
  return std::move(collector.candidates);
}

}  // namespace linkspan

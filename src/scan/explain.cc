// SPDX-License-Identifier: Apache-2.0
#include "linkspan/explain.h"

#include <algorithm>
#include <iterator>

#include "automata/prose_rules.h"
#include "scan/prose/prose_rules.h"
#include "scan/state/config.h"
#include "scan/state/rejection.h"
#include "scan/text_scanner.h"

namespace linkspan {
namespace scan {
namespace {

// Without the mark of rules that are kept however few cases they decide.
std::string_view reason_of(const base::Decision& rule) {
  constexpr std::string_view kMark = "harm: ";
  return rule.reason.substr(rule.reason.starts_with(kMark) ? kMark.size() : 0);
}

// A short name, and a sentence for people.
struct Explanation {
  std::string_view name;
  std::string_view sentence;
};

// In the order of Rejected.
constexpr Explanation kExplanations[] = {
    {"no", "not rejected"},
    {"not_a_trigger", "not a colon, @ or dot of a possible link"},
    {"no_scheme", "the letters before the colon are not a scheme that is linked"},
    {"scheme_is_never_linked",
     "a scheme whose text is run or shown as a page is linked only if it is named (--schemes "
     "+NAME)"},
    {"scheme_without_its_shape",
     "the text after the colon has neither // nor the form of a link with this scheme"},
    {"mailto_without_address", "no address follows mailto:"},
    {"user_information_of_web", "UTS #58 does not link http(s) URLs with user information"},
    {"no_host", "no host follows the scheme"},
    {"empty_host", "the host is empty"},
    {"at_sign_after_host", "an @ follows the host, so the link would be only a part of this"},
    {"too_long", "longer than the maximum length of a host or a link"},
    {"nothing_after_scheme", "nothing that can belong to a link follows the scheme"},
    {"email_is_off", "addresses are switched off"},
    {"local_part", "the text before the @ is not the local part of an address"},
    {"message_id", "a message identifier, not an address"},
    {"no_top_level_domain", "not two labels or more of which the last is a top-level domain"},
    {"part_of_address_or_scheme", "an @ or :// follows, so this is part of an address or a URL"},
    {"path_after_address", "a path of git, scp or rsync, or a prompt, not an address"},
    {"bare_domains_are_off", "domains without a scheme are switched off"},
    {"text_around", "the text directly before or after shows that this is part of something else"},
    {"prose_rule", ""},
};
static_assert(std::size(kExplanations) == static_cast<size_t>(Rejected::prose_rule) + 1);

Explanation explanation_of(const Rejection& rejection) {
  if (rejection.reason != Rejected::prose_rule) {
    return kExplanations[static_cast<size_t>(rejection.reason)];
  }
  const base::Decision& rule = decision_of(rejection.rule);
  return {rule.id, reason_of(rule)};
}

std::string_view sentence(EndedBy ended_by) {
  switch (ended_by) {
    case EndedBy::hard:
      return "a character follows that the link cannot contain here";
    case EndedBy::soft:
      return "text at its end (punctuation, emphasis or a note) was left out";
    case EndedBy::bracket:
      return "a bracket without a partner follows";
    case EndedBy::quote:
      return "the quotation mark follows that closes the one before the link";
    case EndedBy::delimiter:
      return "the > that closes its < follows";
    case EndedBy::script:
      return "text in the script of the surrounding text follows";
    case EndedBy::limit:
      return "it has the maximum length of a link";
    case EndedBy::end_of_text:
      return "the text ends";
  }
  return "";
}

class Collector final : public RejectionSink {
 public:
  void note(const Rejection& rejection) override {
    if (rejection.reason == Rejected::not_a_trigger) return;
    const Explanation why = explanation_of(rejection);
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
  TextScanner(config).run(window_of(utf8), [&](const Span& span) { links.push_back(span.range); });
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
  scan::TextScanner scanner(config.value());
  scanner.report_rejections(&collector);
  scanner.run(scan::window_of(utf8), [&](const Span& span) { collector.take(span); });
  std::stable_sort(
      collector.candidates.begin(), collector.candidates.end(),
      [](const Candidate& a, const Candidate& b) { return a.range.begin < b.range.begin; });
  scan::add_rules(config.value(), utf8, collector.candidates);
  return std::move(collector.candidates);
}

}  // namespace linkspan

#include "scan/shortcuts.h"

#include <algorithm>
#include <array>
#include <string_view>

#include "base/ascii.h"
#include "base/steps.h"
#include "scan/roles.h"
#include "scan/schemes.h"

namespace linkspan::scan {
namespace {

enum class Kind : uint8_t {
  other,
  alphanumeric,
  hyphen,
  dot,
  ends_all,  // no run and no authority goes on with it
};

// authority characters are iuserinfo, "@", "[" and "]" (RFC 3987, section 2.2). What is left of
// ASCII: / ? # white space, controls and " < > \ ^ ` { | }
constexpr std::string_view kEndsAuthority = "/?#\"<>\\^`{|}";

constexpr auto kKinds = [] {
  std::array<Kind, 256> kinds{};
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    if (byte <= ' ' || byte == 0x7F) kinds[byte] = Kind::ends_all;
    if (base::is_ascii_alphanumeric(byte)) kinds[byte] = Kind::alphanumeric;
  }
  for (const char c : kEndsAuthority) kinds[static_cast<uint8_t>(c)] = Kind::ends_all;
  kinds[uint8_t{'-'}] = Kind::hyphen;
  kinds[uint8_t{'.'}] = Kind::dot;
  return kinds;
}();

constexpr uint64_t kLongestPlainHost = 128;

}  // namespace

std::optional<uint64_t> plain_host_end(const Window& window, uint64_t begin) {
  const uint64_t limit = std::min(begin + kLongestPlainHost, window.end);
  uint64_t at = begin;
  for (;;) {
    // A label: letters and digits, with hyphens between them.
    const uint64_t label = at;
    while (at < limit && kKinds[window.byte(at)] == Kind::alphanumeric) ++at;
    while (at < limit && at > label && kKinds[window.byte(at)] == Kind::hyphen) {
      while (at < limit && kKinds[window.byte(at)] == Kind::hyphen) ++at;
      const uint64_t part = at;
      while (at < limit && kKinds[window.byte(at)] == Kind::alphanumeric) ++at;
      if (at == part) return {};
    }
    if (at == label) return {};
    if (at == limit || kKinds[window.byte(at)] != Kind::dot) break;
    ++at;
  }
  base::count_steps(at - begin);
  if (at == window.end) return window.complete() ? std::optional(at) : std::nullopt;
  return at < limit && kKinds[window.byte(at)] == Kind::ends_all ? std::optional(at) : std::nullopt;
}

std::optional<PlainDomain> read_plain_domain(const Window& window, uint64_t begin) {
  const uint64_t limit = std::min(begin + kLongestPlainHost, window.end);
  PlainDomain domain{begin, begin, begin, 0, 0};
  uint64_t at = begin;
  for (;;) {
    const uint64_t label = at;
    Kind last = Kind::other;
    while (at < limit) {
      const Kind kind = kKinds[window.byte(at)];
      const bool is_inner_hyphen = kind == Kind::hyphen && at > label && domain.labels == 0;
      if (kind != Kind::alphanumeric && !is_inner_hyphen) break;
      last = kind;
      ++at;
    }
    if (last != Kind::alphanumeric) break;  // dots behind the domain, or no plain label
    domain.last_label = label;
    domain.end = at;
    ++domain.labels;
    if (at == limit || window.byte(at) != '.') break;
    if (domain.labels == 1) domain.first_label_end = at;
    ++at;
  }
  base::count_steps(at - begin);
  if (domain.labels == 0 || at - domain.end > 1) return {};
  domain.run_end = at;
  if (at == window.end) return window.complete() ? std::optional(domain) : std::nullopt;
  if (at == limit) return {};
  const uint8_t behind = window.byte(at);
  const bool goes_on = behind >= 0x80 || behind == '-' || behind == '_' || behind == '.';
  return goes_on ? std::nullopt : std::optional(domain);
}

namespace {

// What a reader would leave off at the end, if the text around says so (trim.cc).
bool may_be_trimmed(uint8_t last) { return last == '_' || last == '~' || last == '-'; }

constexpr bool is_included(Step step) {
  return step == Step::alphanumeric || step == Step::include;
}

// `?` begins the query, if there is none yet and no fragment; `#` the fragment.
void begin_component(uint8_t delimiter, uint64_t behind, PlainLink& link) {
  const bool has_fragment = link.fragment_begin != PlainLink::kNowhere;
  if (delimiter == '#') {
    if (!has_fragment) link.fragment_begin = behind;
  } else if (!has_fragment && link.query_begin == PlainLink::kNowhere) {
    link.query_begin = behind;
  }
  if (role_of(delimiter, Style::prose) == Role::include) link.end = behind;
}

// Does this byte end a tail in which no bracket is open?
bool ends_plain_tail(uint8_t byte) {
  if (byte >= 0x80) return false;
  const Role role = role_of(byte, Style::prose);
  return role == Role::stop || role == Role::close;
}

}  // namespace

bool allows_plain_link(uint8_t before) {
  constexpr std::string_view kHasItsOwnRules = "<:\"'`";
  return before < 0x80 && kHasItsOwnRules.find(static_cast<char>(before)) == kHasItsOwnRules.npos;
}

std::optional<PlainLink> read_plain_link(const Window& window, uint64_t authority, uint64_t limit) {
  const std::optional<uint64_t> host_end = plain_host_end(window, authority);
  if (!host_end) return {};
  PlainLink link{*host_end, *host_end, *host_end, PlainLink::kNowhere, PlainLink::kNowhere};
  const auto& steps = kSteps[static_cast<size_t>(Style::prose)];
  uint64_t at = *host_end;
  if (at < window.end && (window.byte(at) == '?' || window.byte(at) == '#')) return {};
  const bool has_tail = at < window.end && window.byte(at) == '/';
  for (; has_tail && at < window.end; ++at) {
    const uint64_t from = at;
    while (at < window.end && is_included(steps[window.byte(at)])) ++at;
    if (at > from) link.end = at;
    if (at == window.end) break;
    if (steps[window.byte(at)] == Step::soft) continue;
    if (window.byte(at) != '?' && window.byte(at) != '#') break;
    begin_component(window.byte(at), at + 1, link);
  }
  base::count_steps(at - *host_end);
  link.stop = at;
  const bool is_known = at < window.end ? ends_plain_tail(window.byte(at)) : window.complete();
  if (!is_known || at > limit || may_be_trimmed(window.byte(link.end - 1))) return {};
  return link;
}

std::optional<uint64_t> end_of_plain_run_that_is_no_domain(const Window& window, uint64_t dot,
                                                           const TopLevelDomains& tlds) {
  uint64_t last_label = dot + 1;
  uint64_t last_label_end = last_label;
  uint64_t at = dot + 1;
  for (; at < window.end; ++at) {
    const Kind kind = kKinds[window.byte(at)];
    if (kind == Kind::alphanumeric) {
      if (window.byte(at - 1) == '.') last_label = at;
      last_label_end = at + 1;
    } else if (kind != Kind::dot) {
      break;
    }
  }
  base::count_steps(at - dot);
  if (at == window.end ? !window.complete() : window.byte(at) >= 0x80) return {};
  if (at < window.end && (window.byte(at) == '-' || window.byte(at) == '_')) return {};
  if (last_label == last_label_end) return {};
  if (tlds.contains(window, last_label, last_label_end)) return {};
  return at;
}

std::optional<uint64_t> plain_web_scheme(const Window& window, uint64_t colon, uint64_t floor) {
  constexpr std::string_view kHttps = "https";
  if (colon - floor < kHttps.size()) return {};
  const std::string_view before = window.slice(colon - kHttps.size(), colon);
  const size_t size = before == kHttps ? 5 : before.substr(1) == "http" ? 4 : 0;
  if (size == 0) return {};
  const uint64_t begin = colon - size;
  if (begin > floor && is_scheme_byte(window.byte(begin - 1))) return {};
  return begin;
}

}  // namespace linkspan::scan

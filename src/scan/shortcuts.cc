#include "scan/shortcuts.h"

#include <array>
#include <string_view>

#include "base/ascii.h"
#include "base/steps.h"
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
  const uint64_t limit =
      begin + kLongestPlainHost < window.end ? begin + kLongestPlainHost : window.end;
  Kind last = Kind::dot;  // so that a dot or a hyphen may not come first
  for (uint64_t at = begin; at < limit; ++at) {
    const Kind kind = kKinds[window.byte(at)];
    switch (kind) {
      case Kind::alphanumeric:
        break;
      case Kind::hyphen:
        if (last == Kind::dot) return {};
        break;
      case Kind::dot:
        if (last != Kind::alphanumeric) return {};
        break;
      case Kind::ends_all:
        base::count_steps(at - begin);
        return last == Kind::alphanumeric ? std::optional(at) : std::nullopt;
      case Kind::other:
        return {};
    }
    last = kind;
  }
  const bool is_at_end = limit == window.end && window.complete() && limit > begin;
  return is_at_end && last == Kind::alphanumeric ? std::optional(limit) : std::nullopt;
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

// SPDX-License-Identifier: Apache-2.0
#include "scan/fast/fast_path.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstring>
#include <string_view>

#include "automata/port.h"
#include "base/ascii.h"
#include "base/steps.h"
#include "scan/prose/tail_punctuation.h"
#include "scan/text/escapes.h"
#include "scan/text/roles.h"

namespace linkspan::scan {
namespace {

enum class HostByte : uint8_t {
  other,
  alphanumeric,
  hyphen,
  dot,
  ends_all,  // ends every run and every authority
};

constexpr auto kKinds = [] {
  std::array<HostByte, 256> kinds{};
  for (unsigned byte = 0; byte < 0x80; ++byte) {
    if (kEndsAuthority.contains(static_cast<uint8_t>(byte))) kinds[byte] = HostByte::ends_all;
    if (base::is_ascii_alphanumeric(byte)) kinds[byte] = HostByte::alphanumeric;
  }
  kinds[uint8_t{'-'}] = HostByte::hyphen;
  kinds[uint8_t{'.'}] = HostByte::dot;
  return kinds;
}();

constexpr uint64_t kLongestPlainHost = 128;

}  // namespace

uint64_t plain_host_end(const Window& window, uint64_t begin) {
  const uint64_t limit = std::min(begin + kLongestPlainHost, window.end);
  uint64_t at = begin;
  for (;;) {
    // A label: letters and digits, with hyphens between them.
    const uint64_t label = at;
    while (at < limit && kKinds[window.byte(at)] == HostByte::alphanumeric) ++at;
    while (at < limit && at > label && kKinds[window.byte(at)] == HostByte::hyphen) {
      while (at < limit && kKinds[window.byte(at)] == HostByte::hyphen) ++at;
      const uint64_t part = at;
      while (at < limit && kKinds[window.byte(at)] == HostByte::alphanumeric) ++at;
      if (at == part) return kNowhere;
    }
    if (at == label) return kNowhere;
    if (at == limit || kKinds[window.byte(at)] != HostByte::dot) break;
    ++at;
  }
  base::count_steps(at - begin);
  if (at == window.end) return window.complete() ? at : kNowhere;
  return at < limit && kKinds[window.byte(at)] == HostByte::ends_all ? at : kNowhere;
}

namespace {

// A run as read_plain_domain() reads it.
struct PlainRun {
  std::string_view text;
  size_t end;  // without the dots at its end; 0 if it has nothing else

  explicit PlainRun(std::string_view run) : text(run), end(run.find_last_not_of('.') + 1) {}

  bool is_name(size_t at) const { return at < end && base::is_ascii_alphanumeric(text[at]); }
  bool is_inner(size_t at) const { return is_name(at) || (at < end && text[at] == '-'); }
  // Is the character at `at` not part of a domain there?
  bool is_fault(size_t at) const {
    if (text[at] == '-') return at == 0 || !is_inner(at - 1) || !is_inner(at + 1);
    if (text[at] == '.') return at == 0 || !is_name(at - 1) || !is_name(at + 1);
    return text[at] == '_';
  }
  bool is_domain(size_t size) const {
    for (size_t at = 0; at < size; ++at) {
      if (is_fault(at)) return false;
    }
    return size > 0;
  }
  // Could a part of it be a domain? _a.example_, example.org-, example.org...and,
  // example.org.-And
  bool may_be_cut() const {
    const std::string_view name = text.substr(0, end);
    const size_t after_hyphens = name.find_last_not_of('-') + 1;
    return name.ends_with('_') || name.find("..") != name.npos || name.find(".-") != name.npos ||
           (after_hyphens < name.size() && is_domain(after_hyphens));
  }
  bool may_have_ending() const {
    const std::string_view name = text.substr(0, end);
    const size_t hyphen = name.find_last_of('-');
    if (hyphen == name.npos || hyphen + 1 == name.size() || !is_domain(hyphen)) return false;
    const bool is_word = std::all_of(name.begin() + static_cast<ptrdiff_t>(hyphen) + 1, name.end(),
                                     [](char c) { return base::is_ascii_letter(c); });
    return is_word && name.find('.') < hyphen;
  }
};

}  // namespace

PlainDomain read_plain_domain_bytewise(const uint8_t* text, const uint8_t* end, base::Text extent) {
  const size_t size = std::min<size_t>(static_cast<size_t>(end - text), kLongestPlainRun);
  PlainDomain domain;
  size_t at = 0;
  while (at < size && may_stand_in_plain_run(text[at])) ++at;
  if (at == 0 || at == kLongestPlainRun) return domain;
  const PlainRun run({reinterpret_cast<const char*>(text), at});
  const bool is_wide = at < size && text[at] >= 0x80;
  const bool is_over = at < size ? !is_wide : extent == base::Text::complete;
  domain.run_end = at;
  domain.end = run.end;
  domain.may_have_ending = run.may_have_ending();
  if (!run.is_domain(run.end)) {
    domain.is_none = is_over && !run.may_be_cut() && !domain.may_have_ending;
    return domain;
  }
  const std::string_view name = run.text.substr(0, run.end);
  domain.labels = static_cast<unsigned>(std::count(name.begin(), name.end(), '.')) + 1;
  domain.last_label = name.rfind('.') + 1;
  const size_t first_dot = run.text.find('.');
  domain.first_label_end = first_dot == run.text.npos ? 0 : first_dot;
  domain.is_plain = is_over;
  domain.is_before_wide = is_wide;
  return domain;
}

TextBefore read_before_bytewise(const uint8_t* begin, const uint8_t* at) {
  TextBefore text;
  uint64_t bit = uint64_t{1} << 63;
  for (const uint8_t* byte = at; byte > begin && bit != 0; bit >>= 1) {
    --byte;
    text.local_part |= kInLocalPart.contains(*byte) ? bit : 0;
    text.names |= base::is_ascii_alphanumeric(*byte) ? bit : 0;
    text.dots |= *byte == '.' ? bit : 0;
    text.dividing |= kDividesLocalPart.contains(*byte) ? bit : 0;
  }
  return text;
}

unsigned read_label_before_bytewise(const uint8_t* begin, const uint8_t* at) {
  const uint8_t* label = at;
  while (label > begin && at - label < 64 && label[-1] != '.' &&
         may_stand_in_plain_run(label[-1])) {
    --label;
  }
  return static_cast<unsigned>(at - label);
}

bool allows_plain_link(uint8_t before) {
  static constexpr base::AsciiSet kHasItsOwnRules(":'`,;");
  return before < 0x80 && !kHasItsOwnRules.contains(before);
}

bool may_begin_entity(const uint8_t* ampersand, const uint8_t* end) {
  constexpr ptrdiff_t kLongest = 40;
  if (ampersand + 1 == end) return false;
  const uint8_t* const limit = end - ampersand > kLongest ? ampersand + kLongest : end;
  const uint8_t* at = ampersand + 1;
  if (at < limit && *at == '#') ++at;
  while (at < limit && base::is_ascii_alphanumeric(*at)) ++at;
  return at == end || (at < limit && *at == ';');
}

unsigned plain_port_end(const uint8_t* text, unsigned size, unsigned colon) {
  unsigned end = colon + 1;
  base::Dfa::State state = base::Dfa::kStart;
  for (; end < size && base::is_ascii_digit(text[end]); ++end) {
    state = automata::kPort.step(state, text[end]);
    if (state == base::Dfa::kDead) return colon;
  }
  return end == colon + 1 ? colon : end;
}

namespace {

// Also where an escape could stand for the `@`.
bool may_have_user_information(const uint8_t* at, const uint8_t* end) {
  for (; at != end; ++at) {
    if (*at == '@' || *at >= 0x80 || may_begin_escape(*at)) return true;
    if (kEndsAuthority.contains(*at)) return false;
  }
  return true;
}

// The end of a plain host with a port, a tail, a final dot or punctuation after it.
bool read_host(const uint8_t* text, const uint8_t* end, base::Text extent, PlainLink& link) {
  const uint64_t size = std::min<uint64_t>(static_cast<uint64_t>(end - text), 64);
  uint64_t at = 0;
  while (at < size && kKinds[text[at]] != HostByte::other && kKinds[text[at]] != HostByte::ends_all)
    ++at;
  link.stop = at;
  if (at == 0 || at == 64) return false;
  const bool has_final_dot = text[at - 1] == '.';
  link.host_end = has_final_dot ? at - 1 : at;
  link.end = link.host_end;
  const Window host{text, 0, link.host_end, base::Text::complete};
  if (link.host_end == 0 || plain_host_end(host, 0) != link.host_end) return false;
  if (at == size) return extent == base::Text::complete;
  if (text[at] == ':' && !has_final_dot) {
    const auto colon = static_cast<unsigned>(at);
    link.port_end = link.end = link.stop = at =
        plain_port_end(text, static_cast<unsigned>(size), colon);
    if (at == size) return size < 64 && extent == base::Text::complete;
  }
  if (kEndsAuthority.contains(text[at])) {
    return kPlainTail.ends.contains(text[at]) || (text[at] == '/' && !has_final_dot);
  }
  return !has_final_dot && kEndsHostOfText.contains(text[at]) &&
         !may_have_user_information(text + at, text + size);
}

// `?` begins the query, if there is none yet and no fragment; `#` the fragment.
void begin_component(uint8_t delimiter, uint64_t after, PlainLink& link) {
  if (link.fragment_begin != kNowhere) return;
  if (delimiter == '#') {
    link.fragment_begin = after;
  } else if (link.query_begin == kNowhere) {
    link.query_begin = after;
  }
}

// Could `://`, an entity such as `&gt;`, or `,www.` end the link at this character?
bool may_end_link(const uint8_t* text, const uint8_t* at, const uint8_t* end) {
  if (at + 1 == end) return false;
  if (*at == '&') return may_begin_entity(at, end);
  if (*at == ',' || *at == ';') return may_begin_www(at + 1, end);
  return *at == ':' && at[1] == '/' && size_of_next_scheme(text, at) != 0;
}

bool read_tail(const uint8_t* text, const uint8_t* end, uint64_t limit, PlainLink& link) {
  const PlainTail& sets = kPlainTail;
  for (; text + link.stop != end && sets.passed.contains(text[link.stop]); ++link.stop) {
    const uint8_t byte = text[link.stop];
    if (may_end_link(text, text + link.stop, end)) return false;
    if (byte == ':') link.has_colon = true;
    if (byte == ',' || byte == ';') link.has_separator = true;
    if (byte == '?' || byte == '#') begin_component(byte, link.stop + 1, link);
    if (sets.included.contains(byte)) link.end = link.stop + 1;
  }
  return link.stop <= limit;
}

}  // namespace

PlainLink read_plain_link_bytewise(const uint8_t* host, const uint8_t* end, base::Text extent,
                                   uint64_t limit) {
  PlainLink link;
  if (!read_host(host, end, extent, link)) return link;
  const bool has_tail = host + link.stop < end && host[link.stop] == '/';
  if (!has_tail) {
    link.stop = link.end;
    link.is_plain = link.end <= limit;
    return link;
  }
  if (!read_tail(host, end, limit, link)) return link;
  link.is_plain = host + link.stop < end ? kPlainTail.ends.contains(host[link.stop])
                                         : extent == base::Text::complete;
  return link;
}

uint64_t plain_web_scheme(const Window& window, uint64_t colon, uint64_t floor) {
  constexpr std::string_view kHttp = "http";
  constexpr std::string_view kFtp = "ftp";
  constexpr uint64_t kLongest = 5;
  if (colon - floor < kLongest) return kNowhere;
  const bool is_ftp = window.byte(colon - 3) == 'f';
  const uint64_t begin = colon - (is_ftp ? 3 : window.byte(colon - 1) == 's' ? 5 : 4);
  const uint8_t* const name = window.at(begin);
  const bool is_right = is_ftp ? std::memcmp(name, kFtp.data(), kFtp.size()) == 0
                               : std::memcmp(name, kHttp.data(), kHttp.size()) == 0;
  if (!is_right) return kNowhere;
  if (begin > floor && kInScheme.contains(window.byte(begin - 1))) return kNowhere;
  return begin;
}

}  // namespace linkspan::scan

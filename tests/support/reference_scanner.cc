// SPDX-License-Identifier: Apache-2.0
// Where the words of docs/scanning.md can be read in two ways, a comment that begins with READING
// says how they are read here.
//
// Places in the text are indices into the list of code points; the index after the last one is the
// end of the text. Only finished spans have byte offsets.

#include "tests/support/reference_scanner.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <map>
#include <optional>
#include <set>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>

#include "tests/support/data.h"
#include "tests/support/reference_unicode.h"

namespace linkspan::test {
namespace {

// -------------------------------------------------------------------------------------------------
// Section 1: text

struct CodePoint {
  char32_t value;  // kNoCodePoint: a byte that belongs to no well-formed sequence
  size_t begin;    // its first byte
};

// One row of table 3-7 of the Unicode Standard: lead bytes, what may follow directly, and the
// length. Bytes after the second are 80..BF in every row.
struct WellFormed {
  uint8_t lead_first, lead_last, second_first, second_last;
  size_t length;
};
constexpr std::array<WellFormed, 9> kWellFormed = {{
    {0x00, 0x7F, 0x00, 0x00, 1},
    {0xC2, 0xDF, 0x80, 0xBF, 2},
    {0xE0, 0xE0, 0xA0, 0xBF, 3},
    {0xE1, 0xEC, 0x80, 0xBF, 3},
    {0xED, 0xED, 0x80, 0x9F, 3},
    {0xEE, 0xEF, 0x80, 0xBF, 3},
    {0xF0, 0xF0, 0x90, 0xBF, 4},
    {0xF1, 0xF3, 0x80, 0xBF, 4},
    {0xF4, 0xF4, 0x80, 0x8F, 4},
}};

uint8_t byte_at(std::string_view bytes, size_t i) { return static_cast<uint8_t>(bytes[i]); }

// Does a sequence of this row begin here?
bool begins_with(std::string_view bytes, const WellFormed& row) {
  if (bytes.size() < row.length) return false;
  if (byte_at(bytes, 0) < row.lead_first || byte_at(bytes, 0) > row.lead_last) return false;
  for (size_t i = 1; i < row.length; ++i) {
    const uint8_t first = i == 1 ? row.second_first : uint8_t{0x80};
    const uint8_t last = i == 1 ? row.second_last : uint8_t{0xBF};
    if (byte_at(bytes, i) < first || byte_at(bytes, i) > last) return false;
  }
  return true;
}

// The code point of a well-formed sequence of this length.
char32_t decoded(std::string_view bytes, size_t length) {
  if (length == 1) return byte_at(bytes, 0);
  char32_t value = byte_at(bytes, 0) & (0x7Fu >> length);
  for (size_t i = 1; i < length; ++i) value = value << 6 | (byte_at(bytes, i) & 0x3Fu);
  return value;
}

std::vector<CodePoint> decode(std::string_view utf8) {
  std::vector<CodePoint> text;
  for (size_t i = 0; i < utf8.size();) {
    const std::string_view rest = utf8.substr(i);
    const auto* const row =
        std::find_if(kWellFormed.begin(), kWellFormed.end(),
                     [rest](const WellFormed& r) { return begins_with(rest, r); });
    const bool well_formed = row != kWellFormed.end();
    text.push_back({well_formed ? decoded(rest, row->length) : kNoCodePoint, i});
    i += well_formed ? row->length : 1;
  }
  return text;
}

void append_utf8(std::string& bytes, char32_t c) {
  const auto trail = [c](int shift) { return static_cast<char>(0x80 | (c >> shift & 0x3F)); };
  if (c < 0x80) {
    bytes += static_cast<char>(c);
  } else if (c < 0x800) {
    bytes += {static_cast<char>(0xC0 | c >> 6), trail(0)};
  } else if (c < 0x10000) {
    bytes += {static_cast<char>(0xE0 | c >> 12), trail(6), trail(0)};
  } else {
    bytes += {static_cast<char>(0xF0 | c >> 18), trail(12), trail(6), trail(0)};
  }
}

// --- character classes

bool is_letter(char32_t c) { return (c >= U'a' && c <= U'z') || (c >= U'A' && c <= U'Z'); }
bool is_digit(char32_t c) { return c >= U'0' && c <= U'9'; }
bool is_hex_digit(char32_t c) {
  return is_digit(c) || (c >= U'a' && c <= U'f') || (c >= U'A' && c <= U'F');
}

bool is_one_of(char32_t c, std::u32string_view set) {
  return set.find(c) != std::u32string_view::npos;
}

LinkTerm link_term(char32_t c) { return reference_unicode().link_term(c); }
bool is_link_email(char32_t c) { return reference_unicode().is_link_email(c); }
bool is_label_character(char32_t c) { return reference_unicode().is_label_character(c); }
bool is_label_dot(char32_t c) { return is_one_of(c, U".。．｡"); }
bool is_run_character(char32_t c) { return is_label_character(c) || is_label_dot(c) || c == U'_'; }
bool is_scheme_character(char32_t c) { return is_letter(c) || is_digit(c) || is_one_of(c, U"+-."); }

struct CodePointRange {
  char32_t first, last;
  bool contains(char32_t c) const { return c >= first && c <= last; }
};

template <size_t n>
bool in_any(char32_t c, const std::array<CodePointRange, n>& ranges) {
  return std::any_of(ranges.begin(), ranges.end(),
                     [c](const CodePointRange& range) { return range.contains(c); });
}

// clang-format off

// RFC 3987, section 2.2: ucschar.
constexpr std::array<CodePointRange, 17> kUcschar = {{
    {0xA0, 0xD7FF},     {0xF900, 0xFDCF},   {0xFDF0, 0xFFEF},   {0x10000, 0x1FFFD},
    {0x20000, 0x2FFFD}, {0x30000, 0x3FFFD}, {0x40000, 0x4FFFD}, {0x50000, 0x5FFFD},
    {0x60000, 0x6FFFD}, {0x70000, 0x7FFFD}, {0x80000, 0x8FFFD}, {0x90000, 0x9FFFD},
    {0xA0000, 0xAFFFD}, {0xB0000, 0xBFFFD}, {0xC0000, 0xCFFFD}, {0xD0000, 0xDFFFD},
    {0xE1000, 0xEFFFD}}};

// RFC 3987, section 2.2: iprivate.
constexpr std::array<CodePointRange, 3> kIprivate = {{
    {0xE000, 0xF8FF}, {0xF0000, 0xFFFFD}, {0x100000, 0x10FFFD}}};

// White_Space of the Unicode Character Database (PropList.txt).
constexpr std::array<CodePointRange, 10> kWhiteSpace = {{
    {0x09, 0x0D},     {0x20, 0x20},     {0x85, 0x85},     {0xA0, 0xA0},     {0x1680, 0x1680},
    {0x2000, 0x200A}, {0x2028, 0x2029}, {0x202F, 0x202F}, {0x205F, 0x205F}, {0x3000, 0x3000}}};

// Bidi_Control of the same.
constexpr std::array<CodePointRange, 4> kBidiControls = {{
    {0x061C, 0x061C}, {0x200E, 0x200F}, {0x202A, 0x202E}, {0x2066, 0x2069}}};

// clang-format on

// unreserved = ALPHA / DIGIT / "-" / "." / "_" / "~"
bool is_unreserved(char32_t c) { return is_letter(c) || is_digit(c) || is_one_of(c, U"-._~"); }
// iunreserved = unreserved / ucschar
bool is_iunreserved(char32_t c) { return is_unreserved(c) || in_any(c, kUcschar); }
// sub-delims = "!" / "$" / "&" / "'" / "(" / ")" / "*" / "+" / "," / ";" / "="
bool is_sub_delim(char32_t c) { return is_one_of(c, U"!$&'()*+,;="); }

// -------------------------------------------------------------------------------------------------
// Section 7: top-level domains, and the list of schemes for section 3

// 3.1, rule 3. REQUIRES: lower case.
bool needs_host(const std::string& scheme) {
  static const std::set<std::string> schemes = {"http", "https", "ftp", "ws", "wss"};
  return schemes.count(scheme) != 0;
}

std::string lower_case(std::string_view ascii) {
  std::string lower(ascii);
  for (char& c : lower) {
    if (c >= 'A' && c <= 'Z') c = static_cast<char>(c - 'A' + 'a');
  }
  return lower;
}

// The lines of a list in grammars/ that are neither empty nor comments.
std::vector<std::string> lines_of(const std::string& name) {
  std::istringstream contents(read_file(source_dir() / "grammars" / name));
  std::vector<std::string> lines;
  for (std::string line; std::getline(contents, line);) {
    if (!line.empty() && line.front() != '#') lines.push_back(line);
  }
  return lines;
}

std::set<std::string> set_of_lines(const std::string& name) {
  const std::vector<std::string> lines = lines_of(name);
  return {lines.begin(), lines.end()};
}

bool is_top_level_domain(const std::string& folded_label) {
  static const std::set<std::string> domains = set_of_lines("tlds.txt");
  return domains.count(folded_label) != 0;
}

bool is_special_use_domain(const std::string& folded_label) {
  static const std::set<std::string> domains = set_of_lines("special_use_tlds.txt");
  return domains.count(folded_label) != 0;
}

enum class SchemeUse { slashes, shaped, opaque, never };
using SchemeUses = std::map<std::string, SchemeUse, std::less<>>;

SchemeUse scheme_use_named(const std::string& name) {
  if (name == "slashes") return SchemeUse::slashes;
  if (name == "shaped") return SchemeUse::shaped;
  if (name == "opaque") return SchemeUse::opaque;
  if (name == "never") return SchemeUse::never;
  throw std::runtime_error("schemes.txt: neither slashes, shaped, opaque nor never: " + name);
}

const SchemeUses& listed_schemes() {
  static const SchemeUses uses = [] {
    SchemeUses read;
    for (const std::string& line : lines_of("schemes.txt")) {
      std::istringstream fields(line);
      std::string name;
      std::string use;
      fields >> name >> use;
      if (use != "-") read[name] = scheme_use_named(use);  // "not in the list of the scanner"
    }
    return read;
  }();
  return uses;
}

// The schemes that may link under Options::schemes.
class Schemes {
 public:
  explicit Schemes(const NameList& wishes) : only_plain_(!wishes.allow.empty()) {
    if (!only_plain_) uses_ = listed_schemes();
    for (const auto* list : {&wishes.allow, &wishes.add}) {
      for (const std::string& name : *list) uses_[lower_case(name)] = SchemeUse::opaque;
    }
    // READING: a name that is both given and removed is removed.
    for (const std::string& name : wishes.remove) uses_[lower_case(name)] = SchemeUse::never;
  }

  // May unknown names link before `://`?
  bool unknown_count() const { return !only_plain_; }

  // "It is known if it is listed, or if it contains `+` and the text after its last `+` is listed."
  // In the latter case it links only with `//`, or never.
  std::optional<SchemeUse> use(const std::string& name) const {
    if (const auto found = uses_.find(name); found != uses_.end()) return found->second;
    const size_t plus = name.rfind('+');
    if (plus == std::string::npos || only_plain_) return std::nullopt;
    const auto found = uses_.find(name.substr(plus + 1));
    if (found == uses_.end()) return std::nullopt;
    return found->second == SchemeUse::never ? SchemeUse::never : SchemeUse::slashes;
  }

 private:
  bool only_plain_;  // "plain names replace the whole list"
  SchemeUses uses_;
};

// -------------------------------------------------------------------------------------------------
// IP-literal of RFC 3986, section 3.2.2, with the zone identifier of RFC 6874

// dec-octet: 0 to 255, without leading zeros
bool is_dec_octet(std::string_view s) {
  if (s.empty() || s.size() > 3 || (s.size() > 1 && s[0] == '0')) return false;
  if (!std::all_of(s.begin(), s.end(), [](char c) { return c >= '0' && c <= '9'; })) return false;
  return std::stoi(std::string(s)) <= 255;
}

std::vector<std::string_view> split(std::string_view s, char separator) {
  std::vector<std::string_view> parts;
  for (size_t end = s.find(separator); end != std::string_view::npos; end = s.find(separator)) {
    parts.push_back(s.substr(0, end));
    s.remove_prefix(end + 1);
  }
  parts.push_back(s);
  return parts;
}

bool is_ipv4_address(std::string_view s) {
  const std::vector<std::string_view> octets = split(s, '.');
  return octets.size() == 4 && std::all_of(octets.begin(), octets.end(), is_dec_octet);
}

// h16 = 1*4HEXDIG
bool is_h16(std::string_view s) {
  return !s.empty() && s.size() <= 4 && std::all_of(s.begin(), s.end(), [](char c) {
    return is_hex_digit(static_cast<uint8_t>(c));
  });
}

enum class Ipv4AtEnd { allowed, forbidden };

// The number of groups of 16 bits, separated by colons: 0 for an empty text, -1 for any other text.
// An IPv4 address at the end counts as two groups.
int count_groups(std::string_view s, Ipv4AtEnd ipv4) {
  if (s.empty()) return 0;
  std::vector<std::string_view> groups = split(s, ':');
  int count = 0;
  if (ipv4 == Ipv4AtEnd::allowed && is_ipv4_address(groups.back())) {
    groups.pop_back();
    count = 2;
  }
  if (!std::all_of(groups.begin(), groups.end(), is_h16)) return -1;
  return count + static_cast<int>(groups.size());
}

// The nine alternatives of IPv6address: eight groups, or fewer than eight with one `::` in place of
// the others; the last two groups may be an IPv4 address.
bool is_ipv6_address(std::string_view s) {
  const size_t gap = s.find("::");
  if (gap == std::string_view::npos) return count_groups(s, Ipv4AtEnd::allowed) == 8;
  const int before = count_groups(s.substr(0, gap), Ipv4AtEnd::forbidden);
  const int after = count_groups(s.substr(gap + 2), Ipv4AtEnd::allowed);
  return before >= 0 && after >= 0 && before + after < 8;
}

// IPvFuture = "v" 1*HEXDIG "." 1*( unreserved / sub-delims / ":" )
bool is_ipv_future(std::string_view s) {
  const size_t dot = s.find('.');
  if (dot == std::string_view::npos || dot < 2 || (s[0] != 'v' && s[0] != 'V')) return false;
  const std::string_view version = s.substr(1, dot - 1);
  const std::string_view address = s.substr(dot + 1);
  return std::all_of(version.begin(), version.end(),
                     [](char c) { return is_hex_digit(static_cast<uint8_t>(c)); }) &&
         !address.empty() && std::all_of(address.begin(), address.end(), [](char c) {
           const char32_t value = static_cast<uint8_t>(c);
           return is_unreserved(value) || is_sub_delim(value) || value == U':';
         });
}

// ZoneID = 1*( unreserved / pct-encoded )
bool is_zone_id(std::string_view s) {
  for (size_t i = 0; i < s.size();) {
    if (s[i] == '%') {
      if (s.size() - i < 3 || !is_hex_digit(byte_at(s, i + 1)) ||
          !is_hex_digit(byte_at(s, i + 2))) {
        return false;
      }
      i += 3;
    } else {
      if (!is_unreserved(byte_at(s, i))) return false;
      ++i;
    }
  }
  return !s.empty();
}

enum class Zone { allowed, forbidden };

// The text between the brackets of an IP-literal.
bool is_ip_address(std::string_view s, Zone zone) {
  const size_t percent = s.find("%25");
  if (zone == Zone::allowed && percent != std::string_view::npos) {
    return is_ipv6_address(s.substr(0, percent)) && is_zone_id(s.substr(percent + 3));
  }
  return is_ipv6_address(s) || is_ipv_future(s);
}

// -------------------------------------------------------------------------------------------------
// Unfinished links

struct IndexRange {
  size_t begin, end;
};

// A Span in indices.
struct Draft {
  size_t begin = 0;
  std::optional<IndexRange> scheme, userinfo, host, port, path, query, fragment;
  Kind kind = Kind::url;
  Form form = Form::scheme;
};

// The result of a trigger (section 2).
struct Outcome {
  size_t at;                    // where the scanner continues
  std::optional<size_t> floor;  // no later link may begin before it; unset: unchanged
  std::optional<Span> link;
};

Outcome not_here(size_t at) { return {at, std::nullopt, std::nullopt}; }
Outcome rejected_up_to(size_t place) { return {place, place, std::nullopt}; }
Outcome link_up_to(size_t place, const Span& span) { return {place, place, span}; }

constexpr size_t kNowhere = SIZE_MAX;

// Replaces a code point that is not ASCII in a text that must be.
constexpr char kNotAscii = '\x7F';

// Path, query and fragment (section 6).
struct Tail {
  size_t begin;
  size_t last_safe;            // the link ends here
  size_t stop = 0;             // the code point that ended it is here
  size_t query = kNowhere;     // place of the `?`
  size_t fragment = kNowhere;  // place of the `#`
  bool limited = false;        // Options::max_link_bytes was reached
};

class Reference {
 public:
  Reference(std::string_view utf8, const Options& options)
      : text_(decode(utf8)), size_(utf8.size()), options_(options), schemes_(options.schemes) {}

  std::vector<Span> scan();
  std::optional<Span> reading(uint64_t trigger);

 private:
  // What a host belongs to: in prose, its labels differ.
  enum class Host { of_domain, after_scheme, after_mailto };

  // --- the text
  size_t end() const { return text_.size(); }
  char32_t value(size_t i) const { return i < text_.size() ? text_[i].value : kNoCodePoint; }
  size_t offset(size_t i) const { return i < text_.size() ? text_[i].begin : size_; }
  size_t bytes(size_t from, size_t to) const { return offset(to) - offset(from); }
  std::string lower_ascii(size_t from, size_t to) const;

  // The end of the longest run of such characters that starts here, and the start of the longest
  // run that ends here.
  template <class Is>
  size_t run(size_t from, Is is) const {
    while (from < end() && is(from)) ++from;
    return from;
  }
  template <class IsCharacter>
  size_t run_of(size_t from, IsCharacter is) const {
    return run(from, [this, is](size_t i) { return is(value(i)); });
  }
  template <class IsCharacter>
  size_t run_before(size_t to, IsCharacter is) const {
    while (to > floor_ && is(value(to - 1))) --to;
    return to;
  }

  // --- section 1
  bool is_pct_encoded(size_t i) const;
  bool is_userinfo_character(size_t i) const;
  bool is_authority_character(size_t i) const;

  // --- section 2
  bool is_trigger(size_t i) const;
  Outcome outcome(size_t trigger);

  // --- section 3
  Outcome scheme(size_t colon);
  bool is_start(size_t run_begin, size_t i) const;
  std::optional<size_t> scheme_before_slashes(size_t run_begin, size_t colon) const;
  std::optional<size_t> opaque_scheme(size_t run_begin, size_t colon) const;
  bool slashes_follow(size_t colon) const {
    return value(colon + 1) == U'/' && value(colon + 2) == U'/';
  }
  Outcome authority(Draft draft, size_t colon) const;
  Outcome host_after(Draft draft, size_t host_begin, IndexRange authority) const;
  Outcome empty_host(Draft draft, size_t host, size_t colon) const;
  std::optional<size_t> ip_literal_end(size_t bracket, size_t bound, Zone zone) const;
  size_t host_run_end(size_t begin) const;
  bool is_domain(size_t begin, size_t end, Host host) const;
  size_t label_part_end(size_t i, Host host) const;
  bool is_of_run(char32_t c) const;
  bool is_label(IndexRange label, Host host) const;
  size_t without_trailing_dots(size_t begin, size_t end) const;
  std::vector<IndexRange> labels(size_t begin, size_t end) const;
  Outcome finish_host(Draft draft, IndexRange host) const;
  enum class EmptyPort { no, before_path, before_any_slash };
  size_t port_end(size_t colon, EmptyPort empty = EmptyPort::no) const;
  bool begins_tail(size_t i) const { return is_one_of(value(i), U"/?#"); }
  // 8: after file://, a backslash does, too
  bool begins_tail(size_t i, const Draft& draft) const {
    return begins_tail(i) || (value(i) == U'\\' && is_file(draft.begin));
  }
  bool is_file(size_t begin) const {
    return is_prose() && lower_ascii(begin, std::min(begin + 7, end())) == "file://";
  }
  Outcome opaque(Draft draft, size_t colon) const;

  // --- section 4
  Outcome address(size_t at_sign) const;
  bool is_local_part(size_t begin, size_t end) const;
  Outcome finish_address(Draft draft, size_t domain_end) const;

  // --- section 5
  Outcome bare_domain(size_t dot) const;
  bool may_be_bare(IndexRange run) const;

  // --- section 12
  bool is_prose() const {
    return options_.profile == Profile::prose || options_.profile == Profile::code;
  }
  bool takes_any_name(const Draft& draft) const;
  size_t padding_end(IndexRange host, size_t run_end) const;
  size_t rest_of_name(IndexRange host, size_t run_end, size_t most) const;
  bool is_ipv4_with_more(IndexRange run) const;
  bool begins_mailto_field(size_t i) const;
  Tail tail_in_prose(size_t begin, size_t link_begin) const;

  // --- section 6
  Tail tail(size_t begin, size_t link_begin) const;
  bool clears_brackets(size_t i, const Tail& tail) const;
  bool goes_on(size_t i, std::vector<char32_t>& open) const;
  Outcome with_tail(Draft draft, size_t begin) const;

  // --- section 7
  enum class Names { root_zone, special_use_as_well };
  bool is_known_domain(size_t begin, size_t end, Names names = Names::root_zone) const;

  // --- sections 8 and 9
  EndedBy ended_by(size_t link_end, size_t stop) const;
  Span finished(const Draft& draft, size_t link_end, EndedBy ended_by) const;

  // --- section 10
  Outcome strict(const Draft& draft, size_t colon) const;
  size_t longest_iri(Draft& draft, size_t colon, size_t bound) const;
  size_t longest_host_and_port(Draft& draft, size_t begin, size_t bound) const;
  size_t longest_path_query_fragment(Draft& draft, size_t begin, size_t bound) const;
  template <class IsCharacter>
  size_t iri_run(size_t from, size_t bound, IsCharacter is) const;

  // The last `mailto:` (section 3).
  struct Mailto {
    size_t begin = kNowhere;
    size_t colon = kNowhere;
  };

  std::vector<CodePoint> text_;
  size_t size_;  // in bytes
  const Options& options_;
  Schemes schemes_;
  size_t at_ = 0;
  size_t floor_ = 0;
  Mailto mailto_;
};

std::string Reference::lower_ascii(size_t from, size_t to) const {
  std::string ascii;
  for (size_t i = from; i < to; ++i)
    ascii += value(i) < 0x80 ? static_cast<char>(value(i)) : kNotAscii;
  return lower_case(ascii);
}

// pct-encoded = "%" HEXDIG HEXDIG
bool Reference::is_pct_encoded(size_t i) const {
  return value(i) == U'%' && is_hex_digit(value(i + 1)) && is_hex_digit(value(i + 2));
}

// iuserinfo = *( iunreserved / pct-encoded / sub-delims / ":" ), and not Hard
bool Reference::is_userinfo_character(size_t i) const {
  const char32_t c = value(i);
  if (link_term(c) == LinkTerm::hard) return false;
  return is_iunreserved(c) || is_sub_delim(c) || c == U':' || is_pct_encoded(i);
}

bool Reference::is_authority_character(size_t i) const {
  return is_userinfo_character(i) || is_one_of(value(i), U"%@[]");
}

// -------------------------------------------------------------------------------------------------
// Section 2: order

std::vector<Span> Reference::scan() {
  std::vector<Span> spans;
  while (at_ < end()) {
    if (!is_trigger(at_)) {
      ++at_;
      continue;
    }
    const Outcome found = outcome(at_);
    if (found.link) spans.push_back(*found.link);
    at_ = found.at;
    floor_ = found.floor.value_or(floor_);
  }
  return spans;
}

// Section 10: in strict, only schemes.
bool Reference::is_trigger(size_t i) const {
  const char32_t c = value(i);
  return c == U':' || (options_.profile != Profile::strict && (c == U'@' || is_label_dot(c)));
}

Outcome Reference::outcome(size_t trigger) {
  switch (value(trigger)) {
    case U':':
      return scheme(trigger);
    case U'@':
      return address(trigger);
    default:
      return bare_domain(trigger);
  }
}

// -------------------------------------------------------------------------------------------------
// Section 3: scheme

Outcome Reference::scheme(size_t colon) {
  const size_t run_begin = run_before(colon, is_scheme_character);
  if (run_begin == colon || bytes(run_begin, colon) > 64) return not_here(colon + 1);
  const bool slashes = slashes_follow(colon);
  const std::optional<size_t> start =
      slashes ? scheme_before_slashes(run_begin, colon) : opaque_scheme(run_begin, colon);
  if (!start) return not_here(colon + 1);

  Draft draft;
  draft.begin = *start;
  draft.scheme = {*start, colon};
  if (options_.profile == Profile::strict) return strict(draft, colon);
  if (slashes) return authority(draft, colon);
  if (lower_ascii(*start, colon) == "mailto") {
    mailto_ = {*start, colon};
    if (!is_prose() || !begins_mailto_field(colon + 1)) return not_here(colon + 1);
    draft.kind = Kind::email;
    draft.form = Form::mailto;
  }
  return opaque(draft, colon);
}

// "A letter in the run that does not follow a letter or a `+` of the run."
bool Reference::is_start(size_t run_begin, size_t i) const {
  if (!is_letter(value(i))) return false;
  return i == run_begin || !(is_letter(value(i - 1)) || value(i - 1) == U'+');
}

// "The leftmost start whose name is known. If no name is known, […] the leftmost start."
std::optional<size_t> Reference::scheme_before_slashes(size_t run_begin, size_t colon) const {
  std::optional<size_t> leftmost;
  for (size_t i = run_begin; i < colon; ++i) {
    if (!is_start(run_begin, i)) continue;
    const std::optional<SchemeUse> use = schemes_.use(lower_ascii(i, colon));
    if (use == SchemeUse::never) return std::nullopt;
    if (use) return i;
    if (!leftmost) leftmost = i;
  }
  return schemes_.unknown_count() ? leftmost : std::nullopt;
}

// "The leftmost start whose form allows other text."
std::optional<size_t> Reference::opaque_scheme(size_t run_begin, size_t colon) const {
  for (size_t i = run_begin; i < colon; ++i) {
    if (!is_start(run_begin, i)) continue;
    const std::optional<SchemeUse> use = schemes_.use(lower_ascii(i, colon));
    if (use == SchemeUse::opaque || (use == SchemeUse::shaped && is_prose())) return i;
  }
  return std::nullopt;
}

// --- 3.1 Authority

// 1 and 5: user information, and before it the length of an authority.
Outcome Reference::authority(Draft draft, size_t colon) const {
  const size_t begin = colon + 3;
  const IndexRange all = {begin,
                          run(begin, [this](size_t i) { return is_authority_character(i); })};
  if (bytes(draft.begin, all.end) > options_.max_link_bytes) return rejected_up_to(all.end);
  const size_t userinfo_end = run(begin, [this](size_t i) { return is_userinfo_character(i); });
  if (value(userinfo_end) != U'@') return host_after(draft, begin, all);
  const std::string name = lower_ascii(draft.scheme->begin, draft.scheme->end);
  if (!is_prose() && (name == "http" || name == "https")) return rejected_up_to(all.end);
  draft.userinfo = {begin, userinfo_end};
  return host_after(draft, userinfo_end + 1, all);
}

// 2 to 5. `authority` is A.
Outcome Reference::host_after(Draft draft, size_t host_begin, IndexRange authority) const {
  IndexRange host = {host_begin, host_begin};
  size_t run_end = host_begin;
  if (value(host_begin) == U'[') {
    const std::optional<size_t> literal_end = ip_literal_end(host_begin, end(), Zone::allowed);
    const bool is_any = !literal_end && !draft.userinfo && takes_any_name(draft);
    if (!literal_end && !is_any) return rejected_up_to(authority.end);
    host.end = run_end = is_any ? authority.end : *literal_end;
  } else {
    run_end = host_run_end(host_begin);
    host.end = without_trailing_dots(host_begin, run_end);
    const bool is_host = is_domain(host.begin, host.end, Host::after_scheme) &&
                         !(is_prose() && value(host.begin) == U'-');
    if (!is_host && !draft.userinfo && authority.end > host_begin && takes_any_name(draft)) {
      host.end = run_end = authority.end;
      return finish_host(draft, host);
    }
    if (run_end == host_begin) return empty_host(draft, host_begin, draft.scheme->end);
    if (!is_host) return rejected_up_to(std::max(authority.end, run_end));
    if (is_prose() && !needs_host(lower_ascii(draft.begin, draft.scheme->end))) {
      const size_t padded = padding_end(host, run_end);
      if (padded > run_end) host.end = run_end = padded;
      const size_t named = rest_of_name(host, run_end, authority.end);
      if (named > run_end) host.end = run_end = named;
    }
  }
  if (value(run_end) == U'@') return rejected_up_to(authority.end);
  if (bytes(host.begin, run_end) > 1024) return rejected_up_to(std::max(authority.end, run_end));
  return finish_host(draft, host);
}

// 3
Outcome Reference::empty_host(Draft draft, size_t host, size_t colon) const {
  const bool right = begins_tail(host, draft) && !is_one_of(value(host), U"?#") &&
                     !draft.userinfo && !needs_host(lower_ascii(draft.begin, colon));
  if (!right || tail(host, draft.begin).last_safe <= host + 1) return not_here(colon + 1);
  draft.host = {host, host};
  return with_tail(draft, host);
}

// The end of the IP-literal that begins with this bracket and ends at `bound` or before it.
std::optional<size_t> Reference::ip_literal_end(size_t bracket, size_t bound, Zone zone) const {
  std::string address;
  for (size_t i = bracket + 1; i < bound && value(i) < 0x80 && value(i) != U'['; ++i) {
    if (value(i) == U']') {
      return is_ip_address(address, zone) ? std::optional(i + 1) : std::nullopt;
    }
    address += static_cast<char>(value(i));
  }
  return std::nullopt;
}

// 2: "the longest run of run characters and percent-encoded octets"
size_t Reference::host_run_end(size_t begin) const {
  return run(begin, [this](size_t i) { return is_of_run(value(i)) || is_pct_encoded(i); });
}

size_t Reference::without_trailing_dots(size_t begin, size_t end) const {
  while (end > begin && is_label_dot(value(end - 1))) --end;
  return end;
}

std::vector<IndexRange> Reference::labels(size_t begin, size_t end) const {
  std::vector<IndexRange> labels = {{begin, begin}};
  for (size_t i = begin; i < end; ++i) {
    if (is_label_dot(value(i))) {
      labels.push_back({i + 1, i + 1});
    } else {
      labels.back().end = i + 1;
    }
  }
  return labels;
}

// label *(dot label)
bool Reference::is_domain(size_t begin, size_t end, Host host) const {
  const std::vector<IndexRange> all = labels(begin, end);
  const bool ends_with_hyphen = begin < end && value(end - 1) == U'-';
  return !ends_with_hyphen && std::all_of(all.begin(), all.end(),
                                          [&](IndexRange label) { return is_label(label, host); });
}

// "A label consists of label characters and neither begins nor ends with a hyphen." In profile
// uts58, `_` and percent-encoded octets may not stand in one; for the others, section 12.
bool Reference::is_label(IndexRange label, Host host) const {
  if (label.begin == label.end) return false;
  for (size_t i = label.begin; i < label.end; i = label_part_end(i, host)) {
    if (label_part_end(i, host) == i) return false;
  }
  if (is_prose() && host == Host::after_scheme) return true;
  return value(label.begin) != U'-' && value(label.end - 1) != U'-';
}

// 12.3: "U+FE0E, U+FE0F, U+00AD and U+2060 are run characters."
bool Reference::is_of_run(char32_t c) const {
  return is_run_character(c) || (is_prose() && is_one_of(c, U"\uFE0E\uFE0F\u00AD\u2060"));
}

// The end of the label character or octet here; the same place if it is neither.
size_t Reference::label_part_end(size_t i, Host host) const {
  if (is_label_character(value(i))) return i + 1;
  if (!is_prose()) return i;
  if (is_of_run(value(i)) && !is_run_character(value(i))) return i + 1;
  if (host != Host::of_domain && is_pct_encoded(i)) return i + 3;
  return host == Host::after_scheme && value(i) == U'_' ? i + 1 : i;
}

// 6 to 8: trailing dot, port, tail
Outcome Reference::finish_host(Draft draft, IndexRange host) const {
  const bool may_have_dot =
      begins_tail(host.end + 1, draft) || (is_prose() && port_end(host.end + 1) != host.end + 1);
  if (is_label_dot(value(host.end)) && may_have_dot && value(host.end - 1) != U']') ++host.end;
  draft.host = host;
  size_t link_end = host.end;
  const EmptyPort empty = !draft.scheme          ? EmptyPort::no
                          : is_file(draft.begin) ? EmptyPort::before_any_slash
                                                 : EmptyPort::before_path;
  if (const size_t port = port_end(host.end, empty); port != host.end) {
    draft.port = {host.end + 1, port};
    link_end = port;
  }
  if (bytes(draft.begin, link_end) > options_.max_link_bytes) return rejected_up_to(link_end);
  if (begins_tail(link_end, draft)) return with_tail(draft, link_end);
  draft.path = {link_end, link_end};
  return link_up_to(link_end, finished(draft, link_end, ended_by(link_end, link_end)));
}

// 7: the end of the port that begins with this colon; the place of the colon if there is no port
size_t Reference::port_end(size_t colon, EmptyPort empty) const {
  if (value(colon) != U':') return colon;
  const size_t digits_end = run_of(colon + 1, is_digit);
  const size_t count = digits_end - (colon + 1);
  const bool may_be_empty = is_prose() && empty != EmptyPort::no;
  if (may_be_empty && count == 0 && value(digits_end) == U'/') return digits_end;
  const bool is_drive = empty == EmptyPort::before_any_slash && value(digits_end) == U'\\';
  if (is_drive && count == 0) return digits_end;
  if (count < 1 || count > 5) return colon;
  if (std::stoi(lower_ascii(colon + 1, digits_end)) > 65535) return colon;
  if (is_letter(value(digits_end)) || value(digits_end) == U'_') return colon;
  return digits_end;
}

// --- 3.2 Opaque

Outcome Reference::opaque(Draft draft, size_t colon) const {
  // "If no code point of the tail is part of the link": the tail may still have Soft characters.
  if (tail(colon + 1, draft.begin).last_safe == colon + 1) return not_here(colon + 1);
  return with_tail(draft, colon + 1);
}

// -------------------------------------------------------------------------------------------------
// Section 4: address

Outcome Reference::address(size_t at_sign) const {
  const size_t local_begin = run_before(at_sign, is_link_email);
  const bool marked = mailto_.colon != kNowhere && mailto_.colon + 1 == local_begin;
  const size_t run_end = marked && is_prose()
                             ? host_run_end(at_sign + 1)
                             : run(at_sign + 1, [this](size_t i) { return is_of_run(value(i)); });
  const size_t domain_end = without_trailing_dots(at_sign + 1, run_end);
  const Names names = is_prose() ? Names::special_use_as_well : Names::root_zone;
  const bool right =
      options_.email && is_local_part(local_begin, at_sign) && value(run_end) != U'@' &&
      is_domain(at_sign + 1, domain_end, marked ? Host::after_mailto : Host::of_domain) &&
      bytes(at_sign + 1, run_end) <= 1024 &&
      (marked || is_known_domain(at_sign + 1, domain_end, names));
  if (!right) return rejected_up_to(run_end);

  Draft draft;
  draft.begin = marked ? mailto_.begin : local_begin;
  if (marked) draft.scheme = {mailto_.begin, mailto_.colon};
  draft.userinfo = {local_begin, at_sign};
  draft.host = {at_sign + 1, domain_end};
  draft.kind = Kind::email;
  draft.form = marked ? Form::mailto : Form::address;
  if (bytes(draft.begin, domain_end) > options_.max_link_bytes) return rejected_up_to(run_end);
  return finish_address(draft, domain_end);
}

// 3: "must not be empty or longer than 64 bytes. It must not begin or end with `.` or contain `..`,
// and no `@` may precede it."
bool Reference::is_local_part(size_t begin, size_t end) const {
  const bool marked = mailto_.colon != kNowhere && mailto_.colon + 1 == begin;
  if (begin == end || bytes(begin, end) > (marked && is_prose() ? 1024 : 64)) return false;
  if (value(begin) == U'.' || value(end - 1) == U'.') return false;
  for (size_t i = begin; i + 1 < end; ++i) {
    if (value(i) == U'.' && value(i + 1) == U'.') return false;
  }
  return begin == 0 || value(begin - 1) != U'@';
}

// 4: header fields after `mailto:`. READING: a trailing dot of the domain separates them from it.
Outcome Reference::finish_address(Draft draft, size_t domain_end) const {
  if (draft.form == Form::mailto && value(domain_end) == U'?') return with_tail(draft, domain_end);
  return link_up_to(domain_end, finished(draft, domain_end, ended_by(domain_end, domain_end)));
}

// -------------------------------------------------------------------------------------------------
// Section 5: bare domain

Outcome Reference::bare_domain(size_t dot) const {
  const auto is_of_this_run = [this](char32_t c) { return is_of_run(c); };
  const IndexRange run = {run_before(dot, is_of_this_run), run_of(dot, is_of_this_run)};
  const bool left_to_another =
      value(run.end) == U'@' || (value(run.end) == U':' && slashes_follow(run.end));
  if (left_to_another || !options_.bare_domains || !may_be_bare(run)) return not_here(run.end);

  Draft draft;
  draft.begin = run.begin;
  const IndexRange first = labels(run.begin, run.end).front();
  const bool www = first.end - first.begin == 3 && lower_ascii(first.begin, first.end) == "www";
  draft.form = www ? Form::www : Form::domain;
  return finish_host(draft, {run.begin, without_trailing_dots(run.begin, run.end)});
}

// 3
bool Reference::may_be_bare(IndexRange run) const {
  const IndexRange first = labels(run.begin, run.end).front();
  if (bytes(run.begin, run.end) > 1024 || bytes(first.begin, first.end) > 256) return false;
  if (run.begin > 0 && is_one_of(value(run.begin - 1), U"@/\\%+")) return false;
  if (value(run.end) == U'+') return false;
  const size_t domain_end = without_trailing_dots(run.begin, run.end);
  const bool has_more = begins_tail(domain_end) || port_end(domain_end) != domain_end;
  return is_domain(run.begin, domain_end,
                   is_prose() && has_more ? Host::after_scheme : Host::of_domain) &&
         (is_known_domain(run.begin, domain_end) || is_ipv4_with_more({run.begin, domain_end}));
}

// -------------------------------------------------------------------------------------------------
// Section 6: tail

Tail Reference::tail(size_t begin, size_t link_begin) const {
  if (is_prose()) return tail_in_prose(begin, link_begin);
  Tail tail{begin, begin};
  std::vector<char32_t> open;
  size_t i = begin;
  for (; i < end(); ++i) {
    if (clears_brackets(i, tail)) open.clear();
    if (value(i) == U'?' && tail.query == kNowhere && tail.fragment == kNowhere) tail.query = i;
    if (value(i) == U'#' && tail.fragment == kNowhere) tail.fragment = i;
    if (!goes_on(i, open)) break;
    if (bytes(link_begin, i + 1) > options_.max_link_bytes) tail.limited = true;
    if (link_term(value(i)) != LinkTerm::soft && !tail.limited) tail.last_safe = i + 1;
  }
  tail.stop = i;
  return tail;
}

// 1: "`/` in the path, `=` and `&` in the query, and `:~:` in the fragment clear the stack."
bool Reference::clears_brackets(size_t i, const Tail& tail) const {
  if (tail.fragment != kNowhere) {
    return value(i) == U':' && value(i + 1) == U'~' && value(i + 2) == U':';
  }
  if (tail.query != kNowhere) return value(i) == U'=' || value(i) == U'&';
  return value(i) == U'/';
}

// 2 to 4: does the tail continue after this code point?
bool Reference::goes_on(size_t i, std::vector<char32_t>& open) const {
  constexpr size_t max_open = 125;
  switch (link_term(value(i))) {
    case LinkTerm::include:
    case LinkTerm::soft:
      return true;
    case LinkTerm::hard:
      return false;
    case LinkTerm::open:
      if (open.size() == max_open) return false;
      open.push_back(value(i));
      return true;
    case LinkTerm::close: {
      if (open.empty()) return false;
      const char32_t opener = open.back();
      open.pop_back();
      return opener == reference_unicode().link_bracket(value(i));
    }
  }
  return false;
}

// The link with this tail. A query or fragment is there if its delimiter is part of the link.
// The empty path of a URL is right before the `?` or `#` (section 9).
Outcome Reference::with_tail(Draft draft, size_t begin) const {
  const Tail found = tail(begin, draft.begin);
  const size_t link_end = found.last_safe;
  const size_t query = std::min(found.query, link_end);
  const size_t fragment = std::min(found.fragment, link_end);
  const size_t path_end = std::min(query, fragment);
  if (draft.kind == Kind::url) draft.path = {begin, path_end};
  if (query < link_end) draft.query = {query + 1, fragment};
  if (fragment < link_end) draft.fragment = {fragment + 1, link_end};
  if (found.limited) return link_up_to(found.stop, finished(draft, link_end, EndedBy::limit));
  return link_up_to(link_end, finished(draft, link_end, ended_by(link_end, found.stop)));
}

// -------------------------------------------------------------------------------------------------
// Section 7: top-level domains

// Two labels or more, the last of them a top-level domain.
bool Reference::is_known_domain(size_t begin, size_t end, Names names) const {
  const std::vector<IndexRange> all = labels(begin, end);
  if (all.size() < 2) return false;
  std::string folded;
  for (size_t i = all.back().begin; i < all.back().end; ++i) {
    append_utf8(folded, reference_unicode().host_fold(value(i)));
  }
  return is_top_level_domain(folded) ||
         (names == Names::special_use_as_well && is_special_use_domain(folded));
}

// -------------------------------------------------------------------------------------------------
// Sections 8 and 9: why a link ended, and its components

EndedBy Reference::ended_by(size_t link_end, size_t stop) const {
  if (link_end < stop) return EndedBy::soft;
  if (stop == end()) return EndedBy::end_of_text;
  switch (link_term(value(stop))) {
    case LinkTerm::open:
    case LinkTerm::close:
      return EndedBy::bracket;
    case LinkTerm::soft:
      return EndedBy::soft;
    default:
      return EndedBy::hard;
  }
}

Span Reference::finished(const Draft& draft, size_t link_end, EndedBy ended_by) const {
  const auto part = [this, &draft](const std::optional<IndexRange>& range) {
    if (!range) return Part{};
    return Part{static_cast<uint32_t>(bytes(draft.begin, range->begin)),
                static_cast<uint32_t>(bytes(draft.begin, range->end))};
  };
  Span span;
  span.range = {offset(draft.begin), offset(link_end)};
  span.parts = {part(draft.scheme), part(draft.userinfo), part(draft.host),    part(draft.port),
                part(draft.path),   part(draft.query),    part(draft.fragment)};
  span.kind = draft.kind;
  span.form = draft.form;
  span.ended_by = ended_by;
  return span;
}

// -------------------------------------------------------------------------------------------------
// Section 10: profile strict

Outcome Reference::strict(const Draft& draft, size_t colon) const {
  Draft found = draft;
  if (lower_ascii(draft.begin, colon) == "mailto") {
    if (!options_.email) return not_here(colon + 1);
    found.kind = Kind::email;
    found.form = Form::mailto;
  }
  Draft cut = found;
  const size_t least = slashes_follow(colon) ? colon + 3 : colon + 1;
  const size_t iri_end = longest_iri(found, colon, end());
  const auto is_iuserinfo_character = [](char32_t c) {
    return is_iunreserved(c) || is_sub_delim(c) || c == U':';
  };
  // 4: "Text after `//` that could still be user information counts as part of the match here."
  const size_t user_end =
      slashes_follow(colon) ? iri_run(least, end(), is_iuserinfo_character) : colon;
  if (bytes(draft.begin, user_end) > options_.max_link_bytes &&
      bytes(draft.begin, iri_end) <= options_.max_link_bytes) {
    if (iri_end <= least) return rejected_up_to(user_end);
    return link_up_to(user_end, finished(found, iri_end, EndedBy::limit));
  }
  if (iri_end <= least) return not_here(colon + 1);
  if (bytes(draft.begin, iri_end) <= options_.max_link_bytes) {
    return link_up_to(iri_end, finished(found, iri_end, ended_by(iri_end, iri_end)));
  }
  size_t bound = colon;
  while (bytes(draft.begin, bound + 1) <= options_.max_link_bytes) ++bound;
  const size_t cut_end = longest_iri(cut, colon, bound);
  if (cut_end <= least) return not_here(colon + 1);
  return link_up_to(std::max(iri_end, user_end), finished(cut, cut_end, EndedBy::limit));
}

// The longest run of such characters and pct-encoded octets that ends at `bound` or before it.
template <class IsCharacter>
size_t Reference::iri_run(size_t from, size_t bound, IsCharacter is) const {
  while (from < bound) {
    if (is_pct_encoded(from) && from + 3 <= bound) {
      from += 3;
    } else if (is(value(from)) && !in_any(value(from), kWhiteSpace) &&
               !in_any(value(from), kBidiControls)) {
      ++from;
    } else {
      break;
    }
  }
  return from;
}

// IRI = scheme ":" ihier-part [ "?" iquery ] [ "#" ifragment ]
// The end of the longest match in the text before `bound`. No character of a component can begin
// the next one, so each component is as long as possible; the only choice is whether there is user
// information.
size_t Reference::longest_iri(Draft& draft, size_t colon, size_t bound) const {
  if (!slashes_follow(colon)) return longest_path_query_fragment(draft, colon + 1, bound);
  // iauthority = [ iuserinfo "@" ] ihost [ ":" port ]
  const size_t begin = colon + 3;
  const size_t userinfo_end = iri_run(
      begin, bound, [](char32_t c) { return is_iunreserved(c) || is_sub_delim(c) || c == U':'; });
  size_t host = begin;
  if (userinfo_end < bound && value(userinfo_end) == U'@') {
    draft.userinfo = {begin, userinfo_end};
    host = userinfo_end + 1;
  }
  return longest_path_query_fragment(draft, longest_host_and_port(draft, host, bound), bound);
}

// ihost = IP-literal / IPv4address / ireg-name        ireg-name = *( iunreserved / pct-encoded /
// sub-delims )
size_t Reference::longest_host_and_port(Draft& draft, size_t begin, size_t bound) const {
  size_t host_end =
      iri_run(begin, bound, [](char32_t c) { return is_iunreserved(c) || is_sub_delim(c); });
  if (begin < bound && value(begin) == U'[') {
    host_end = ip_literal_end(begin, bound, Zone::forbidden).value_or(begin);
  }
  draft.host = {begin, host_end};
  if (host_end >= bound || value(host_end) != U':') return host_end;
  // port = *DIGIT
  const size_t port_end = std::min(bound, run_of(host_end + 1, is_digit));
  draft.port = {host_end + 1, port_end};
  return port_end;
}

// ipchar = iunreserved / pct-encoded / sub-delims / ":" / "@", and the characters that each
// component adds. Without an authority any run of ipchar and `/` is a path, as `//` cannot begin it
// here; with one, a path must begin with `/`, and nothing else of ipchar can follow an authority.
size_t Reference::longest_path_query_fragment(Draft& draft, size_t begin, size_t bound) const {
  const auto is_ipchar = [](char32_t c) {
    return is_iunreserved(c) || is_sub_delim(c) || c == U':' || c == U'@';
  };
  size_t i = begin;
  if (!draft.host || (i < bound && value(i) == U'/')) {
    i = iri_run(i, bound, [&](char32_t c) { return is_ipchar(c) || c == U'/'; });
  }
  draft.path = {begin, i};
  if (i < bound && value(i) == U'?') {
    const size_t query = i + 1;
    i = iri_run(query, bound, [&](char32_t c) {
      return is_ipchar(c) || in_any(c, kIprivate) || c == U'/' || c == U'?';
    });
    draft.query = {query, i};
  }
  if (i < bound && value(i) == U'#') {
    const size_t fragment = i + 1;
    i = iri_run(fragment, bound,
                [&](char32_t c) { return is_ipchar(c) || c == U'/' || c == U'?'; });
    draft.fragment = {fragment, i};
  }
  return i;
}

// -------------------------------------------------------------------------------------------------
// Section 12: profiles prose and code, without the rules of reading

std::optional<Span> Reference::reading(uint64_t trigger) {
  for (size_t i = 0; i < end(); ++i) {
    // The mark of section 4.
    if (value(i) == U':' && offset(i) < trigger &&
        lower_ascii(i - std::min<size_t>(i, 6), i) == "mailto") {
      mailto_ = {i - 6, i};
    }
    if (offset(i) == trigger) return outcome(i).link;
  }
  return std::nullopt;
}

// 4: facetime://+19995551234
bool Reference::takes_any_name(const Draft& draft) const {
  if (!is_prose()) return false;
  const auto use = schemes_.use(lower_ascii(draft.scheme->begin, draft.scheme->end));
  return use == SchemeUse::opaque || use == SchemeUse::shaped;
}

// 4: thunder://QUFodHRwOi8v…WloWg==: padding to groups of four (RFC 4648, section 4).
size_t Reference::padding_end(IndexRange host, size_t run_end) const {
  if (host.end != run_end || labels(host.begin, host.end).size() != 1) return host.end;
  size_t end = run_end;
  while (value(end) == U'=' && end - run_end < 2) ++end;
  const size_t size = bytes(host.begin, end);
  const bool goes_on = is_letter(value(end)) || is_digit(value(end));
  return goes_on || size < 12 || size % 4 != 0 ? host.end : end;
}

// 4: dweb://ab+v1.0/path, at://did:plc:x/a
size_t Reference::rest_of_name(IndexRange host, size_t run_end, size_t most) const {
  const bool is_did = run_end == host.begin + 3 && value(host.begin) == U'd' &&
                      value(host.begin + 1) == U'i' && value(host.begin + 2) == U'd';
  const auto joins = [&](char32_t c) { return c == U'+' || (is_did && c == U':'); };
  if (run_end >= most || !joins(value(run_end))) return run_end;
  size_t i = run_end;
  while (i < most && (is_letter(value(i)) || is_digit(value(i)) || is_one_of(value(i), U".-") ||
                      joins(value(i)))) {
    ++i;
  }
  while (i > run_end && !is_letter(value(i - 1)) && !is_digit(value(i - 1))) --i;
  return i;
}

// 6: 10.0.0.1:8080, 10.0.0.1/admin
bool Reference::is_ipv4_with_more(IndexRange run) const {
  return is_prose() && is_ipv4_address(lower_ascii(run.begin, run.end)) &&
         (begins_tail(run.end) || port_end(run.end) != run.end);
}

// 7: mailto:?subject=hello
bool Reference::begins_mailto_field(size_t i) const {
  if (value(i) != U'?') return false;
  const std::string name = lower_ascii(i + 1, run_of(i + 1, is_letter));
  static const std::set<std::string> names = {"to", "cc", "bcc", "subject", "body"};
  return names.count(name) != 0 && value(i + 1 + name.size()) == U'=';
}

// 8
Tail Reference::tail_in_prose(size_t begin, size_t link_begin) const {
  constexpr size_t kMaxOpen = 8;
  struct Open {
    char32_t bracket;
    size_t safe_before;
  };
  Tail tail{begin, begin};
  std::vector<Open> open;
  const bool is_file = this->is_file(link_begin);
  size_t i = begin;
  for (; i < end(); ++i) {
    const char32_t c = value(i);
    const bool is_drive = is_file && c == U'|' && i == begin + 2 && is_letter(value(begin + 1));
    const LinkTerm term = c == U'\\' && is_file       ? LinkTerm::soft
                          : is_drive                  ? LinkTerm::include
                          : is_one_of(c, U"\"<>\\`|") ? LinkTerm::hard
                                                      : link_term(c);
    if (term == LinkTerm::hard) break;
    if (term == LinkTerm::open) {
      if (open.size() == kMaxOpen) break;
      open.push_back({c, tail.last_safe});
    }
    if (term == LinkTerm::close) {
      if (open.empty() || open.back().bracket != reference_unicode().link_bracket(c)) break;
      open.pop_back();
    }
    if (c == U'?' && tail.query == kNowhere && tail.fragment == kNowhere) tail.query = i;
    if (c == U'#' && tail.fragment == kNowhere) tail.fragment = i;
    if (bytes(link_begin, i + 1) > options_.max_link_bytes) tail.limited = true;
    if (term != LinkTerm::soft && !tail.limited) tail.last_safe = i + 1;
  }
  tail.stop = i;
  if (!open.empty()) tail.last_safe = std::min(tail.last_safe, open.front().safe_before);
  return tail;
}

}  // namespace

bool reference_knows(Profile profile) {
  return profile == Profile::uts58 || profile == Profile::strict;
}

std::vector<Span> reference_scan(std::string_view utf8, const Options& options) {
  if (!reference_knows(options.profile)) {
    throw std::invalid_argument("the reference scanner knows the profiles uts58 and strict");
  }
  return Reference(utf8, options).scan();
}

std::optional<Span> reference_reading(std::string_view utf8, uint64_t trigger,
                                      const Options& options) {
  return Reference(utf8, options).reading(trigger);
}

std::vector<Span> reference_readings(std::string_view utf8, const Options& options) {
  return Reference(utf8, options).scan();
}

}  // namespace linkspan::test

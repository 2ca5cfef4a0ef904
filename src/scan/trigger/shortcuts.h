// SPDX-License-Identifier: Apache-2.0
// Shortcuts: what most texts and most links are made of, decided in a few instructions.
//
// Nearly every host is of ASCII letters, digits, hyphens and dots; nearly every dot inside a run is
// that of a number, a file or an abbreviation; nearly every scheme is http or https. The automata
// and rules for all of Unicode decide these as well, at fifty times the cost. A shortcut gives the
// answer that they would give, or none:
//
//   https://www.example.org/a.     the link ends before the full stop
//   https://bücher.example/        none
//   jane.doe@example.org           an address
//   e.g. a.txt, or example.org     two runs that are no domains, and a domain
//   1.0.8-10, a_b.example.org      no domains
//   a.b-style                      none: b could be a top-level domain
//
// They can be switched off (Config::shortcuts); tests/shortcuts_test.cc holds the links that are
// found with and without them against each other, on all corpora, on random text and cut
// everywhere.
//
// PERF: docs/performance.md.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/ascii.h"
#include "base/byte_sets.h"
#include "base/short_words.h"
#include "base/utf8.h"
#include "scan/syntax/tlds.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

enum class Shortcuts : uint8_t { off, on };

// The end of the host that begins at `begin`, after `://`, if it is plain: labels of ASCII
// letters, digits and inner hyphens, with single dots between, and after it a character of ASCII
// that no authority has, or the end of the text. kNowhere if it is not.
uint64_t plain_host_end(const Window& window, uint64_t begin);

// What a run of ASCII is: letters, digits, hyphens, underscores and dots, up to what is none of
// these. Places are offsets from its begin.
struct PlainDomain {
  // A domain of plain labels, perhaps with dots after it.
  bool is_plain = false;        // nothing of it counts if neither this
  bool is_before_wide = false;  // nor this: what stands after it is beyond ASCII
  // No domain, whatever it is cut to. No more than `end` and `run_end` count.
  bool is_none = false;
  bool may_have_ending = false;  // joined to a shorter domain with a hyphen: example.com-based
  unsigned labels = 0;
  uint64_t end = 0;
  uint64_t run_end = 0;  // with the dots
  uint64_t last_label = 0;
  uint64_t first_label_end = 0;  // 0 if no dot follows it

  bool is_known() const { return is_plain || is_before_wide || is_none; }
};

// In prose, two dots are none of the run. PERF: in place, as copies of it are read before they are
// written.
inline void leave_off_two_dots(PlainDomain& plain, Style style) {
  if (plain.run_end - plain.end < 2 || style == Style::uts58) return;
  plain.run_end = plain.end;
  plain.is_plain |= plain.is_before_wide;
  plain.is_before_wide = false;
}

// Reads the run at `text`, if there is one and a character of ASCII follows that is in no run, or
// the end of the text, or, after a domain, a byte beyond ASCII, of which nothing is said. Looks at
// less than kLongestPlainRun bytes.
using ReadPlainDomain = PlainDomain (*)(const uint8_t* text, const uint8_t* end, base::Text extent);
PlainDomain read_plain_domain_bytewise(const uint8_t* text, const uint8_t* end, base::Text extent);
inline constexpr uint64_t kLongestPlainRun = 64;

// How many of the last bytes of [begin, at) are ASCII letters, digits, hyphens and underscores. 64:
// perhaps more.
using ReadLabelBefore = unsigned (*)(const uint8_t* begin, const uint8_t* at);
unsigned read_label_before_bytewise(const uint8_t* begin, const uint8_t* at);

// What may stand before an `@`: of ASCII, the characters of atext (RFC 5322, section 3.2.3) and the
// dot. UTS #58 (Link_Email) has the same.
inline constexpr base::AsciiSet kLocalPart = [] {
  base::AsciiSet set("!#$%&'*+-/=?^_`{|}~.");
  for (uint8_t c = 0; c < 0x80; ++c) {
    if (base::is_ascii_alphanumeric(c)) set.add(c);
  }
  return set;
}();
inline constexpr uint64_t kMaxLocalPartBytes = 64;
// DEVIATION: RFC 5321, section 4.5.3.1.1, allows 64. After `mailto:` there may be more, as programs
// that send bulk mail put the address of a reader and a key into their own (VERP).
inline constexpr uint64_t kMaxMailtoLocalPartBytes = 1024;

// Of these, what people put around addresses, or between them.
inline constexpr base::AsciiSet kAroundAddresses("{}|`*/");
// With these, it may be less than all of it (start_of_local_part() in address_context.h).
inline constexpr base::AsciiSet kDividesLocalPart("{}|`*/='%");

// What stands in the 64 bytes before a place, as masks: bit 63 is for the byte right before it.
struct TextBefore {
  uint64_t local_part = 0;
  uint64_t names = 0;  // letters and digits
  uint64_t dots = 0;
  uint64_t dividing = 0;  // kDividesLocalPart
};

// Reads the bytes of [begin, at), of which there may be fewer than 64: the rest are in no mask.
using ReadBefore = TextBefore (*)(const uint8_t* begin, const uint8_t* at);
TextBefore read_before_bytewise(const uint8_t* begin, const uint8_t* at);

// A local part of ASCII before an `@`. Offsets are back from the `@`.
struct PlainLocalPart {
  bool is_plain = false;        // nothing else counts if it is not
  bool is_sound = false;        // no dot at its ends, no two of them together; not empty
  bool may_be_divided = false;  // in prose: perhaps no more than its end is meant
  uint64_t size = 0;
  uint64_t whole_size = 0;  // as far as UTS #58 goes back
};

// `reach`: how far the `@` may be gone back from. In prose, what cannot begin it is left out.
// Whether something beyond ASCII goes on before it is not said.
PlainLocalPart plain_local_part(const TextBefore& text, uint64_t reach, Style style);

// May this byte stand in a run of ASCII? Does a run begin after it?
bool may_stand_in_plain_run(uint8_t byte);
bool begins_run_after(uint8_t before);

// May a plain domain stand before this byte, with nothing else to be looked at? Not where it could
// be part of an address, or what follows could belong to it.
bool allows_plain_domain_before(uint8_t after);

// Could the label [begin, end) be a top-level domain with an ending that is joined to it? It is
// none by itself. Facebook.comin
bool may_be_inflected_tld(const Window& window, uint64_t begin, uint64_t end);

// What inflected top-level domains (of com, eus, fi, net, org, tr and uz) begin with.
inline constexpr base::AsciiSet kMayBeCutOff("cefnotu");

// Could it be one of those? REQUIRES: the last label of a run of ASCII, which is no top-level
// domain. PERF: by its first letter; a call for each label costs mail 1 % of its instructions.
inline bool may_be_cut_off(const Window& window, uint64_t begin, uint64_t end) {
  return kMayBeCutOff.contains(window.byte(begin)) && may_be_inflected_tld(window, begin, end);
}

// The end of the run around the dot at `dot`, if what follows the dot is letters and digits of
// ASCII and dots, the last label is no top-level domain, and a character of ASCII that is in no run
// follows, or the end of the text: then the run is no domain. Else kNowhere.
uint64_t end_of_plain_run_that_is_no_domain(const Window& window, uint64_t dot,
                                            const TopLevelDomains& tlds);

// Where `https`, `http` or `ftp`, in lower case, begins before the colon at `colon`, if no
// character of a scheme stands before it; else kNowhere. REQUIRES: floor is not before what the
// window may look back to.
uint64_t plain_web_scheme(const Window& window, uint64_t colon, uint64_t floor);

// A link of a web scheme that is plain from its host to its end: a plain host, perhaps a port, and
// a tail of ASCII in which nothing matters but roles, after which a character ends it whatever
// comes next.
//
//   https://example.org/a/b.c?d#e and    all of it up to ` and`
//   http://example.org:80/a and          all of it up to ` and`
//   (https://example.org), and           up to `)`
//   https://example.org/a_(b) and        none: a bracket
//   https://example.org/a&gt; and        none: an entity
//
// Places are offsets from the start of the host.
struct PlainLink {
  bool is_plain = false;   // nothing but `stop` counts if it is not
  bool has_colon = false;  // in its tail
  bool has_mark = false;   // `,` `;` `!`
  uint64_t host_end = 0;
  uint64_t port_end = 0;            // 0: there is none
  uint64_t end = 0;                 // of the link
  uint64_t stop = 0;                // what ended it stands here; so far was looked at
  uint64_t query_begin = kNowhere;  // after the `?`
  uint64_t fragment_begin = kNowhere;
};

// Reads a link in profiles prose and code from `host`, which is not empty text, on; it may not go
// beyond `limit` bytes.
using ReadPlainLink = PlainLink (*)(const uint8_t* host, const uint8_t* end, base::Text extent,
                                    uint64_t limit);
PlainLink read_plain_link_bytewise(const uint8_t* host, const uint8_t* end, base::Text extent,
                                   uint64_t limit);

// What ends a host: no authority goes on with these. They are what is left of ASCII without the
// characters of iuserinfo, "@", "[" and "]" (RFC 3987, section 2.2): / ? # white space, controls
// and " < > \ ^ ` { | }
inline constexpr base::AsciiSet kEndsAuthority = [] {
  base::AsciiSet set("/?#\"<>\\^`{|}\x7F");
  for (uint8_t control = 0; control <= ' '; ++control) set.add(control);
  return set;
}();
// These end it if what follows is no user information.
inline constexpr base::AsciiSet kEndsHostOfText("),;!");
// What stands in source text of HTML and XML for the characters that end a link. `&amp;` is not
// among them: it joins the parts of a query there.
inline constexpr std::string_view kClosingEntities[] = {"&quot;", "&gt;",  "&lt;",  "&apos;",
                                                        "&nbsp;", "&#39;", "&#34;", "&#x27;",
                                                        "&#x22;", "&#60;", "&#62;"};
// Their characters at a place, in both cases.
constexpr base::AsciiSet characters_of_closing_entities(size_t at) {
  base::AsciiSet set;
  for (const std::string_view entity : kClosingEntities) {
    set.add_in_both_cases(static_cast<uint8_t>(entity[at]));
  }
  return set;
}
// After `&`, they may begin one.
inline constexpr base::AsciiSet kBeginsEntity = characters_of_closing_entities(1);
// Does the next link of a list begin after `,` or `;`? https://example.org/a,www.example.com
inline bool may_begin_www(const uint8_t* at, const uint8_t* end) {
  return at < end && (*at | 0x20) == 'w';
}
// After `&`, the same as kBeginsEntity with one character more.
bool may_begin_entity(const uint8_t* ampersand, const uint8_t* end);
// Does the colon before `//` belong to the next link of a list, as in `https://a/,https://b/`, or
// to one that was glued to the first, `https://a/xhttps://b/`? (What is after `/` or `=` is part
// of the first.) The size of its scheme, 0 if it does not. REQUIRES: the tail of the first link, or
// more of it, begins at `begin`.
unsigned size_of_next_scheme(const uint8_t* begin, const uint8_t* colon);

inline constexpr unsigned kMaxPortDigits = 5;
inline constexpr uint32_t kMaxPort = 65535;

// The end of the port after the colon at `colon`, if digits and no more are there; else `colon`.
unsigned plain_port_end(const uint8_t* text, unsigned size, unsigned colon);

// May a plain link stand after this byte? Not where it opens a quote that has its own rules, or is
// not of ASCII.
bool allows_plain_link(uint8_t before);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// The fast path: reads plain ASCII hosts, links, addresses and domains in a few instructions.
//
// Nearly every host has only ASCII letters, digits, hyphens and dots; nearly every dot inside a run
// is that of a number, a file or an abbreviation; nearly every scheme is http or https. The
// automata and rules for all of Unicode decide these as well, at fifty times the cost. The fast
// path has the same result, or leaves the decision to them:
//
//   https://www.example.org/a.     the link ends before the full stop
//   https://bücher.example/        left: not ASCII
//   jane.doe@example.org           an address
//   e.g. a.txt, or example.org     two runs that are not domains, and a domain
//   1.0.8-10, a_b.example.org      not domains
//   a.b-style                      left: b could be a top-level domain
//
// Config::fast_path switches it off; tests/scan/fast_path_test.cc compares the links that are found
// with it and without it, on all corpora, on random text and cut everywhere.
//
// PERF: docs/performance.md.
#pragma once

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include "base/byte_sets.h"
#include "base/utf8.h"
#include "scan/syntax/grammar_sets.h"
#include "scan/syntax/run_characters.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

enum class FastPath : uint8_t { off, on };

// The end of the host that begins at `begin`, after `://`, if it is plain: labels of ASCII letters,
// digits and inner hyphens, with single dots between, and after it an ASCII character that ends
// every authority, or the end of the text. Else kNowhere.
uint64_t plain_host_end(const Window& window, uint64_t begin);

// A run of ASCII letters, digits, hyphens, underscores and dots. Places are offsets from its start.
struct PlainDomain {
  // One of these holds, or nothing is known. A domain of plain labels, perhaps with dots after it,
  bool is_plain = false;
  bool is_before_wide = false;  // and then a non-ASCII byte.
  // Not a domain, and no part of it is one. Only `end` and `run_end` are set.
  bool is_none = false;
  bool may_have_ending = false;  // joined to a shorter domain with a hyphen: example.com-based
  unsigned labels = 0;
  uint64_t end = 0;
  uint64_t run_end = 0;  // with the dots
  uint64_t last_label = 0;
  uint64_t first_label_end = 0;  // 0 if no dot follows it

  bool is_known() const { return is_plain || is_before_wide || is_none; }
};

// In prose, two dots end the run. PERF: in place, as a copy would be read before it is written.
inline void remove_two_dots(PlainDomain& plain, Style style) {
  if (plain.run_end - plain.end < 2 || style == Style::uts58) return;
  plain.run_end = plain.end;
  plain.is_plain |= plain.is_before_wide;
  plain.is_before_wide = false;
}

// Reads the run at `text`, if it is shorter than kLongestPlainRun and an ASCII character follows,
// or the end of the text, or, after a domain, a non-ASCII byte.
using ReadPlainDomain = PlainDomain (*)(const uint8_t* text, const uint8_t* end, base::Text extent);
PlainDomain read_plain_domain_bytewise(const uint8_t* text, const uint8_t* end, base::Text extent);
inline constexpr uint64_t kLongestPlainRun = 64;

// The number of ASCII letters, digits, hyphens and underscores at the end of [begin, at). 64: there
// may be more.
using ReadLabelBefore = unsigned (*)(const uint8_t* begin, const uint8_t* at);
unsigned read_label_before_bytewise(const uint8_t* begin, const uint8_t* at);

// Text with these may have more before the local part (start_of_local_part() in address_context.h).
inline constexpr base::AsciiSet kDividesLocalPart("{}|`*/='%!");

// The 64 bytes before a place, as masks: bit 63 is for the byte right before it.
struct TextBefore {
  uint64_t local_part = 0;
  uint64_t names = 0;  // letters and digits
  uint64_t dots = 0;
  uint64_t dividing = 0;  // kDividesLocalPart
};

// Reads the bytes of [begin, at). Bits for which there is no byte are 0.
using ReadBefore = TextBefore (*)(const uint8_t* begin, const uint8_t* at);
TextBefore read_before_bytewise(const uint8_t* begin, const uint8_t* at);

// An ASCII local part before an `@`. Sizes count back from the `@`.
struct PlainLocalPart {
  bool is_plain = false;        // the others are set only if this is
  bool is_sound = false;        // not empty, no dot at its ends, no two dots together
  bool may_be_divided = false;  // in prose: its start may be text before the local part
  uint64_t size = 0;
  uint64_t whole_size = 0;  // of the local part by UTS #58
};

// The bits of the `size` bytes right before the place. REQUIRES: 1 to 64 of them.
constexpr uint64_t last_bits(uint64_t size) { return ~uint64_t{0} << (64 - size); }

// In prose, it begins with a letter, a digit or a dot.
inline uint64_t size_in_prose(const TextBefore& text, uint64_t size) {
  const uint64_t begins = (text.names | text.dots) & last_bits(size);
  return begins == 0 ? 0 : static_cast<uint64_t>(64 - std::countr_zero(begins));
}

// It has at most `reach` bytes. In prose, it begins with a letter, a digit or a dot. Non-ASCII
// characters may precede it. PERF: inline, as its result would be read from memory too early.
inline PlainLocalPart plain_local_part(const TextBefore& text, uint64_t reach, Style style) {
  PlainLocalPart part;
  uint64_t size =
      std::min<uint64_t>(static_cast<uint64_t>(std::countl_one(text.local_part)), reach);
  part.is_plain = size < 64;
  part.whole_size = size;
  if (size == 0 || size == 64) return part;
  if (style == Style::prose) {
    part.may_be_divided = (text.dividing & last_bits(size)) != 0;
    size = size_in_prose(text, size);
  }
  part.size = size;
  if (size == 0) return part;
  const uint64_t dots = text.dots & last_bits(size);
  const uint64_t ends = uint64_t{1} << 63 | uint64_t{1} << (64 - size);
  part.is_sound = (dots & ends) == 0 && (dots & dots << 1) == 0;
  part.may_be_divided |= style == Style::prose && (dots & dots << 1) != 0;
  return part;
}

// The start of `https`, `http` or `ftp`, in lower case, before the colon at `colon`, if no
// character of a scheme precedes it; else kNowhere. REQUIRES: window.begin <= floor.
uint64_t plain_web_scheme(const Window& window, uint64_t colon, uint64_t floor);

// A link with a web scheme that is plain from its host to its end: a plain host, perhaps a port,
// and an ASCII tail in which only the roles of characters matter, before a character that always
// ends it.
//
//   https://example.org/a/b.c?d#e and    all of it up to ` and`
//   http://example.org:80/a and          all of it up to ` and`
//   (https://example.org), and           up to `)`
//   https://example.org/a_(b) and        not plain: a bracket
//   https://example.org/a&gt; and        not plain: an entity
//
// Places are offsets from the start of the host.
struct PlainLink {
  bool is_plain = false;       // if it is not, only `stop` is set
  bool has_colon = false;      // in its tail
  bool has_separator = false;  // `,` `;`
  uint64_t host_end = 0;
  uint64_t port_end = 0;            // 0: there is none
  uint64_t end = 0;                 // of the link
  uint64_t stop = 0;                // the place of what ended it; so far was read
  uint64_t query_begin = kNowhere;  // after the `?`
  uint64_t fragment_begin = kNowhere;
};

// Reads a link of profiles prose and code from its host on; it may have `limit` bytes from there.
// REQUIRES: host < end.
using ReadPlainLink = PlainLink (*)(const uint8_t* host, const uint8_t* end, base::Text extent,
                                    uint64_t limit);
PlainLink read_plain_link_bytewise(const uint8_t* host, const uint8_t* end, base::Text extent,
                                   uint64_t limit);

// These end an authority as well, unless it has user information.
inline constexpr base::AsciiSet kEndsHostOfText("),;!");
// Does the next link of a list begin after `,` or `;`? https://example.org/a,www.example.com
inline bool may_begin_www(const uint8_t* at, const uint8_t* end) {
  return at < end && (*at | 0x20) == 'w';
}
// A reference of HTML: a name or a number, and `;`.
bool may_begin_entity(const uint8_t* ampersand, const uint8_t* end);
// The end of the port after the colon at `colon`; `colon` if there are no digits or too many.
unsigned plain_port_end(const uint8_t* text, unsigned size, unsigned colon);

// May a plain link follow this byte? Not if it opens a quote that has its own rules, or is not
// ASCII.
bool allows_plain_link(uint8_t before);

}  // namespace linkspan::scan

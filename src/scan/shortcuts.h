// Shortcuts: what most texts and most links are made of, decided in a few instructions.
//
// Nearly every host is of ASCII letters, digits, hyphens and dots; nearly every dot inside a run is
// that of a number, a file or an abbreviation; nearly every scheme is http or https. The automata
// and rules for all of Unicode decide these as well, at fifty times the cost. A shortcut gives the
// answer that they would give, or none:
//
//   https://www.example.org/a      the host ends before `/a`
//   https://www.example.org.       none: what becomes of the last dot is not decided here
//   https://bücher.example/        none
//   version 3.14, e.g. a.txt       the runs around the dots are no domains
//   example.org, a_b.txt           none
//
// They can be switched off (Config::shortcuts); tests/shortcuts_test.cc holds the links that are
// found with and without them against each other, on all corpora, on random text and cut
// everywhere.
//
// PERF: docs/performance.md.
#pragma once

#include <cstdint>
#include <optional>

#include "scan/tlds.h"
#include "scan/window.h"

namespace linkspan::scan {

enum class Shortcuts : uint8_t { off, on };

// The end of the host that begins at `begin`, behind `://`, if it is plain: labels of ASCII
// letters, digits and inner hyphens, with single dots between, and behind it a character of ASCII
// that no authority has, or the end of the text.
std::optional<uint64_t> plain_host_end(const Window& window, uint64_t begin);

// A domain of plain labels, perhaps with dots behind it; no label but the first has a hyphen, so
// that no ending could have been joined to it with one.
struct PlainDomain {
  uint64_t end;
  uint64_t run_end;  // with the dots
  uint64_t last_label;
  uint64_t first_label_end;  // 0 if no dot follows it
  unsigned labels;
};

// The run that begins at `begin`, if it is one and a character of ASCII follows that is in no run,
// or the end of the text.
std::optional<PlainDomain> read_plain_domain(const Window& window, uint64_t begin);

// The end of the run around the dot at `dot`, if what follows the dot is letters and digits of
// ASCII and dots, the last label is no top-level domain, and a character of ASCII that is in no run
// follows, or the end of the text: then the run is no domain.
std::optional<uint64_t> end_of_plain_run_that_is_no_domain(const Window& window, uint64_t dot,
                                                           const TopLevelDomains& tlds);

// Where `https` or `http`, in lower case, begins before the colon at `colon`, if no character of a
// scheme stands before it. REQUIRES: floor is not before what the window may look back to.
std::optional<uint64_t> plain_web_scheme(const Window& window, uint64_t colon, uint64_t floor);

// A link of a web scheme that is plain from end to end: a plain host, and a tail of ASCII in which
// nothing matters but roles (Step), behind which a character ends it whatever comes next.
//
//   https://example.org/a/b.c?d#e and    all of it up to ` and`
//   https://example.org/a_(b) and        none: a bracket
//   https://example.org/a&b and          none: an entity may begin there
struct PlainLink {
  static constexpr uint64_t kNowhere = UINT64_MAX;
  uint64_t host_end;
  uint64_t end;                     // of the link
  uint64_t stop;                    // what ended it stands here
  uint64_t query_begin = kNowhere;  // behind the `?`
  uint64_t fragment_begin = kNowhere;
};

// For profiles prose and code. The link may not go beyond `limit`.
std::optional<PlainLink> read_plain_link(const Window& window, uint64_t authority, uint64_t limit);

// May a plain link stand behind this byte? Not where it opens a quote or a bracket that has its own
// rules, or is not of ASCII.
bool allows_plain_link(uint8_t before);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// The components of an IRI from one run of an automaton with labels.
//
// The automaton reports where components may begin (Dfa::begins). Some of these places are wrong:
// in `http://user:80@host` a port may begin at `80` until the `@` is read. So the latest place of
// each label is kept while the automaton runs, and resolve_labels() decides at the end which places
// are right and where the components end:
//
//   http://user:80@host:81/p    the latest place of each label:
//   ^              ^    ^ ^     scheme 0, userinfo 7, host 15, port 20, path 22
//
// The latest place is enough for a text that matches IRI-reference or a rule within it (RFC 3986,
// section 3 and appendix A; RFC 3987, section 2.2). By label:
//
// - fragment, query: `#` occurs once, and a query begins at the first `?` before it. Each is
//   recorded once or never.
// - path: in an authority, a path may begin after each byte. Once it has begun, no other may: `/`
//   is in no scheme, user information, host or port. Without an authority, `a` may be a path until
//   the colon of `a:b` is read; the path then begins again after the colon.
// - host: recorded after `//` and after `@`. A path cannot start with `//` where an authority may
//   be, so a recorded host is always right, and the latest is the one after `@`.
// - userinfo: recorded where the host is first recorded. It is present if the host began again.
// - port: recorded after a colon in the authority. It is right if the host did not begin again
//   after it. Nothing is recorded inside `[…]`.
// - scheme: recorded at 0. It is present if neither the path nor `//` begins at 0.
//
// This does not hold for every grammar: with `x "b" / "a" x "c"`, `x = *"a"` and the text `aab`,
// the latest place of x is 1, from the alternative that failed later.
//
// Guarded by tests/iri/iri_components_test.cc: all matching strings up to nine characters over an
// alphabet of delimiters, against the regular expression of RFC 3986, appendix B, and against
// abnfc's reference matcher.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>

#include "automata/iri_grammars.h"
#include "linkspan/linkspan.h"

namespace linkspan::iri {

using ComponentLabel = automata::iri_grammars::Label;
inline constexpr size_t kLabelCount = static_cast<size_t>(ComponentLabel::ifragment) + 1;

// The latest place where each label may begin.
class LabelBegins {
 public:
  constexpr LabelBegins() { latest_.fill(Part::kAbsent); }

  // `labels` is Dfa::begins of the state that was entered; `offset` is where the next byte is.
  // REQUIRES: labels has no bits above those of ComponentLabel.
  constexpr void record(uint16_t labels, uint32_t offset) {
    for (; labels != 0; labels &= static_cast<uint16_t>(labels - 1)) {
      latest_[static_cast<size_t>(std::countr_zero(labels))] = offset;
    }
  }
  constexpr bool has(ComponentLabel label) const { return latest(label) != Part::kAbsent; }
  constexpr uint32_t latest(ComponentLabel label) const {
    return latest_[static_cast<size_t>(label)];
  }

 private:
  std::array<uint32_t, kLabelCount> latest_ = {};
};

// REQUIRES: `begins` was recorded from the first byte of the text to its end at `end`, starting
// with the start state, and the text is a match.
constexpr Parts resolve_labels(const LabelBegins& begins, uint32_t end) {
  Parts parts;
  if (begins.has(ComponentLabel::ifragment)) {
    parts.fragment = {begins.latest(ComponentLabel::ifragment), end};
    end = parts.fragment.begin - 1;
  }
  if (begins.has(ComponentLabel::iquery)) {
    parts.query = {begins.latest(ComponentLabel::iquery), end};
    end = parts.query.begin - 1;
  }
  parts.path = {begins.latest(ComponentLabel::ipath_abempty), end};
  end = parts.path.begin;
  if (begins.has(ComponentLabel::ihost)) {
    const uint32_t host = begins.latest(ComponentLabel::ihost);
    const uint32_t userinfo = begins.latest(ComponentLabel::iuserinfo);
    if (begins.has(ComponentLabel::port) && begins.latest(ComponentLabel::port) > host) {
      parts.port = {begins.latest(ComponentLabel::port), end};
      end = parts.port.begin - 1;
    }
    parts.host = {host, end};
    if (userinfo < host) parts.userinfo = {userinfo, host - 1};
    end = userinfo - 2;  // `//`
  }
  if (end > 0) parts.scheme = {0, end - 1};
  return parts;
}

}  // namespace linkspan::iri

// Components of an IRI from one run of an automaton with labels.
//
// An automaton says where components may begin (Dfa::begins), and a component may turn out not to
// have begun there after all. So while it runs, the latest begin of each label is kept, and at the
// end this file says which of them are true and where the components end:
//
//   http://user:80@host:81/p    begins, the latest each:
//   ^   ^  ^    ^   ^    ^ ^    scheme 0, userinfo 7, host 15, port 20, path 22
//
//   constexpr Parts parts = *test::parse_iri(automata::kIriReference, "http://user:80@host:81/p");
//
// Why the latest begin is enough, for a text that matches IRI-reference or one of the rules in it
// (RFC 3986, section 3 and appendix A; RFC 3987, section 2.2). At each point, first what the begin
// of the label can be, then what is concluded:
//
// - fragment, query: `#` occurs once, and `?` before it begins a query the first time. Their marks
//   are passed once or never, so what was recorded is true.
// - path: it may begin until it has begun. In an authority each byte may be followed by the path,
//   and every mark before its true begin is overwritten by the true one; behind it, no reading of
//   the text begins a path any more, because `/` is in no scheme, user information, host or port.
//   Without authority: `a:b` is no path, it has a colon in its first segment, so behind the colon
//   the path begins anew.
// - host: marked behind `//` and behind `@`. A path cannot begin with `//` where an authority is
//   possible, so a host that was ever marked is true, and the latest mark is the one behind `@`.
// - userinfo: marked where the host is first marked. It is there if the host began again later.
// - port: marked behind a colon in the authority. The mark is true if the host did not begin anew
//   behind it: `//user:80@host` marks a port at `80` that the `@` takes back. Inside `[…]` there is
//   no mark.
// - scheme: marked at 0. It is there if what follows did not begin at 0 as well: the path, or the
//   `//` before the authority.
//
// It would not do for every grammar: of `x "b" / "a" x "c"` with `x = *"a"` and the text `aab`, the
// latest begin of x is 1, from the alternative that failed later.
//
// Guarded by tests/iri_parse_test.cc: all matching strings up to nine characters over an alphabet
// of delimiters, against the regular expression of RFC 3986, appendix B, and against abnfc's
// reference matcher.
#pragma once

#include <array>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>

#include "base/dfa.h"
#include "linkspan/linkspan.h"

namespace linkspan::test {

// The labels that the automaton has to be made with, in this order:
//   LABELS scheme iuserinfo ihost port
//          ipath-abempty/ipath-absolute/ipath-noscheme/ipath-rootless/ipath-empty iquery ifragment
// (or the rules of RFC 3986 without the `i`).
enum class IriLabel : uint8_t { scheme, userinfo, host, port, path, query, fragment };
inline constexpr size_t kIriLabelCount = 7;

// The latest begin of each label. To go back to an earlier end of the text, take a copy there: a
// begin that was overwritten later cannot be had again.
class LabelBegins {
 public:
  constexpr LabelBegins() { latest_.fill(Part::kAbsent); }

  // `labels` is Dfa::begins of the state that was entered; `offset` is where the next byte is.
  // REQUIRES: labels has no bits above those of IriLabel.
  constexpr void record(uint16_t labels, uint32_t offset) {
    for (; labels != 0; labels &= static_cast<uint16_t>(labels - 1)) {
      latest_[static_cast<size_t>(std::countr_zero(labels))] = offset;
    }
  }
  constexpr bool has(IriLabel label) const { return latest(label) != Part::kAbsent; }
  constexpr uint32_t latest(IriLabel label) const { return latest_[static_cast<size_t>(label)]; }

 private:
  std::array<uint32_t, kIriLabelCount> latest_ = {};
};

// REQUIRES: `begins` was recorded from the first byte of the text to its end at `end`, starting
// with the start state, and the text is a match.
constexpr Parts resolve_labels(const LabelBegins& begins, uint32_t end) {
  Parts parts;
  if (begins.has(IriLabel::fragment)) {
    parts.fragment = {begins.latest(IriLabel::fragment), end};
    end = parts.fragment.begin - 1;
  }
  if (begins.has(IriLabel::query)) {
    parts.query = {begins.latest(IriLabel::query), end};
    end = parts.query.begin - 1;
  }
  parts.path = {begins.latest(IriLabel::path), end};
  end = parts.path.begin;  // of what stands before the path
  if (begins.has(IriLabel::host)) {
    const uint32_t host = begins.latest(IriLabel::host);
    const uint32_t userinfo = begins.latest(IriLabel::userinfo);
    if (begins.has(IriLabel::port) && begins.latest(IriLabel::port) > host) {
      parts.port = {begins.latest(IriLabel::port), end};
      end = parts.port.begin - 1;
    }
    parts.host = {host, end};
    if (userinfo < host) parts.userinfo = {userinfo, host - 1};
    end = userinfo - 2;  // `//`
  }
  if (end > 0) parts.scheme = {0, end - 1};
  return parts;
}

// The components of the whole text; nothing if it does not match root rule `root` of `dfa`, or has
// 4 GiB or more. Linear, without allocation.
constexpr std::optional<Parts> parse_iri(const base::Dfa& dfa, std::string_view text,
                                         unsigned root = 0) {
  if (text.size() >= Part::kAbsent) return std::nullopt;
  base::Dfa::State state = base::Dfa::start();
  LabelBegins begins;
  begins.record(dfa.begins[state], 0);
  for (uint32_t offset = 0; offset < text.size(); ++offset) {
    state = dfa.step(state, static_cast<uint8_t>(text[offset]));
    if (state == base::Dfa::kDead) return std::nullopt;
    begins.record(dfa.begins[state], offset + 1);
  }
  if ((dfa.accepts[state] >> root & 1) == 0) return std::nullopt;
  return resolve_labels(begins, static_cast<uint32_t>(text.size()));
}

}  // namespace linkspan::test

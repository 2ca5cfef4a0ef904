// SPDX-License-Identifier: Apache-2.0
// The parts of the fast path that are the same for every kind of CPU: the characters of components,
// and the non-ASCII code points of IRIs. fast_match.h has the idea, fast_match_block.inc the
// algorithm.
#include "iri/fast_match.h"

#include "automata/ucschar.h"
#include "base/ascii.h"
#include "base/byte_block.h"
#include "base/byte_sets.h"
#include "base/cpu_versions.h"
#include "base/dfa.h"

namespace linkspan::iri {
namespace {

using base::AsciiSet;

// Non-ASCII bytes are checked separately.
enum class Verdict : uint8_t { undecided, ascii, non_ascii };

struct Rules {
  bool is_iri;
  bool needs_scheme;
  bool has_no_fragment;
};

// In the order of Grammar.
constexpr Rules kRules[] = {{true, false, false},  {true, true, false},  {true, true, true},
                            {false, false, false}, {false, true, false}, {false, true, true}};

constexpr std::string_view kLetters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
constexpr std::string_view kDigits = "0123456789";

constexpr AsciiSet set_of(std::initializer_list<std::string_view> texts) {
  AsciiSet set;
  for (const std::string_view text : texts) {
    for (const char c : text) set.add(static_cast<uint8_t>(c));
  }
  return set;
}

// ALPHA / DIGIT / "+" / "-" / "."
constexpr AsciiSet kScheme = set_of({kLetters, kDigits, "+-."});

// pchar / "/" / "?" / "#": the characters after a scheme, except IP literals. A second `#`, and the
// two digits after `%`, are checked separately.
//   pchar = unreserved / pct-encoded / sub-delims / ":" / "@"
constexpr AsciiSet kAllowed = set_of({kLetters, kDigits, "-._~", "%", "!$&'()*+,;=", ":@", "/?#"});

constexpr AsciiSet kHexDigits = set_of({kDigits, "ABCDEFabcdef"});

constexpr bool is_letter(uint8_t byte) { return base::is_ascii_letter(byte); }

using Root = automata::ucschar::Root;

// Do all non-ASCII code points match one of these rules?
bool consists_of(std::string_view text, uint8_t rules) {
  constexpr const base::Dfa& kDfa = automata::kUcschar;
  for (size_t i = 0; i < text.size();) {
    auto byte = static_cast<uint8_t>(text[i++]);
    if (byte < 0x80) continue;
    base::Dfa::State state = kDfa.step(base::Dfa::start(), byte);
    while (state != base::Dfa::kDead && kDfa.accepts[state] == 0 && i < text.size()) {
      byte = static_cast<uint8_t>(text[i++]);
      state = kDfa.step(state, byte);
    }
    if ((kDfa.accepts[state] & rules) == 0) return false;
  }
  return true;
}

// ucschar everywhere, and iprivate in the query. Unused if no CPU has a fast path.
[[maybe_unused]] bool has_iri_characters(std::string_view text, const Parts& parts) {
  if (!parts.query.present()) return consists_of(text, Root::ucschar);
  const Part query = parts.query;
  return consists_of(text.substr(0, query.begin), Root::ucschar) &&
         consists_of(text.substr(query.begin, query.end - query.begin),
                     Root::ucschar | Root::iprivate) &&
         consists_of(text.substr(query.end), Root::ucschar);
}

#ifdef LINKSPAN_X86_64
LINKSPAN_BEGIN_AVX2
namespace avx2 {
using base::avx2::ByteBlock;
#include "iri/fast_match_block.inc"  // NOLINT
constexpr FastMatch kFastMatch = fast_match;
}  // namespace avx2
LINKSPAN_END_CPU

LINKSPAN_BEGIN_AVX512
namespace avx512 {
using base::avx512::ByteBlock;
#include "iri/fast_match_block.inc"  // NOLINT
constexpr FastMatch kFastMatch = fast_match;
}  // namespace avx512
LINKSPAN_END_CPU
#endif

#ifdef LINKSPAN_NEON
namespace neon {
using base::neon::ByteBlock;
#include "iri/fast_match_block.inc"  // NOLINT
constexpr FastMatch kFastMatch = fast_match;
}  // namespace neon
#endif

// PERF: on a CPU without vector registers, blocks (190 MB/s) are slower than the automaton
// (280 MB/s; iri_benchmark, ASCII).
constexpr base::CpuVersions<FastMatch> kVersions{
    .portable = nullptr,
#ifdef LINKSPAN_X86_64
    .avx2 = &avx2::kFastMatch,
    .avx512 = &avx512::kFastMatch,
#endif
#ifdef LINKSPAN_NEON
    .neon = &neon::kFastMatch,
#endif
};

}  // namespace

FastMatch fast_match_for(Cpu cpu) {
  const FastMatch* const version = base::version_for(cpu, kVersions);
  return version == nullptr ? nullptr : *version;
}

}  // namespace linkspan::iri

// SPDX-License-Identifier: Apache-2.0
// Config: the options of an Engine in the form the scanner reads them. Never changes once made.
#pragma once

#include "linkspan/linkspan.h"
#include "scan/fast/fast_path.h"
#include "scan/fast/kernels.h"
#include "scan/syntax/schemes.h"
#include "scan/syntax/tlds.h"
#include "scan/text/escapes.h"
#include "scan/trigger/trigger.h"

namespace linkspan::scan {

// LINKSPAN_ONLY_UTS58: a library for this profile alone, from which the compiler leaves out the
// rules of the others.
#ifdef LINKSPAN_ONLY_UTS58
inline constexpr bool kHasAllProfiles = false;
#else
inline constexpr bool kHasAllProfiles = true;
#endif

struct Config {
#ifdef LINKSPAN_ONLY_UTS58
  static constexpr Profile profile = Profile::uts58;
#else
  Profile profile = Profile::prose;
#endif
  bool bare_domains = true;
  bool email = true;
  uint32_t max_link_bytes = 64 * 1024;
  SchemePolicy schemes;
  TopLevelDomains tlds;
#ifdef LINKSPAN_WITHOUT_EXPLAIN
  Kernels kernels;
#else
  Kernels kernels = kSlowKernels;
#endif
  FastPath fast_path = FastPath::on;
  bool has_escapes = true;  // in prose and code: are the characters that are meant scanned?
  SchemeForm http_form = SchemeForm::none;  // what `schemes` says of these
  SchemeForm https_form = SchemeForm::none;
  SchemeForm ftp_form = SchemeForm::none;

  // nullptr: the fast path is off.
  ReadPlainDomain plain_domains() const {
    return fast_path == FastPath::on ? kernels.read_plain_domain : nullptr;
  }

  bool links_local_hosts() const { return profile == Profile::code && bare_domains; }

  Source source() const { return profile == Profile::code ? Source::program : Source::text; }

  bool knows_escapes() const {
    return has_escapes && profile != Profile::uts58 && profile != Profile::strict;
  }

  // Engine::create for a kind of CPU; for tests and benchmarks.
  static Result<Engine> engine(const Options& options, Cpu cpu);

  // Valid as long as the Config exists and is not moved.
  TriggerRules trigger_rules() const {
    constexpr uint64_t kAll = ~uint64_t{0};
    const bool is_strict = profile == Profile::strict;
    const bool in_notation = knows_escapes();
    return {.marks = is_strict      ? kSchemeMarks
                     : bare_domains ? (in_notation ? kAllMarksInNotation : kAllMarks)
                     : in_notation  ? kSchemeAndAddressMarksInNotation
                                    : kSchemeAndAddressMarks,
            .allows_numbers = tlds.may_begin_with_digit(),
            .wide_dots_anywhere = profile == Profile::uts58 ? kAll : 0,
            .has_escapes = in_notation,
            .after_brackets = links_local_hosts() ? kAll : 0,
            .scheme_endings = &schemes.endings_without_slashes()};
  }
};

// Fails as Engine::create does, or if this CPU is not of that kind.
Result<Config> make_config(const Options& options, Cpu cpu = Cpu::best);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// The text after the slash that follows a domain without a scheme: a path, or one more word of the
// kind that the domain may be?
//
//   docs.rs/serde, vg.no/sport, t.me/abc               a path
//   README.md/COPYING, Sr.no/Name, paper.ps/pdf        a word: only as good as the domain is alone
//   Ph.no/Mobile.no, logo.ai/logo.svg, mailer.mc/.cf   a pair: two words, whatever the domain is
//
// Guarded by the corpus.
#pragma once

#include "scan/prose/bare_domain.h"
#include "scan/prose/bare_host.h"

namespace linkspan::scan {

// Are the host, of two labels, and the text after its slash two words of one kind? They have the
// same ending, or the same name. Evidence::none: two sites are in a row.
bool is_pair_of_words(const BareHost& host);

// May the text after the slash be a file, an abbreviation or a product? Then it shows nothing about
// the host.
bool is_before_word_after_slash(const BareHost& host);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// SchemePolicy: which schemes are linked, and the form of their links.
//
// The list is grammars/schemes.txt, compiled to a WordDfa at build time; the user's own list
// (Options::schemes) changes it. Names are ASCII, lower case.
//
//   form_of("https") → slashes      form_of("mailto") → opaque      form_of("javascript") → never
//   form_of("git+https") → slashes, as `https` is known             form_of("foo") → none
//
// Guarded by tests/scan/schemes_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "automata/schemes.h"
#include "base/ascii.h"
#include "linkspan/linkspan.h"
#include "scan/text/pair_set.h"

namespace linkspan::scan {

inline constexpr unsigned kMaxSchemeBytes = 64;

// As in the second column of grammars/schemes.txt. A scheme that the user named is `asked_for`: it
// links like an opaque one, without a check of its shape.
using SchemeForm = automata::schemes::Value;

class SchemePolicy {
 public:
  // Fails on the first entry that is not a scheme name (RFC 3986, section 3.1), at its index.
  static Result<SchemePolicy> create(const NameList& names);

  SchemeForm form_of(std::string_view lower_case_name) const;

  // The endings of all names that link without `//`, whatever follows their colon.
  const SchemeEndings& endings_without_slashes() const { return endings_; }

  // A colon counts after this text, too, although it is not a scheme. REQUIRES: lower case.
  void add_ending(std::string_view name);

  // Is `x://` a link when x is in no list?
  bool links_unknown() const { return only_.empty(); }

 private:
  SchemeForm form_of_listed(std::string_view lower_case_name) const;

  bool is_default_ = true;  // the user named none
  std::vector<std::string> only_, added_, removed_;
  SchemeEndings endings_;
};

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// TopLevelDomains: which labels may end a domain that is linked without a scheme.
//
// The default is grammars/tlds.txt, compiled to a WordDfa at build time; Options::tlds replaces it,
// or adds and removes names. Case and width of letters do not matter: each code point is mapped by
// UTS #46.
//
//   contains("com"), contains("РФ"), contains("ｃｏｍ"), contains("XN--P1AI")      → yes
//   contains("invalid"), contains("commerce")                                     → no
//
// Guarded by tests/scan/domain_test.cc.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/linkspan.h"
#include "scan/text/window.h"

namespace linkspan::scan {

class TopLevelDomains {
 public:
  // Empty: the default. Plain names replace it, `+name` adds to it and `-name` removes.
  // Fails on the first name that is not a label, at its index.
  static Result<TopLevelDomains> create(const NameList& names);

  // Is the label in [begin, end) a top-level domain? No if `end` is not after `begin`, as between
  // two dots. REQUIRES: the window holds it.
  bool contains(const Window& window, uint64_t begin, uint64_t end) const;

  // No name of the default list does.
  bool may_begin_with_digit() const { return !only_.empty() || !added_.empty(); }

  // Is it a name for special use (grammars/special_use_tlds.txt)? Not with a list of the user, nor
  // a name that the user added or removed. REQUIRES: the window holds it.
  bool contains_special_use(const Window& window, uint64_t begin, uint64_t end) const;

 private:
  bool contains_long(const Window& window, uint64_t begin, uint64_t end) const;
  bool contains_folded(const Window& window, uint64_t begin, uint64_t end) const;

  bool is_default_ = true;
  std::vector<std::string> only_, added_, removed_;  // folded and sorted
};

// Is the label in the default list?
bool is_top_level_domain(std::string_view label);

}  // namespace linkspan::scan

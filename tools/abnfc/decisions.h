// SPDX-License-Identifier: Apache-2.0
// Reads an ordered list of rules, each with conditions, a verdict, an example and a reason.
// to_header in emit.h writes it as tables of C++ constants.
//
//   # id     | when            | verdict | example          | reason
//   www      | www             | link    | www.example.name | `www.` marks a host name
//   suffix   | suffix !port    | none    | main.rs          | usually a file name extension
//   elision  | -               | -       | l'accueil@a.fr   | an article is not part of an address
//
// `when` lists features that must hold, or, with a `!`, must not hold. With `-`, code elsewhere
// implements the rule and the list only names it. Features are numbered in the order of their first
// use. Blank lines and lines that begin with `#` are skipped. No column may be empty, and ids are
// unique.
//
// Guarded by tests/grammars/abnfc_test.cc (Decisions).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "abnfc/source.h"

namespace linkspan::abnfc {

inline constexpr size_t kMostConditions = 4;
inline constexpr size_t kMostFeatures = 64;

struct Condition {
  size_t feature = 0;  // index into Decisions::features
  bool wanted = true;
};

struct Decision {
  std::string_view id;
  std::vector<Condition> when;  // empty: implemented elsewhere
  std::string_view verdict;
  std::string_view example;
  std::string_view reason;
};

// Borrows the text of its source.
struct Decisions {
  std::vector<Decision> rules;
  std::vector<std::string_view> features;
};

// `index` is the index of `source` in the sources of `diagnostics`. Reports all errors and returns
// nullopt if there are any.
std::optional<Decisions> read_decisions(const Source& source, uint32_t index,
                                        Diagnostics& diagnostics);

}  // namespace linkspan::abnfc

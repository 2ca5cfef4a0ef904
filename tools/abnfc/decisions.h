// SPDX-License-Identifier: Apache-2.0
// A list of decisions: rules in an order, each with what has to hold, a verdict, an example and a
// reason, as tables of C++ constants.
//
//   # id     | when            | verdict | example          | reason
//   www      | www             | link    | www.example.name | `www.` before it settles it
//   suffix   | suffix !port    | none    | main.rs          | mostly the suffix of a file
//   elision  | -               | -       | l'accueil@a.fr   | an article is no part of an address
//
// `when` names features that must hold, or, after a `!`, must not. `-`: the program decides in
// its own place, and only the name stands here. The features are numbered as they come up. Blank
// lines and those that begin with `#` are skipped. Reasons are never empty, ids never repeat.
//
// Guarded by tests/abnfc_test.cc (Decisions).
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
  std::vector<Condition> when;  // empty: decided elsewhere
  std::string_view verdict;
  std::string_view example;
  std::string_view reason;
};

// Borrows the text of its source.
struct Decisions {
  std::vector<Decision> rules;  // in their order
  std::vector<std::string_view> features;
};

// `source` is the file with this index among the sources of `diagnostics`. Nothing when there are
// errors, which are then reported.
std::optional<Decisions> read_decisions(const Source& source, uint32_t index,
                                        Diagnostics& diagnostics);

}  // namespace linkspan::abnfc

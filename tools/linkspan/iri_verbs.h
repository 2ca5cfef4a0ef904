// SPDX-License-Identifier: Apache-2.0
// What a verb of `linkspan iri` makes of an IRI, or of two: the functions of iri.h.
//
//   to-uri   "http://h/ü"              http://h/%C3%BC
//   resolve  "../g", "http://a/b/c/d"  http://a/b/g
//   compare  "HTTP://h", "http://h/"   scheme: the rung on which they are equal first
//
// Guarded by tests/command_iri_test.cc.
#pragma once

#include <optional>
#include <string>
#include <string_view>

#include "linkspan/iri.h"
#include "settings.h"

namespace linkspan::command {

// What compare says of two IRIs that are equal on no rung.
inline constexpr std::string_view kDifferentIris = "different";

struct IriOperands {
  std::optional<std::string_view> first;  // of verbs for two
  std::string_view text;
};

struct IriFailure {
  std::string_view text;  // the operand that is not an IRI
  Error error;
};

// Belongs to one thread.
class IriVerbs {
 public:
  explicit IriVerbs(const IriSettings& settings) : settings_(settings) {}

  // A line for output, until the next call; nullopt where an operand is not what the verb needs.
  // REQUIRES: the verb is not inspect.
  std::optional<std::string_view> apply(const IriOperands& operands);
  // REQUIRES: apply() has returned nullopt.
  const IriFailure& failure() const { return failure_; }

 private:
  bool checks(const IriOperands& operands);
  Result<std::string> make(const IriOperands& operands) const;
  std::string_view rung_of(const IriOperands& operands) const;

  const IriSettings& settings_;
  std::string buffer_;
  IriFailure failure_;
};

}  // namespace linkspan::command

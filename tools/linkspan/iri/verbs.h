// SPDX-License-Identifier: Apache-2.0
// The result of a verb of `linkspan iri` for one IRI or two, by the functions of iri.h.
//
//   to-uri   "http://h/ü"              http://h/%C3%BC
//   resolve  "../g", "http://a/b/c/d"  http://a/b/g
//   compare  "HTTP://h", "http://h/"   scheme: the rung on which they are equal first
//
// Guarded by tests/command/iri/command_iri_test.cc.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/iri.h"

namespace linkspan::command {

enum class IriVerb : uint8_t {
  to_uri,
  to_iri,
  minimal,
  normalize,
  compare,     // of two IRIs
  resolve,     // likewise
  relativize,  // likewise
  display,
  unwrap,
  refang,
  defang,
  inspect,
};
constexpr bool takes_two(IriVerb verb) {
  return verb == IriVerb::compare || verb == IriVerb::resolve || verb == IriVerb::relativize;
}
enum class IriOutput : uint8_t { text, json };

struct IriSettings {
  IriVerb verb = IriVerb::inspect;
  // For verbs of two IRIs, the first; nullopt: each line of standard input has both.
  std::optional<std::string> first = {};
  std::vector<std::string> operands;  // "-": the lines of standard input; never empty
  IriOutput output = IriOutput::text;
  iri::ToUriOptions to_uri = {};
  iri::Formatting formatting = iri::Formatting::in_text;
  iri::Ladder rung = iri::Ladder::scheme;
  iri::DotSegments dots = iri::DotSegments::plain;
  iri::DisplayOptions display = {};
  Tracking tracking = Tracking::keep;
};

// The result of compare for two IRIs that are equal on no rung.
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

  // A line for output, until the next call; nullopt if an operand is not an IRI as the verb needs
  // it. REQUIRES: the verb is not inspect.
  std::optional<std::string_view> apply(const IriOperands& operands);
  // REQUIRES: apply() has returned nullopt.
  const IriFailure& failure() const { return failure_; }

 private:
  bool checks(const IriOperands& operands);
  Result<std::string> make(const IriOperands& operands) const;
  Result<std::string> unwrapped(std::string_view text) const;
  std::string_view rung_of(const IriOperands& operands) const;

  const IriSettings& settings_;
  std::string buffer_;
  IriFailure failure_;
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Rules that tools/abnfc makes from a list of decisions (tools/abnfc/decisions.h): conditions and a
// verdict. The first rule whose conditions hold decides.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace linkspan::base {

struct DecisionCondition {
  uint8_t feature = 0;  // a value of the generated enumeration of features
  bool wanted = true;
};

struct Decision {
  std::string_view id;
  std::string_view verdict;
  std::string_view example;
  std::string_view reason;
  uint8_t conditions = 0;  // how many; 0: the rule is in C++
  std::array<DecisionCondition, 4> when = {};
};

}  // namespace linkspan::base

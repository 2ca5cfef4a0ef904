// SPDX-License-Identifier: Apache-2.0
// Rules as tools/abnfc makes them from a list of decisions (tools/abnfc/decisions.h): what has to
// hold, and what follows. The first rule that holds decides.
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
  uint8_t conditions = 0;  // how many; 0: the program decides in its own place
  std::array<DecisionCondition, 4> when = {};
};

}  // namespace linkspan::base

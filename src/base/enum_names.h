// SPDX-License-Identifier: Apache-2.0
// The names of an enumeration: an array in the order of its values, from 0.
//
//   name_of(kKinds, Kind::email)               "email"
//   value_named<Kind>(kKinds, "mail", "kind")  an error: there is no kind 'mail'; there are url, …
//
// Guarded by tests/scan/engine_test.cc.
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <string_view>

#include "linkspan/result.h"

namespace linkspan::base {

template <size_t kCount, class Enum>
constexpr std::string_view name_of(const std::array<std::string_view, kCount>& names, Enum value) {
  const auto index = static_cast<size_t>(value);
  return index < kCount ? names[index] : std::string_view("?");
}

// Fails with not_found and a list of all names.
template <class Enum, size_t kCount>
Result<Enum> value_named(const std::array<std::string_view, kCount>& names, std::string_view name,
                         std::string_view what) {
  std::string known;
  for (size_t i = 0; i < kCount; ++i) {
    if (names[i] == name) return static_cast<Enum>(i);
    known += (i == 0 ? "" : ", ") + std::string(names[i]);
  }
  return Error{
      ErrorCode::not_found, 0,
      "there is no " + std::string(what) + " '" + std::string(name) + "'; there are " + known};
}

}  // namespace linkspan::base

// SPDX-License-Identifier: Apache-2.0
// Converts errors of the library to linkspan.Error, a ValueError with `code` and `position`.
//
//   linkspan.iri.to_uri("https://é ")   → Error, code "syntax", position 9, in characters
//
// Guarded by tests/python/test_arguments.py.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string_view>
#include <utility>

#include "linkspan/result.h"
#include "texts.h"

namespace linkspan_python {

namespace py = pybind11;

// Adds the class `Error` to the module.
void bind_error(py::module_& module);

// Raises linkspan.Error. `position` counts characters of a str, or elements of a list.
[[noreturn]] void raise(const linkspan::Error& error, size_t position);

// Returns the value, or raises the error.
template <class T>
T value_of(linkspan::Result<T> result) {
  if (!result.ok()) raise(result.error(), result.error().position);
  return std::move(*result);
}

// The same for an error whose position is a byte offset in `text`.
template <class T>
T value_of(linkspan::Result<T> result, std::string_view text) {
  if (!result.ok()) {
    raise(result.error(), count_code_points(text.substr(0, result.error().position)));
  }
  return std::move(*result);
}

}  // namespace linkspan_python

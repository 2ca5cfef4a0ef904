// SPDX-License-Identifier: Apache-2.0
// What fails in the library becomes linkspan.Error, a ValueError with `code` and `position`.
//
//   linkspan.iri.to_uri("https://é ")   → Error, code "syntax", position 9: characters, not bytes
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

// Makes the class, as `Error` of the module.
void bind_error(py::module_& module);

// Raises it. `position` is in what Python counts.
[[noreturn]] void raise(const linkspan::Error& error, size_t position);

// The value, or the error raised.
template <class T>
T value_of(linkspan::Result<T> result) {
  if (!result.ok()) raise(result.error(), result.error().position);
  return std::move(*result);
}

// The same of a function whose error has a byte offset into `text`.
template <class T>
T value_of(linkspan::Result<T> result, std::string_view text) {
  if (!result.ok()) {
    raise(result.error(), count_code_points(text.substr(0, result.error().position)));
  }
  return std::move(*result);
}

}  // namespace linkspan_python

// SPDX-License-Identifier: Apache-2.0
#include "errors.h"

namespace linkspan_python {
namespace {

constexpr char kDoc[] =
    R"(An argument is wrong. The message explains what is allowed.

`code` is "invalid_argument", "syntax", "not_found" or "io". `position` is a position in the argument:
a character of a text, an index in a list of names, or a line of a file.

>>> try:
...     linkspan.iri.to_uri("https://example.org/ü ü")
... except linkspan.Error as error:
...     print(error.code, error.position)
syntax 21)";

const char* name_of(linkspan::ErrorCode code) {
  switch (code) {
    case linkspan::ErrorCode::invalid_argument:
      return "invalid_argument";
    case linkspan::ErrorCode::syntax:
      return "syntax";
    case linkspan::ErrorCode::not_found:
      return "not_found";
    case linkspan::ErrorCode::io:
      break;
  }
  return "io";
}

}  // namespace

void bind_error(py::module_& module) {
  PyObject* made = PyErr_NewExceptionWithDoc("linkspan.Error", kDoc, PyExc_ValueError, nullptr);
  if (made == nullptr) throw py::error_already_set();
  module.attr("Error") = py::reinterpret_steal<py::object>(made);
}

void raise(const linkspan::Error& error, size_t position) {
  const py::object error_class = py::module_::import("linkspan._core").attr("Error");
  const py::object exception = error_class(str_of(error.message));
  exception.attr("code") = name_of(error.code);
  exception.attr("position") = position;
  PyErr_SetObject(error_class.ptr(), exception.ptr());
  throw py::error_already_set();
}

}  // namespace linkspan_python

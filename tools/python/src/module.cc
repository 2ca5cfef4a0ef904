// SPDX-License-Identifier: Apache-2.0
// linkspan._core, the C++ part of the package. Users call the Python files, which check arguments
// and have the documentation. _core.pyi lists the interface of this module.
#include "module.h"

#include "errors.h"
#include "link_data.h"
#include "linkspan/linkspan.h"

PYBIND11_MODULE(_core, module) {
  namespace py = pybind11;
  py::options options;
  options.disable_function_signatures();
  module.attr("__version__") = std::string(linkspan::version());
  linkspan_python::bind_error(module);
  linkspan_python::bind_link(module);
  linkspan_python::bind_columns(module);
  linkspan_python::bind_engine(module);
  linkspan_python::bind_iri(module);
}

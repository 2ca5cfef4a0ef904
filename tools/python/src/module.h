// SPDX-License-Identifier: Apache-2.0
// The parts of linkspan._core, which module.cc combines.
#pragma once

#include <pybind11/pybind11.h>

namespace linkspan_python {

void bind_columns(pybind11::module_& module);
void bind_engine(pybind11::module_& module);
void bind_iri(pybind11::module_& module);

}  // namespace linkspan_python

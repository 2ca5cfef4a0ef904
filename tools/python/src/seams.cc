// SPDX-License-Identifier: Apache-2.0
// Python bindings of find_seam() in linkspan/seams.h, which finds a place where a long text can be
// cut so that the parts can be searched separately. Used by linkspan/_parts.py.
//
// Guarded by tests/python/test_parts.py.
#include "linkspan/seams.h"

#include <pybind11/stl.h>

#include <cstdint>
#include <optional>

#include "bytes.h"
#include "module.h"

namespace linkspan_python {
namespace {

linkspan::SeamRules rules_of(uint32_t max_link_bytes) { return {{}, max_link_bytes}; }

std::optional<size_t> find_seam(py::handle text, size_t from, bool is_start_of_text,
                                uint32_t max_link_bytes) {
  const Bytes bytes(text);
  const py::gil_scoped_release released;
  if (bytes.view().empty()) return std::nullopt;
  const auto before = is_start_of_text ? linkspan::Before::nothing : linkspan::Before::unknown;
  return linkspan::find_seam(bytes.view(), from, before, rules_of(max_link_bytes));
}

size_t seam_context(uint32_t max_link_bytes) {
  return linkspan::seam_context(rules_of(max_link_bytes));
}

}  // namespace

void bind_seams(py::module_& module) {
  module.def("find_seam", &find_seam);
  module.def("seam_context", &seam_context);
}

}  // namespace linkspan_python

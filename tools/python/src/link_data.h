// SPDX-License-Identifier: Apache-2.0
// linkspan.Link: a link with all of its attributes, for Python.
//
// It owns its text, so it may outlive the text in which it was found. Its offsets count characters
// of a str or bytes of bytes.
//
// Guarded by tests/python/test_link.py.
#pragma once

#include <pybind11/pybind11.h>

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"
#include "texts.h"

namespace linkspan_python {

namespace py = pybind11;

struct LinkData {
  uint64_t start = 0, end = 0;
  std::vector<std::pair<uint64_t, uint64_t>> pieces;  // empty if there is only one piece
  linkspan::Parts parts;
  linkspan::Kind kind = {};
  linkspan::Form form = {};
  linkspan::EndedBy ended_by = {};
  linkspan::Warnings warnings;
  std::string text, iri, uri, display, rule;

  // The text in which `parts` are offsets.
  std::string_view with_parts() const { return form == linkspan::Form::href ? iri : text; }
};

// Converts a link. `map` converts its offsets.
LinkData link_data(const linkspan::Link& link, OffsetMap& map);

// Converts a link. Uses the positions of its pieces, plus `before`.
LinkData link_data_by_positions(const linkspan::Link& link, uint64_t before);

// A list of Link.
py::list list_of(std::vector<LinkData>&& links);

// The names of the warnings, as a tuple of str.
py::tuple names_of(linkspan::Warnings warnings);

// Adds the class to the module.
void bind_link(py::module_& module);

}  // namespace linkspan_python

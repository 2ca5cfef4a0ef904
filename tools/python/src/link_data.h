// SPDX-License-Identifier: Apache-2.0
// linkspan.Link: a link of the library with everything that it has, kept for Python.
//
// It owns its text, so that it may live longer than what it was found in, and has its offsets in
// what Python counts: characters of a str, bytes of bytes.
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
  std::vector<std::pair<uint64_t, uint64_t>> pieces;  // empty where there is only one
  linkspan::Parts parts;
  linkspan::Kind kind = {};
  linkspan::Form form = {};
  linkspan::EndedBy ended_by = {};
  linkspan::Warnings warnings;
  std::string text, iri, uri, display, rule;

  // What `parts` are offsets into.
  std::string_view with_parts() const { return form == linkspan::Form::href ? iri : text; }
};

// Of a link whose offsets are those of `map`.
LinkData link_data(const linkspan::Link& link, OffsetMap& map);

// Of a link whose pieces have positions in what Python counts, plus `before`.
LinkData link_data_by_positions(const linkspan::Link& link, uint64_t before);

// A list of Link.
py::list list_of(std::vector<LinkData>&& links);

// The names of the warnings, as a tuple of str.
py::tuple names_of(linkspan::Warnings warnings);

// Adds the class to the module.
void bind_link(py::module_& module);

}  // namespace linkspan_python

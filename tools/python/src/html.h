// SPDX-License-Identifier: Apache-2.0
// Engine.linkify_html(): a text as HTML with clickable links.
//
// Guarded by tests/python/test_html.py.
#pragma once

#include <pybind11/pybind11.h>

#include <string>

#include "finder.h"

namespace linkspan_python {

namespace py = pybind11;

struct HtmlSettings {
  std::string target, rel, css_class, title;
  bool is_page = false;
  py::object rewrite;  // None, or a function from a Link to a str or None
};

py::str linkify_html(const EngineState& engine, py::handle text, const HtmlSettings& settings);

}  // namespace linkspan_python

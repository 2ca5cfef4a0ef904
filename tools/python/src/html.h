// SPDX-License-Identifier: Apache-2.0
// Engine.linkify_html(): a text as HTML with clickable links. Engine.link_html(): a page of HTML
// with links in its text.
//
// Guarded by tests/python/test_html.py.
#pragma once

#include <pybind11/pybind11.h>

#include <string>
#include <vector>

#include "finder.h"
#include "linkspan/render.h"

namespace linkspan_python {

namespace py = pybind11;

struct HtmlSettings {
  linkspan::render::HtmlOptions html = {};
  size_t most_characters = 0;
  linkspan::render::Shorten shorten = linkspan::render::Shorten::end;
  // None, or a function from a Link to a str, or a dict of two str, or None.
  py::object rewrite = {}, attributes = {};
};

py::str linkify_html(const EngineState& engine, py::handle text, const HtmlSettings& settings);

// `page` is a str, or bytes in the charset; the result is of the same type.
py::object link_html(const EngineState& engine, py::handle page, const std::string& charset,
                     std::vector<std::string> never_in, const HtmlSettings& settings);

}  // namespace linkspan_python

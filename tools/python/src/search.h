// SPDX-License-Identifier: Apache-2.0
// The methods of linkspan.Engine that find links in one text, in bytes, and in many texts.
//
// The GIL is released during a search. For a single short text it is kept, as releasing it would
// take longer than the search.
//
// Guarded by tests/python/test_find.py, test_many.py, test_columns.py and test_threads.py.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <string>

#include "columns.h"
#include "finder.h"

namespace linkspan_python {

namespace py = pybind11;

// The links of a str, as a list.
py::list find_in_str(const EngineState& engine, py::handle text);

// The links of bytes in a charset, with offsets in bytes. Raises linkspan.Error if the charset is
// unknown.
py::list find_in_bytes(const EngineState& engine, py::handle bytes, const std::string& charset);

// The links of HTML, which is parsed as in a browser, or of Markdown: of a str, or of bytes in the
// charset. `links` is a HtmlLinks of _engine.py.
py::list find_in_markup(const EngineState& engine, py::handle text, const std::string& charset,
                        const std::string& links, linkspan::Markup markup);

bool contains(const EngineState& engine, py::handle text);

// A list of links for each text.
py::list find_many(const EngineState& engine, py::handle texts, size_t threads);

std::shared_ptr<Columns> find_columns(const EngineState& engine, py::handle texts, Wanted wanted,
                                      size_t threads);

}  // namespace linkspan_python

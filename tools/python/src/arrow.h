// SPDX-License-Identifier: Apache-2.0
// Columns out to Arrow, and texts in from it, by the PyCapsule interface: pyarrow, Polars, DuckDB
// and pandas 2.2 exchange columns so, and none of them is needed here.
//
//   pyarrow.table(engine.find_columns(texts))         columns out
//   engine.find_columns(table["text"])                texts in: utf8, large_utf8 or utf8_view
//
// Out, the columns are a record batch: numbers are int64 or uint32, kind, form and ended_by are
// dictionaries of uint8, and texts are large_utf8. In, a null is a text without links.
//
// Guarded by tests/python/test_arrow.py.
#pragma once

#include <pybind11/pybind11.h>

#include <memory>
#include <string>
#include <utility>

#include "columns.h"
#include "text_source.h"

namespace linkspan_python {

namespace py = pybind11;

// The capsules "arrow_schema" and "arrow_array". They keep the columns alive.
py::tuple export_array(const std::shared_ptr<const Columns>& columns);

// The capsules of one column of text.
py::tuple export_array(const std::shared_ptr<const Columns>& columns, TextColumn column);

py::capsule export_schema(const Columns& columns);
py::capsule export_stream(const std::shared_ptr<const Columns>& columns);

// The texts of an object that exports a column of them; nullptr where it exports nothing. Raises
// TypeError where the column holds something else.
std::unique_ptr<TextSource> arrow_source(py::handle object);

}  // namespace linkspan_python

// SPDX-License-Identifier: Apache-2.0
// Exports columns to Arrow and imports texts from it by the PyCapsule interface, with which
// pyarrow, Polars, DuckDB and pandas 2.2 exchange columns. None of these libraries is needed here.
//
//   pyarrow.table(engine.find_columns(texts))         exports columns
//   engine.find_columns(table["text"])                imports texts: utf8, large_utf8 or utf8_view
//
// Columns are exported as a record batch: numbers as int64 or uint32, kind, form and ended_by as
// dictionaries with uint8 indexes, and texts as large_utf8. A null text has no links.
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

// The capsules "arrow_schema" and "arrow_array", which keep the columns alive.
py::tuple export_array(const std::shared_ptr<const Columns>& columns);

// The capsules of one column of text.
py::tuple export_array(const std::shared_ptr<const Columns>& columns, TextColumn column);

py::capsule export_schema(const Columns& columns);
py::capsule export_stream(const std::shared_ptr<const Columns>& columns);

// The texts of an object that exports an Arrow column; nullptr if it exports none. Raises TypeError
// if the column does not contain strings.
std::unique_ptr<TextSource> arrow_source(py::handle object);

}  // namespace linkspan_python

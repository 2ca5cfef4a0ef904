// SPDX-License-Identifier: Apache-2.0
// Takes many texts from Python in batches: from a list, a tuple, any other iterable, or an Arrow
// column.
//
// The texts of a batch are kept alive while they are read without the GIL. If another thread
// changes the list, the change affects only the following batches.
//
// Guarded by tests/python/test_many.py and tests/python/test_arrow.py.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <memory>
#include <vector>

#include "texts.h"

namespace linkspan_python {

namespace py = pybind11;

class TextSource {
 public:
  virtual ~TextSource() = default;

  // Replaces `texts` by the next ones, at most `limit`; at the end, by none. They are valid until
  // the next call. Raises TypeError if one is not a str. REQUIRES: the GIL is held.
  virtual void next(size_t limit, std::vector<TextRef>& texts) = 0;
};

std::unique_ptr<TextSource> source_of(py::handle texts);

}  // namespace linkspan_python

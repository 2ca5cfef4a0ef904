// SPDX-License-Identifier: Apache-2.0
// Many texts, taken from Python some at a time: a list, a tuple, anything that can be iterated
// over, or an Arrow column.
//
// The texts of one batch are kept alive while they are read without the GIL. Another thread may
// change the list meanwhile: what was taken from it stays, and what follows is taken as it is then.
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

  // Replaces `texts` by the next ones, at most `limit`; by none at the end. They live until the
  // next call. REQUIRES: the GIL. Raises TypeError where one is not a str.
  virtual void next(size_t limit, std::vector<TextRef>& texts) = 0;
};

std::unique_ptr<TextSource> source_of(py::handle texts);

}  // namespace linkspan_python

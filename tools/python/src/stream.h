// SPDX-License-Identifier: Apache-2.0
// linkspan.Stream: one text in chunks, of str or of bytes.
//
//   stream = engine.stream()
//   stream.feed("see https://exam")   → []
//   stream.feed("ple.org/ there")     → [<Link 4:24 url 'https://example.org/'>]
//   stream.finish()                   → []
//
// Offsets count from the start of the text: characters, or bytes with a charset.
//
// Guarded by tests/python/test_stream.py, which cuts texts everywhere.
#pragma once

#include <pybind11/pybind11.h>

#include <optional>
#include <string>
#include <vector>

#include "finder.h"
#include "link_data.h"

namespace linkspan_python {

namespace py = pybind11;

class TextStream {
 public:
  // Of str, or of bytes in a charset.
  TextStream(const EngineState& engine, const std::optional<std::string>& charset);

  // The links that are certain by now.
  py::list feed(py::handle chunk);

  // The text ends here. After it, feed begins a new one.
  py::list finish();

 private:
  std::string_view utf8_of_str(py::handle chunk);
  LinkData link_data_of(const linkspan::Link& link) const;

  Unit unit_;
  linkspan::DocumentStream stream_;
  Scratch scratch_;
  bool is_in_use_ = false;
  bool has_begun_ = false;
  // A byte order mark at the start of a str is one of its characters, and is not counted by the
  // library.
  uint64_t before_ = 0;
};

}  // namespace linkspan_python

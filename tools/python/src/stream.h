// SPDX-License-Identifier: Apache-2.0
// linkspan.Stream: finds links in a text that arrives in chunks of str or bytes.
//
//   stream = engine.stream()
//   stream.feed("see https://exam")   → []
//   stream.feed("ple.org/ there")     → [<Link 4:24 url 'https://example.org/'>]
//   stream.finish()                   → []
//
// Offsets count from the start of the text: characters, or bytes with a charset.
//
// Guarded by tests/python/test_stream.py, which cuts texts at every position.
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
  // With a charset, chunks are bytes, otherwise str.
  TextStream(const EngineState& engine, const std::optional<std::string>& charset);

  // Returns the new links that further text cannot change.
  py::list feed(py::handle chunk);

  // Ends the text, and returns the remaining links. The next call of feed starts a new text.
  py::list finish();

 private:
  std::string_view utf8_of_str(py::handle chunk);
  LinkData link_data_of(const linkspan::Link& link) const;

  Unit unit_;
  linkspan::DocumentStream stream_;
  Scratch scratch_;
  bool is_in_use_ = false;
  bool has_begun_ = false;
  // 1 if the str starts with a byte order mark, which is a character in Python but is not counted
  // by the library.
  uint64_t before_ = 0;
};

}  // namespace linkspan_python

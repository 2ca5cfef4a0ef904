// SPDX-License-Identifier: Apache-2.0
// The bytes of any Python object that has a buffer: bytes, bytearray, memoryview, mmap.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string_view>

namespace linkspan_python {

namespace py = pybind11;

// The object cannot change its size, and the bytes stay where they are, as long as this lives.
class Bytes {
 public:
  // Raises TypeError where there is no buffer.
  explicit Bytes(py::handle object) {
    if (PyObject_GetBuffer(object.ptr(), &buffer_, PyBUF_SIMPLE) != 0) {
      throw py::error_already_set();
    }
  }
  ~Bytes() { PyBuffer_Release(&buffer_); }
  Bytes(const Bytes&) = delete;
  Bytes& operator=(const Bytes&) = delete;

  std::string_view view() const {
    return {static_cast<const char*>(buffer_.buf), static_cast<size_t>(buffer_.len)};
  }

 private:
  Py_buffer buffer_ = {};
};

}  // namespace linkspan_python

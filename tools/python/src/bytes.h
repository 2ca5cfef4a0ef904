// SPDX-License-Identifier: Apache-2.0
// The bytes of a Python object with the buffer protocol: bytes, bytearray, memoryview, mmap.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <string_view>

namespace linkspan_python {

namespace py = pybind11;

// While this lives, the object cannot be resized, and the bytes do not move.
class Bytes {
 public:
  // Raises TypeError if the object has no buffer.
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

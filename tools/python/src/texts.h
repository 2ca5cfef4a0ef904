// SPDX-License-Identifier: Apache-2.0
// The texts that Python holds, as UTF-8, and the way back from bytes to what Python counts.
//
// CPython keeps a str as an array of code points of 1, 2 or 4 bytes each. One of ASCII is UTF-8
// already, and is read where it stands. Any other is encoded into memory that is used again for the
// next text: PyUnicode_AsUTF8AndSize would keep a second copy of each text for as long as it lives.
//
//   "é https://a.example"      → C3 A9 20 68 …      byte 3 is character 2
//   "\ud800 https://a.example" → FF 20 68 …         byte 2 is character 2
//
// A surrogate that stands alone has no UTF-8. It becomes the byte FF, which is ill-formed, so it is
// in no link, and counts as one character.
//
// Guarded by tests/python/test_texts.py.
#pragma once

#include <pybind11/pybind11.h>

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace linkspan_python {

namespace py = pybind11;

enum class Storage : uint8_t { ascii, latin1, ucs2, ucs4, utf8 };

// A text in memory that somebody else keeps. May be read without the GIL.
struct TextRef {
  const void* data = nullptr;
  size_t length = 0;  // in units of `storage`
  Storage storage = Storage::ascii;
};

// REQUIRES: `text` is a str. The reference lives as long as that.
TextRef text_of(PyObject* text);

// Memory for one text, used again for the next.
class Scratch {
 public:
  char* reserve(size_t bytes) {
    if (bytes > size_) {
      memory_ = std::make_unique_for_overwrite<char[]>(bytes);
      size_ = bytes;
    }
    return memory_.get();
  }

 private:
  std::unique_ptr<char[]> memory_;
  size_t size_ = 0;
};

// The text in UTF-8. The view lives as long as the text, and as `scratch` is left alone.
std::string_view utf8_of(TextRef text, Scratch& scratch);

// The same for one str, with a copy. Raises TypeError, with `what` for the name of the argument.
std::string utf8_of(py::handle text, const char* what);

// How many code points there are; each byte of what is ill-formed that begins none counts as one.
uint64_t count_code_points(std::string_view utf8);

enum class Unit : uint8_t { bytes, code_points };

// Byte offsets of a text, which come in order, to offsets in what Python counts: one pass.
class OffsetMap {
 public:
  // Where the two are the same, nothing is counted.
  OffsetMap(std::string_view utf8, Unit unit) : utf8_(utf8), unit_(unit) {}

  // REQUIRES: not less than in the call before.
  uint64_t at(uint64_t byte) {
    if (unit_ == Unit::bytes) return byte;
    code_points_ += count_code_points(utf8_.substr(byte_, byte - byte_));
    byte_ = byte;
    return code_points_;
  }

 private:
  std::string_view utf8_;
  Unit unit_;
  uint64_t byte_ = 0;
  uint64_t code_points_ = 0;
};

inline Unit unit_of(TextRef text) {
  return text.storage == Storage::ascii ? Unit::bytes : Unit::code_points;
}

// UTF-8 to a str; what is ill-formed becomes U+FFFD.
py::str str_of(std::string_view utf8);

}  // namespace linkspan_python

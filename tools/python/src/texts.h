// SPDX-License-Identifier: Apache-2.0
// Converts Python texts to UTF-8, and byte offsets back to character offsets.
//
// CPython stores a str as an array of code points of 1, 2 or 4 bytes each. An ASCII str is already
// UTF-8 and is read in place. Any other is encoded into memory that is reused for the next text:
// PyUnicode_AsUTF8AndSize would keep a second copy of each text as long as it lives.
//
//   "é https://a.example"      → C3 A9 20 68 …      byte 3 is character 2
//   "\ud800 https://a.example" → FF 20 68 …         byte 2 is character 2
//
// A lone surrogate cannot be encoded in UTF-8. It becomes the byte FF, which is ill-formed, so it
// is never part of a link and counts as one character.
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

// A text whose memory has another owner. May be read without the GIL.
struct TextRef {
  const void* data = nullptr;
  size_t length = 0;  // in units of `storage`
  Storage storage = Storage::ascii;
};

// Valid as long as `text` lives. REQUIRES: `text` is a str.
TextRef text_of(PyObject* text);

// Memory for one text, which is reused for the next.
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

// The text in UTF-8. The view is valid while the text lives and until the next use of `scratch`.
std::string_view utf8_of(TextRef text, Scratch& scratch);

// A copy of a str in UTF-8. Raises TypeError for another type; `what` is the name of the argument.
std::string utf8_of(py::handle text, const char* what);

// The number of bytes that are not continuation bytes: the number of code points, if all are
// well-formed.
uint64_t count_code_points(std::string_view utf8);

enum class Unit : uint8_t { bytes, code_points };

// Converts ascending byte offsets in a text to offsets in `unit`, in one pass.
class OffsetMap {
 public:
  // With Unit::bytes, offsets are not changed.
  OffsetMap(std::string_view utf8, Unit unit) : utf8_(utf8), unit_(unit) {}

  // REQUIRES: `byte` is not less than in the previous call.
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

// Converts UTF-8 to a str. Ill-formed bytes become U+FFFD.
py::str str_of(std::string_view utf8);

}  // namespace linkspan_python

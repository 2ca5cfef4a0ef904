// SPDX-License-Identifier: Apache-2.0
#include "texts.h"

#include <cstring>

#include "encode.h"

namespace linkspan_python {
namespace {

// `most` is the maximum number of bytes for a code point.
template <class CodePoint, size_t most>
std::string_view encode_into(TextRef text, Scratch& scratch) {
  char* const begin = scratch.reserve(text.length * most + kEncodePadding);
  char* const end = encode(static_cast<const CodePoint*>(text.data), text.length, begin);
  return {begin, static_cast<size_t>(end - begin)};
}

}  // namespace

TextRef text_of(PyObject* text) {
#if PY_VERSION_HEX < 0x030C0000
  if (PyUnicode_READY(text) != 0) throw py::error_already_set();  // a str may be older than PEP 393
#endif
  TextRef ref{PyUnicode_DATA(text), static_cast<size_t>(PyUnicode_GET_LENGTH(text)), Storage::ucs4};
  if (PyUnicode_IS_COMPACT_ASCII(text)) {
    ref.storage = Storage::ascii;
  } else if (PyUnicode_KIND(text) == PyUnicode_1BYTE_KIND) {
    ref.storage = Storage::latin1;
  } else if (PyUnicode_KIND(text) == PyUnicode_2BYTE_KIND) {
    ref.storage = Storage::ucs2;
  }
  return ref;
}

std::string_view utf8_of(TextRef text, Scratch& scratch) {
  switch (text.storage) {
    case Storage::ascii:
    case Storage::utf8:
      break;
    case Storage::latin1:
      return encode_into<uint8_t, 2>(text, scratch);
    case Storage::ucs2:
      return encode_into<uint16_t, 3>(text, scratch);
    case Storage::ucs4:
      return encode_into<uint32_t, 4>(text, scratch);
  }
  return {static_cast<const char*>(text.data), text.length};
}

std::string utf8_of(py::handle text, const char* what) {
  if (!PyUnicode_Check(text.ptr())) {
    throw py::type_error(std::string(what) + " must be a str, not " + Py_TYPE(text.ptr())->tp_name);
  }
  Scratch scratch;
  return std::string(utf8_of(text_of(text.ptr()), scratch));
}

// Counts all bytes except continuation bytes (10xxxxxx), eight at a time: in each byte of
// `continuations`, the lowest bit is set for a continuation byte, and the product sums these bits.
uint64_t count_code_points(std::string_view utf8) {
  constexpr uint64_t kOnes = 0x0101010101010101;
  uint64_t count = utf8.size();
  size_t i = 0;
  for (; i + 8 <= utf8.size(); i += 8) {
    uint64_t bytes;
    std::memcpy(&bytes, utf8.data() + i, sizeof bytes);
    const uint64_t continuations = bytes >> 7 & ~(bytes >> 6) & kOnes;
    count -= continuations * kOnes >> 56;
  }
  for (; i < utf8.size(); ++i) count -= (static_cast<uint8_t>(utf8[i]) & 0xC0u) == 0x80u;
  return count;
}

py::str str_of(std::string_view utf8) {
  PyObject* const text =
      PyUnicode_DecodeUTF8(utf8.data(), static_cast<Py_ssize_t>(utf8.size()), "replace");
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

}  // namespace linkspan_python

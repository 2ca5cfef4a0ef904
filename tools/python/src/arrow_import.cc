// SPDX-License-Identifier: Apache-2.0
// Reads the texts of an Arrow column without a copy.
#include <cstring>
#include <vector>

#include "arrow.h"
#include "arrow_abi.h"

namespace linkspan_python {
namespace {

// The layouts of string columns (Arrow columnar format, "Variable-size Binary").
enum class Strings : uint8_t { offsets_32, offsets_64, views };

Strings strings_of(const ArrowSchema& schema) {
  const std::string_view format = schema.format;
  if (schema.dictionary == nullptr) {
    if (format == "u") return Strings::offsets_32;
    if (format == "U") return Strings::offsets_64;
    if (format == "vu") return Strings::views;
  }
  throw py::type_error(
      "texts must be a column of strings (utf8, large_utf8, utf8_view); this one "
      "has the Arrow format \"" +
      std::string(format) + (schema.dictionary != nullptr ? "\", a dictionary" : "\""));
}

bool is_null(const ArrowArray& array, int64_t index) {
  const auto* const bits = static_cast<const uint8_t*>(array.buffers[0]);
  return array.null_count != 0 && bits != nullptr && (bits[index / 8] >> (index % 8) & 1) == 0;
}

template <class Offset>
TextRef between_offsets(const ArrowArray& array, int64_t index) {
  const auto* const offsets = static_cast<const Offset*>(array.buffers[1]) + index;
  return {static_cast<const char*>(array.buffers[2]) + offsets[0],
          static_cast<size_t>(offsets[1] - offsets[0]), Storage::utf8};
}

// A view has 16 bytes: the length, then a text of up to 12 bytes or, for a longer text, its first 4
// bytes, the number of a buffer and an offset in it.
TextRef by_view(const ArrowArray& array, int64_t index) {
  const char* const view = static_cast<const char*>(array.buffers[1]) + 16 * index;
  int32_t fields[4];
  std::memcpy(fields, view, sizeof fields);
  const auto length = static_cast<size_t>(fields[0]);
  if (length <= 12) return {view + 4, length, Storage::utf8};
  return {static_cast<const char*>(array.buffers[2 + fields[2]]) + fields[3], length,
          Storage::utf8};
}

class ArrowSource final : public TextSource {
 public:
  ArrowSource(ArrowOwned<ArrowArrayStream> stream, Strings strings)
      : stream_(std::move(stream)), strings_(strings) {}
  ArrowSource(ArrowOwned<ArrowArray> array, Strings strings)
      : array_(std::move(array)), strings_(strings) {}

  void next(size_t limit, std::vector<TextRef>& texts) override {
    texts.clear();
    while (index_ >= length()) {
      if (!next_array()) return;
    }
    const int64_t end = std::min(length(), index_ + static_cast<int64_t>(limit));
    for (; index_ < end; ++index_) texts.push_back(at(array_->offset + index_));
  }

 private:
  int64_t length() const { return array_ ? array_->length : 0; }

  bool next_array() {
    array_.reset();
    index_ = 0;
    if (!stream_) return false;
    ArrowArray array = {};
    if (stream_->get_next(stream_.get(), &array) != 0) {
      const char* const reason = stream_->get_last_error(stream_.get());
      throw std::runtime_error(std::string("the Arrow stream failed: ") +
                               (reason != nullptr ? reason : "no reason is given"));
    }
    array_ = ArrowOwned<ArrowArray>(array);
    return static_cast<bool>(array_);
  }

  TextRef at(int64_t index) const {
    if (is_null(*array_, index)) return {};
    switch (strings_) {
      case Strings::offsets_32:
        return between_offsets<int32_t>(*array_, index);
      case Strings::offsets_64:
        return between_offsets<int64_t>(*array_, index);
      case Strings::views:
        break;
    }
    return by_view(*array_, index);
  }

  ArrowOwned<ArrowArrayStream> stream_;
  ArrowOwned<ArrowArray> array_;
  Strings strings_;
  int64_t index_ = 0;  // in array_, not counting its offset
};

template <class Structure>
ArrowOwned<Structure> take(py::handle capsule, const char* name) {
  void* const pointer = PyCapsule_GetPointer(capsule.ptr(), name);
  if (pointer == nullptr) throw py::error_already_set();
  return ArrowOwned<Structure>(*static_cast<Structure*>(pointer));
}

}  // namespace

std::unique_ptr<TextSource> arrow_source(py::handle object) {
  if (py::hasattr(object, "__arrow_c_stream__")) {
    auto stream = take<ArrowArrayStream>(object.attr("__arrow_c_stream__")(), kArrowStreamCapsule);
    ArrowSchema schema = {};
    if (stream->get_schema(stream.get(), &schema) != 0) {
      throw std::runtime_error("the Arrow stream has no schema");
    }
    const ArrowOwned<ArrowSchema> owned(schema);
    return std::make_unique<ArrowSource>(std::move(stream), strings_of(*owned));
  }
  if (py::hasattr(object, "__arrow_c_array__")) {
    const py::tuple pair = object.attr("__arrow_c_array__")();
    const auto schema = take<ArrowSchema>(pair[0], kArrowSchemaCapsule);
    auto array = take<ArrowArray>(pair[1], kArrowArrayCapsule);
    return std::make_unique<ArrowSource>(std::move(array), strings_of(*schema));
  }
  return nullptr;
}

}  // namespace linkspan_python

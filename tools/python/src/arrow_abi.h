// SPDX-License-Identifier: Apache-2.0
// The structures of the Arrow C data and C stream interfaces, copied from their specification
// (https://arrow.apache.org/docs/format/CDataInterface.html), so that Arrow is not needed.
#pragma once

#include <cstdint>

extern "C" {

struct ArrowSchema {
  const char* format;
  const char* name;
  const char* metadata;
  int64_t flags;
  int64_t n_children;
  struct ArrowSchema** children;
  struct ArrowSchema* dictionary;
  void (*release)(struct ArrowSchema*);  // null after it was released
  void* private_data;
};

struct ArrowArray {
  int64_t length;
  int64_t null_count;  // -1: not counted
  int64_t offset;
  int64_t n_buffers;
  int64_t n_children;
  const void** buffers;
  struct ArrowArray** children;
  struct ArrowArray* dictionary;
  void (*release)(struct ArrowArray*);
  void* private_data;
};

struct ArrowArrayStream {
  int (*get_schema)(struct ArrowArrayStream*, struct ArrowSchema* out);
  int (*get_next)(struct ArrowArrayStream*, struct ArrowArray* out);
  const char* (*get_last_error)(struct ArrowArrayStream*);
  void (*release)(struct ArrowArrayStream*);
  void* private_data;
};

}  // extern "C"

namespace linkspan_python {

inline constexpr int64_t kArrowNullable = 2;  // a flag of ArrowSchema

// The names of the PyCapsules with these structures
// (https://arrow.apache.org/docs/format/CDataInterface/PyCapsuleInterface.html).
inline constexpr char kArrowSchemaCapsule[] = "arrow_schema";
inline constexpr char kArrowArrayCapsule[] = "arrow_array";
inline constexpr char kArrowStreamCapsule[] = "arrow_array_stream";

// Owns a structure and releases it. As the interface requires, moving leaves a released structure.
template <class Structure>
class ArrowOwned {
 public:
  ArrowOwned() = default;
  explicit ArrowOwned(Structure& from) : held_(from) { from.release = nullptr; }
  ArrowOwned(ArrowOwned&& other) noexcept : ArrowOwned(other.held_) {}
  ArrowOwned& operator=(ArrowOwned&& other) noexcept {
    if (this != &other) {
      reset();
      held_ = other.held_;
      other.held_.release = nullptr;
    }
    return *this;
  }
  ~ArrowOwned() { reset(); }

  void reset() {
    if (held_.release != nullptr) held_.release(&held_);
    held_ = {};
  }

  explicit operator bool() const { return held_.release != nullptr; }
  Structure* get() { return &held_; }
  Structure* operator->() { return &held_; }
  const Structure* operator->() const { return &held_; }
  const Structure& operator*() const { return held_; }

 private:
  Structure held_ = {};
};

}  // namespace linkspan_python

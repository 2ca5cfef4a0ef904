// SPDX-License-Identifier: Apache-2.0
// Exports columns as Arrow structures. Each structure owns what it refers to, as a consumer may
// take a child and release its parent.
#include <cerrno>
#include <cstring>
#include <vector>

#include "arrow.h"
#include "arrow_abi.h"

namespace linkspan_python {
namespace {

using ColumnsPointer = std::shared_ptr<const Columns>;

// The names of the values of an enumeration, in numeric order.
template <class Enumeration, Enumeration last>
StringColumn labels_of() {
  StringColumn names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.add(to_string(static_cast<Enumeration>(i)));
  }
  return names;
}

using linkspan::EndedBy;
using linkspan::Form;
using linkspan::Kind;

// One column, before it is exported.
struct Field {
  std::string name;
  const char* format;
  const void* values = nullptr;          // of a column of numbers
  const StringColumn* texts = nullptr;   // of a column of text
  std::shared_ptr<StringColumn> labels;  // of a dictionary
};

std::vector<Field> fields_of(const Columns& columns) {
  const auto labels = [](StringColumn names) {
    return std::make_shared<StringColumn>(std::move(names));
  };
  std::vector<Field> fields = {
      {"row", "l", columns.row.data(), nullptr, nullptr},
      {"start", "l", columns.start.data(), nullptr, nullptr},
      {"end", "l", columns.end.data(), nullptr, nullptr},
      {"kind", "C", columns.kind.data(), nullptr, labels(labels_of<Kind, Kind::custom>())},
      {"form", "C", columns.form.data(), nullptr, labels(labels_of<Form, Form::href>())},
      {"ended_by", "C", columns.ended_by.data(), nullptr,
       labels(labels_of<EndedBy, EndedBy::end_of_text>())}};
  for (size_t i = 0; i < kTextColumnNames.size(); ++i) {
    if (!columns.wanted.has(static_cast<TextColumn>(i))) continue;
    fields.push_back({kTextColumnNames[i], "U", nullptr, &columns.texts[i], nullptr});
  }
  if (columns.wanted.warnings) {
    fields.push_back({"warnings", "I", columns.warnings.data(), nullptr, nullptr});
  }
  return fields;
}

// ---- Schemas ----

struct SchemaState {
  std::string name, format;
  std::vector<ArrowSchema> children;
  std::vector<ArrowSchema*> pointers;
  ArrowSchema dictionary = {};
};

void release_schema(ArrowSchema* schema) {
  auto* const state = static_cast<SchemaState*>(schema->private_data);
  for (ArrowSchema& child : state->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (state->dictionary.release != nullptr) state->dictionary.release(&state->dictionary);
  schema->release = nullptr;
  delete state;
}

ArrowSchema make_schema(std::string name, std::string format, std::vector<ArrowSchema> children) {
  auto* const state = new SchemaState{std::move(name), std::move(format), std::move(children), {}};
  for (ArrowSchema& child : state->children) state->pointers.push_back(&child);
  ArrowSchema schema = {};
  schema.format = state->format.c_str();
  schema.name = state->name.c_str();
  schema.n_children = static_cast<int64_t>(state->children.size());
  schema.children = state->pointers.data();
  schema.release = &release_schema;
  schema.private_data = state;
  return schema;
}

ArrowSchema schema_of(const Field& field) {
  ArrowSchema schema = make_schema(field.name, field.format, {});
  if (field.texts != nullptr) schema.flags = kArrowNullable;
  if (field.labels) {
    auto* const state = static_cast<SchemaState*>(schema.private_data);
    state->dictionary = make_schema("", "U", {});
    schema.dictionary = &state->dictionary;
  }
  return schema;
}

ArrowSchema schema_of(const Columns& columns) {
  std::vector<ArrowSchema> children;
  for (const Field& field : fields_of(columns)) children.push_back(schema_of(field));
  return make_schema("", "+s", std::move(children));
}

// ---- Arrays ----

struct ArrayState {
  ColumnsPointer columns;                // own the memory of the buffers, or
  std::shared_ptr<StringColumn> labels;  // do so for a dictionary
  std::vector<const void*> buffers;
  std::vector<ArrowArray> children;
  std::vector<ArrowArray*> pointers;
  ArrowArray dictionary = {};
};

void release_array(ArrowArray* array) {
  auto* const state = static_cast<ArrayState*>(array->private_data);
  for (ArrowArray& child : state->children) {
    if (child.release != nullptr) child.release(&child);
  }
  if (state->dictionary.release != nullptr) state->dictionary.release(&state->dictionary);
  array->release = nullptr;
  delete state;
}

ArrowArray make_array(size_t length, ArrayState* state) {
  ArrowArray array = {};
  array.length = static_cast<int64_t>(length);
  array.n_buffers = static_cast<int64_t>(state->buffers.size());
  array.buffers = state->buffers.data();
  array.n_children = static_cast<int64_t>(state->children.size());
  array.children = state->pointers.data();
  array.release = &release_array;
  array.private_data = state;
  return array;
}

std::vector<const void*> buffers_of(const StringColumn& texts) {
  return {texts.absent() == 0 ? nullptr : texts.present().data(), texts.offsets().data(),
          texts.bytes().data()};
}

ArrowArray array_of(const Field& field, const ColumnsPointer& columns) {
  auto* const state = new ArrayState{columns, nullptr, {nullptr, field.values}, {}, {}};
  if (field.texts != nullptr) state->buffers = buffers_of(*field.texts);
  ArrowArray array = make_array(columns->size(), state);
  if (field.texts != nullptr) array.null_count = static_cast<int64_t>(field.texts->absent());
  if (field.labels) {
    auto* const labels = new ArrayState{nullptr, field.labels, buffers_of(*field.labels), {}, {}};
    state->dictionary = make_array(field.labels->size(), labels);
    array.dictionary = &state->dictionary;
  }
  return array;
}

ArrowArray array_of(const ColumnsPointer& columns) {
  auto* const state = new ArrayState{columns, nullptr, {nullptr}, {}, {}};
  for (const Field& field : fields_of(*columns)) {
    state->children.push_back(array_of(field, columns));
  }
  for (ArrowArray& child : state->children) state->pointers.push_back(&child);
  return make_array(columns->size(), state);
}

// ---- Streams of one batch ----

struct StreamState {
  ColumnsPointer columns;
  bool is_done = false;
};

StreamState* state_of(ArrowArrayStream* stream) {
  return static_cast<StreamState*>(stream->private_data);
}

int get_schema(ArrowArrayStream* stream, ArrowSchema* out) {
  try {
    *out = schema_of(*state_of(stream)->columns);
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

int get_next(ArrowArrayStream* stream, ArrowArray* out) {
  *out = {};  // a released array means the end
  if (state_of(stream)->is_done) return 0;
  try {
    *out = array_of(state_of(stream)->columns);
    state_of(stream)->is_done = true;
    return 0;
  } catch (const std::bad_alloc&) {
    return ENOMEM;
  }
}

const char* get_last_error(ArrowArrayStream*) { return nullptr; }

void release_stream(ArrowArrayStream* stream) {
  delete state_of(stream);
  stream->release = nullptr;
}

// ---- Capsules ----

// A capsule that owns the structure. It does not release a structure that a consumer has moved.
template <class Structure>
py::capsule capsule_of(Structure structure, const char* name) {
  auto* const held = new Structure(structure);
  PyObject* const capsule = PyCapsule_New(held, name, [](PyObject* object) {
    auto* const kept =
        static_cast<Structure*>(PyCapsule_GetPointer(object, PyCapsule_GetName(object)));
    if (kept->release != nullptr) kept->release(kept);
    delete kept;
  });
  if (capsule == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::capsule>(capsule);
}

}  // namespace

py::tuple export_array(const ColumnsPointer& columns) {
  return py::make_tuple(export_schema(*columns), capsule_of(array_of(columns), kArrowArrayCapsule));
}

py::tuple export_array(const ColumnsPointer& columns, TextColumn column) {
  const Field field{kTextColumnNames[static_cast<size_t>(column)], "U", nullptr,
                    &columns->of(column), nullptr};
  return py::make_tuple(capsule_of(schema_of(field), kArrowSchemaCapsule),
                        capsule_of(array_of(field, columns), kArrowArrayCapsule));
}

py::capsule export_schema(const Columns& columns) {
  return capsule_of(schema_of(columns), kArrowSchemaCapsule);
}

py::capsule export_stream(const ColumnsPointer& columns) {
  ArrowArrayStream stream = {};
  stream.get_schema = &get_schema;
  stream.get_next = &get_next;
  stream.get_last_error = &get_last_error;
  stream.release = &release_stream;
  stream.private_data = new StreamState{columns};
  return capsule_of(stream, kArrowStreamCapsule);
}

}  // namespace linkspan_python

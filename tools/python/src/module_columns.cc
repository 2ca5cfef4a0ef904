// SPDX-License-Identifier: Apache-2.0
// _core.Columns and its arrays, which NumPy reads without a copy.
#include <cstring>
#include <memory>

#include "arrow.h"
#include "columns.h"
#include "link_data.h"
#include "linkspan/site.h"
#include "module.h"
#include "texts.h"

namespace linkspan_python {
namespace {

using ColumnsPointer = std::shared_ptr<Columns>;

// The memory of a column of numbers. `owner` keeps it alive.
struct Array {
  ColumnsPointer owner;
  const void* data;
  size_t count;
  size_t size;         // of one value
  std::string format;  // as in Python's module struct
};

// NumPy's int64 is a long if long has 64 bits.
constexpr const char* format_of(int64_t) { return sizeof(long) == 8 ? "l" : "q"; }
constexpr const char* format_of(uint32_t) { return "I"; }
constexpr const char* format_of(uint8_t) { return "B"; }

template <class T>
Array array_of(const ColumnsPointer& owner, const std::vector<T>& values) {
  return {owner, values.data(), values.size(), sizeof(T), format_of(T{})};
}

// A column of text.
struct Strings {
  ColumnsPointer owner;
  TextColumn column;
  const StringColumn& get() const { return owner->of(column); }
};

py::object string_at(const Strings& strings, size_t index) {
  const StringColumn& column = strings.get();
  if (index >= column.size()) throw py::index_error("there is no such row");
  if (!column.has(index)) return py::none();
  return str_of(column.at(index));
}

py::list to_list(const Strings& strings) {
  const StringColumn& column = strings.get();
  py::list list(column.size());
  for (size_t i = 0; i < column.size(); ++i) list[i] = string_at(strings, i);
  return list;
}

Array numbers(const ColumnsPointer& columns, const std::string& name) {
  if (name == "row") return array_of(columns, columns->row);
  if (name == "start") return array_of(columns, columns->start);
  if (name == "end") return array_of(columns, columns->end);
  if (name == "kind") return array_of(columns, columns->kind);
  if (name == "form") return array_of(columns, columns->form);
  if (name == "ended_by") return array_of(columns, columns->ended_by);
  if (name == "warnings") return array_of(columns, columns->warnings);
  throw py::key_error(name);
}

Strings strings(const ColumnsPointer& columns, const std::string& name) {
  for (size_t i = 0; i < kTextColumnNames.size(); ++i) {
    if (name == kTextColumnNames[i]) return {columns, static_cast<TextColumn>(i)};
  }
  throw py::key_error(name);
}

// The names of the values of an enumeration, in numeric order.
template <class Enumeration, Enumeration last>
py::tuple labels_of() {
  py::list names;
  for (int i = 0; i <= static_cast<int>(last); ++i) {
    names.append(py::str(std::string(to_string(static_cast<Enumeration>(i)))));
  }
  return names;
}

py::tuple names_of_warnings(uint32_t bits) {
  linkspan::Warnings warnings;
  for (const linkspan::Warning warning : linkspan::kAllWarnings) {
    if ((bits & static_cast<uint32_t>(warning)) != 0) warnings.add(warning);
  }
  return names_of(warnings);
}

// The memory of a vector of numbers, and back.
template <class T>
py::bytes bytes_of(const std::vector<T>& values) {
  return {reinterpret_cast<const char*>(values.data()), values.size() * sizeof(T)};
}

template <class T>
std::vector<T> vector_of(const py::handle& bytes) {
  const auto memory = bytes.cast<std::string_view>();
  std::vector<T> values(memory.size() / sizeof(T));
  if (!values.empty()) std::memcpy(values.data(), memory.data(), memory.size());
  return values;
}

py::tuple state_of(const Columns& columns) {
  py::list texts;
  for (const StringColumn& column : columns.texts) {
    texts.append(py::make_tuple(bytes_of(column.offsets()), py::bytes(column.bytes()),
                                bytes_of(column.present()), column.absent()));
  }
  return py::make_tuple(columns.wanted.texts, columns.wanted.warnings, bytes_of(columns.row),
                        bytes_of(columns.start), bytes_of(columns.end), bytes_of(columns.kind),
                        bytes_of(columns.form), bytes_of(columns.ended_by),
                        bytes_of(columns.warnings), texts);
}

ColumnsPointer columns_of(const py::tuple& state) {
  auto columns =
      std::make_shared<Columns>(Wanted{state[0].cast<uint32_t>(), state[1].cast<bool>()});
  columns->row = vector_of<int64_t>(state[2]);
  columns->start = vector_of<int64_t>(state[3]);
  columns->end = vector_of<int64_t>(state[4]);
  columns->kind = vector_of<uint8_t>(state[5]);
  columns->form = vector_of<uint8_t>(state[6]);
  columns->ended_by = vector_of<uint8_t>(state[7]);
  columns->warnings = vector_of<uint32_t>(state[8]);
  size_t i = 0;
  for (const py::handle text : state[9]) {
    const auto parts = text.cast<py::tuple>();
    columns->texts.at(i++) = {vector_of<int64_t>(parts[0]), parts[1].cast<std::string>(),
                              vector_of<uint8_t>(parts[2]), parts[3].cast<size_t>()};
  }
  return columns;
}

void bind_strings(py::module_& module) {
  py::class_<Strings>(module, "Strings")
      .def("__len__", [](const Strings& strings) { return strings.get().size(); })
      .def("at", &string_at)
      .def("to_list", &to_list)
      .def_property_readonly(
          "offsets",
          [](const Strings& strings) { return array_of(strings.owner, strings.get().offsets()); })
      .def_property_readonly("bytes",
                             [](const Strings& strings) {
                               const std::string& bytes = strings.get().bytes();
                               return Array{strings.owner, bytes.data(), bytes.size(), 1, "B"};
                             })
      .def_property_readonly(
          "present",
          [](const Strings& strings) { return array_of(strings.owner, strings.get().present()); })
      .def_property_readonly("absent",
                             [](const Strings& strings) { return strings.get().absent(); })
      .def("arrow_array",
           [](const Strings& strings) { return export_array(strings.owner, strings.column); });
}

}  // namespace

void bind_columns(py::module_& module) {
  py::class_<Array>(module, "Array", py::buffer_protocol()).def_buffer([](Array& array) {
    return py::buffer_info(const_cast<void*>(array.data), static_cast<py::ssize_t>(array.size),
                           array.format, 1, {array.count}, {array.size}, true);
  });
  bind_strings(module);
  py::class_<Columns, ColumnsPointer>(module, "Columns")
      .def("__len__", &Columns::size)
      .def(py::pickle([](const Columns& columns) { return state_of(columns); }, &columns_of))
      .def("numbers", &numbers)
      .def("strings", &strings)
      .def("arrow_array", [](const ColumnsPointer& columns) { return export_array(columns); })
      .def("arrow_schema", [](const ColumnsPointer& columns) { return export_schema(*columns); })
      .def("arrow_stream", [](const ColumnsPointer& columns) { return export_stream(columns); });
  module.attr("KINDS") = labels_of<linkspan::Kind, linkspan::Kind::custom>();
  module.attr("FORMS") = labels_of<linkspan::Form, linkspan::Form::href>();
  module.attr("ENDINGS") = labels_of<linkspan::EndedBy, linkspan::EndedBy::end_of_text>();
  module.def("names_of_warnings", &names_of_warnings);
  module.def("host_of_uri", [](const std::string& uri) { return linkspan::host_of_uri(uri); });
  module.def("registered_domain",
             [](const std::string& host) { return linkspan::registered_domain(host); });
}

}  // namespace linkspan_python

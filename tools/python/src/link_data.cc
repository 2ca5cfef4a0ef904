// SPDX-License-Identifier: Apache-2.0
#include "link_data.h"

#include <optional>
#include <string>

#include "errors.h"

namespace linkspan_python {
namespace {

using linkspan::Part;
using linkspan::Parts;

// In the order of RFC 3986, which is also the order in a pickled link.
constexpr Part Parts::*kParts[] = {&Parts::scheme, &Parts::userinfo, &Parts::host,    &Parts::port,
                                   &Parts::path,   &Parts::query,    &Parts::fragment};

template <class Positions>
void set_pieces(const linkspan::Link& link, Positions positions, LinkData& data) {
  for (const linkspan::Piece& piece : link.pieces) data.pieces.push_back(positions(piece));
  data.start = data.pieces.front().first;
  data.end = data.pieces.back().second;
  if (data.pieces.size() == 1) data.pieces.clear();
}

LinkData without_place(const linkspan::Link& link) {
  LinkData data;
  data.parts = link.span.parts;
  data.kind = link.span.kind;
  data.form = link.span.form;
  data.ended_by = link.span.ended_by;
  data.warnings = link.warnings;
  data.text = link.text;
  data.iri = link.iri;
  data.uri = link.uri;
  data.display = link.display.empty() ? link.iri : link.display;
  data.rule = link.rule;
  return data;
}

// Interned, as there are only few names.
py::str name(std::string_view name) {
  PyObject* text = PyUnicode_InternFromString(name.data());  // SAFETY: names end with a NUL
  if (text == nullptr) throw py::error_already_set();
  return py::reinterpret_steal<py::str>(text);
}

py::object component(const LinkData& link, Part part) {
  if (!part.present()) return py::none();
  return str_of(part.text(link.with_parts()));
}

py::tuple pieces_of(const LinkData& link) {
  if (link.pieces.empty()) return py::make_tuple(py::make_tuple(link.start, link.end));
  py::tuple pieces(link.pieces.size());
  for (size_t i = 0; i < link.pieces.size(); ++i) {
    pieces[i] = py::make_tuple(link.pieces[i].first, link.pieces[i].second);
  }
  return pieces;
}

// All values of a link, for pickling, comparison and hashing.
py::tuple state_of(const LinkData& link) {
  py::tuple parts(std::size(kParts));
  for (size_t i = 0; i < std::size(kParts); ++i) {
    const Part part = link.parts.*kParts[i];
    parts[i] = py::make_tuple(part.begin, part.end);
  }
  return py::make_tuple(pieces_of(link), parts, name(to_string(link.kind)),
                        name(to_string(link.form)), name(to_string(link.ended_by)),
                        names_of(link.warnings), str_of(link.text), str_of(link.iri),
                        str_of(link.uri), str_of(link.display), str_of(link.rule));
}

void set_place(const py::tuple& pieces, LinkData& link) {
  for (const py::handle piece : pieces) {
    link.pieces.push_back(piece.cast<std::pair<uint64_t, uint64_t>>());
  }
  if (link.pieces.empty()) throw py::value_error("a pickled Link must have a place");
  link.start = link.pieces.front().first;
  link.end = link.pieces.back().second;
  if (link.pieces.size() == 1) link.pieces.clear();
}

// SAFETY: a component outside of its text would be read out of bounds.
void set_parts(const py::tuple& parts, LinkData& link) {
  for (size_t i = 0; i < std::size(kParts); ++i) {
    const auto [begin, end] = parts[i].cast<std::pair<uint32_t, uint32_t>>();
    const Part part{begin, end};
    if (part.present() && (begin > end || end > link.with_parts().size())) {
      throw py::value_error("a pickled Link has a component outside of its text");
    }
    link.parts.*kParts[i] = part;
  }
}

LinkData from_state(const py::tuple& state) {
  if (state.size() != 11) throw py::value_error("a pickled Link must have 11 values");
  LinkData link;
  set_place(state[0].cast<py::tuple>(), link);
  link.kind = value_of(linkspan::parse_kind(state[2].cast<std::string>()));
  link.form = value_of(linkspan::parse_form(state[3].cast<std::string>()));
  link.ended_by = value_of(linkspan::parse_ended_by(state[4].cast<std::string>()));
  for (const py::handle warning : state[5].cast<py::tuple>()) {
    link.warnings.add(value_of(linkspan::parse_warning(warning.cast<std::string>())));
  }
  std::string* const texts[] = {&link.text, &link.iri, &link.uri, &link.display, &link.rule};
  for (size_t i = 0; i < std::size(texts); ++i) *texts[i] = utf8_of(state[6 + i], "a text");
  set_parts(state[1].cast<py::tuple>(), link);
  return link;
}

// <Link 4:25 url 'https://example.org/é'>
py::str repr_of(const LinkData& link) {
  return py::str("<Link {}:{} {} {!r}>")
      .format(link.start, link.end, name(to_string(link.kind)), str_of(link.text));
}

constexpr char kLinkDoc[] = R"(A link that was found in a text.

>>> link = linkspan.find("See https://example.org/é.")[0]
>>> link
<Link 4:25 url 'https://example.org/é'>
>>> link.uri
'https://example.org/%C3%A9'

Links never change; they can be compared, hashed and pickled.)";

using LinkClass = py::class_<LinkData>;

void bind_components(LinkClass& link) {
  const auto add = [&](const char* attribute, Part Parts::*part, const char* doc) {
    link.def_property_readonly(
        attribute, [part](const LinkData& data) { return component(data, data.parts.*part); }, doc);
  };
  add("scheme", &Parts::scheme, "The scheme as written, such as 'https'; None if there is none.");
  add("userinfo", &Parts::userinfo,
      R"(The text before the @; in an email address, the local part.

>>> linkspan.find("lena@example.org")[0].userinfo
'lena')");
  add("host", &Parts::host,
      R"(The host as written, or the domain of an email address; None if there is none.

To compare hosts, convert them with linkspan.iri.fold_host().

>>> linkspan.find("https://WWW.Example.org/")[0].host
'WWW.Example.org')");
  add("port", &Parts::port, "The digits of the port, as written.");
  add("path", &Parts::path, "The path, with its first slash.");
  add("query", &Parts::query, "The text after the question mark, up to the fragment.");
  add("fragment", &Parts::fragment, "The text after the number sign.");
}

void bind_place_and_texts(LinkClass& link) {
  link.def_readonly("start", &LinkData::start,
                    R"(The start of the link: text[link.start:link.end] is the link.

Counts characters of a str, and bytes of bytes.)")
      .def_readonly("end", &LinkData::end, "The end of the link; see start.")
      .def_property_readonly("pieces", &pieces_of,
                             R"(The visible parts of the link, as pairs of start and end.

Only a link in angle brackets or in mail can contain a line break, and then has several pieces.

>>> text = "<https://example.org/a\nb>"
>>> [text[start:end] for start, end in linkspan.find(text)[0].pieces]
['https://example.org/a', 'b'])")
      .def_property_readonly(
          "text", [](const LinkData& data) { return str_of(data.text); }, "The link as written.")
      .def_property_readonly(
          "iri", [](const LinkData& data) { return str_of(data.iri); },
          R"(The IRI of the link (RFC 3987).

>>> linkspan.find("www.example.org")[0].iri
'http://www.example.org')")
      .def_property_readonly(
          "uri", [](const LinkData& data) { return str_of(data.uri); },
          R"(The URI to open: ASCII only (RFC 3986).

>>> linkspan.find("https://bücher.example/ü")[0].uri
'https://xn--bcher-kva.example/%C3%BC')")
      .def_property_readonly(
          "display", [](const LinkData& data) { return str_of(data.display); },
          "The IRI for display; not for opening.");
}

void bind_properties(LinkClass& link) {
  link.def_property_readonly(
          "kind", [](const LinkData& data) { return name(to_string(data.kind)); },
          "'url', 'email' or, for a user-defined rule, 'custom'.")
      .def_property_readonly(
          "form", [](const LinkData& data) { return name(to_string(data.form)); },
          R"(The form by which the link was recognized.

'scheme', 'www', 'domain', 'address', 'mailto', 'delimited', 'rule' or 'href'.)")
      .def_property_readonly(
          "ended_by", [](const LinkData& data) { return name(to_string(data.ended_by)); },
          R"(The reason why the link ends.

'hard', 'soft', 'bracket', 'quote', 'delimiter', 'script', 'limit' or 'end_of_text'.)")
      .def_property_readonly(
          "rule", [](const LinkData& data) { return str_of(data.rule); },
          "The name of the user-defined rule that found the link; otherwise empty.")
      .def_property_readonly(
          "warnings", [](const LinkData& data) { return names_of(data.warnings); },
          R"(The names of warnings about the link. See linkspan.iri.warnings().

>>> linkspan.find("https://www.paypal.com@evil.example/")[0].warnings
('userinfo-like-host',))")
      .def_property_readonly(
          "is_serious", [](const LinkData& data) { return is_serious(data.warnings); },
          "Whether a warning is serious: the link may lead elsewhere than it seems.");
}

void bind_special_methods(LinkClass& link) {
  link.def("__repr__", &repr_of)
      .def("__eq__",
           [](const LinkData& left, py::handle right) -> py::object {
             if (!py::isinstance<LinkData>(right)) {
               return py::reinterpret_borrow<py::object>(Py_NotImplemented);
             }
             return py::bool_(state_of(left).equal(state_of(right.cast<const LinkData&>())));
           })
      .def("__hash__", [](const LinkData& data) { return py::hash(state_of(data)); })
      .def(py::pickle(&state_of, &from_state));
}

}  // namespace

LinkData link_data(const linkspan::Link& link, OffsetMap& map) {
  LinkData data = without_place(link);
  set_pieces(
      link,
      [&](const linkspan::Piece& piece) {
        const uint64_t start = map.at(piece.bytes.begin);
        return std::pair{start, map.at(piece.bytes.end)};
      },
      data);
  return data;
}

LinkData link_data_by_positions(const linkspan::Link& link, uint64_t before) {
  LinkData data = without_place(link);
  set_pieces(
      link,
      [&](const linkspan::Piece& piece) {
        return std::pair{before + piece.begin.offset, before + piece.end.offset};
      },
      data);
  return data;
}

py::tuple names_of(linkspan::Warnings warnings) {
  py::list names;
  for (const linkspan::Warning warning : linkspan::kAllWarnings) {
    if (warnings.has(warning)) names.append(py::str(std::string(to_string(warning))));
  }
  return names;
}

py::list list_of(std::vector<LinkData>&& links) {
  py::list list(links.size());
  for (size_t i = 0; i < links.size(); ++i) list[i] = py::cast(std::move(links[i]));
  return list;
}

void bind_link(py::module_& module) {
  LinkClass link(module, "Link", kLinkDoc);
  link.attr("__module__") = "linkspan";
  bind_place_and_texts(link);
  bind_properties(link);
  bind_special_methods(link);
  bind_components(link);
}

}  // namespace linkspan_python

// SPDX-License-Identifier: Apache-2.0
// The functions of linkspan.iri. In this module their names begin with iri_. iri.py documents them.
//
// Guarded by tests/python/test_iri.py.
#include <pybind11/stl.h>

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "errors.h"
#include "linkspan/iri.h"
#include "module.h"
#include "texts.h"

namespace linkspan_python {
namespace {

namespace iri = linkspan::iri;

std::string text_of_argument(py::handle text, const char* what = "iri") {
  return utf8_of(text, what);
}

py::object str_or_none(const std::optional<std::string_view>& text) {
  if (!text) return py::none();
  return str_of(*text);
}

py::tuple parse(py::handle text) {
  const std::string utf8 = text_of_argument(text);
  const iri::View view = value_of(iri::parse(utf8), utf8);
  return py::make_tuple(str_or_none(view.scheme()), str_or_none(view.authority()),
                        str_or_none(view.userinfo()), str_or_none(view.host()),
                        str_or_none(view.port()), str_of(view.path()), str_or_none(view.query()),
                        str_or_none(view.fragment()),
                        py::str(std::string(to_string(view.host_kind()))));
}

py::str to_uri(py::handle text, const std::string& host_form, bool encode_forbidden) {
  const std::string utf8 = text_of_argument(text);
  iri::ToUriOptions options;
  options.host = value_of(linkspan::parse_host_form(host_form));
  if (encode_forbidden) options.forbidden = iri::ToUriOptions::Forbidden::encoded;
  return str_of(value_of(iri::to_uri(utf8, options), utf8));
}

template <auto function>
py::str mapped(py::handle text) {
  const std::string utf8 = text_of_argument(text);
  return str_of(value_of(function(utf8), utf8));
}

template <auto function>
py::object mapped_host(py::handle host) {
  const auto found = function(text_of_argument(host, "host"));
  if (!found) return py::none();
  return str_of(*found);
}

py::str minimal(py::handle text, bool at_end_of_text) {
  const std::string utf8 = text_of_argument(text);
  const auto where = at_end_of_text ? iri::Formatting::at_end_of_text : iri::Formatting::in_text;
  return str_of(value_of(iri::minimal(utf8, where), utf8));
}

py::str normalize(py::handle text, const std::string& rung) {
  const std::string utf8 = text_of_argument(text);
  return str_of(value_of(iri::normalize(utf8, value_of(iri::parse_ladder(rung))), utf8));
}

bool equal(py::handle left, py::handle right, const std::string& rung) {
  const std::string one = text_of_argument(left, "left"), other = text_of_argument(right, "right");
  switch (value_of(iri::parse_ladder(rung))) {
    case iri::Ladder::simple:
      return iri::equal_by_characters(one, other);
    case iri::Ladder::syntax:
      return iri::equal_by_syntax(one, other);
    case iri::Ladder::scheme:
      break;
  }
  return iri::equal_by_scheme(one, other);
}

py::str resolve(py::handle base, py::handle reference) {
  const std::string from = text_of_argument(base, "base");
  const std::string to = text_of_argument(reference, "reference");
  return str_of(value_of(iri::resolve(from, to)));
}

py::str relativize(py::handle base, py::handle target) {
  const std::string from = text_of_argument(base, "base");
  const std::string to = text_of_argument(target, "target");
  return str_of(value_of(iri::relativize(from, to)));
}

py::str display(py::handle text, const std::string& bidi, std::vector<std::string> scripts) {
  const std::string utf8 = text_of_argument(text);
  const iri::DisplayOptions options{value_of(iri::parse_bidi_form(bidi)), std::move(scripts)};
  return str_of(value_of(iri::display(utf8, options), utf8));
}

py::list diagnose(py::handle text) {
  const std::string utf8 = text_of_argument(text);
  py::list list;
  for (const iri::Diagnostic& found : iri::diagnose(utf8)) {
    const std::string_view whole = utf8;
    const auto characters = [&](uint64_t byte) { return count_code_points(whole.substr(0, byte)); };
    list.append(py::make_tuple(std::string(to_string(found.warning)), characters(found.range.begin),
                               characters(found.range.end), str_of(found.message),
                               std::string(to_string(severity(found.warning)))));
  }
  return list;
}

py::object scheme_info(py::handle scheme) {
  constexpr const char* kOpens[] = {"safely", "unknown", "as_page", "runs_code"};
  const auto info = iri::scheme_info(text_of_argument(scheme, "scheme"));
  if (!info) return py::none();
  return py::make_tuple(str_of(info->name), info->is_hierarchical, info->host_is_domain,
                        info->carries_address, info->default_port,
                        kOpens[static_cast<size_t>(info->opens)]);
}

py::list warnings() {
  py::list list;
  for (const linkspan::Warning warning : linkspan::kAllWarnings) {
    list.append(py::make_tuple(std::string(to_string(warning)),
                               std::string(to_string(severity(warning))),
                               str_of(description(warning))));
  }
  return list;
}

}  // namespace

void bind_iri(py::module_& module) {
  module.def("iri_parse", &parse);
  module.def("iri_to_uri", &to_uri);
  module.def("iri_to_iri", &mapped<&iri::to_iri>);
  module.def("iri_minimal", &minimal);
  module.def("iri_host_to_ascii", &mapped_host<&iri::host_to_ascii>);
  module.def("iri_host_to_unicode", &mapped_host<&iri::host_to_unicode>);
  module.def("iri_fold_host", [](py::handle host) {
    return str_of(iri::fold_host(text_of_argument(host, "host")));
  });
  module.def("iri_normalize", &normalize);
  module.def("iri_equal", &equal);
  module.def("iri_resolve", &resolve);
  module.def("iri_relativize", &relativize);
  module.def("iri_display", &display);
  module.def("iri_diagnose", &diagnose);
  module.def("iri_unwrap", [](py::handle uri, bool services_only) {
    const auto wrappers = services_only ? iri::Wrappers::services : iri::Wrappers::all;
    return str_or_none(iri::unwrap(text_of_argument(uri, "uri"), wrappers));
  });
  module.def("iri_strip_tracking", [](py::handle uri) {
    return str_of(iri::strip_tracking(text_of_argument(uri, "uri")));
  });
  module.def("iri_refang",
             [](py::handle text) { return str_of(iri::refang(text_of_argument(text, "text"))); });
  module.def("iri_defang",
             [](py::handle uri) { return str_of(iri::defang(text_of_argument(uri, "uri"))); });
  module.def("iri_skeleton",
             [](py::handle host) { return str_of(iri::skeleton(text_of_argument(host, "host"))); });
  module.def("iri_scheme_info", &scheme_info);
  module.def("iri_warnings", &warnings);
}

}  // namespace linkspan_python

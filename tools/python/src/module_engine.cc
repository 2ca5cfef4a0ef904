// SPDX-License-Identifier: Apache-2.0
// _core.Engine, _core.Stream, and user-defined rules.
#include <pybind11/stl.h>

#include <map>

#include "errors.h"
#include "html.h"
#include "linkspan/rules.h"
#include "module.h"
#include "search.h"
#include "stream.h"

namespace linkspan_python {
namespace {

// The values of linkspan.Rule, a Python tuple.
using RuleTuple = std::tuple<std::string, std::string, std::string, std::string, bool>;

linkspan::Rule rule_of(const RuleTuple& tuple) {
  const auto& [name, pattern, uri, beside, wins] = tuple;
  linkspan::Rule rule{name, pattern, uri, linkspan::Beside::word, wins};
  if (beside == "any") {
    rule.beside = linkspan::Beside::any;
  } else if (beside != "word") {
    throw py::value_error("beside must be \"word\" or \"any\", not \"" + beside + "\"");
  }
  return rule;
}

RuleTuple tuple_of(const linkspan::Rule& rule) {
  return {rule.name, rule.pattern, rule.uri, rule.beside == linkspan::Beside::any ? "any" : "word",
          rule.wins};
}

std::shared_ptr<EngineState> make_engine(const py::dict& settings) {
  const auto text = [&](const char* key) { return utf8_of(settings[key], key); };
  linkspan::Options options;
  options.profile = value_of(linkspan::parse_profile(text("profile")));
  options.bare_domains = settings["bare_domains"].cast<bool>();
  options.email = settings["email"].cast<bool>();
  options.schemes = settings["schemes"].is_none()
                        ? linkspan::NameList{}
                        : value_of(linkspan::parse_names(text("schemes")));
  options.tlds = settings["tlds"].is_none() ? linkspan::NameList{}
                                            : value_of(linkspan::parse_names(text("tlds")));
  options.max_link_bytes = settings["max_link_bytes"].cast<uint32_t>();
  linkspan::DocumentOptions document;
  document.host = value_of(linkspan::parse_host_form(text("host_form")));
  document.default_scheme = value_of(linkspan::parse_default_scheme(text("default_scheme")));
  std::vector<linkspan::Rule> rules;
  for (const py::handle rule : settings["rules"]) rules.push_back(rule_of(rule.cast<RuleTuple>()));
  if (!rules.empty()) document.rules = value_of(linkspan::Rules::create(std::move(rules)));
  return std::make_shared<EngineState>(options, std::move(document));
}

Wanted wanted_of(const std::vector<std::string>& columns) {
  Wanted wanted;
  for (const std::string& column : columns) {
    if (column == "warnings") wanted.warnings = true;
    for (size_t i = 0; i < kTextColumnNames.size(); ++i) {
      if (column == kTextColumnNames[i]) wanted.add(static_cast<TextColumn>(i));
    }
  }
  return wanted;
}

std::vector<RuleTuple> parse_rules(const std::string& toml, const std::string& source_name,
                                   const std::map<std::string, std::string>& parameters) {
  const linkspan::RuleParameters values(parameters.begin(), parameters.end());
  std::vector<RuleTuple> rules;
  for (const linkspan::Rule& rule : value_of(linkspan::parse_rules(toml, source_name, values))) {
    rules.push_back(tuple_of(rule));
  }
  return rules;
}

}  // namespace

void bind_engine(py::module_& module) {
  py::class_<EngineState, std::shared_ptr<EngineState>>(module, "Engine")
      .def(py::init(&make_engine))
      .def("find", &find_in_str)
      .def("find_in_bytes", &find_in_bytes)
      .def("find_in_html",
           [](const EngineState& engine, py::handle page, const std::string& charset,
              const std::string& links) {
             return find_in_markup(engine, page, charset, links, linkspan::Markup::html);
           })
      .def("find_in_markdown",
           [](const EngineState& engine, py::handle text, const std::string& charset,
              const std::string& links) {
             return find_in_markup(engine, text, charset, links, linkspan::Markup::markdown);
           })
      .def("contains", &contains)
      .def("find_many", &find_many)
      .def("find_columns",
           [](const EngineState& engine, py::handle texts, const std::vector<std::string>& columns,
              size_t threads) { return find_columns(engine, texts, wanted_of(columns), threads); })
      .def("linkify_html",
           [](const EngineState& engine, py::handle text, std::string target, std::string rel,
              std::string css_class, std::string title, bool is_page, bool is_inline,
              size_t most_characters, bool in_the_middle, py::object rewrite,
              py::object attributes) {
             using linkspan::render::HtmlForm;
             using linkspan::render::Shorten;
             const HtmlForm form = is_inline ? HtmlForm::phrasing
                                   : is_page ? HtmlForm::page
                                             : HtmlForm::fragment;
             return linkify_html(engine, text,
                                 {.html = {.form = form,
                                           .title = std::move(title),
                                           .target = std::move(target),
                                           .rel = std::move(rel),
                                           .css_class = std::move(css_class)},
                                  .most_characters = most_characters,
                                  .shorten = in_the_middle ? Shorten::middle : Shorten::end,
                                  .rewrite = std::move(rewrite),
                                  .attributes = std::move(attributes)});
           })
      .def("link_html", [](const EngineState& engine, py::handle page, const std::string& charset,
                           std::vector<std::string> never_in, std::string target, std::string rel,
                           std::string css_class, py::object rewrite, py::object attributes) {
        return link_html(engine, page, charset, std::move(never_in),
                         {.html = {.target = std::move(target),
                                   .rel = std::move(rel),
                                   .css_class = std::move(css_class)},
                          .rewrite = std::move(rewrite),
                          .attributes = std::move(attributes)});
      });
  py::class_<TextStream>(module, "Stream")
      .def(py::init<const EngineState&, const std::optional<std::string>&>())
      .def("feed", &TextStream::feed)
      .def("finish", &TextStream::finish);
  module.def("parse_rule", [](const std::string& text) {
    return tuple_of(value_of(linkspan::parse_rule(text), text));
  });
  module.def("parse_rules", &parse_rules);
}

}  // namespace linkspan_python

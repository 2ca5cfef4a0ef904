// SPDX-License-Identifier: Apache-2.0
#include "html.h"

#include <optional>
#include <utility>
#include <vector>

#include "bytes.h"
#include "errors.h"
#include "link_data.h"
#include "linkspan/render.h"

namespace linkspan_python {
namespace {

namespace render = linkspan::render;

// Calls Python functions from the library. As no exception may propagate through the library, the
// first one is stored, and nothing is called again.
class Callbacks {
 public:
  // The links have offsets of this unit in the text.
  Callbacks(const HtmlSettings& settings, std::string_view text, Unit unit)
      : settings_(settings), map_(text, unit) {}

  bool are_absent() const { return settings_.rewrite.is_none() && settings_.attributes.is_none(); }
  void set(render::RenderOptions& options);

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  // What the function returns for the link, if that is not None.
  template <class Convert>
  auto call(const py::object& function, const linkspan::Link& link, Convert convert)
      -> std::optional<decltype(convert(function))> {
    if (failure_) return std::nullopt;
    try {
      const py::object returned = function(link_data(link, map_));
      if (returned.is_none()) return std::nullopt;
      return convert(returned);
    } catch (const py::error_already_set&) {
      failure_ = std::current_exception();
    } catch (const py::builtin_exception&) {
      failure_ = std::current_exception();
    }
    return std::nullopt;
  }

  const HtmlSettings& settings_;
  OffsetMap map_;
  std::exception_ptr failure_;
};

std::vector<render::Attribute> attributes_of(const py::object& returned) {
  if (!py::isinstance<py::dict>(returned)) {
    throw py::type_error("attributes must return a dict of str, or None");
  }
  std::vector<render::Attribute> attributes;
  for (const auto& each : py::reinterpret_borrow<py::dict>(returned)) {
    std::string name = utf8_of(each.first, "the name of an attribute");
    if (!render::is_harmless_attribute(name)) {
      throw py::value_error("attributes returned '" + name +
                            "'; it can be class, title, target, rel, data-… and others that "
                            "neither run nor send anything");
    }
    attributes.push_back({std::move(name), utf8_of(each.second, "the value of an attribute")});
  }
  return attributes;
}

void Callbacks::set(render::RenderOptions& options) {
  if (!settings_.rewrite.is_none()) {
    options.rewrite = [this](const linkspan::Link& link) {
      return call(settings_.rewrite, link, [](const py::object& returned) {
        return utf8_of(returned, "what rewrite returns");
      });
    };
  }
  if (!settings_.attributes.is_none()) {
    options.attributes = [this](const linkspan::Link& link) {
      return call(settings_.attributes, link, attributes_of);
    };
  }
}

}  // namespace

py::str linkify_html(const EngineState& engine, py::handle text, const HtmlSettings& settings) {
  const std::string utf8 = utf8_of(text, "text");
  std::string html;
  const auto writer = render::html_writer(html, settings.html);
  Callbacks callbacks(settings, utf8, Unit::code_points);
  render::RenderOptions options;
  options.most_characters = settings.most_characters;
  options.shorten = settings.shorten;
  callbacks.set(options);
  std::optional<py::gil_scoped_release> released;
  if (callbacks.are_absent()) released.emplace();
  const auto summary = render::render({utf8, engine.document()}, engine.engine(), *writer, options);
  released.reset();
  callbacks.rethrow();
  value_of(summary);
  return str_of(html);
}

namespace {

std::string link_page(const EngineState& engine, std::string_view page, Unit unit,
                      linkspan::DocumentOptions options, const HtmlSettings& settings) {
  Callbacks callbacks(settings, page, unit);
  render::RenderOptions render_options;
  callbacks.set(render_options);
  std::optional<py::gil_scoped_release> released;
  if (callbacks.are_absent()) released.emplace();
  std::string out;
  const auto summary = render::link_html({page, std::move(options)}, engine.engine(), out,
                                         settings.html, std::move(render_options));
  released.reset();
  callbacks.rethrow();
  value_of(summary);
  return out;
}

}  // namespace

py::object link_html(const EngineState& engine, py::handle page, const std::string& charset,
                     std::vector<std::string> never_in, const HtmlSettings& settings) {
  linkspan::DocumentOptions options = engine.document();
  options.in_place = std::move(never_in);
  options.charset = charset;
  if (!py::isinstance<py::str>(page)) {
    const Bytes bytes(page);
    return py::bytes(link_page(engine, bytes.view(), Unit::bytes, std::move(options), settings));
  }
  const std::string utf8 = utf8_of(page, "page");
  options.charset = "utf-8";
  return str_of(link_page(engine, utf8, Unit::code_points, std::move(options), settings));
}

}  // namespace linkspan_python

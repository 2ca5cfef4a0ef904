// SPDX-License-Identifier: Apache-2.0
#include "html.h"

#include <optional>
#include <utility>

#include "errors.h"
#include "link_data.h"
#include "linkspan/render.h"

namespace linkspan_python {
namespace {

namespace render = linkspan::render;

// Calls a Python function from the library. As no exception may propagate through the library, the
// first one is stored, and the function is not called again.
class Rewriter {
 public:
  Rewriter(py::object function, std::string_view utf8)
      : function_(std::move(function)), map_(utf8, Unit::code_points) {}

  std::optional<std::string> operator()(const linkspan::Link& link) {
    if (failure_) return std::nullopt;
    try {
      const py::object uri = function_(link_data(link, map_));
      if (uri.is_none()) return std::nullopt;
      return utf8_of(uri, "what rewrite returns");
    } catch (const py::error_already_set&) {
      failure_ = std::current_exception();
    } catch (const py::builtin_exception&) {
      failure_ = std::current_exception();
    }
    return std::nullopt;
  }

  void rethrow() const {
    if (failure_) std::rethrow_exception(failure_);
  }

 private:
  py::object function_;
  OffsetMap map_;
  std::exception_ptr failure_;
};

}  // namespace

py::str linkify_html(const EngineState& engine, py::handle text, const HtmlSettings& settings) {
  const std::string utf8 = utf8_of(text, "text");
  std::string html;
  const auto writer = render::html_writer(
      html, {.form = settings.is_page ? render::HtmlForm::page : render::HtmlForm::fragment,
             .title = settings.title,
             .target = settings.target,
             .rel = settings.rel,
             .css_class = settings.css_class});
  Rewriter rewriter(settings.rewrite, utf8);
  render::RenderOptions options;
  std::optional<py::gil_scoped_release> released;
  if (settings.rewrite.is_none()) {
    released.emplace();
  } else {
    options.rewrite = [&](const linkspan::Link& link) { return rewriter(link); };
  }
  const auto summary = render::render({utf8, engine.document()}, engine.engine(), *writer, options);
  released.reset();
  rewriter.rethrow();
  value_of(summary);
  return str_of(html);
}

}  // namespace linkspan_python

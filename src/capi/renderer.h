// SPDX-License-Identifier: Apache-2.0
// Renderer: a Writer, whose output is passed to a callback.
#pragma once

#include <memory>
#include <string>
#include <utility>

#include "capi/capi.h"
#include "capi/links.h"
#include "linkspan/render.h"

namespace linkspan::capi {

class Renderer {
 public:
  static Result<Renderer> create(const linkspan_render_options* given);

  render::Writer& writer() { return *writer_; }
  const render::RenderOptions& options() const { return options_; }

  // Passes the output to `write`, if there is some and `write` has not stopped.
  void begin_call(linkspan_text_callback write, void* context) {
    write_ = write;
    context_ = context;
  }
  void flush();
  Visit next() const { return is_stopped_ ? Visit::stop : Visit::go_on; }
  linkspan_status status() const { return is_stopped_ ? LINKSPAN_STOPPED : LINKSPAN_OK; }

 private:
  Renderer() : out_(std::make_unique<std::string>()) {}

  std::unique_ptr<std::string> out_;  // the writer refers to it
  std::unique_ptr<render::Writer> writer_;
  render::RenderOptions options_;
  linkspan_text_callback write_ = nullptr;
  void* context_ = nullptr;
  bool is_stopped_ = false;
};

}  // namespace linkspan::capi

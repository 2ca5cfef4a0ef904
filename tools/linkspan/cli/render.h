// SPDX-License-Identifier: Apache-2.0
// `linkspan render`: the texts of all inputs, with clickable links.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "input/read_settings.h"
#include "linkspan/linkspan.h"
#include "linkspan/render.h"

namespace linkspan::command {

enum class RenderFormat : uint8_t { html, ansi, markdown };

struct RenderSettings {
  ReadSettings read;
  RenderFormat to = RenderFormat::html;
  render::HtmlForm page = render::HtmlForm::fragment;
  uint32_t most_characters = 0;            // of a link, that are shown; 0: all
  bool keeps_html = false;                 // writes the links into the page of HTML that is read
  std::vector<std::string> never_in = {};  // elements of it
  render::TextColours colours = render::TextColours::show;
  render::OpenableSchemes openable = {};
  render::ShowDestination destination = render::ShowDestination::where_serious;
};

// Returns the exit status.
int run_render(const RenderSettings& settings, const Engine& engine);

}  // namespace linkspan::command

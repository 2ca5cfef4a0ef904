// SPDX-License-Identifier: Apache-2.0
// `linkspan render`: the texts of all inputs, with clickable links.
#pragma once

#include "linkspan/linkspan.h"
#include "settings.h"

namespace linkspan::command {

// Returns the exit status.
int run_render(const RenderSettings& settings, const Engine& engine);

}  // namespace linkspan::command

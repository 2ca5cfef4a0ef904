// SPDX-License-Identifier: Apache-2.0
// `linkspan render --keep-html`: one page of HTML with its links, all its other bytes as they are.
#pragma once

#include "cli/render.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

// REQUIRES: one input. Returns the exit status; errors are on standard error.
int render_in_place(const RenderSettings& settings, const Engine& engine);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// `linkspan explain`: the candidates of a text, and why they are links or not.
#pragma once

#include "settings.h"

namespace linkspan::command {

// Prints the candidates of each text; returns the exit status.
int run_explain(const ExplainSettings& settings);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// `linkspan explain`: what the scanner looked at in a text, and what it made of it.
#pragma once

#include "settings.h"

namespace linkspan::command {

// Prints the candidates of each text; gives the exit status.
int run_explain(const ExplainSettings& settings);

}  // namespace linkspan::command

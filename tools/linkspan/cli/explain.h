// SPDX-License-Identifier: Apache-2.0
// `linkspan explain`: the candidates of a text, and why they are links or not.
#pragma once

#include <string>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

struct ExplainSettings {
  std::vector<std::string> texts;  // "-": standard input; never empty
  Options options;
  Rules rules = {};
};

// Prints the candidates of each text; returns the exit status.
int run_explain(const ExplainSettings& settings);

}  // namespace linkspan::command

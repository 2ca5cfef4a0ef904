// `linkspan scan`: the links of all inputs, in order.
#pragma once

#include "linkspan/linkspan.h"
#include "settings.h"

namespace linkspan::command {

// Returns the exit status.
int run_scan(const ScanSettings& settings, const Engine& engine);

}  // namespace linkspan::command

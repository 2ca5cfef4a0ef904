// SPDX-License-Identifier: Apache-2.0
// `linkspan scan`: the links of all inputs, in order.
#pragma once

#include <cstdint>

#include "common/io.h"
#include "linkspan/linkspan.h"
#include "output/scan_settings.h"

namespace linkspan::command {

// Returns the exit status.
int run_scan(const ScanSettings& settings, const Engine& engine);

// The same to another output, without --output. REQUIRES: it has a descriptor.
int run_scan(const ScanSettings& settings, const Engine& engine, Output& output);

}  // namespace linkspan::command

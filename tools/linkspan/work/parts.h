// SPDX-License-Identifier: Apache-2.0
// `linkspan scan --output DIR`: the links of many inputs in many files, in a run that can be
// continued.
//
//   DIR/manifest.jsonl       what the run is, then a line for each part that is done
//   DIR/part-000000.jsonl    the links of one part
//
// A part is some inputs, one after another, of kPartBytes or more; a large input is a part by
// itself. Parts and their numbers follow from the inputs, whatever --jobs is. Each is written under
// another name, synced and renamed, and only then added to the manifest. So the same command,
// started again after it was killed, writes only the missing parts. If inputs or options differ
// from those of the manifest, or another run uses the directory, nothing is done.
//
// Each process takes the next free part; if it dies, only its current part is lost. Guarded by
// tests/command/work/command_output_test.cc.
#pragma once

#include "linkspan/linkspan.h"
#include "output/scan_settings.h"

namespace linkspan::command {

// Returns the exit status. REQUIRES: settings.output.directory is not empty; the process has one
// thread.
int run_scan_in_parts(const ScanSettings& settings, const Engine& engine);

}  // namespace linkspan::command

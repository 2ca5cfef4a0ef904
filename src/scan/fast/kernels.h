// SPDX-License-Identifier: Apache-2.0
// Kernels: the functions that read 64 bytes at a time, for each kind of CPU.
//
// There is one algorithm for each (trigger_block.inc, plain_block.inc) over blocks in registers
// (base/byte_block.h), and a portable version, for which a block is eight words, or a loop over
// bytes. An Engine chooses one when it is made: the best that the machine has, or that of
// LINKSPAN_CPU in the environment. All have the same results (tests/scan/trigger_test.cc,
// tests/scan/fast_path_test.cc).
#pragma once

#include "base/cpu.h"
#include "linkspan/linkspan.h"
#include "scan/fast/fast_path.h"
#include "scan/trigger/trigger.h"

namespace linkspan::scan {

struct Kernels {
  FindTriggers find_triggers;
  ReadPlainLink read_plain_link;
  ReadPlainDomain read_plain_domain;
  ReadBefore read_before;
  ReadLabelBefore read_label_before;
  FindEscape find_escape;
  HasEscapeBefore has_escape_before;
};

// Every place is a trigger, and bytes are read one by one: for `explain`, and for tests.
inline constexpr Kernels kSlowKernels{every_trigger,
                                      read_plain_link_bytewise,
                                      read_plain_domain_bytewise,
                                      read_before_bytewise,
                                      read_label_before_bytewise,
                                      find_escape_bytewise,
                                      has_escape_before_bytewise};

// nullptr if the version was not compiled in, or this CPU cannot run it. Cpu::best always exists.
const Kernels* kernels_for(Cpu cpu);

}  // namespace linkspan::scan

// SPDX-License-Identifier: Apache-2.0
// Kernels: what is done 64 bytes at a time, for each kind of CPU.
//
// There is one algorithm for each (trigger_block.inc, plain_block.inc) over blocks in registers
// (base/byte_block.h), and a portable version, for which a block is eight words, or a loop over
// bytes. Which one runs is chosen when an Engine is made: the best, or by LINKSPAN_CPU in
// the environment, or as the best that the machine has. All give the same answers
// (tests/trigger_test.cc, tests/shortcuts_test.cc).
#pragma once

#include "base/cpu.h"
#include "linkspan/linkspan.h"
#include "scan/trigger/shortcuts.h"
#include "scan/trigger/trigger.h"

namespace linkspan::scan {

struct Kernels {
  FindTriggers find_triggers;
  ReadPlainLink read_plain_link;
  ReadPlainDomain read_plain_domain;
  ReadBefore read_before;
  ReadLabelBefore read_label_before;
};

// Every place is looked at, byte by byte: for explaining, and for tests.
inline constexpr Kernels kLongWay{every_trigger, read_plain_link_bytewise,
                                  read_plain_domain_bytewise, read_before_bytewise,
                                  read_label_before_bytewise};

// nullptr if the version was not compiled in or this CPU is not one. Cpu::best is always there.
const Kernels* kernels_for(Cpu cpu);

}  // namespace linkspan::scan

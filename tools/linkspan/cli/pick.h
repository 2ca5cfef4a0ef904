// SPDX-License-Identifier: Apache-2.0
// `linkspan pick`: the links of all inputs, to choose from.
//
//   linkspan pick letter.txt           a full-screen list; Enter opens a link
//   dmesg | linkspan pick              the same of a pipe; keys come from the terminal
//   linkspan pick a.txt | xargs wget   standard output is a pipe: the URIs, one a line
//   wget $(linkspan pick --print a)    the list, and then the URIs that were chosen
//
// The list appears as soon as there are links, and grows as more are read (pick/screen.h). Messages
// on standard error are written at the end. Guarded by tests/command/pick/pick_terminal_test.cc.
#pragma once

#include <cstdint>

#include "common/link_filter.h"
#include "input/read_settings.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

// The use of the chosen links; or no list, as the output is a pipe.
enum class PickWay : uint8_t { list, open, print };

struct PickSettings {
  ReadSettings read;
  LinkFilter::Wanted keep = {};
  PickWay way = PickWay::list;
};

// Returns the exit status. May end the process instead, by the signal that ended the list or while
// an input is still open.
int run_pick(const PickSettings& settings, const Engine& engine);

}  // namespace linkspan::command

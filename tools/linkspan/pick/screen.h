// SPDX-License-Identifier: Apache-2.0
// The full screen of `linkspan pick`, from the first link to the last key. In the module
// linkspan-pick.so (common/module.h), with ncurses and all that runs programs.
//
// Guarded by tests/command/pick/pick_terminal_test.cc and tests/command/pick/pick_screen_test.cc.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "common/module.h"
#include "pick/model.h"

namespace linkspan::command {

// The action of Enter.
enum class PickUse : uint8_t { open, print };

struct PickRequest {
  LinkStore& store;
  std::string title;  // what is read
  PickUse use = PickUse::open;
  // Begins to fill the store on another thread, which calls `notify` for new links and at the end.
  std::function<void(std::function<void()> notify)> start_reading;
};

struct PickAnswer {
  std::string fault;                // a sentence if there was no screen; else empty
  bool is_empty = false;            // there are no links, so that there was no screen
  std::vector<std::string> chosen;  // URIs, with PickUse::print
  int signal = 0;                   // that ended it, if one did
};

// Returns when the user quits. The terminal has its former state. The entry of the module.
LINKSPAN_ENTRY void linkspan_pick(const PickRequest& request, PickAnswer& answer);

}  // namespace linkspan::command

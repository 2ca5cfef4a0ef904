// SPDX-License-Identifier: Apache-2.0
// The module linkspan-pick.so (modules/modules.h).
#include "modules/modules.h"

namespace linkspan::command {

extern "C" [[gnu::visibility("default")]] void linkspan_pick(const PickRequest& request,
                                                             PickAnswer& answer) {
  answer = show_pick_screen(request);
}

}  // namespace linkspan::command

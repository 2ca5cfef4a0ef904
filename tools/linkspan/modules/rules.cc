// SPDX-License-Identifier: Apache-2.0
// The module linkspan-rules.so (modules/modules.h).
#include "modules/modules.h"

namespace linkspan::command {

extern "C" [[gnu::visibility("default")]] void linkspan_make_rules(const RuleSources& sources,
                                                                   Result<Rules>& made) {
  made = make_rules(sources);
}

}  // namespace linkspan::command

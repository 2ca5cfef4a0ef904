// SPDX-License-Identifier: Apache-2.0
// The object of a link in the answers to --from jsonl: its members without those of its origin.
#pragma once

#include <string>

#include "linkspan/document.h"

namespace linkspan::command {

void append_link_object(std::string& out, const Link& link);

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// What each value of Wants needs.
#pragma once

#include "linkspan/document.h"

namespace linkspan::document {

constexpr bool needs_only_begins(Wants wants) {
  return wants == Wants::begins || wants == Wants::begins_and_warnings;
}
constexpr bool needs_mapper(Wants wants) {
  return wants == Wants::links || wants == Wants::text || wants == Wants::logical_text;
}
constexpr bool needs_warnings(Wants wants) {
  return needs_mapper(wants) || wants == Wants::begins_and_warnings;
}

constexpr bool has_targets(const DocumentOptions& options) {
  return options.wrapped == Wrapped::unwrap || options.tracking == Tracking::strip;
}

}  // namespace linkspan::document

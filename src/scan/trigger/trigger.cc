// SPDX-License-Identifier: Apache-2.0
#include "scan/trigger/trigger.h"

#include "scan/text/escapes.h"

namespace linkspan::scan {
namespace {

bool may_be_trigger(uint8_t byte) {
  const bool may_begin_wide_dot = byte == 0xE3 || byte == 0xEF;
  return byte == ':' || byte == '@' || byte == '.' || may_begin_wide_dot;
}

}  // namespace

void every_trigger(const uint8_t* at, const uint8_t* end, uint8_t /*before*/,
                   const TriggerRules& rules, TriggerBlock& found) {
  for (;;) {
    const uint64_t size = std::min<uint64_t>(static_cast<uint64_t>(end - at), 64);
    uint64_t mask = 0;
    for (uint64_t i = 0; i < size; ++i) {
      const bool is_escape = rules.has_escapes && may_begin_escape(at[i]);
      mask |= static_cast<uint64_t>(is_escape || may_be_trigger(at[i])) << i;
    }
    found = {at, at + size, mask};
    if (mask != 0 || size < 64) return;
    at += size;
  }
}

bool has_escape_before_bytewise(const uint8_t* at) {
  return std::any_of(at - 64, at, may_begin_escape);
}

const uint8_t* find_escape_bytewise(const uint8_t* at, const uint8_t* limit, const uint8_t* /*end*/,
                                    uint8_t /*before*/) {
  return std::find_if(at, limit, may_begin_escape);
}

}  // namespace linkspan::scan

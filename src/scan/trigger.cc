#include "scan/trigger.h"

#include <array>

#include "base/steps.h"

namespace linkspan::scan {
namespace {

constexpr auto kMayTrigger = [] {
  std::array<bool, 256> table{};
  for (const uint8_t byte : {':', '@', '.'}) table[byte] = true;
  table[0xE3] = true;  // the lead byte of U+3002
  table[0xEF] = true;  // the lead byte of U+FF0E and U+FF61
  return table;
}();

}  // namespace

const uint8_t* find_trigger(const uint8_t* at, const uint8_t* end) {
  const uint8_t* const start = at;
  while (at != end && !kMayTrigger[*at]) ++at;
  base::count_steps(static_cast<uint64_t>(at - start));
  return at;
}

const uint8_t* every_byte(const uint8_t* at, const uint8_t* /*end*/) { return at; }

}  // namespace linkspan::scan

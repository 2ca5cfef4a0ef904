// SPDX-License-Identifier: Apache-2.0
// The kind of a host that the grammar accepts, by its form (RFC 3986, section 3.2.2).

#include "automata/ip_address.h"
#include "base/ascii.h"
#include "linkspan/linkspan.h"

namespace linkspan {

HostKind Parts::host_kind(std::string_view link) const {
  if (!host.present()) return HostKind::none;
  const std::string_view text = host.text(link);
  if (text.starts_with("[v") || text.starts_with("[V")) return HostKind::ip_future;
  if (text.starts_with('[')) return HostKind::ipv6;
  const bool may_be_ipv4 = !text.empty() && base::is_ascii_digit(static_cast<uint8_t>(text.back()));
  return may_be_ipv4 && automata::kIpAddress.matches(text) ? HostKind::ipv4 : HostKind::name;
}

}  // namespace linkspan

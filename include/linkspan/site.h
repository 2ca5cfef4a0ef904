// SPDX-License-Identifier: Apache-2.0
// The hosts of URIs, and the domains that were registered for them.
//
//   https://WWW.Example.co.uk./a     host www.example.co.uk, registered domain example.co.uk
//   mailto:a@mail.example.org        host mail.example.org, registered domain example.org
//   https://alice.github.io/         registered domain alice.github.io: its owner gives these to
//   others http://192.0.2.1/, urn:isbn:1    no registered domain; no host
//
// Part of linkspan::document. Guarded by tests/html/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/export.h"

namespace LINKSPAN_API linkspan {

// The host of a URI in lower case, without a dot at its end; for mailto, that of the first address.
// Empty: it has no host.
std::string host_of_uri(std::string_view uri);

// The domain that was registered for a host with A-labels, by the Public Suffix List that libpsl
// was built with. Empty for addresses, public suffixes and names of one label.
std::string registered_domain(const std::string& host);

}  // namespace linkspan

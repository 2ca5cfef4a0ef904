// SPDX-License-Identifier: Apache-2.0
// Hosts of URIs, compared as a reader does: by their registrable domain, by the Public Suffix List
// (libpsl).
//
//   example.com, login.example.com     one site
//   bank.co.uk, evil.co.uk             two: `co.uk` is a public suffix
//   alice.github.io, bob.github.io     two: the owner of the suffix gives it to others
//   192.0.2.1, [2001:db8::1]           each is one
//
// Guarded by tests/html/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/site.h"

namespace linkspan::document {

// Do both belong to one registrant? REQUIRES: results of linkspan::host_of_uri(), with A-labels.
bool is_same_site(const std::string& host, const std::string& other);

// The host of a URI or, if the URI is that of a service such as Safe Links that leads on to another
// URL, of that one. Not of a redirector that is only one by its form: its owner may lead elsewhere.
std::string host_led_to(std::string_view uri);

}  // namespace linkspan::document

// SPDX-License-Identifier: Apache-2.0
// A link for people: in one line, and printable (base/printable.h). `changed` is the buffer for a
// text that differs from that of the link.
//
// Guarded by tests/command/cli/command_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/document.h"

namespace linkspan::command {

std::string_view shown_text(const Link& link, std::string& changed);

// The IRI of a link, with unprintable characters percent-encoded: the URI stays the same (RFC 3987,
// section 3.1), and section 4.1 forbids bidi controls in an IRI anyway.
std::string_view shown_iri(const Link& link, std::string& changed);

}  // namespace linkspan::command

// Which host a link leads to, where a reader does not see it in the link.
//
//   https://bücher.example/        xn--bcher-kva.example     the form that is looked up
//   https://bank.example@a.example a.example                 what comes before the `@` is no host
//   https://exam⏎ple.org/          example.org               in pieces, nobody reads it at a glance
//   https://example.org/           nothing: it is there
//
// Guarded by tests/command_render_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/document.h"

namespace linkspan::command {

// Empty where the reader sees the host in the text, or the link has no host.
std::string hidden_destination(const Link& link);

// What makes a reader stop before a link about which a warning is serious, with the host that it
// leads to and the names of all its warnings: `⚠ leads to evil.example (userinfo-like-host)`. Empty
// where none is. REQUIRES: the link has its URI.
std::string warning_sign(const Link& link);

// Where it leads, in ASCII; empty where no host is known.
std::string_view destination_of(const Link& link);

}  // namespace linkspan::command

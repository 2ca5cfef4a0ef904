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

#include "linkspan/document.h"

namespace linkspan::command {

// Empty where the host is seen, or there is none.
std::string hidden_destination(const Link& link);

}  // namespace linkspan::command

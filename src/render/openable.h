// Which URIs a reader may open with one click: those whose scheme leads to a place or a person, and
// never runs anything.
//
//   https://example.org/, mailto:a@b.example   yes
//   javascript:alert(1), data:text/html,…      no: they run what follows, where it is shown
//   file:///etc/passwd                         no: it acts on the reader's own machine
//   x-foo:bar                                  no: nobody knows what would be started
//
// A link that may not be opened is still shown, as text. Guarded by tests/render_test.cc.
#pragma once

#include <string_view>

namespace linkspan::render {

// Is the scheme in the table, and the whole of it printable ASCII without white space, as in every
// URI? The case of the scheme does not matter.
bool is_openable(std::string_view uri);

}  // namespace linkspan::render

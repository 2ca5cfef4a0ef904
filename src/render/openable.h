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

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/result.h"

namespace linkspan::render {

// The schemes that may be opened: those of the table, or the user's own choice of them.
//
//   {"+steam", "-ftp"}    those of the table and steam, but not ftp
//   {"https", "steam"}    these only
//   {"+javascript"}       fails: what runs its own text is never opened
class OpenableSchemes {
 public:
  OpenableSchemes() = default;

  // Fails on the first name that is no scheme (RFC 3986, section 3.1) or must never be opened, at
  // its index.
  static Result<OpenableSchemes> create(const std::vector<std::string>& names);

  bool has(std::string_view lower_case_name) const;

 private:
  std::vector<std::string> only_, added_, removed_;
};

// Is its scheme one of these, and the whole of it printable ASCII without white space, as in every
// URI? The case of the scheme does not matter.
bool is_openable(std::string_view uri, const OpenableSchemes& schemes = {});

}  // namespace linkspan::render

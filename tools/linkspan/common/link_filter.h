// SPDX-License-Identifier: Apache-2.0
// LinkFilter: which of the found links are kept.
//
//   kinds {email}             keeps name@example.org, and mailto:name@example.org
//   schemes {https}           keeps https://example.org/, and not example.org, which means http
//   hosts {*.müller.example}  keeps https://www.xn--mller-kva.example/ and a@WWW.MÜLLER.example
//   excluded_hosts {a.example}  keeps all but http://a.example/; urn:isbn:0 has no host, and stays
//
// A link is kept if it matches each list that is not empty. In a glob, `*` matches any characters
// and `?` one; it must match the whole host, in the form with U-labels or with A-labels, in any
// case. For a mailto link with several addresses, the first host counts. A link without a host,
// such as urn:isbn:0, matches no list of hosts.
//
// Guarded by tests/command/common/link_filter_test.cc.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "linkspan/document.h"
#include "linkspan/iri.h"
#include "linkspan/linkspan.h"

namespace linkspan::command {

// Does the whole text match? `*`: any characters, `?`: one code point, and all else itself. At most
// glob.size() * text.size() steps.
bool matches_glob(std::string_view glob, std::string_view text);

// Never changes; any number of threads may share it.
class LinkFilter {
 public:
  struct Wanted {
    std::vector<Kind> kinds;
    std::vector<std::string> schemes;  // in lower case
    std::vector<std::string> hosts;    // globs
    std::vector<std::string> excluded_hosts = {};
    bool all() const {
      return kinds.empty() && schemes.empty() && hosts.empty() && excluded_hosts.empty();
    }
  };

  // Throws std::runtime_error if ICU has no data: a broken installation.
  explicit LinkFilter(Wanted wanted);

  // Uses only the text and the span of the link.
  bool keeps(const Link& link) const;

 private:
  // A glob, or a host, in the forms for comparison.
  struct Forms {
    std::string as_written;  // in lower case, each character as UTS #46 maps it
    std::string ascii;       // with A-labels; empty if it has none
    std::string unicode;     // with U-labels; likewise
  };
  Forms forms_of_glob(const std::string& glob) const;
  Forms forms_of_host(std::string_view host) const;
  bool keeps_host(const Link& link) const;
  static bool matches_any(const std::vector<Forms>& globs, const Forms& host);
  bool keeps_scheme(const Link& link) const;

  Wanted wanted_;
  std::vector<Forms> globs_, excluded_;
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Does the text of an anchor name another host than its destination?
//
//   <a href="https://evil.example/">https://bank.com</a>                    yes
//   <a href="https://evil.example/">evil.example via https://bank.com</a>   yes: all links count
//   <a href="https://evil.example/">bank&#8203;.com</a>                     yes: as it is seen
//   <a href="https://evil.example/"><bdo dir=rtl>moc.knab</bdo></a>         yes: reversed
//   <a href="blob:https://evil.example/1">https://bank.com</a>              yes: it has no host
//   <a href="https://login.example.com/">example.com</a>                    no: the same site
//
// Which text of an anchor is seen depends on style sheets, so all of it counts, and both
// directions: text that names the right host hides no other name. Guarded by
// tests/html/html_links_test.cc.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/linkspan.h"

namespace linkspan::document {

class AnchorText {
 public:
  // The stream is at the start of a text, before and after each call.
  explicit AnchorText(Stream& stream) : stream_(stream) {}

  bool names_other_host(std::string_view text, std::string_view target);

 private:
  bool names_host_except(const std::string& text, std::string_view target);

  Stream& stream_;
};

}  // namespace linkspan::document

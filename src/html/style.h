// SPDX-License-Identifier: Apache-2.0
// Does the value of an attribute `style` hide the whole element?
//
//   display:none, DISPLAY : /**/ none !important, d\69splay:none     yes
//   visibility:collapse, opacity:0, mso-hide:all                     yes
//   display:none;display:block, content:"display:none", font-size:0  no: elements inside can be
//   seen
//
// The declarations are read by CSS Syntax 3, sections 4 and 5, without its errors: comments and
// escapes do not hide a name. Guarded by tests/html/html_page_test.cc.
#pragma once

#include <string_view>

namespace linkspan::html {

bool style_hides(std::string_view style);

}  // namespace linkspan::html

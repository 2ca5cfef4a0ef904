// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/run_characters.h"

#include "scan/text/code_point_set.h"

namespace linkspan::scan {
namespace {

// Most punctuation is valid by UTS #46; these are in names (RFC 5892, CONTEXTO and the tsheg).
constexpr CodePointSet kLabelPunctuation(U"·͵׳״་・");
// They look like the hyphen, and RFC 5892 allows them in no name that is registered:
// http://cab.inta−csic.es/ is the work of a program that improves typography (host_joint.h).
constexpr CodePointSet kMinusSigns(U"\u02D7\u2212");

}  // namespace

bool is_wide_run_character(char32_t code_point, Style style) {
  if (is_label_dot(code_point)) return true;
  const unicode::Properties properties = unicode::properties(code_point);
  const bool may_stand_in_label =
      properties.is_host() && properties.link_term() == unicode::LinkTerm::include;
  if (style == Style::uts58) return may_stand_in_label;
  // UTS #46 maps these to nothing: variation selectors after emoji, and invisible characters that
  // join words, or divide them at the end of a line.
  const bool is_selector = code_point == 0xFE0E || code_point == 0xFE0F;
  if (is_selector || is_invisible_in_word(code_point)) return true;
  if (!may_stand_in_label || is_pointer(code_point)) return false;
  if (kMinusSigns.contains(code_point)) return false;
  if (role_of(code_point, style) == Role::stop) return false;  // │ of a table
  return !properties.is_punctuation() || kLabelPunctuation.contains(code_point);
}

}  // namespace linkspan::scan

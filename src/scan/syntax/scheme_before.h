// SPDX-License-Identifier: Apache-2.0
// SchemeBefore: the name of a scheme that ends at a colon (docs/scanning.md, section 3).
//
//   see:https://…     https: the leftmost name that is in the list
//   foo://server      foo, which is in no list, as `//` follows
//   schéma://server   none: the letters before `ma` are part of its word
//
// Guarded by tests/schemes_test.cc, the corpus and the reference scanner.
#pragma once

#include <cstdint>
#include <string_view>

#include "scan/syntax/schemes.h"
#include "scan/text/roles.h"
#include "scan/text/window.h"

namespace linkspan::scan {

struct SchemeFound {
  uint64_t begin;
  SchemeForm form;
};

enum class Slashes : uint8_t { follow, do_not_follow };

class SchemeBefore {
 public:
  SchemeBefore(const Window& window, const SchemePolicy& schemes, Style style, uint64_t colon,
               uint64_t floor)
      : window_(window),
        schemes_(schemes),
        is_prose_(style == Style::prose),
        colon_(colon),
        floor_(floor) {}

  // Its form is `unknown` if there is none.
  SchemeFound find(Slashes slashes) const;

 private:
  uint64_t skip_escape(uint64_t begin, std::string_view lower_case_name) const;
  bool links_without_slashes(SchemeForm form) const;
  uint64_t web_scheme_in(uint64_t begin) const;
  bool is_rest_of_word(uint64_t begin) const;

  const Window& window_;
  const SchemePolicy& schemes_;
  bool is_prose_;
  uint64_t colon_;
  uint64_t floor_;  // the name does not begin before
};

}  // namespace linkspan::scan

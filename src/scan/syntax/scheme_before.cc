// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/scheme_before.h"

#include <array>

#include "base/ascii.h"
#include "base/steps.h"
#include "unicode/properties.h"

namespace linkspan::scan {

SchemeFound SchemeBefore::find(Slashes slashes) const {
  const uint64_t floor = window_.back_to(colon_, floor_, kMaxSchemeBytes + 1);
  uint64_t run = colon_;
  std::array<char, kMaxSchemeBytes + 1> lower;
  size_t used = lower.size();
  while (run > floor && is_scheme_byte(window_.byte(run - 1))) {
    --run;
    lower[--used] = base::to_ascii_lower(static_cast<char>(window_.byte(run)));
    base::count_step();
  }
  SchemeFound found{colon_, SchemeForm::unknown};
  if (colon_ - run > kMaxSchemeBytes) return found;
  uint8_t before = 0;
  // (+https://…), ++https://… of a patch
  while (is_prose_ && run < colon_ && window_.byte(run) == '+') ++run;
  run = skip_escape(run, {lower.data() + lower.size() - (colon_ - run), colon_ - run});
  for (uint64_t start = run; start < colon_; before = window_.byte(start++)) {
    if (!base::is_ascii_letter(window_.byte(start)) || base::is_ascii_letter(before) ||
        before == '+')
      continue;
    const std::string_view name(lower.data() + lower.size() - (colon_ - start), colon_ - start);
    const SchemeForm form = schemes_.form_of(name);
    const bool fits =
        slashes == Slashes::follow ? form != SchemeForm::unknown : links_without_slashes(form);
    if (fits) return {start, form};
    if (form == SchemeForm::never) found.form = form;
    const bool is_leftmost = found.begin == colon_;
    const bool is_drive = is_prose_ && start + 1 == colon_ &&
                          base::is_ascii_upper(window_.byte(start));  // C://Documents
    if (is_leftmost && !is_drive && slashes == Slashes::follow && schemes_.links_unknown()) {
      found = {start, SchemeForm::slashes};
    }
  }
  if (!is_prose_ || found.begin == colon_) return found;
  const uint64_t web = web_scheme_in(found.begin);
  const bool is_rest = web != run || is_rest_of_word(web);  // 1abc://, schéma://
  if (web == found.begin && is_rest) return {colon_, SchemeForm::unknown};
  found.begin = web;
  return found;
}

// schéma://server: do Latin letters precede a name that is in no list?
bool SchemeBefore::is_rest_of_word(uint64_t begin) const {
  if (begin == window_.begin || window_.byte(begin - 1) < 0x80) return false;
  const char32_t before = window_.code_point_before(begin, window_.begin).value;
  return script_kind_of(before) == ScriptKind::latin || unicode::properties(before).is_mark();
}

// "\nftp://…" of a string, \fBgit+ssh://… of a manual page: a known name begins after the escape.
uint64_t SchemeBefore::skip_escape(uint64_t begin, std::string_view lower_case_name) const {
  const bool is_escape = is_prose_ && begin > window_.begin && window_.byte(begin - 1) == '\\';
  if (!is_escape) return begin;
  const bool is_font = window_.has(begin, 'f') && begin + 1 < colon_ &&
                       base::is_ascii_upper(window_.byte(begin + 1));
  const uint64_t size = is_font ? 2 : 1;
  if (size >= lower_case_name.size()) return begin;
  const SchemeForm form = schemes_.form_of(lower_case_name.substr(size));
  return form == SchemeForm::unknown ? begin : begin + size;
}

bool SchemeBefore::links_without_slashes(SchemeForm form) const {
  return form == SchemeForm::opaque || form == SchemeForm::asked_for ||
         (form == SchemeForm::shaped && is_prose_);
}

// Only the names http and https end with these letters. Letters before them are other text, as in
// "\nhttps://…" of a string or "\x1b[32mhttps://…" of a terminal.
uint64_t SchemeBefore::web_scheme_in(uint64_t begin) const {
  for (const std::string_view name : {"https", "http"}) {
    if (colon_ - begin > name.size() && window_.holds(colon_ - name.size(), name) == Answer::yes) {
      return window_.byte(colon_ - name.size() - 1) == '+' ? begin : colon_ - name.size();
    }
  }
  return begin;
}

}  // namespace linkspan::scan

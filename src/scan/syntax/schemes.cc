// SPDX-License-Identifier: Apache-2.0
#include "scan/syntax/schemes.h"

#include <algorithm>
#include <array>
#include <utility>

#include "automata/scheme.h"

namespace linkspan::scan {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_scheme_name(std::string_view name) {
  return name.size() <= kMaxSchemeBytes && automata::kScheme.matches(name);
}

constexpr bool links_without_slashes(SchemeForm form) {
  return form == SchemeForm::opaque || form == SchemeForm::shaped;
}

constexpr void add_ending(SchemeEndings& endings, std::string_view name) {
  const auto byte = [&](size_t from_end) {
    return static_cast<uint8_t>(name[name.size() - from_end]);
  };
  const uint8_t last = byte(1);
  endings.last_characters.add_in_both_cases(last);
  if (name.size() == 1) {
    endings.last.add_any_before(last);
    endings.before_last.add_any();
    return;
  }
  endings.last.add(byte(2), last);
  if (name.size() == 2) {
    endings.before_last.add_any_before(byte(2));
  } else {
    endings.before_last.add(byte(3), byte(2));
  }
}

constexpr SchemeEndings kEndings = [] {
  SchemeEndings endings;
  base::for_each_word(automata::constant::kSchemes, [&](std::string_view name, uint8_t form) {
    if (links_without_slashes(static_cast<SchemeForm>(form))) add_ending(endings, name);
  });
  return endings;
}();
static_assert(kEndings.may_end('l', 't', 'o') && kEndings.may_end('S', '1', '1'));
static_assert(!kEndings.may_end('2', ':', '3') && !kEndings.may_end(' ', '1', '1'));

// PERF: the state after each first letter, as no state has more edges than the start: `http` is
// found in 129 instructions instead of 253 (callgrind of the family brackets-in-links).
const auto kAfterFirst = [] {
  std::array<int16_t, 26> states{};
  for (uint8_t letter = 'a'; letter <= 'z'; ++letter) {
    states[letter - 'a'] = static_cast<int16_t>(automata::kSchemes.step(0, letter));
  }
  return states;
}();

SchemeForm form_in_default_list(std::string_view name) {
  if (name.empty() || !base::is_ascii_letter(name[0])) return SchemeForm::none;
  const int after_first = kAfterFirst[static_cast<size_t>(name[0] - 'a')];
  if (after_first == base::WordDfa::kNone) return SchemeForm::none;
  return static_cast<SchemeForm>(automata::kSchemes.find(name.substr(1), after_first));
}

}  // namespace

Result<SchemePolicy> SchemePolicy::create(const NameList& names) {
  SchemePolicy policy;
  size_t position = 0;
  for (const auto& [from, to] :
       {std::pair(&names.allow, &policy.only_), std::pair(&names.add, &policy.added_),
        std::pair(&names.remove, &policy.removed_)}) {
    for (const std::string& name : *from) {
      if (!is_scheme_name(name)) {
        return Error{ErrorCode::invalid_argument, position,
                     "'" + name +
                         "' is not a scheme: write a letter, then letters, digits, '+', '-' or '.' "
                         "(64 bytes at most)"};
      }
      to->push_back(base::to_ascii_lower(name));
      ++position;
    }
  }
  if (policy.only_.empty()) policy.endings_ = kEndings;
  for (const std::string& name : policy.only_) policy.add_ending(name);
  for (const std::string& name : policy.added_) policy.add_ending(name);
  policy.is_default_ = names.empty();
  return policy;
}

void SchemePolicy::add_ending(std::string_view name) { scan::add_ending(endings_, name); }

SchemeForm SchemePolicy::form_of(std::string_view lower_case_name) const {
  const SchemeForm form = form_of_listed(lower_case_name);
  if (form != SchemeForm::none || !only_.empty()) return form;
  const size_t plus = lower_case_name.rfind('+');
  if (plus == std::string_view::npos) return form;
  const SchemeForm after_plus = form_of_listed(lower_case_name.substr(plus + 1));
  const bool is_never = after_plus == SchemeForm::never || after_plus == SchemeForm::none;
  return is_never ? after_plus : SchemeForm::slashes;
}

SchemeForm SchemePolicy::form_of_listed(std::string_view lower_case_name) const {
  if (is_default_) return form_in_default_list(lower_case_name);
  if (contains(removed_, lower_case_name)) return SchemeForm::never;
  if (contains(added_, lower_case_name) || contains(only_, lower_case_name)) {
    return SchemeForm::asked_for;
  }
  if (!only_.empty()) return SchemeForm::none;
  return form_in_default_list(lower_case_name);
}

}  // namespace linkspan::scan

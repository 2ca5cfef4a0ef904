#include "scan/schemes.h"

#include <algorithm>

#include "automata/schemes.h"

namespace linkspan::scan {
namespace {

bool contains(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

bool is_scheme_name(std::string_view name) {
  return !name.empty() && name.size() <= kMaxSchemeBytes &&
         base::is_ascii_letter(static_cast<uint8_t>(name[0])) &&
         std::all_of(name.begin(), name.end(),
                     [](char c) { return is_scheme_byte(static_cast<uint8_t>(c)); });
}

}  // namespace

Result<SchemePolicy> SchemePolicy::create(const std::vector<std::string>& names) {
  SchemePolicy policy;
  for (size_t i = 0; i < names.size(); ++i) {
    std::string_view name = names[i];
    std::vector<std::string>* list = &policy.only_;
    if (name.starts_with('+')) list = &policy.added_;
    if (name.starts_with('-')) list = &policy.removed_;
    if (list != &policy.only_) name.remove_prefix(1);
    if (!is_scheme_name(name)) {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + names[i] +
                       "' is not a scheme: write a letter, then letters, digits, '+', '-' or '.' "
                       "(64 bytes at most), with '+' in front to add it to the default or '-' to "
                       "take it away"};
    }
    list->push_back(base::to_ascii_lower(name));
  }
  return policy;
}

SchemeForm SchemePolicy::form_of(std::string_view lower_case_name) const {
  const SchemeForm form = form_of_listed(lower_case_name);
  const size_t plus = lower_case_name.rfind('+');
  if (form != SchemeForm::unknown || plus == std::string_view::npos || !only_.empty()) return form;
  const SchemeForm behind_plus = form_of_listed(lower_case_name.substr(plus + 1));
  const bool is_never = behind_plus == SchemeForm::never || behind_plus == SchemeForm::unknown;
  return is_never ? behind_plus : SchemeForm::slashes;
}

SchemeForm SchemePolicy::form_of_listed(std::string_view lower_case_name) const {
  if (contains(removed_, lower_case_name)) return SchemeForm::never;
  if (contains(added_, lower_case_name) || contains(only_, lower_case_name)) {
    return SchemeForm::asked_for;
  }
  if (!only_.empty()) return SchemeForm::unknown;
  return static_cast<SchemeForm>(automata::kSchemes.find(lower_case_name));
}

}  // namespace linkspan::scan

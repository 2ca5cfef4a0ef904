// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <optional>
#include <string>

#include "base/ascii.h"
#include "linkspan/iri.h"
#include "linkspan/render.h"

namespace linkspan::render {
namespace {

constexpr size_t kLongestScheme = 64;

bool is_graphic_ascii(char c) { return c > ' ' && c < '\x7F'; }

bool is_scheme_name(std::string_view name) {
  const auto is_scheme_byte = [](char c) {
    return base::is_ascii_alphanumeric(static_cast<unsigned char>(c)) || c == '+' || c == '-' ||
           c == '.';
  };
  return !name.empty() && name.size() <= kLongestScheme &&
         base::is_ascii_letter(static_cast<unsigned char>(name.front())) &&
         std::all_of(name.begin(), name.end(), is_scheme_byte);
}

// The row of exactly this name in grammars/schemes.txt: the part after a `+` does not count.
iri::Opens opens(std::string_view lower_case_name) {
  const std::optional<iri::SchemeInfo> info = iri::scheme_info(lower_case_name);
  return info && info->name == lower_case_name ? info->opens : iri::Opens::unknown;
}

bool is_never_openable(std::string_view lower_case_name) {
  const iri::Opens how = opens(lower_case_name);
  return how == iri::Opens::as_page || how == iri::Opens::runs_code;
}

bool is_one_of(const std::vector<std::string>& names, std::string_view name) {
  return std::find(names.begin(), names.end(), name) != names.end();
}

}  // namespace

Result<OpenableSchemes> OpenableSchemes::create(const std::vector<std::string>& names) {
  OpenableSchemes schemes;
  for (size_t i = 0; i < names.size(); ++i) {
    const char sign = names[i].empty() ? '\0' : names[i].front();
    const bool is_signed = sign == '+' || sign == '-';
    const std::string name =
        base::to_ascii_lower(std::string_view(names[i]).substr(is_signed ? 1 : 0));
    if (!is_scheme_name(name)) {
      return Error{ErrorCode::invalid_argument, i, "'" + name + "' is not the name of a scheme"};
    }
    if (sign != '-' && is_never_openable(name)) {
      return Error{ErrorCode::invalid_argument, i,
                   "'" + name +
                       ":' is never opened: what follows it would be run, or shown as "
                       "a page that it is not"};
    }
    auto& list = sign == '+' ? schemes.added_ : sign == '-' ? schemes.removed_ : schemes.only_;
    list.push_back(name);
  }
  return schemes;
}

OpenableSchemes OpenableSchemes::of_files() {
  OpenableSchemes schemes;
  schemes.only_ = {"file"};
  return schemes;
}

bool OpenableSchemes::has(std::string_view lower_case_name) const {
  if (is_one_of(removed_, lower_case_name)) return false;
  if (is_one_of(added_, lower_case_name)) return true;
  if (!only_.empty()) return is_one_of(only_, lower_case_name);
  return opens(lower_case_name) == iri::Opens::safely;
}

bool is_openable(std::string_view uri, const OpenableSchemes& schemes) {
  const size_t colon = uri.substr(0, kLongestScheme + 1).find(':');
  if (colon == std::string_view::npos) return false;
  return schemes.has(base::to_ascii_lower(uri.substr(0, colon))) &&
         std::all_of(uri.begin(), uri.end(), is_graphic_ascii);
}

}  // namespace linkspan::render

// SPDX-License-Identifier: Apache-2.0
#include "common/link_filter.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <utility>

#include "base/ascii.h"
#include "base/utf8.h"

namespace linkspan::command {
namespace {

size_t code_point_size(std::string_view text) {
  const auto* const begin = reinterpret_cast<const uint8_t*>(text.data());
  return base::decode(begin, begin + text.size(), base::Text::complete).length;
}

std::string_view component(const Link& link, const Part& part) {
  const bool is_of_iri = link.span.form == Form::href || link.is_defanged;
  const std::string_view of = is_of_iri ? link.iri : link.text;
  return part.present() ? of.substr(part.begin, part.end - part.begin) : std::string_view();
}

bool has_wildcard(std::string_view label) {
  return label.find_first_of("*?") != std::string_view::npos;
}

}  // namespace

bool matches_glob(std::string_view glob, std::string_view text) {
  constexpr size_t kNone = std::string_view::npos;
  size_t at = 0, in_text = 0;
  size_t star = kNone, after_star = 0;  // the last `*`, and the end of its match
  while (in_text < text.size()) {
    const bool is_star = at < glob.size() && glob[at] == '*';
    if (is_star) {
      star = at++;
      after_star = in_text;
    } else if (at < glob.size() && glob[at] == '?') {
      ++at;
      in_text += code_point_size(text.substr(in_text));
    } else if (at < glob.size() && glob[at] == text[in_text]) {
      ++at;
      ++in_text;
    } else if (star != kNone) {
      at = star + 1;
      in_text = ++after_star;
    } else {
      return false;
    }
  }
  return glob.find_first_not_of('*', at) == kNone;
}

LinkFilter::LinkFilter(Wanted wanted) : wanted_(std::move(wanted)) {
  for (const std::string& glob : wanted_.hosts) globs_.push_back(forms_of_glob(glob));
  for (const std::string& glob : wanted_.excluded_hosts) excluded_.push_back(forms_of_glob(glob));
}

bool LinkFilter::keeps(const Link& link) const {
  const auto& kinds = wanted_.kinds;
  return (kinds.empty() || std::find(kinds.begin(), kinds.end(), link.span.kind) != kinds.end()) &&
         (wanted_.schemes.empty() || keeps_scheme(link)) &&
         ((globs_.empty() && excluded_.empty()) || keeps_host(link));
}

// A link without a scheme has that of its IRI.
bool LinkFilter::keeps_scheme(const Link& link) const {
  const auto is_wanted = [this](std::string_view scheme) {
    const auto& schemes = wanted_.schemes;
    return std::find(schemes.begin(), schemes.end(), scheme) != schemes.end();
  };
  if (link.span.parts.scheme.present()) {
    return is_wanted(base::to_ascii_lower(component(link, link.span.parts.scheme)));
  }
  return is_wanted(link.span.kind == Kind::email ? "mailto" : "http");
}

bool LinkFilter::keeps_host(const Link& link) const {
  const std::string_view host = component(link, link.span.parts.host);
  if (host.empty()) return globs_.empty();
  const Forms forms = forms_of_host(host);
  return (globs_.empty() || matches_any(globs_, forms)) && !matches_any(excluded_, forms);
}

bool LinkFilter::matches_any(const std::vector<Forms>& globs, const Forms& host) {
  return std::any_of(globs.begin(), globs.end(), [&host](const Forms& glob) {
    return matches_glob(glob.as_written, host.as_written) ||
           (!host.ascii.empty() && matches_glob(glob.ascii, host.ascii)) ||
           (!host.unicode.empty() && matches_glob(glob.as_written, host.unicode));
  });
}

LinkFilter::Forms LinkFilter::forms_of_host(std::string_view host) const {
  Forms forms{iri::fold_host(host), iri::host_to_ascii(host).value_or(std::string()), {}};
  if (forms.ascii.find("xn--") != std::string::npos) {
    forms.unicode = iri::host_to_unicode(forms.ascii).value_or(std::string());
  }
  return forms;
}

// Labels with a wildcard have no A-label: only the others are mapped.
LinkFilter::Forms LinkFilter::forms_of_glob(const std::string& glob) const {
  Forms forms{iri::fold_host(glob), {}, {}};
  const std::string& whole = forms.as_written;
  for (size_t begin = 0; begin <= whole.size();) {
    const size_t end = std::min(whole.find('.', begin), whole.size());
    const std::string label = whole.substr(begin, end - begin);
    if (begin > 0) forms.ascii += '.';
    forms.ascii += has_wildcard(label) ? label : iri::host_to_ascii(label).value_or(label);
    begin = end + 1;
  }
  return forms;
}

}  // namespace linkspan::command

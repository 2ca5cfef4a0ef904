// SPDX-License-Identifier: Apache-2.0
// The C interface of iri.h.
#include "linkspan/iri.h"

#include "capi/capi.h"

namespace {

namespace iri = linkspan::iri;
using linkspan::capi::give_string;
using linkspan::capi::same;
using linkspan::capi::view;

static_assert(LINKSPAN_WARNING_SECOND_TARGET ==
              static_cast<uint32_t>(linkspan::Warning::second_target));
static_assert(LINKSPAN_WARNING_RUNS_CODE == static_cast<uint32_t>(linkspan::Warning::runs_code));
static_assert(linkspan::kAllWarnings.size() == 24, "a warning is missing in linkspan_c.h");
static_assert(LINKSPAN_LADDER_SCHEME == static_cast<int>(iri::Ladder::scheme));
static_assert(LINKSPAN_GRAMMAR_ABSOLUTE_URI == static_cast<int>(iri::Grammar::absolute_uri));
static_assert(LINKSPAN_HOST_IP_FUTURE == static_cast<int>(iri::HostKind::ip_future));
static_assert(LINKSPAN_OPENS_RUNS_CODE == static_cast<int>(iri::Opens::runs_code));

bool is_warning(linkspan_warning warning) {
  return std::any_of(linkspan::kAllWarnings.begin(), linkspan::kAllWarnings.end(),
                     [=](linkspan::Warning known) {
                       return static_cast<int>(known) == static_cast<int>(warning);
                     });
}

}  // namespace

// Names are views of literals, which end with a NUL.
const char* linkspan_warning_name(linkspan_warning warning) {
  return is_warning(warning) ? to_string(static_cast<linkspan::Warning>(warning)).data() : nullptr;
}
const char* linkspan_warning_description(linkspan_warning warning) {
  return is_warning(warning) ? description(static_cast<linkspan::Warning>(warning)).data()
                             : nullptr;
}
int linkspan_warning_is_serious(linkspan_warning warning) {
  return is_warning(warning) &&
                 severity(static_cast<linkspan::Warning>(warning)) == linkspan::Severity::serious
             ? 1
             : 0;
}

linkspan_status linkspan_iri_to_uri(const char* text, size_t size, char** result,
                                    size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&] { return iri::to_uri(view(text, size)); });
}

linkspan_status linkspan_iri_to_iri(const char* uri, size_t size, char** result,
                                    size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&] { return iri::to_iri(view(uri, size)); });
}

linkspan_status linkspan_iri_unwrap(const char* uri, size_t size, int services_only, char** result,
                                    size_t* result_size, linkspan_error** error) {
  const auto wrappers = services_only != 0 ? iri::Wrappers::services : iri::Wrappers::all;
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    if (auto target = iri::unwrap(view(uri, size), wrappers)) return *std::move(target);
    return linkspan::Error{linkspan::ErrorCode::not_found, 0, "the URI is not a wrapper"};
  });
}

linkspan_status linkspan_iri_strip_tracking(const char* uri, size_t size, char** result,
                                            size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    return iri::strip_tracking(view(uri, size));
  });
}

linkspan_status linkspan_iri_refang(const char* text, size_t size, char** result,
                                    size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    return iri::refang(view(text, size));
  });
}

linkspan_status linkspan_iri_defang(const char* uri, size_t size, char** result,
                                    size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    return iri::defang(view(uri, size));
  });
}

linkspan_status linkspan_iri_minimal(const char* url, size_t size, int at_end, char** result,
                                     size_t* result_size, linkspan_error** error) {
  const auto where = at_end != 0 ? iri::Formatting::at_end_of_text : iri::Formatting::in_text;
  return give_string(result, result_size, error,
                     [&] { return iri::minimal(view(url, size), where); });
}

linkspan_status linkspan_iri_normalize(const char* text, size_t size, linkspan_ladder rung,
                                       char** result, size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    const auto wanted = same(rung, iri::Ladder::scheme, "linkspan_ladder");
    if (!wanted.ok()) return wanted.error();
    return iri::normalize(view(text, size), *wanted);
  });
}

int linkspan_iri_equal(const char* left, size_t left_size, const char* right, size_t right_size,
                       linkspan_ladder rung) {
  bool are_equal = false;
  linkspan::capi::guarded([&] {
    const std::string_view one = view(left, left_size);
    const std::string_view other = view(right, right_size);
    switch (rung) {
      case LINKSPAN_LADDER_SIMPLE:
        are_equal = iri::equal_by_characters(one, other);
        break;
      case LINKSPAN_LADDER_SYNTAX:
        are_equal = iri::equal_by_syntax(one, other);
        break;
      case LINKSPAN_LADDER_SCHEME:
        are_equal = iri::equal_by_scheme(one, other);
        break;
    }
    return LINKSPAN_OK;
  });
  return are_equal ? 1 : 0;
}

linkspan_status linkspan_iri_resolve(const char* base, size_t base_size, const char* reference,
                                     size_t reference_size, char** result, size_t* result_size,
                                     linkspan_error** error) {
  return give_string(result, result_size, error, [&] {
    return iri::resolve(view(base, base_size), view(reference, reference_size));
  });
}

linkspan_status linkspan_iri_relativize(const char* base, size_t base_size, const char* target,
                                        size_t target_size, char** result, size_t* result_size,
                                        linkspan_error** error) {
  return give_string(result, result_size, error, [&] {
    return iri::relativize(view(base, base_size), view(target, target_size));
  });
}

linkspan_status linkspan_iri_display(const char* text, size_t size, char** result,
                                     size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&] { return iri::display(view(text, size)); });
}

linkspan_status linkspan_iri_skeleton(const char* host, size_t size, char** result,
                                      size_t* result_size, linkspan_error** error) {
  return give_string(result, result_size, error, [&]() -> linkspan::Result<std::string> {
    return iri::skeleton(view(host, size));
  });
}

linkspan_status linkspan_iri_parse(const char* text, size_t size, linkspan_grammar grammar,
                                   linkspan_parts* parts, linkspan_host_kind* host,
                                   linkspan_error** error) {
  if (error != nullptr) *error = nullptr;
  return linkspan::capi::guarded([&] {
    const auto wanted = same(grammar, iri::Grammar::absolute_uri, "linkspan_grammar");
    if (!wanted.ok()) return linkspan::capi::fail(wanted.error(), error);
    const auto parsed = iri::parse(view(text, size), *wanted);
    if (!parsed.ok()) return linkspan::capi::fail(parsed.error(), error);
    if (parts != nullptr) *parts = linkspan::capi::parts_of(parsed->parts());
    if (host != nullptr) *host = static_cast<linkspan_host_kind>(parsed->host_kind());
    return LINKSPAN_OK;
  });
}

linkspan_status linkspan_iri_diagnose(const char* text, size_t size,
                                      linkspan_diagnostic_callback callback, void* context) {
  return linkspan::capi::guarded([&] {
    linkspan::capi::Caller<linkspan_diagnostic> caller(callback, context);
    for (const iri::Diagnostic& found : iri::diagnose(view(text, size))) {
      if (caller({sizeof(linkspan_diagnostic),
                  static_cast<linkspan_warning>(found.warning),
                  {found.range.begin, found.range.end},
                  found.message.c_str()}) == linkspan::Visit::stop) {
        break;
      }
    }
    return caller.status();
  });
}

linkspan_opens linkspan_scheme_opens(const char* scheme, size_t size) {
  const auto known = iri::scheme_info(view(scheme, size));
  return known ? static_cast<linkspan_opens>(known->opens) : LINKSPAN_OPENS_UNKNOWN;
}

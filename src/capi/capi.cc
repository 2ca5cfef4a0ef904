// SPDX-License-Identifier: Apache-2.0
#include "capi/capi.h"

#include <cstdlib>

namespace linkspan::capi {

linkspan_status status_of(ErrorCode code) {
  switch (code) {
    case ErrorCode::invalid_argument:
      return LINKSPAN_INVALID_ARGUMENT;
    case ErrorCode::syntax:
      return LINKSPAN_SYNTAX;
    case ErrorCode::not_found:
      return LINKSPAN_NOT_FOUND;
    case ErrorCode::io:
      return LINKSPAN_IO;
  }
  return LINKSPAN_INVALID_ARGUMENT;
}

linkspan_status fail(const Error& error, linkspan_error** to) {
  const linkspan_status status = status_of(error.code);
  if (to != nullptr) *to = new linkspan_error{status, error.position, error.message};
  return status;
}

linkspan_status give_away(std::string_view text, char** result, size_t* result_size) {
  auto* const copy = static_cast<char*>(std::malloc(text.size() + 1));
  if (copy == nullptr) return LINKSPAN_NO_MEMORY;
  std::copy(text.begin(), text.end(), copy);
  copy[text.size()] = '\0';
  *result = copy;
  if (result_size != nullptr) *result_size = text.size();
  return LINKSPAN_OK;
}

linkspan_parts parts_of(const Parts& parts) {
  const auto part_of = [](Part part) { return linkspan_part{part.begin, part.end}; };
  return {part_of(parts.scheme),  part_of(parts.userinfo), part_of(parts.host),
          part_of(parts.port),    part_of(parts.path),     part_of(parts.query),
          part_of(parts.fragment)};
}

linkspan_span span_of(const Span& span) {
  return {sizeof(linkspan_span),
          {span.range.begin, span.range.end},
          parts_of(span.parts),
          static_cast<linkspan_kind>(span.kind),
          static_cast<linkspan_form>(span.form),
          static_cast<linkspan_ended_by>(span.ended_by)};
}

}  // namespace linkspan::capi

linkspan_status linkspan_error_status(const linkspan_error* error) {
  return error != nullptr ? error->status : LINKSPAN_OK;
}
size_t linkspan_error_position(const linkspan_error* error) {
  return error != nullptr ? error->position : 0;
}
const char* linkspan_error_message(const linkspan_error* error) {
  return error != nullptr ? error->message.c_str() : "";
}
void linkspan_error_free(linkspan_error* error) { delete error; }
void linkspan_string_free(char* string) { std::free(string); }

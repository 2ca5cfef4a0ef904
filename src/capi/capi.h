// SPDX-License-Identifier: Apache-2.0
// Shared by the files of the C interface: errors, returned strings, and a barrier for exceptions.
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <new>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "capi/members.h"
#include "linkspan/linkspan.h"
#include "linkspan/linkspan_core_c.h"
#include "linkspan/result.h"

struct linkspan_error {
  linkspan_status status;
  size_t position;
  std::string message;
};

struct linkspan_engine {
  linkspan::Engine engine;
};

namespace linkspan::capi {

inline std::string_view view(const char* data, size_t size) {
  return size == 0 ? std::string_view() : std::string_view(data, size);
}

linkspan_status status_of(ErrorCode code);

// Returns the error to the caller, if `error` is not NULL.
linkspan_status fail(const Error& error, linkspan_error** to);

// Calls `work`, which returns a status. Only std::bad_alloc can be thrown.
template <class Work>
linkspan_status guarded(Work&& work) {
  try {
    return std::forward<Work>(work)();
  } catch (const std::exception&) {
    return LINKSPAN_NO_MEMORY;
  }
}

// Calls `work`, which returns a Result<std::string>, and returns a copy of the string to the
// caller.
linkspan_status give_away(std::string_view text, char** result, size_t* result_size);
template <class Work>
linkspan_status give_string(char** result, size_t* result_size, linkspan_error** error,
                            Work&& work) {
  *result = nullptr;
  if (result_size != nullptr) *result_size = 0;
  if (error != nullptr) *error = nullptr;
  return guarded([&] {
    const Result<std::string> made = std::forward<Work>(work)();
    return made.ok() ? give_away(*made, result, result_size) : fail(made.error(), error);
  });
}

// The C++ enumerator with the number of a C one, or an error that names it.
template <class To, class From>
Result<To> same(From value, To last, std::string_view what) {
  if (static_cast<int>(value) >= 0 && static_cast<int>(value) <= static_cast<int>(last)) {
    return static_cast<To>(value);
  }
  return Error{ErrorCode::invalid_argument, 0,
               std::string(what) + " has no value " + std::to_string(static_cast<int>(value))};
}

// Why a struct of this size cannot be used (members.h).
template <class Struct>
std::optional<Error> fault_of_size(size_t struct_size) {
  if (!ends_inside_a_member<Struct>(struct_size)) return std::nullopt;
  return Error{ErrorCode::invalid_argument, 0,
               "struct_size is " + std::to_string(struct_size) +
                   ", which is inside a member of the struct; it is the sizeof of the struct"};
}

// Copies the members that both sides know of a struct that may grow; the defaults if `given` is
// NULL. A struct that was never initialized, or that ends inside a member, is an error.
template <class Struct>
Result<Struct> known_part(const Struct* given, const Struct& defaults) {
  Struct known = defaults;
  if (given != nullptr) {
    if (given->struct_size == 0) {
      return Error{ErrorCode::invalid_argument, 0,
                   "struct_size is 0; the options are initialized by the function whose name ends "
                   "with _init"};
    }
    if (std::optional<Error> fault = fault_of_size<Struct>(given->struct_size)) return *fault;
    std::memcpy(&known, given, complete_size<Struct>(given->struct_size));
    known.struct_size = sizeof(Struct);
  }
  return known;
}

// Can the library fill this struct, which may be NULL? Checked before anything is read.
template <class Struct>
std::optional<Error> fault_of(const Struct* to_fill) {
  return to_fill == nullptr ? std::nullopt : fault_of_size<Struct>(to_fill->struct_size);
}

// Writes the members that the caller knows of a struct that may grow, and no part of one.
template <class Struct>
void fill(Struct* given, Struct filled) {
  if (given == nullptr) return;
  filled.struct_size = std::min(given->struct_size, sizeof(Struct));
  std::memcpy(given, &filled, complete_size<Struct>(given->struct_size));
}

// The functions whose name ends with _init.
template <class Struct>
void initialize(Struct* options, size_t struct_size, const Struct& defaults) {
  if (struct_size < sizeof(options->struct_size)) return;
  options->struct_size = struct_size;
  fill(options, defaults);
  options->struct_size = struct_size;
}

linkspan_parts parts_of(const Parts& parts);
linkspan_span span_of(const Span& span);

inline linkspan_place place_of(const Span& span) {
  const Part host = span.parts.host;
  return {span.range.begin,
          span.range.size(),
          static_cast<int32_t>(span.kind),
          static_cast<int32_t>(span.form),
          static_cast<int32_t>(span.ended_by),
          host.begin,
          host.present() ? host.end - host.begin : 0,
          span.has_escapes ? 1 : 0};
}

// Calls a callback until it stops.
template <class Found>
class Caller {
 public:
  using Callback = int (*)(void*, const Found*);
  Caller(Callback callback, void* context) : callback_(callback), context_(context) {}
  Visit operator()(const Found& found) {
    if (!is_stopped_ && callback_ != nullptr) is_stopped_ = callback_(context_, &found) != 0;
    return is_stopped_ ? Visit::stop : Visit::go_on;
  }
  bool is_stopped() const { return is_stopped_; }
  linkspan_status status() const { return is_stopped_ ? LINKSPAN_STOPPED : LINKSPAN_OK; }

 private:
  Callback callback_;
  void* context_;
  bool is_stopped_ = false;
};

}  // namespace linkspan::capi

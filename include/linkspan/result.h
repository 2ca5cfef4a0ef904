// SPDX-License-Identifier: Apache-2.0
// Result<T>: a value, or an error with a code, a position and a sentence.
//
// Only options and arguments can be errors in linkspan, never text. Nothing here throws.
#pragma once

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <utility>
#include <variant>

namespace linkspan {

enum class ErrorCode {
  invalid_argument,  // an option is out of its range
  syntax,            // a list, a rule or the like is malformed
  not_found,         // a file or a name does not exist
  io,                // reading or writing failed
};

struct Error {
  ErrorCode code = ErrorCode::invalid_argument;
  size_t position = 0;  // byte offset into the argument, index in a list of names, or line number
                        // of a file; 0 if none of these
  std::string message;  // one sentence for people: what is wrong and what would be right
};

template <class T>
class [[nodiscard]] Result {
 public:
  Result(T held) : state_(std::move(held)) {}            // NOLINT(google-explicit-constructor)
  Result(Error failure) : state_(std::move(failure)) {}  // NOLINT(google-explicit-constructor)

  bool ok() const { return state_.index() == 0; }
  explicit operator bool() const { return ok(); }

  // For an error, writes the message to stderr and ends the program (std::abort).
  T& value() & { return *value_or_end(); }
  const T& value() const& { return *const_cast<Result*>(this)->value_or_end(); }
  // By value, so that `for (… : f().value())` does not loop over a destroyed value.
  T value() && { return std::move(*value_or_end()); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }

  // Ends the program if there is no error.
  const Error& error() const {
    if (ok()) end_program("there is a value, not an error");
    return *std::get_if<1>(&state_);
  }

 private:
  T* value_or_end() {
    if (!ok()) end_program(std::get_if<1>(&state_)->message.c_str());
    return std::get_if<0>(&state_);
  }
  [[noreturn]] static void end_program(const char* message) {
    std::fprintf(stderr, "linkspan: %s\n", message);
    std::abort();
  }

  std::variant<T, Error> state_;
};

}  // namespace linkspan

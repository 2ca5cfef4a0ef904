// Result<T>: a value, or an error with a code, a position and a sentence.
//
// Only set-up and arguments can fail in linkspan; text never can. Nothing here throws.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <variant>

namespace linkspan {

enum class ErrorCode {
  invalid_argument,  // an option has a value it cannot have
  syntax,            // something that was to be read (a list, a rule) is not well formed
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

  // REQUIRES: ok().
  T& value() & { return *std::get_if<0>(&state_); }
  const T& value() const& { return *std::get_if<0>(&state_); }
  // By value, so that `for (… : f().value())` does not loop over what is gone.
  T value() && { return std::move(*std::get_if<0>(&state_)); }
  T* operator->() { return &value(); }
  const T* operator->() const { return &value(); }
  T& operator*() & { return value(); }
  const T& operator*() const& { return value(); }
  T operator*() && { return std::move(*this).value(); }

  // REQUIRES: !ok().
  const Error& error() const { return *std::get_if<1>(&state_); }

 private:
  std::variant<T, Error> state_;
};

}  // namespace linkspan

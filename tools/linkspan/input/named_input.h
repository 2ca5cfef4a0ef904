// SPDX-License-Identifier: Apache-2.0
// NamedInput: an argument that names an input. What it is, is asked of the system once, for all who
// need to know: whether there are several inputs, their total size, and the walk that reads them.
//
//   linkspan scan one.txt   one stat() by its name, and one open(), which the reader takes over
//
// Guarded by tests/command/input/named_input_test.cc.
#pragma once

#include <sys/stat.h>
#include <unistd.h>

#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <utility>

namespace linkspan::command {

inline constexpr std::string_view kStandardInput = "-";

enum class Count : uint8_t { one, several };  // of inputs

// A descriptor, closed at the end unless it is standard input.
class OpenInput {
 public:
  explicit OpenInput(int descriptor = -1) : descriptor_(descriptor) {}
  OpenInput(OpenInput&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  OpenInput& operator=(OpenInput&&) = delete;
  ~OpenInput() {
    if (descriptor_ >= 0 && descriptor_ != STDIN_FILENO) close(descriptor_);
  }

  bool is_open() const { return descriptor_ >= 0; }
  int descriptor() const { return descriptor_; }

 private:
  int descriptor_;
};

// Its copies share what is known. REQUIRES: one thread at a time asks.
class NamedInput {
 public:
  NamedInput(std::string name) : name_(std::move(name)) {}  // NOLINT(google-explicit-constructor)
  operator const std::string&() const { return name_; }     // NOLINT(google-explicit-constructor)
  friend bool operator==(const NamedInput& input, std::string_view name) {
    return input.name_ == name;
  }
  const std::string& name() const { return name_; }

  // Null, with errno, if there is none.
  const struct stat* status() const;

  // Opened to look into it, and closed unless somebody moves the descriptor away. REQUIRES: it is a
  // regular file.
  const OpenInput& open() const;
  // Null if it was not opened.
  std::shared_ptr<OpenInput> opened() const { return known_->opened; }

 private:
  struct Known {
    enum class State : char { unasked, there, missing } state = State::unasked;
    struct stat status {};
    int error_number = 0;
    std::shared_ptr<OpenInput> opened;
  };
  std::string name_;
  std::shared_ptr<Known> known_ = std::make_shared<Known>();
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// Grammar files in memory, and error messages with positions in them.
//
// Errors have the format of compiler errors, so that an editor can jump to them:
//
//   uri.abnf:12:10: error: rule `schem` is not defined
//     URI = schem ":" hier-part
//           ^
//
// Columns count code points from 1; a tab is one column. An error in the command line has no
// position: `abnfc: error: …`. Hostile input cannot flood the terminal: long lines are shortened,
// control characters and ill-formed bytes are shown as `?`, and errors after kMaxErrors are only
// counted.
// Guarded by tests/grammars/abnfc_test.cc (Errors).
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace linkspan::abnfc {

struct Source {
  std::string name;  // as given on the command line
  std::string text;
};

struct Position {
  uint32_t source = 0;  // index into the list of sources
  uint32_t offset = 0;  // in bytes
  bool operator==(const Position&) const = default;
};

class Diagnostics {
 public:
  static constexpr size_t kMaxErrors = 100;

  // Keeps a reference: the sources must outlive this object.
  explicit Diagnostics(const std::vector<Source>& sources) : sources_(sources) {}

  void error(Position position, std::string message);
  void error(std::string message);  // without a position
  // Adds to the previous error, for example where the other definition is.
  void note(Position position, std::string message);

  size_t error_count() const { return error_count_; }
  bool ok() const { return error_count_ == 0; }

  // All messages; each line ends with a line feed.
  std::string text() const;

 private:
  enum class Severity : uint8_t { error, note };
  struct Message {
    Severity severity;
    std::optional<Position> position;
    std::string text;
  };
  void add(Message message);
  std::string format(const Message& message) const;

  const std::vector<Source>& sources_;
  std::vector<Message> messages_;
  size_t error_count_ = 0;
};

}  // namespace linkspan::abnfc

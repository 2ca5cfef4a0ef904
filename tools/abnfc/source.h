// SPDX-License-Identifier: Apache-2.0
// Grammar files in memory, and messages that point into them.
//
// Every error of abnfc is shown the way compilers show theirs, so that an editor can jump to it:
//
//   uri.abnf:12:10: error: rule `schem` is not defined
//     URI = schem ":" hier-part
//           ^
//
// Columns count code points from 1, a tab being one column. A message about the command line has
// no place: `abnfc: error: …`. Hostile input cannot flood the terminal: long lines are shown in
// part, control characters and ill-formed bytes as `?`, and after kMaxErrors the rest is counted.
// Guarded by tests/abnfc_test.cc (Errors).
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
  void error(std::string message);  // not about a place in a file
  // More about the error before it: where the other definition is, for example.
  void note(Position position, std::string message);

  size_t error_count() const { return error_count_; }
  bool ok() const { return error_count_ == 0; }

  // All messages, one after the other, each line ended by a line feed.
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

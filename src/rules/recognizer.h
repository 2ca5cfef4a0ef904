// SPDX-License-Identifier: Apache-2.0
// Recognizer: finds one kind of link of rules in a line: a pattern of the user (compiled_rules.h),
// places in files (places.cc), telephone numbers (phones.cc). The search (search.cc) decides where
// each may search, and which of several matches is taken.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string_view>

#include "linkspan/rules.h"

namespace linkspan::rules {

// Where matches may be: they begin in [begin, end) and end at `limit` or before. Text outside is
// only context.
struct Window {
  std::string_view text;
  size_t begin, end, limit;
};

// An offset into the text and a size, and what was read there.
struct Found {
  size_t begin, size;
  size_t path_begin = 0, path_size = 0;  // of a place in a file
  uint32_t line = 0, column = 0;
  uint64_t number = 0;  // of a telephone: the digits of E.164
};

// Which links a match replaces that it overlaps.
enum class Wins : uint8_t {
  never,
  over_files,    // URLs of scheme `file`
  over_domains,  // also domains without a scheme
  always,
};

class Recognizer {
 public:
  virtual ~Recognizer() = default;
  virtual Wins wins() const = 0;

  // The leftmost, then longest match; nothing if there is none. Linear in the window.
  virtual std::optional<Found> next(const Window& window) const = 0;

  // Sets kind, rule, uri and place of the link of a match that next() returned for this text.
  virtual void describe(std::string_view text, const Found& found, RuleLink& link) const = 0;
};

std::unique_ptr<Recognizer> places_recognizer(const FilePlaces& options);

// Fails with invalid_argument for an unknown region, at its index.
Result<std::unique_ptr<Recognizer>> phones_recognizer(const PhoneNumbers& options);

}  // namespace linkspan::rules

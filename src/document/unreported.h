// SPDX-License-Identifier: Apache-2.0
// Unreported: the places of a text without markup in which no link is reported
// (DocumentOptions::never_in): code of Markdown or reStructuredText. In HTML these are elements
// (html::FixedElements).
//
//   Markdown, code    see `a.example.org`, not b.example.org     →  only b.example.org
//
// What is code depends on text that may be far before it, or after it: a fence, a reference, a
// backtick that is never closed. So such a text is read when its last byte has arrived, up to
// kMost bytes of it; a longer one is searched as if no code were in the rest. Quoted lines need
// nothing of that: lines::Unfolder notes them.
//
// Guarded by tests/document/never_in_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string_view>
#include <vector>

#include "linkspan/document.h"

namespace linkspan::document {

// The name of quoted lines: that of HTML for what is quoted.
inline constexpr std::string_view kQuotedLines = "blockquote";

bool is_never_in(const DocumentOptions& options, std::string_view name);

class Unreported {
 public:
  static constexpr size_t kMost = size_t{32} << 20;

  // Begins a document.
  void begin(const DocumentOptions& options);

  // Must the source be read before its first link is reported?
  bool needs_source() const { return needs_source_; }

  // Finds the places. `source`: the decoded text from its start.
  void read(std::string_view source, const DocumentOptions& options);

  // Is this byte of the decoded text in one?
  bool has(uint64_t offset) const;

 private:
  bool needs_source_ = false;
  std::vector<Range> places_;  // in order
};

}  // namespace linkspan::document

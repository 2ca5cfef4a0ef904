// SPDX-License-Identifier: Apache-2.0
// The properties of code points for the reference scanner, from another source than the tables of
// the library.
//
//   reference_unicode().link_term(U'。') == LinkTerm::soft
//   reference_unicode().is_label_character(U'“') == false    UTS #46 calls it valid, but it is Soft
//
// Link_Term, Link_Bracket and Link_Email are read, when first needed, from the files that UTS #58
// publishes: LinkTerm.txt, LinkBracket.txt and LinkEmail.txt of Unicode 18.0 (the draft). They
// share no code with the tables of the library, so both cannot be wrong in the same way.
//
// Two things come from src/unicode:
//   - the characters of a host (UTS #46): no file of them is among the public test data;
//   - everything, where the public test data is absent. from_published_files() reports which.
// Guarded by tests/scan/reference_test.cc.
#pragma once

#include <cstdint>
#include <map>
#include <vector>

namespace linkspan::test {

enum class LinkTerm : uint8_t { include, hard, soft, open, close };

// Larger than all code points. Represents a byte that belongs to no well-formed sequence.
inline constexpr char32_t kNoCodePoint = 0x110000;

class ReferenceUnicode {
 public:
  // Reads the published files, or copies src/unicode where they are absent. Throws
  // std::runtime_error if a file exists and is not in the form of the Unicode Character Database.
  ReferenceUnicode();

  // UTS #58. kNoCodePoint is Hard and has no other property.
  LinkTerm link_term(char32_t c) const;
  bool is_link_email(char32_t c) const;
  char32_t link_bracket(
      char32_t closer) const;  // its opener; kNoCodePoint if it is not a closing bracket

  // UTS #46 valid or mapped, and Link_Term = Include; in ASCII letters, digits, hyphen
  // (docs/scanning.md, section 1).
  bool is_label_character(char32_t c) const;

  // The single code point that UTS #46 maps this one to, else the code point itself.
  char32_t host_fold(char32_t c) const;

  bool from_published_files() const { return from_published_files_; }

 private:
  void read_published_files();
  void copy_library_tables();

  bool from_published_files_ = false;
  std::vector<LinkTerm> link_term_;  // by code point, kNoCodePoint included
  std::vector<bool> link_email_;     // likewise
  std::map<char32_t, char32_t> link_bracket_;
};

// Made at the first call; never changes.
const ReferenceUnicode& reference_unicode();

}  // namespace linkspan::test

// SPDX-License-Identifier: Apache-2.0
// Reads the gold cases: lines of text with each link marked in place.
//
//   See ⸠https://example.org/a⸡.            one case, whose text is "See https://example.org/a."
//   ⟦200F⟧⸠https://example.com⸡⟦=FF⟧        U+200F before the link, the byte FF after it
//   See ⸠https://example.org/a              an error: the mark is not closed
//
// corpus/README.md describes the form. The published test files of UTS #58 use the same marks
// without heads and escapes, and are read here too. Parsing returns the correct cases and a message
// for each wrong line; reading files throws if there is a wrong line, so that no case is lost
// silently. Guarded by tests/scan/support_test.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

// The purpose of a case. One case in five, selected by a hash of its text, is held out: no rule is
// made for it, so that it measures the rules on text that they were not made from.
enum class Duty : uint8_t { required, held_out, known_miss };

struct Case {
  std::string file;               // its name, for messages
  int line = 0;                   // counts from 1
  std::string text;               // without marks, escapes resolved; may be ill-formed UTF-8
  std::vector<Range> links;       // in order
  std::vector<Profile> profiles;  // the profiles that must find exactly these links
  std::string theme;              // empty if the file has none
  std::vector<std::string> tags;  // scripts and language, as the file has them
  Duty duty = Duty::required;
  std::string
      id;  // eight hexadecimal digits, a hash of the text: stays the same when the line is moved
};

struct Corpus {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // "file:line: message"
};

// A link of corpus/spoofing.txt, and the warnings that it must get.
struct Attack {
  int line = 0;                       // counts from 1
  std::vector<std::string> warnings;  // names
  std::string link;                   // escapes resolved
};

// Cases in the form of corpus/README.md.
Corpus parse_corpus(std::string_view contents, const std::string& file);

// Cases in the form of LinkDetectionTest.txt: marks, no escapes, lines that begin with `#` are
// comments. They are for profile uts58.
Corpus parse_link_detection_test(std::string_view contents, const std::string& file);

// The cases of all files *.txt directly in the folder, in the order of their names, except files of
// another form, which start with `#! form:`; and the cases of LinkDetectionTest.txt. Both throw
// std::runtime_error, with all messages, if a file cannot be read or has a wrong line.
std::vector<Case> read_corpus(const std::filesystem::path& folder);
std::vector<Case> read_link_detection_test(const std::filesystem::path& path);

// The lines of a file of form `attacks`. Throws like the functions above.
std::vector<Attack> read_attacks(const std::filesystem::path& path);

// --- for messages of failing tests

// The text with these links marked, in the form of corpus/README.md. parse_corpus reads it back as
// the same text and links. REQUIRES: links in order, not overlapping, inside the text.
std::string mark_links(std::string_view text, const std::vector<Range>& links);

// The components by their names, in order, including absent ones.
std::vector<std::pair<std::string_view, Part>> named_parts(const Parts& parts);

// A span on one line: kind, form, why it ended, and the components that are present, by their
// offsets or by their text.
//   [4,25) url scheme soft scheme=0-5 host=8-19 path=19-21
//   url scheme soft | scheme=https host=example.org path=/a
std::string describe(const Span& span);
std::string describe(std::string_view text, const Span& span);

}  // namespace linkspan::test

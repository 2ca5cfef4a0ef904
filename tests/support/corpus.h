// SPDX-License-Identifier: Apache-2.0
// Reads the gold cases: lines of text with each link marked in place.
//
//   See ⸠https://example.org/a⸡.            one case, whose text is "See https://example.org/a."
//   ⟦200F⟧⸠https://example.com⸡⟦=FF⟧        U+200F before the link, the byte FF after it
//   See ⸠https://example.org/a              an error: the mark is not closed
//
// The form is described in corpus/README.md. The published test files of UTS #58 use the same marks
// without heads and escapes, and are read here too. Parsing gives the good cases and a sentence for
// each bad line; reading files throws when there is any, so that no case is lost in silence.
// Guarded by tests/support_test.cc.
#pragma once

#include <cstdint>
#include <filesystem>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "linkspan/linkspan.h"

namespace linkspan::test {

// What a case is for. One in five, by a hash of its text, is held out: no rule is made for it, so
// that it tells what rules are worth on text that nobody looked at.
enum class Duty : uint8_t { required, held_out, known_miss };

struct Case {
  std::string file;          // its name, for messages
  int line = 0;              // counts from 1
  std::string text;          // in bytes, without marks, escapes resolved; may be ill-formed UTF-8
  std::vector<Range> links;  // in order
  std::vector<Profile> profiles;  // those that must give exactly these links
  std::string theme;              // empty if the file has none
  std::vector<std::string> tags;  // scripts and language, as the file has them
  Duty duty = Duty::required;
  std::string id;  // eight hexadecimal digits, of the text alone: stays when the line is moved
};

struct Corpus {
  std::vector<Case> cases;
  std::vector<std::string> errors;  // "file:line: what is wrong"
};

// A link of corpus/spoofing.txt, and what is said about it.
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

// The cases of all files *.txt that lie directly in the folder, in the order of their names, but
// those that start with `#! form:`, which are of another form; and those of one file of the other
// form. Throw std::runtime_error, with all that is wrong, when a file cannot be read or has a bad
// line.
std::vector<Case> read_corpus(const std::filesystem::path& folder);
std::vector<Case> read_link_detection_test(const std::filesystem::path& path);

// The lines of a file of form `attacks`. Throws as the others do.
std::vector<Attack> read_attacks(const std::filesystem::path& path);

// --- for messages of failing tests

// The text with these links marked, in the form of corpus/README.md: what parse_corpus reads back
// as the same text and links. REQUIRES: links in order, not overlapping, inside the text.
std::string mark_links(std::string_view text, const std::vector<Range>& links);

// The components by their names, in order, also those that are not there.
std::vector<std::pair<std::string_view, Part>> named_parts(const Parts& parts);

// A span on one line: kind, form, why it ended, and the components that are there, by their
// offsets or by their text.
//   [4,25) url scheme soft scheme=0-5 host=8-19 path=19-21
//   url scheme soft | scheme=https host=example.org path=/a
std::string describe(const Span& span);
std::string describe(std::string_view text, const Span& span);

}  // namespace linkspan::test

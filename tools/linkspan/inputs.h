// The inputs of a run: what is named on the command line, and what lies in the directories among
// it.
//
//   a.txt docs -      →  a.txt, docs/1.txt, docs/sub/2.txt, standard input
//   missing.txt a.txt →  a message for missing.txt; then a.txt
//
// A directory is gone through in the order of its names, byte by byte, with all that is below it;
// of a maildir first come the messages, by the time of their delivery. What is no message of it,
// such as what is still being delivered (tmp/), is left out (src/mail/maildir.h). Nothing else is
// left out without a word on standard error: devices, sockets and pipes met in a directory are not
// read, links to directories not followed (they may lead in circles), and the file that is standard
// output is not read, which would have no end: `linkspan scan . > links.jsonl`.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace linkspan::command {

enum class Next : uint8_t { go_on, stop };

// Receives the name of an input, for people, and the descriptor to read it from, which is closed
// afterwards.
using VisitInput = std::function<Next(const std::string& name, int descriptor)>;

enum class Reach : uint8_t {
  all,
  some,  // some input could not be opened, or was named and is the output, or no maildir; which and
         // why is on standard error
};

// What the arguments stand for: any inputs, or maildirs only. Then each must be one, and besides
// its messages those of the maildirs in it are read (Maildir++ keeps folders so), and nothing else.
enum class Seek : uint8_t { inputs, maildirs };

// Opens one input after the other. "-" is standard input. Stops early if `visit` says so.
Reach visit_inputs(const std::vector<std::string>& arguments, Seek seek, const VisitInput& visit);

// Can the arguments stand for more than one input? (A directory can.)
enum class Count : uint8_t { one, several };
Count count_inputs(const std::vector<std::string>& arguments);

}  // namespace linkspan::command

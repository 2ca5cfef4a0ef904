// A line of --from jsonl: {"id":…,"text":"…"}.
#pragma once

#include <string>
#include <string_view>

#include "linkspan/result.h"

namespace linkspan::command {

struct Request {
  std::string id = "null";  // any value, as JSON
  std::string text;         // decoded
};

// Fails with `syntax`, and a sentence, if the line is no JSON object with a "text" that is a
// string. Half of a surrogate pair, as in "\ud83d", stands for U+FFFD: programs that cut text in
// UTF-16 write such halves, and bad text is no error.
Result<Request> parse_request(std::string_view line);

}  // namespace linkspan::command

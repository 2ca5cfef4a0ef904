// SPDX-License-Identifier: Apache-2.0
// A line of --from jsonl: {"id":…,"text":"…"}, parsed by a slow reader that is the reference, and
// for most lines by a fast one (work/fast_request.h).
#pragma once

#include <string>
#include <string_view>

#include "input/read_settings.h"
#include "linkspan/result.h"

namespace linkspan::command {

struct Request {
  std::string id = "null";  // any value, as JSON
  std::string text;         // decoded
};

// Fails with `syntax`, and a sentence, if the line is not a JSON object in which the member named
// by `fields.text` is a string. Of two members of the same name the last one counts. An unpaired
// surrogate, as in "\ud83d", becomes U+FFFD: programs that cut text in UTF-16 write them, and
// ill-formed text is not an error.
Result<Request> parse_request(std::string_view line, const RequestFields& fields);

}  // namespace linkspan::command

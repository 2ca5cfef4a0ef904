// SPDX-License-Identifier: Apache-2.0
// A line of --from jsonl: {"id":…,"text":"…"}. Two parsers read it:
//
//   {"id":7,"text":"see http://h/"}       FastRequestReader, with simdjson
//   {"id":7.50,"text":""}                 parse_request(), with nlohmann-json: it keeps the digits
//   {"id":7,"text":"\ud83d"}              likewise: half of a surrogate pair
//   {"id":7,"text":                       likewise: it says from which byte on this is not JSON
//
// Neither can be left out. Without simdjson, 2,000,000 lines of 175 bytes are answered at 141 MB/s,
// not at 420 (`scan --from jsonl`, one job). simdjson reports no digits and no place of an error,
// refuses numbers of more than 64 bits and values that are nested in 1024 others, and takes several
// times the memory of a line. But it checks all of a line (RFC 8259, and that it is well-formed
// UTF-8), so nothing is accepted that parse_request() refuses.
//
// Guarded by tests/command/output/requests_test.cc, which compares the two.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "common/io.h"
#include "input/document_reader.h"
#include "input/read_settings.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
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

// Belongs to one thread.
class FastRequestReader {
 public:
  // This many bytes after a line are read, too; their values do not matter.
  static constexpr size_t kPadding = 64;

  explicit FastRequestReader(const RequestFields& fields);
  ~FastRequestReader();
  FastRequestReader(const FastRequestReader&) = delete;
  FastRequestReader& operator=(const FastRequestReader&) = delete;

  struct View {
    std::string_view id;  // as JSON
    std::string_view text;
  };
  // Valid until the next call. Nothing: read the line with parse_request(). REQUIRES: kPadding
  // bytes after the line may be read.
  std::optional<View> read(std::string_view line);

 private:
  class Impl;
  std::unique_ptr<Impl> impl_;
};

// --from jsonl: many short texts in, their links out, one answer a line and in the same order.
//
//   {"id":7,"text":"see http://h/"}   →  {"id":7,"links":[{"start":4,"end":13,"kind":"url",…}]}
//   {"id":8}                          →  {"id":null,"error":"line 2: there is no \"text\""}
//
// `id` may be any JSON value and is copied to the answer; without one it is null. Other members are
// ignored. An empty line is not JSON and is answered as such, so that the n-th answer belongs to
// the n-th line. Offsets count in the decoded text.
//
// Guarded by tests/command/output/command_jsonl_test.cc and tests/command/output/requests_test.cc.

// Belongs to one thread.
class Batch final : public LineAnswerer {
 public:
  // Both outlive this.
  Batch(const ReadSettings& settings, const Engine& engine);

  // The maximum length of a line, which must fit in memory several times.
  static constexpr size_t kMaxLineBytes = size_t{256} << 20;

  uint64_t answer(const NextBlock& next_block, Output& output, Report& report) override;

 private:
  void take(std::string_view block);
  void append(std::string_view block);
  void end_line(std::string_view line);
  void answer_line(std::string_view line);
  void answer_links(std::string_view id, std::string_view text);
  void answer_error(std::string_view why);

  const ReadSettings& settings_;
  FastRequestReader fast_reader_;
  TextLinker linker_;

  // The number of the current line.
  Output* output_ = nullptr;
  Report* report_ = nullptr;
  uint64_t line_number_ = 0;
  enum class Line : uint8_t { fits, is_too_long } state_ = Line::fits;
  std::vector<char> text_;  // the stored bytes, and padding
  size_t size_ = 0;         // of the stored bytes: the start of an incomplete line
};

}  // namespace linkspan::command

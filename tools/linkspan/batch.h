// --from jsonl: many short texts in, their links out, one answer a line and in the same order.
//
//   {"id":7,"text":"see http://h/"}   →  {"id":7,"links":[{"start":4,"end":13,"kind":"url",…}]}
//   {"id":8}                          →  {"id":null,"error":"line 2: there is no \"text\""}
//
// `id` may be any JSON value and comes back as the same value; without one it is null. Other
// members are passed over. An empty line is not JSON and is answered as such, so that the n-th
// answer belongs to the n-th line. Offsets count in the decoded text.
//
// Guarded by tests/command_test.cc.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "document/positions.h"
#include "io.h"
#include "iri/mapper.h"
#include "linkspan/document.h"
#include "linkspan/linkspan.h"
#include "settings.h"

namespace linkspan::command {

class Batch {
 public:
  Batch(const DocumentOptions& options, const Engine& engine, Output& output);

  // Answers each line. Returns 0, or the errno of reading.
  int run(int descriptor);

  // How many lines were answered with an error.
  uint64_t wrong_lines() const { return wrong_lines_; }

 private:
  // A text in one line must fit in memory, several times over; this keeps that bounded.
  static constexpr size_t kMaxLineBytes = size_t{256} << 20;

  void take(std::string_view block);
  void append_to_line(std::string_view part);
  void end_line();
  void answer(std::string_view line);
  void answer_links(std::string_view id, std::string_view text);
  void answer_error(std::string_view why);

  const Engine& engine_;
  HostForm host_;
  std::shared_ptr<const iri::Mapper> mapper_;
  Link link_;
  std::vector<Range> visible_;  // of it; kept for its storage
  document::PositionCounter positions_;
  Output& output_;
  enum class Line : uint8_t { not_begun, begun, too_long } state_ = Line::not_begun;
  std::string line_;
  uint64_t line_number_ = 0;
  uint64_t wrong_lines_ = 0;
};

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <cerrno>
#include <cstdio>
#include <optional>
#include <string>
#include <string_view>

#include "base/printable.h"
#include "cli/commands.h"
#include "common/io.h"
#include "common/remarks.h"
#include "common/text_values.h"
#include "iri/inspection.h"
#include "iri/verbs.h"
#include "output/shown_text.h"

namespace linkspan::command {
namespace {

// Errors in operands, on standard error: the first ones in full, the others counted.
class Problems {
 public:
  void count() { ++count_; }
  bool has_any() const { return count_ > 0; }

  bool is_next_reported() const { return count_ < kReported; }
  // `line` is 0 for an argument.
  static void report(uint64_t line, std::string_view text, const Error& error) {
    const std::string where = line > 0 ? fmt::format("line {}, ", line) : std::string();
    report_problem(fmt::format("{}byte {}: {}", where, error.position, error.message));
    std::string excerpt;
    const Range place{error.position, error.position};
    append_excerpt(excerpt, text, place, columns_of_output(STDERR_FILENO));
    std::fputs(excerpt.c_str(), stderr);
  }

  void sum_up() const {
    if (count_ <= kReported) return;
    report_problem(fmt::format("{} more are not IRIs", with_separators(count_ - kReported)));
  }

 private:
  static constexpr uint64_t kReported = 10;
  uint64_t count_ = 0;
};

// A line with two IRIs, with a tab or spaces between them. An IRI has neither.
IriOperands split_line(std::string_view line) {
  constexpr std::string_view kSeparators = " \t";
  const size_t first_end = line.find_first_of(kSeparators);
  if (first_end == std::string_view::npos) return {std::nullopt, line};
  const size_t second = line.find_first_not_of(kSeparators, first_end);
  if (second == std::string_view::npos) return {line.substr(0, first_end), {}};
  return {line.substr(0, first_end), line.substr(second)};
}

class IriCommand {
 public:
  explicit IriCommand(const IriSettings& settings)
      : settings_(settings),
        verbs_(settings),
        output_(STDOUT_FILENO),
        columns_(columns_of_output(STDOUT_FILENO)),
        is_terminal_(isatty(STDOUT_FILENO) == 1) {}

  int run() {
    for (const std::string& operand : settings_.operands) {
      if (operand == "-") {
        answer_lines();
      } else {
        answer({settings_.first, operand});
      }
    }
    output_.flush();
    if (settings_.output == IriOutput::text) problems_.sum_up();
    if (output_.state() == Output::State::failed) has_failed_ = true;
    return status();
  }

 private:
  int status() const {
    const bool compares = settings_.verb == IriVerb::compare;
    if (problems_.has_any() || has_failed_) return compares ? kFailed : kIncomplete;
    return compares && has_different_ ? kDifferent : kDone;
  }

  void answer_lines() {
    LineReader reader(STDIN_FILENO, [this] { output_.flush(); });
    for (line_ = 1; output_.state() == Output::State::open; ++line_) {
      const LineReader::Got got = reader.next();
      if (got == LineReader::Got::end) break;
      if (got == LineReader::Got::failed) {
        report_system_error("standard input", errno);
        has_failed_ = true;
        break;
      }
      if (got == LineReader::Got::too_long) {
        fail({}, {{}, {ErrorCode::syntax, 0, "the line is longer than 256 MiB"}});
      } else {
        answer_line(reader.line());
      }
    }
    line_ = 0;
  }

  void answer_line(std::string_view line) {
    if (!settings_.first && takes_two(settings_.verb)) {
      const IriOperands operands = split_line(line);
      if (operands.first) return answer(operands);
      const char* const message = "two IRIs are needed, with a tab or a space between them";
      return fail({{}, line}, {line, {ErrorCode::syntax, line.size(), message}});
    }
    answer({settings_.first, line});
  }

  void answer(const IriOperands& operands) {
    if (settings_.verb == IriVerb::inspect) {
      inspect(operands.text);
    } else if (const std::optional<std::string_view> made = verbs_.apply(operands)) {
      has_different_ |= settings_.verb == IriVerb::compare && *made == kDifferentIris;
      write(operands, *made);
    } else {
      fail(operands, verbs_.failure());
    }
    output_.flush_when_full();
  }

  void write(const IriOperands& operands, std::string_view made) {
    std::string& out = output_.buffer();
    if (settings_.output == IriOutput::json) {
      begin_object(operands);
      append_json_string(out += ",\"output\":", made);
      append_json_warnings(out += ',', operands.text);
      out += '}';
    } else if (is_terminal_ && settings_.verb != IriVerb::display && !is_printable(made)) {
      out += base::printable(made);
    } else {
      out += made;
    }
    out += '\n';
  }

  // An empty line, so that the n-th answer belongs to the n-th input.
  void fail(const IriOperands& operands, const IriFailure& failure) {
    std::string& out = output_.buffer();
    if (settings_.output == IriOutput::json) {
      begin_object(operands);
      append_json_error(out += ',', failure.error);
      out += '}';
    } else if (problems_.is_next_reported()) {
      output_.flush();  // on a terminal, earlier output is above it
      problems_.report(line_, failure.text, failure.error);
    }
    problems_.count();
    out += '\n';
  }

  void begin_object(const IriOperands& operands) {
    std::string& out = output_.buffer();
    append_json_string(out += "{\"input\":", operands.text);
    if (!operands.first) return;
    out += settings_.verb == IriVerb::compare ? ",\"with\":" : ",\"base\":";
    append_json_string(out, *operands.first);
  }

  void inspect(std::string_view text) {
    std::string& out = output_.buffer();
    Inspected inspected;
    if (settings_.output == IriOutput::json) {
      inspected = append_inspection_json(out += '{', text);
      out += "}\n";
    } else {
      if (has_inspected_) out += '\n';
      has_inspected_ = true;
      inspected = append_inspection(out, text, columns_);
    }
    if (inspected == Inspected::not_an_iri) has_failed_ = true;
  }

  const IriSettings& settings_;
  IriVerbs verbs_;
  Output output_;
  Problems problems_;
  int columns_;
  bool is_terminal_;
  uint64_t line_ = 0;  // of standard input; 0: an argument
  bool has_failed_ = false, has_different_ = false, has_inspected_ = false;
};

}  // namespace

int run_iri(const IriSettings& settings) { return IriCommand(settings).run(); }

}  // namespace linkspan::command

// SPDX-License-Identifier: Apache-2.0
// linkspan, the command: parses its arguments, runs the command, and exits with 0, 1 or 2.
//
//   linkspan scan mail.txt                    mail.txt's links, one a line
//   linkspan scan --offset bytes mail.txt     exit status 2: "did you mean --offsets?"
//
// man/linkspan.1 is the reference; tests/command/cli/command_test.cc guards it.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <vector>

#include "cli/command_line.h"
#include "cli/explain.h"
#include "cli/pick.h"
#include "cli/render.h"
#include "common/exit_status.h"
#include "common/io.h"
#include "iri/command.h"
#include "linkspan/linkspan.h"
#include "lsp/lsp_command.h"
#include "work/scan.h"

namespace linkspan::command {
namespace {

int print(std::string_view answer) {
  Output output(STDOUT_FILENO);
  output.buffer() = answer;
  output.flush();
  return output.state() == Output::State::failed ? kIncomplete : kDone;
}

template <class Settings>
int with_engine(const Settings& settings, int (*run)(const Settings&, const Engine&)) {
  const Result<Engine> engine = Engine::create(settings.read.options);
  if (engine.ok()) return run(settings, engine.value());
  report_wrong_usage(engine.error().message);
  return kWrongUsage;
}

int run(const std::vector<std::string>& arguments) {
  const CommandLine line = parse_command_line(arguments);
  switch (line.outcome) {
    case CommandLine::Outcome::answered:
      return print(line.answer);
    case CommandLine::Outcome::wrong:
      return kWrongUsage;
    case CommandLine::Outcome::explain:
      return run_explain(line.explain);
    case CommandLine::Outcome::iri:
      return run_iri(line.iri);
    case CommandLine::Outcome::scan:
      return with_engine(line.scan, run_scan);
    case CommandLine::Outcome::render:
      return with_engine(line.render, run_render);
    case CommandLine::Outcome::pick:
      return with_engine(line.pick, run_pick);
    case CommandLine::Outcome::lsp:
      return run_lsp(line.lsp);
  }
  return kWrongUsage;
}

}  // namespace
}  // namespace linkspan::command

int main(int argc, char** argv) {
  // A reader that ends early (`linkspan scan … | head`) causes EPIPE when the output is written.
  std::signal(SIGPIPE, SIG_IGN);
  try {
    return linkspan::command::run({argv + (argc > 0 ? 1 : 0), argv + argc});
  } catch (const std::exception& error) {  // out of memory, for one
    std::fprintf(stderr, "linkspan: %s\n", error.what());
    return linkspan::command::kIncomplete;
  }
}

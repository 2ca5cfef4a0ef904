// SPDX-License-Identifier: Apache-2.0
// linkspan, the command: parses its arguments, runs the command, and exits with 0, 1 or 2.
//
//   linkspan scan mail.txt                    mail.txt's links, one a line
//   linkspan scan --offset bytes mail.txt     exit status 2: "did you mean --offsets?"
//
// man/linkspan.1.txt is the reference; tests/command/cli/command_test.cc guards it.
#include <unistd.h>

#include <csignal>
#include <cstdio>
#include <exception>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

#include "cli/command_line.h"
#include "cli/commands.h"
#include "common/io.h"
#include "linkspan/linkspan.h"

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

struct RunCommand {
  int operator()(const Wrong& /*wrong*/) const { return kWrongUsage; }
  int operator()(const Answered& answered) const { return print(answered.text); }
  int operator()(const ScanSettings& settings) const { return with_engine(settings, run_scan); }
  int operator()(const RenderSettings& settings) const { return with_engine(settings, run_render); }
  int operator()(const PickSettings& settings) const { return with_engine(settings, run_pick); }
  int operator()(const ExplainSettings& settings) const { return run_explain(settings); }
  int operator()(const IriSettings& settings) const { return run_iri(settings); }
  int operator()(const LspSettings& settings) const { return run_lsp(settings); }
};

}  // namespace
}  // namespace linkspan::command

int main(int argc, char** argv) {
  // A reader that ends early (`linkspan scan … | head`) causes EPIPE when the output is written.
  std::signal(SIGPIPE, SIG_IGN);
  // A file that is longer than `ulimit -f` allows causes EFBIG, as a full disk causes ENOSPC.
  std::signal(SIGXFSZ, SIG_IGN);
  try {
    return std::visit(
        linkspan::command::RunCommand{},
        linkspan::command::parse_command_line({argv + (argc > 0 ? 1 : 0), argv + argc}));
  } catch (const std::exception& error) {  // out of memory, for one
    std::fprintf(stderr, "linkspan: %s\n", error.what());
    return linkspan::command::kIncomplete;
  }
}

// SPDX-License-Identifier: Apache-2.0
#include "cli/render_in_place.h"

#include <fcntl.h>
#include <unistd.h>

#include <cerrno>
#include <optional>
#include <string>

#include "common/exit_status.h"
#include "common/io.h"
#include "input/input_reader.h"
#include "input/inputs.h"
#include "linkspan/render.h"

namespace linkspan::command {
namespace {

// Nothing after a failure, which was reported.
std::optional<std::string> read_page(const std::string& name) {
  const OpenInput input(name == "-" ? STDIN_FILENO : open(name.c_str(), O_RDONLY | O_CLOEXEC));
  if (!input.is_open()) {
    report_system_error(name, errno);
    return std::nullopt;
  }
  InputReader reader(input.descriptor(), [](uint64_t /*bytes*/) {});
  reader.peek();
  std::string page = reader.read_all();
  if (reader.failure().empty()) return page;
  report_problem(name, reader.failure());
  return std::nullopt;
}

}  // namespace

int render_in_place(const RenderSettings& settings, const Engine& engine) {
  const std::string& name = settings.read.inputs.front();
  const std::optional<std::string> bytes = read_page(name);
  if (!bytes) return kIncomplete;
  Document page{*bytes, settings.read.document};
  if (page.options.charset.empty()) page.options.charset = kAutoCharset;
  page.options.in_place = settings.never_in;
  Output output(STDOUT_FILENO);
  const Result<Summary> done =
      render::link_html(page, engine, output.buffer(), {.openable = settings.openable});
  if (!done.ok()) {
    report_problem(name, done.error().message);
    return kIncomplete;
  }
  output.flush();
  if (done->is_cut) report_problem(name, "only the first 32 MiB of HTML were read for links");
  return done->is_cut || output.state() == Output::State::failed ? kIncomplete : kDone;
}

}  // namespace linkspan::command

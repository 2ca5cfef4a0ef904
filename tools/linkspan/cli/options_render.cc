// SPDX-License-Identifier: Apache-2.0
#include <fmt/format.h>
#include <unistd.h>

#include <utility>

#include "cli/option_groups.h"
#include "common/option_values.h"

namespace linkspan::command {
namespace {

constexpr Word<RenderFormat> kRenderFormats[] = {{"html", RenderFormat::html},
                                                 {"ansi", RenderFormat::ansi},
                                                 {"markdown", RenderFormat::markdown}};

constexpr uint32_t kMostShown = 1'000'000;

render::OpenableSchemes openable_schemes(const std::string& list) {
  if (list.empty()) return {};
  Result<render::OpenableSchemes> schemes =
      render::OpenableSchemes::create(split_list("--open-schemes", list, "+steam,-ftp"));
  if (!schemes) throw WrongUsage{fmt::format("--open-schemes: {}", schemes.error().message)};
  return std::move(schemes).value();
}

// Sets what --keep-html needs.
void check_keep_html(RenderSettings& settings, const RawRenderOptions& raw) {
  if (settings.to != RenderFormat::html && !raw.to.empty()) {
    throw WrongUsage{"--keep-html is for --to html"};
  }
  if (raw.page || raw.is_inline || raw.show_destination || !raw.shorten.empty()) {
    throw WrongUsage{
        "--keep-html leaves the page as it is: no --page, --inline, --shorten or "
        "--show-destination"};
  }
  if (settings.read.from != InputFormat::guess && settings.read.from != InputFormat::html) {
    throw WrongUsage{"--keep-html is for --from html"};
  }
  if (settings.read.inputs.size() != 1) throw WrongUsage{"--keep-html takes one input"};
  settings.to = RenderFormat::html;
  settings.keeps_html = true;
  if (!raw.not_in.empty()) settings.never_in = split_list("--not-in", raw.not_in, "code,pre");
}

}  // namespace

void declare_render_options(OptionList& options, RawRenderOptions& raw) {
  options.add_value("--from", raw.from, alternatives(kDocumentFormats),
                    "What the input is (default: guessed from its name and\nfirst bytes)");
  options.add_value("--to", raw.to, alternatives(kRenderFormats),
                    "The form of the output (default: ansi on a terminal,\nelse html)");
  options.add_flag("--page", raw.page, "A whole page of HTML, not a part of one");
  options.add_flag("--inline", raw.is_inline,
                   "HTML of nothing but text and <a>, for a comment or the cell\nof a table");
  options.add_flag(
      "--keep-html", raw.keep_html,
      "Write the links into the page of HTML that is read, and leave\nits other bytes as they are");
  options.add_value("--not-in", raw.not_in, "LIST",
                    "With --keep-html, elements in which nothing is linked:\ncode,pre");
  options.add_value("--shorten", raw.shorten, "NUMBER",
                    "The most characters that are shown of a link; its host is\nshown in any case");
  options.add_flag(
      "--keep-sgr", raw.keep_sgr,
      "Keep the colours of the text (ESC [ ... m); they do not\nchange which links are "
      "found");
  options.add_value(
      "--open-schemes", raw.open_schemes, "LIST",
      "Which schemes may be opened, with commas between them;\n+NAME adds to the usual "
      "ones, -NAME takes away");
  options.add_flag("--show-destination", raw.show_destination,
                   "After a link whose text does not show the host of its\ndestination, write that "
                   "host in brackets");
  declare_read_options(options, raw.read);
  declare_engine_options(options, raw.engine);
}

RenderSettings render_settings(std::vector<std::string> operands, const RawRenderOptions& raw) {
  RenderSettings settings;
  settings.read = read_settings(std::move(operands), raw.read, raw.engine);
  settings.read.from = choose("--from", raw.from, kDocumentFormats, InputFormat::guess);
  settings.read.forms = MailForms::fullest;
  check_html(settings.read);
  const bool is_terminal = isatty(STDOUT_FILENO) == 1;
  settings.to =
      choose("--to", raw.to, kRenderFormats, is_terminal ? RenderFormat::ansi : RenderFormat::html);
  if (raw.page) settings.page = render::HtmlForm::page;
  if (raw.page && settings.to != RenderFormat::html) {
    throw WrongUsage{"--page is for --to html"};
  }
  if (raw.is_inline && settings.to != RenderFormat::html) {
    throw WrongUsage{"--inline is for --to html"};
  }
  if (raw.keep_html) check_keep_html(settings, raw);
  if (!raw.not_in.empty() && !raw.keep_html) throw WrongUsage{"--not-in is for --keep-html"};
  if (raw.is_inline && raw.page) throw WrongUsage{"--inline and --page exclude each other"};
  if (raw.is_inline) settings.page = render::HtmlForm::phrasing;
  settings.most_characters = parse_number("--shorten", raw.shorten, "characters", 1, kMostShown, 0);
  if (raw.keep_sgr && settings.to != RenderFormat::ansi) {
    throw WrongUsage{"--keep-sgr is for --to ansi"};
  }
  settings.openable = openable_schemes(raw.open_schemes);
  if (raw.show_destination) settings.destination = render::ShowDestination::where_hidden;
  if (raw.keep_sgr) {
    settings.colours = render::TextColours::keep;
    settings.read.document.layout.colours = Colours::remove;
  }
  return settings;
}

}  // namespace linkspan::command
